/**
 * What a service needs and can, as data (contract 18.1): `facts.ts` in the folder of each service
 * fills it in. The inputs refuse by it, docs/services.md is generated from it, and tests read it.
 * Pure.
 */
import type { AuthHeader } from '../http/request.ts';
import type { RunId, UsageUnit } from './values.ts';

/** What a budget counts: a unit of `usage`, or US dollars (contract 20). */
export type BudgetUnit = UsageUnit | 'usd';

/** How the budget of a run is kept with a service (contract 20). */
export interface BudgetRule {
  readonly unit: BudgetUnit;
  /**
   * `sent`: with the create, as the field that `inputFields` names, in whole numbers; the service
   * ends the run. `watched`: this action reads what was used so far, and stops the run.
   */
  readonly kept: 'sent' | 'watched';
  /** Whether `usage` tells after a follow-up what the run used in all, or in this step alone. */
  readonly usageOf: 'run' | 'step';
  /** How late and how exactly the service tells what was used, as sentences for people. */
  readonly howLate: string;
}

/** The usual way to carry a token. */
export const BEARER: readonly AuthHeader[] = [{ name: 'authorization', prefix: 'Bearer ' }];

/** What a service can do. What it cannot is refused when the inputs are read. */
interface Capabilities {
  /** Another message to a run: `prompt` with `agent_run_id`, `resume: thread`, a repair. */
  readonly followUp: boolean;
  /** It gives a text as result: `output_schema`, `review`, `expect: result`. */
  readonly text: boolean;
  /** `on_cancel: stop` */
  readonly stop: boolean;
  /** What a run can be told to start from. */
  readonly ref: 'any' | 'branch' | 'none';
  /**
   * It has a field for a branch, so that without `ref` a review, and an answer to a comment on a
   * pull request, starts from the head branch (contract 18.8).
   */
  readonly startsAtHead: boolean;
  /** Whether it can be told to open a pull request or none. */
  readonly createPullRequest: boolean;
  /** A run can be told its model. */
  readonly model: boolean;
  /** At most so many images; 0: it takes none. */
  readonly images: number;
  /** `repo_id`, `sandbox_id`, and `task` other than `run` and `check`. */
  readonly ownTasks: boolean;
  /** What its log is made of. `states`: it has none, and its changes of state stand for entries. */
  readonly log: 'messages' | 'pages' | 'states' | 'stream';
  /** UTF-16 units of a prompt of the author's; null: no bound is published. */
  readonly promptMax: number | null;
}

/** The root of the API where the input `base_url` is empty. */
export type RootAddress =
  | { readonly kind: 'required' }
  | { readonly kind: 'fixed'; readonly url: string }
  /** A variable that the runner sets itself, so that no earlier step decides it. */
  | { readonly kind: 'variable'; readonly name: string; readonly otherwise: string };

/** How the input `agent_run_id` is written for a service. */
export interface RunIdForm {
  /** What is accepted, as messages and docs say it. */
  readonly accepted: string;
  /** The id in a text that is one, or the web address of a run; null where there is none. */
  readonly read: (given: string) => RunId | null;
  /** Whether `runs` and `runs_file` have it as a number (contract 18.2). */
  readonly isNumber: boolean;
  /** The same for two ids of one run. */
  readonly same: (id: RunId) => string;
}

/** A field of `request_fields` that the action sets itself, and what to do instead, as advice. */
type ReservedFields = Readonly<Record<string, string>>;

/** How the service is told or tells something, as a cell of docs/services.md. */
type Told = Readonly<
  Record<
    | 'createPullRequest'
    | 'idempotency'
    | 'log'
    | 'model'
    | 'pullRequests'
    | 'ref'
    | 'repo'
    | 'stop'
    | 'usage',
    string
  >
>;

/** What the path of a request names. */
export interface PathNames {
  /** Empty where it is not known. */
  readonly orgId: string;
  readonly repo: string | null;
  readonly runId: RunId | null;
}

/** A trial of an adapter with a service of its vendor (contract 18.1). */
interface TriedAgainst {
  /** Which service, of which version. */
  readonly against: string;
  /** The same in two or three words. */
  readonly short: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** What tries it again. */
  readonly command: string;
}

/** A host beside that of `base_url`, as docs/security.md names it. */
export interface OtherHost {
  /** Whose it is: `` the sandbox of a run (`conversation_url`) ``. */
  readonly host: string;
  /** When it is contacted, and with what. */
  readonly when: string;
}

export type RequestName = 'create' | 'look-up' | 'read' | 'resume';

export interface ServiceFacts {
  /** As people read it. */
  readonly title: string;
  /** The same within a sentence: `the agent run service`. */
  readonly titleInText: string;
  /** Its word for one run, as it stands before an id in messages: `session`. */
  readonly runNoun: string;
  /**
   * What people write for its name, in lower case without separators; the message that refuses it
   * offers the name.
   */
  readonly otherNames: readonly string[];
  /**
   * Where people see all runs, as a place to look at: `the list of runs in the web interface of the
   * service`.
   *
   * @param serverUrl `GITHUB_SERVER_URL`
   */
  readonly runList: (serverUrl: string) => string;
  /** The day of the document from which the adapter was made, `YYYY-MM-DD`. */
  readonly documentDate: string;
  /** The service of its vendor that the adapter was tried with; null: it never was. */
  readonly tried: TriedAgainst | null;
  readonly baseUrl: RootAddress;
  readonly otherHosts: readonly OtherHost[];
  /** Method and path of a request, for messages: `POST /v1/agents`. */
  readonly requestLine: (request: RequestName, named: PathNames) => string;
  /** Begins every path of the API, so that a `base_url` with it at its end is meant without. */
  readonly versionPath: string;
  /** How requests carry the token. */
  readonly auth: readonly AuthHeader[];
  /** What the input `token` holds: `the API token of the service`. */
  readonly token: string;
  /** What its tokens begin with, and those of no other service here; empty: nothing is known. */
  readonly tokenPrefixes: readonly string[];
  /** What older ones of its tokens begin with, and perhaps those of other services too. */
  readonly olderTokenPrefixes?: readonly string[];
  /** What the tokens begin with that only an older API of it takes. */
  readonly retiredTokenPrefixes?: readonly string[];
  /** What the input `org_id` is; `none` where it is refused, `prefixed`: `org-…`. */
  readonly orgId: 'none' | 'number' | 'prefixed' | 'text';
  /**
   * The repository of a run that names none. `required`: the workflow's, and there must be one.
   * `optional`: the workflow's, unless the input `repo` says `none`.
   */
  readonly repository: 'none' | 'optional' | 'required' | 'workflow';
  readonly can: Capabilities;
  /** A fleet has so many runs at once where `max_parallel` is not given (contract 18.10). */
  readonly fleetMost: number;
  /** Null: no budget can be kept. */
  readonly budget: BudgetRule | null;
  readonly reservedFields: ReservedFields;
  /**
   * The fields of `request_fields` that hold secrets: values by name, or a list of `value`. A dot
   * leads into a field, or into each item of a list.
   */
  readonly secretFields: readonly string[];
  /** The fields of `request_fields` that an input sets as well, so that only one may. */
  readonly inputFields: Readonly<Partial<Record<'budget' | 'images' | 'model', string>>>;
  /** The field of `request_fields`, an object, that the key of `idempotency` is added to. */
  readonly keyField: string | null;
  readonly runId: RunIdForm;
  readonly told: Told;
}

/** The last part of an http(s) address that the pattern finds in it, or null. */
export function inAddress(given: string, pattern: RegExp): string | null {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return null;
  }
  const found = [...`${url.pathname}${url.search}${url.hash}`.matchAll(pattern)].at(-1);
  return found?.[1] ?? null;
}
