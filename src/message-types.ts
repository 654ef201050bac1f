/**
 * The types of log entries (spec 2.4): one row says everything in which they differ. No other
 * module compares their names; it asks for the meaning.
 */

/**
 * What an entry of a type is to this action. `answer`: the agent's final answer. `prompt`: what the
 * agent was asked. `tool`: work with a tool. `plan`: thinking and planning. `error`: something went
 * wrong. `pull_request`: one was opened. `pull_request_failed`: it could not be. `checks`: a pull
 * request or its commits are looked at or mended. `comment`, `link`: a word from elsewhere.
 * `state`: the run's state changed, where a service shows nothing else of its work.
 */
export type EntryMeaning =
  | 'answer'
  | 'prompt'
  | 'tool'
  | 'plan'
  | 'error'
  | 'pull_request'
  | 'pull_request_failed'
  | 'checks'
  | 'comment'
  | 'link'
  | 'state';

export interface MessageType {
  /** Shown to people instead of the type's name. */
  readonly label: string;
  readonly meaning: EntryMeaning;
  /**
   * Under which heading the report counts it. `plan`: thinking and planning. `work`: tools.
   * `pull_request`: opening it. `checks`: checking and fixing it. `talk`: messages. `state`: what
   * the run did in that state is not known.
   */
  readonly phase: 'plan' | 'work' | 'pull_request' | 'checks' | 'talk' | 'state';
  /** Whether an entry of this type reports an error. */
  readonly error: boolean;
  /** Whether such entries may name a pull request that exists. */
  readonly namesPullRequests: boolean;
  /** Who uses the type: the specification, or this action alone, for services without a log. */
  readonly usedBy: 'spec' | 'action';
}

export const MESSAGE_TYPE_TABLE = {
  ACTION: {
    label: 'Action',
    meaning: 'tool',
    phase: 'work',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  PLAN_EVALUATION: {
    label: 'Plan',
    meaning: 'plan',
    phase: 'plan',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  FINAL_ANSWER: {
    label: 'Final answer',
    meaning: 'answer',
    phase: 'talk',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  ERROR: {
    label: 'Error',
    meaning: 'error',
    phase: 'work',
    error: true,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  USER_MESSAGE: {
    label: 'Task',
    meaning: 'prompt',
    phase: 'talk',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  USER_GITHUB_ISSUE_COMMENT: {
    label: 'Issue comment',
    meaning: 'comment',
    phase: 'talk',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  INITIAL_PR_GENERATION: {
    label: 'Open pull request',
    meaning: 'pull_request',
    phase: 'pull_request',
    error: false,
    namesPullRequests: true,
    usedBy: 'spec',
  },
  DETECT_PR_ERRORS: {
    label: 'Check pull request',
    meaning: 'checks',
    phase: 'checks',
    error: false,
    namesPullRequests: true,
    usedBy: 'spec',
  },
  FIX_PR_ERRORS: {
    label: 'Fix pull request',
    meaning: 'checks',
    phase: 'checks',
    error: false,
    namesPullRequests: true,
    usedBy: 'spec',
  },
  PR_CREATION_FAILED: {
    label: 'Pull request failed',
    meaning: 'pull_request_failed',
    phase: 'pull_request',
    error: true,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  PR_EVALUATION: {
    label: 'Review pull request',
    meaning: 'checks',
    phase: 'checks',
    error: false,
    namesPullRequests: true,
    usedBy: 'spec',
  },
  COMMIT_EVALUATION: {
    label: 'Review commits',
    meaning: 'checks',
    phase: 'checks',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  AGENT_RUN_LINK: {
    label: 'Related run',
    meaning: 'link',
    phase: 'talk',
    error: false,
    namesPullRequests: false,
    usedBy: 'spec',
  },
  STATE: {
    label: 'State',
    meaning: 'state',
    phase: 'state',
    error: false,
    namesPullRequests: false,
    usedBy: 'action',
  },
} as const satisfies Readonly<Record<string, MessageType>>;

type MessageTypeName = keyof typeof MESSAGE_TYPE_TABLE;

export const MESSAGE_TYPES = Object.keys(MESSAGE_TYPE_TABLE) as readonly MessageTypeName[];

/** The type of entries that this action makes of changes of state. */
export const STATE_TYPE: MessageTypeName = 'STATE';

/** In which types an adapter tells what its service gives in another form (contract 18.3). */
export const ENTRY_TYPE = {
  answer: 'FINAL_ANSWER',
  error: 'ERROR',
  plan: 'PLAN_EVALUATION',
  prompt: 'USER_MESSAGE',
  pullRequest: 'INITIAL_PR_GENERATION',
  tool: 'ACTION',
} as const satisfies Readonly<Record<string, MessageTypeName>>;

const BY_NAME: ReadonlyMap<string | null, MessageType> = new Map(
  Object.entries(MESSAGE_TYPE_TABLE),
);

/** The row of a type, or undefined if it is not in the table. */
export function messageType(name: string | null): MessageType | undefined {
  return BY_NAME.get(name);
}

/** What an entry of this type is. `unknown`: the table does not have it; it is kept as it is. */
export function entryMeaning(name: string | null): EntryMeaning | 'unknown' {
  return messageType(name)?.meaning ?? 'unknown';
}
