/** The service's log types (spec 2.4), one row each. Unknown types are kept as they are. */

export interface MessageType {
  /** Shown to people instead of the type's name. */
  readonly label: string;
  /**
   * `plan`: thinking and planning. `work`: tools. `pull_request`: opening it. `checks`: checking and fixing it. `talk`:
   * messages.
   */
  readonly phase: 'plan' | 'work' | 'pull_request' | 'checks' | 'talk';
  /** Whether an entry of this type reports an error. */
  readonly error?: true;
  /** Whether such entries may name a pull request that exists. */
  readonly namesPullRequests?: true;
}

export const MESSAGE_TYPE_TABLE = {
  ACTION: { label: 'Action', phase: 'work' },
  PLAN_EVALUATION: { label: 'Plan', phase: 'plan' },
  FINAL_ANSWER: { label: 'Final answer', phase: 'talk' },
  ERROR: { label: 'Error', phase: 'work', error: true },
  USER_MESSAGE: { label: 'User message', phase: 'talk' },
  USER_GITHUB_ISSUE_COMMENT: { label: 'Issue comment', phase: 'talk' },
  INITIAL_PR_GENERATION: { label: 'Open pull request', phase: 'pull_request', namesPullRequests: true },
  DETECT_PR_ERRORS: { label: 'Check pull request', phase: 'checks', namesPullRequests: true },
  FIX_PR_ERRORS: { label: 'Fix pull request', phase: 'checks', namesPullRequests: true },
  PR_CREATION_FAILED: { label: 'Pull request failed', phase: 'pull_request', error: true },
  PR_EVALUATION: { label: 'Review pull request', phase: 'checks', namesPullRequests: true },
  COMMIT_EVALUATION: { label: 'Review commits', phase: 'checks' },
  AGENT_RUN_LINK: { label: 'Related run', phase: 'talk' },
} as const satisfies Readonly<Record<string, MessageType>>;

export const MESSAGE_TYPES = Object.keys(MESSAGE_TYPE_TABLE) as readonly (keyof typeof MESSAGE_TYPE_TABLE)[];

const BY_NAME: ReadonlyMap<string | null, MessageType> = new Map(Object.entries(MESSAGE_TYPE_TABLE));

/** The row of a type, or undefined if the spec does not define it. */
export function messageType(name: string | null): MessageType | undefined {
  return BY_NAME.get(name);
}
