/**
 * Keeps one commit status up to date (contract 15): `pending` while the run is in progress, then the final state. It never delays or fails
 * the step. An unfinished update is left to the post step through saved state.
 */
import type { Clock } from '../ports.ts';
import { asSentence, counted, duration, messageOf, shownAddress } from '../safe/format.ts';
import { isRecord } from '../safe/json.ts';
import { payloadField, payloadNumber, payloadText, type EventContext, type Provenance } from './event.ts';
import type { ErrorCode, Outcome } from '../runner/output-table.ts';
import type { CommitState } from '../runner/saved-state.ts';
import { GitHubError, type CommitStatus, type GitHub } from './port.ts';
import { isPassing, remedy, waitOut } from './wait-out.ts';

/** GitHub refuses longer descriptions. */
const DESCRIPTION_MAX = 140;

/** The target commit, or the pull request whose head is the target. */
export type StatusTarget =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'pull_request'; readonly number: number }
  | { readonly kind: 'none' };

/**
 * The target is the head of the event's pull request. For a comment on a pull request it must be read, because the payload does not contain
 * it. For all other events it is `sha` (`GITHUB_SHA`).
 */
export function statusTarget(event: EventContext, sha: string): StatusTarget {
  const head = payloadText(event, 'pull_request', 'head', 'sha');
  const commented = event.name === 'issue_comment' && isRecord(payloadField(event, 'issue', 'pull_request'));
  const number = commented ? payloadNumber(event, 'issue', 'number') : null;
  if (number !== null) return { kind: 'pull_request', number };
  const chosen = event.name.startsWith('pull_request') && head !== '' ? head : sha;
  return /^[0-9a-f]{40,64}$/i.test(chosen) ? { kind: 'commit', sha: chosen.toLowerCase() } : { kind: 'none' };
}

/**
 * What the boolean `pass` at the top level of a structured result (compact JSON) decides, or null if nothing. Where the schema names
 * `pass`, anything but `true` is a failure.
 *
 * @param schema the text of `output_schema`, or null
 */
export function passOf(resultJson: string | null, schema: string | null): boolean | null {
  if (resultJson === null) return null;
  const value: unknown = JSON.parse(resultJson);
  const pass = isRecord(value) && Object.hasOwn(value, 'pass') ? value['pass'] : null;
  if (schema !== null && namesPass(JSON.parse(schema))) return pass === true;
  return typeof pass === 'boolean' ? pass : null;
}

/** Whether a schema speaks of `pass` at the top level of the result, itself or in a part of it that applies there. */
function namesPass(schema: unknown, root: unknown = schema, depth = 0): boolean {
  if (!isRecord(schema) || depth > 20) return false;
  const { properties, required, $ref, allOf, anyOf, oneOf } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, 'pass')) return true;
  if (Array.isArray(required) && required.includes('pass')) return true;
  const way = typeof $ref === 'string' && $ref.startsWith('#/') ? $ref.slice(2).split('/') : null;
  const target = way?.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), root);
  const parts = [allOf, anyOf, oneOf, [target, schema['if'], schema['then'], schema['else']]];
  return parts.flat().some((part) => namesPass(part, root, depth + 1));
}

/** What a status tells of a step. */
export interface StatusView {
  readonly outcome: Outcome | 'running';
  readonly errorCode: ErrorCode | null;
  readonly runId: number | null;
  readonly webUrl: string | null;
  readonly durationMs: number;
  readonly provenance: Pick<Provenance, 'workflowRunUrl'>;
}

const STATES: Readonly<Record<StatusView['outcome'], CommitState>> = {
  running: 'pending',
  succeeded: 'success',
  failed: 'failure',
  cancelled: 'failure',
  unverified: 'failure',
  needs_input: 'error',
  timed_out: 'error',
  started: 'error',
  skipped: 'error',
  error: 'error',
};

const WORDS: Readonly<Record<StatusView['outcome'], string>> = {
  running: 'is running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled, or the step that waited for it was cancelled',
  unverified: 'reported success, but no pull request of it was found',
  needs_input: 'waits for an answer',
  timed_out: 'did not end in time',
  started: 'was started; the step did not wait for it',
  skipped: 'was skipped',
  error: 'ended with an error',
};

export interface Said {
  readonly state: CommitState;
  readonly description: string;
}

export interface ManyRuns {
  readonly outcome: StatusView['outcome'];
  readonly runs: number;
  /** The number of runs per outcome, as text. */
  readonly counts: string;
  /** The values of `passOf` for all validated results. Empty without `output_schema`. */
  readonly passes: readonly (boolean | null)[];
  readonly durationMs: number;
}

/** The status of many runs. It is a success if all runs succeeded and no result has `pass: false`. */
export function statusOfMany({ outcome, runs, counts, passes, durationMs }: ManyRuns): Said {
  const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${duration(durationMs)}`;
  const failed = passes.filter((pass) => pass === false).length;
  const said = (state: CommitState, words: string): Said => ({
    state,
    description: `${counted(runs, 'agent run')}: ${words}${time}`.slice(0, DESCRIPTION_MAX),
  });
  if (outcome !== 'succeeded' || passes.every((pass) => pass === null)) return said(STATES[outcome], counts);
  return failed > 0 ? said('failure', `${failed} did not pass`) : said('success', 'all passed');
}

/** @param pass the value of `passOf` for the validated result */
export function statusOf(view: Omit<StatusView, 'provenance' | 'webUrl'>, pass: boolean | null): Said {
  const { outcome, errorCode, runId, durationMs } = view;
  const run = runId === null ? 'Agent run' : `Agent run ${runId}`;
  const time = outcome === 'running' || durationMs < 1000 ? '' : ` after ${duration(durationMs)}`;
  if (outcome === 'succeeded' && pass !== null)
    return {
      state: pass ? 'success' : 'failure',
      description: `${run}: ${pass ? 'passed' : 'did not pass'}${time}`.slice(0, DESCRIPTION_MAX),
    };
  const code = errorCode === null ? '' : ` (${errorCode})`;
  return { state: STATES[outcome], description: `${run} ${WORDS[outcome]}${code}${time}`.slice(0, DESCRIPTION_MAX) };
}

/** Stands for the head of the pull request while it has not been read. */
const UNREAD = 'head';

export interface StatusOptions {
  readonly name: string;
  readonly event: EventContext;
  /** `GITHUB_SHA`. */
  readonly sha: string;
  /** What `onLeft` last received in an earlier process, or null to determine the commit. */
  readonly known?: string | null;
  readonly github: () => Promise<GitHub>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Aborts if the step is cancelled. */
  readonly stop: AbortSignal;
  /** Receives the warning, at most once. It may quote GitHub. */
  readonly warn: (message: string) => void;
  /** Receives the commit that may lack its final status (`head` if it has not been read), and null once it has it. */
  readonly onLeft: (sha: string | null) => void;
}

export interface FinishOptions {
  readonly said: Said;
  /** Ends the final update. */
  readonly signal: AbortSignal;
}

/** How long GitHub's faults and limits are waited out. The rest is left to the post step. */
const PATIENCE_MS = 10_000;

export class CommitStatusKeeper {
  readonly #options: StatusOptions;
  /** The target commit, or null until the head of the pull request has been read. */
  #sha: string | null;
  /** What `onLeft` last received. */
  #left: string | null;
  /** The update to `pending`. */
  #begun: Promise<void> | null = null;
  /** Aborts when `finish` has no time left. */
  readonly #over = new AbortController();
  #warned = false;

  constructor(options: StatusOptions) {
    const { event, sha, known = null } = options;
    const target = statusTarget(event, sha);
    this.#options = options;
    this.#left = known;
    this.#sha = known !== null && known !== UNREAD ? known : target.kind === 'commit' ? target.sha : null;
  }

  /** Sets `pending`, once. Returns immediately. It is not tried again, because the final status follows. */
  begin(view: StatusView, said: Said = statusOf(view, null)): void {
    const { stop } = this.#options;
    if (stop.aborted) return;
    const signal = AbortSignal.any([stop, this.#over.signal]);
    this.#begun ??= this.#set(view, { said, signal }).catch((error: unknown) => {
      if (!signal.aborted && !isLater(error)) this.#giveUp(error);
    });
  }

  /** Sets the final status. Returns false if it is left to the post step. Never rejects. */
  async finish(view: StatusView, { said, signal }: FinishOptions): Promise<boolean> {
    const end = (): void => this.#over.abort();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    // The final status must follow `pending`, or GitHub would show `pending` permanently.
    await this.#begun;
    const { clock } = this.#options;
    try {
      const set = (): Promise<void> => this.#set(view, { said, signal });
      await waitOut(set, { clock, signal, budgetMs: PATIENCE_MS, passes: isPassing });
      this.#leave(null);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (isLater(error)) this.#warn(error);
      else this.#giveUp(error);
      return !isLater(error);
    }
  }

  #leave(sha: string | null): void {
    if (sha !== this.#left) this.#options.onLeft(sha);
    this.#left = sha;
  }

  async #readHead(signal: AbortSignal): Promise<string> {
    const { event, sha, github } = this.#options;
    const target = statusTarget(event, sha);
    if (target.kind !== 'pull_request') throw new Error('the event names no commit');
    const place = { repository: event.repository, number: target.number };
    this.#sha = (await (await github()).pullRequest(place, signal)).headSha;
    return this.#sha;
  }

  async #set(view: StatusView, { said, signal }: FinishOptions): Promise<void> {
    const { name, github } = this.#options;
    this.#leave(this.#sha ?? UNREAD);
    signal.throwIfAborted();
    const sha = this.#sha ?? (await this.#readHead(signal));
    signal.throwIfAborted();
    this.#leave(sha);
    const targetUrl = shownAddress(view.webUrl) ?? view.provenance.workflowRunUrl;
    const status: CommitStatus = { sha, context: name, targetUrl, ...said };
    await (await github()).createCommitStatus(status, signal);
  }

  /** Nothing is left to the post step, which GitHub would refuse as well. */
  #giveUp(error: unknown): void {
    this.#warn(error);
    this.#leave(null);
  }

  #warn(error: unknown): void {
    if (this.#warned) return;
    this.#warned = true;
    const { name, stop } = this.#options;
    if (stop.aborted) return;
    const permission = this.#sha === null ? 'pull-requests: read' : 'statuses: write';
    const status = error instanceof GitHubError ? error.status : null;
    const what = `The commit status "${name}" could not be set${status === null ? '' : ` (${status})`}: ${messageOf(error)}`;
    const next = remedy(error, `The job needs \`permissions: ${permission}\`.`);
    this.#options.warn(`${asSentence(what)} ${next}`);
  }
}

/** Whether the same request may succeed later. */
function isLater(error: unknown): boolean {
  return error instanceof GitHubError && isPassing(error);
}
