/**
 * The service that a step chooses, and what it denies: an input that the service cannot follow is
 * refused, never ignored in silence (contract 18.1).
 */
import type { ServiceFacts } from '../agents/facts.ts';
import { DEFAULT_SERVICE, SERVICE_NAMES, SERVICE_TABLE } from '../agents/service-table.ts';
import { quotedList, rows, type InputReader } from './reader.ts';

const OTHER_NAMES = SERVICE_NAMES.flatMap((name) =>
  SERVICE_TABLE[name].otherNames.map((other) => [other, name] as const),
);

export const SERVICE_ROW = rows.choice(
  SERVICE_NAMES,
  `The hosted agent: ${quotedList(SERVICE_NAMES, 'or')}. What each of them needs and can is in ` +
    'docs/services.md.',
  Object.fromEntries(OTHER_NAMES),
);

/** A service as messages name it, and what it needs and can. */
export interface ChosenService {
  /** `` `service: cursor` `` */
  readonly label: string;
  readonly isDefault: boolean;
  readonly facts: ServiceFacts;
}

/** Null if the input names no service. Then nothing that depends on it is judged. */
export function chosenService(read: InputReader): ChosenService | null {
  const given = read.text('service').toLowerCase() || DEFAULT_SERVICE;
  const name = SERVICE_NAMES.find((one) => one === given);
  if (name === undefined) {
    return null;
  }
  return {
    label: `\`service: ${name}\``,
    isDefault: name === DEFAULT_SERVICE,
    facts: SERVICE_TABLE[name],
  };
}

/**
 * `; the token …: did you mean `service: cursor`?`, or empty. Advice for an input that is missing
 * where no service was chosen: a token of another service tells which one was meant (contract 1.1).
 */
export function serviceMeant(read: InputReader): string {
  if (chosenService(read)?.isDefault !== true) {
    return '';
  }
  const token = read.text('token');
  for (const name of SERVICE_NAMES) {
    const { title, tokenPrefixes } = SERVICE_TABLE[name];
    const prefix = tokenPrefixes.find((one) => token.startsWith(one));
    if (prefix !== undefined && name !== DEFAULT_SERVICE) {
      const whose = `a token that begins with \`${prefix}\` is one of ${title}`;
      return `; ${whose}: did you mean \`service: ${name}\`?`;
    }
  }
  return '';
}

/** What a service may deny: an input as a whole, or some of its values. */
interface Denial {
  readonly input: string;
  readonly denies: (facts: ServiceFacts) => boolean;
  /** Whether a value, in lower case, asks for what is denied. By default every value does. */
  readonly asks?: (value: string, read: InputReader) => boolean;
  /** Follows the value that was given. */
  readonly beside?: string;
  readonly accepted: string;
  /** Why, as a clause about the service, and what to do instead. */
  readonly why: string;
}

const NO_TEXT = 'which gives no text as result';
const NO_FOLLOW_UP = 'which takes no message to a run that exists';
const FOLLOW_OR_START =
  'leave it out to follow the run, or leave `agent_run_id` out to start another';

/** A full commit ID. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const isRunNamed = (_value: string, read: InputReader): boolean => read.text('agent_run_id') !== '';

const DENIALS: readonly Denial[] = [
  {
    input: 'org_id',
    denies: ({ orgId }) => orgId === 'none',
    accepted: 'nothing',
    why: 'where the token alone says whose agent it is; leave it out',
  },
  {
    input: 'prompt',
    denies: ({ can }) => !can.followUp,
    asks: isRunNamed,
    beside: ' together with `agent_run_id`',
    accepted: 'nothing',
    why: `${NO_FOLLOW_UP}; ${FOLLOW_OR_START}`,
  },
  {
    input: 'prompt_file',
    denies: ({ can }) => !can.followUp,
    asks: isRunNamed,
    beside: ' together with `agent_run_id`',
    accepted: 'nothing',
    why: `${NO_FOLLOW_UP}; ${FOLLOW_OR_START}`,
  },
  {
    input: 'repo_id',
    denies: ({ can }) => !can.ownTasks,
    accepted: 'nothing',
    why: 'which knows repositories by their names; use `repo` with `owner/name`',
  },
  {
    input: 'ref',
    denies: ({ can }) => can.ref === 'none',
    accepted: 'nothing',
    why: 'which cannot be told where to start; name the branch or commit in `prompt`',
  },
  {
    input: 'ref',
    denies: ({ can }) => can.ref === 'branch',
    asks: (value) => COMMIT.test(value),
    beside: ', which is a commit',
    accepted: 'the name of a branch',
    why: 'which starts from branches alone; push a branch at this commit and name it',
  },
  {
    input: 'create_pull_request',
    denies: ({ can }) => !can.createPullRequest,
    asks: (value) => value !== 'auto',
    accepted: '`auto`',
    why: 'which cannot be told; say in `prompt` whether it is to open a pull request',
  },
  {
    input: 'resume',
    denies: ({ can }) => !can.followUp,
    asks: (value) => value === 'thread',
    accepted: '`never`',
    why: `${NO_FOLLOW_UP}; each comment can start a run of its own`,
  },
  {
    input: 'max_turns',
    denies: ({ can }) => !can.followUp,
    accepted: 'nothing',
    why: `${NO_FOLLOW_UP}, so that a thread has no turns to count; leave it out`,
  },
  {
    input: 'model',
    denies: ({ can }) => !can.model,
    accepted: 'nothing',
    why: 'which cannot be told its model; leave it out',
  },
  {
    input: 'images',
    denies: ({ can }) => can.images === 0,
    accepted: 'nothing',
    why: 'which takes no images; commit them and name their paths in `prompt`',
  },
  {
    input: 'task',
    denies: ({ can }) => !can.ownTasks,
    asks: (value) => value !== 'run' && value !== 'check',
    accepted: '`run` or `check`',
    why: 'which has no other tasks; ask for it in `prompt`',
  },
  {
    input: 'sandbox_id',
    denies: ({ can }) => !can.ownTasks,
    accepted: 'nothing',
    why: 'which has no sandboxes to look at; leave it out',
  },
  {
    input: 'on_cancel',
    denies: ({ can }) => !can.stop,
    asks: (value) => value === 'stop',
    accepted: '`leave`',
    why: 'whose runs cannot be stopped from here; stop one on its page, the output `web_url`',
  },
  {
    input: 'output_schema',
    denies: ({ can }) => !can.text,
    accepted: 'nothing',
    why: `${NO_TEXT}; ask for a file in the pull request instead`,
  },
  {
    input: 'expect',
    denies: ({ can }) => !can.text,
    asks: (value) => value === 'result',
    accepted: '`none`, `pull_request` or `checks`',
    why: `${NO_TEXT}; its work is a pull request`,
  },
  {
    input: 'review',
    denies: ({ can }) => !can.text,
    asks: (value) => value !== 'none',
    accepted: '`none`',
    why: `${NO_TEXT}; review with another service`,
  },
];

/**
 * Refuses what the service denies. An input that is wrong in itself, or needs no service to be
 * refused, is not told twice.
 */
export function refuseDenied(read: InputReader): void {
  const service = chosenService(read);
  if (service === null) {
    return;
  }
  const wrong = new Set(read.problems.map(({ name }) => name));
  for (const { input, denies, asks, beside = '', accepted, why } of DENIALS) {
    const value = read.text(input);
    const isAsked = value !== '' && (asks?.(value.toLowerCase(), read) ?? true);
    if (isAsked && denies(service.facts) && !wrong.has(input)) {
      read.refuse(input, `${accepted} with ${service.label}, ${why}`, beside);
    }
  }
}
