/**
 * The outcomes of a step (contract 1.2), and everything in which they differ: one row each. No
 * other module lists outcomes. What derives something from them takes the table as an argument, so
 * that it is tested with one row more.
 */

/** States of a commit status on GitHub. */
export const COMMIT_STATES = ['pending', 'success', 'failure', 'error'] as const;
export type CommitState = (typeof COMMIT_STATES)[number];

/**
 * How an end is told: what `error_message` says, what people should do next and which panel of the
 * report shows it. `good`: nothing more to say. `open`: it has not ended. `failure`: the cause, and
 * how to try again. `question`: what the agent asks, and how to answer. `cut`: the step ended
 * before the run, and where the run stands. `unproven`: what GitHub does not confirm. `handed_on`:
 * how to follow it. `not_begun`: why nothing was sent. `error`: what kept the step from its work.
 */
type Ending =
  | 'good'
  | 'open'
  | 'failure'
  | 'question'
  | 'cut'
  | 'unproven'
  | 'handed_on'
  | 'not_begun'
  | 'error';

/** How an outcome, or the state of a run that has none yet, is shown. */
export interface ShownRow {
  /** The place in a fleet, whose outcome is the one with the lowest rank (contract 13). */
  readonly rank: number;
  readonly mark: string;
  /** In a bar of many runs. */
  readonly square: string;
  /** In the report. */
  readonly colour: 'green' | 'red' | 'amber' | 'purple' | 'blue' | 'grey';
  /** Follows "Agent run 123". */
  readonly verb: string;
  /** Follows the verb and the time as ", but …". Empty if there is nothing to add. */
  readonly but: string;
  /** Follows a number of runs. */
  readonly tally: string;
  /** What a commit status makes of it (contract 15). */
  readonly commitState: CommitState;
  readonly ending: Ending;
  /** What has happened, as a sentence, where nothing more is known of it (contract 5). */
  readonly sentence: string;
  /** The heading of what is said of it in the report. */
  readonly heading: string;
  /** What ended the step before its run: it left the run at work. */
  readonly cutBy: 'signal' | 'time' | null;
  /** Whether it fails the step by default (contract 1.1 `fail_on`): it did not what it should. */
  readonly fails: boolean;
  /** Whether the log may contain the reason. */
  readonly hasCause: boolean;
  /** Whether the run may still be at work. */
  readonly mayGoOn: boolean;
}

export interface OutcomeRow extends ShownRow {
  /** What it means, for the documentation. */
  readonly meaning: string;
  /** Words that people write for it, for example in `if:` conditions of workflows. */
  readonly alsoWritten: readonly string[];
  /** Whether a fleet with `fail_fast` starts no more tasks after it (contract 13). */
  readonly failFast: 'stops' | 'stops_if_it_fails' | 'goes_on';
  /**
   * Whether a run can end so by itself: what the service shows may mean it (contract 4.2, 18.5).
   */
  readonly endsRun: boolean;
  /** Whether the step reports it only after it saw the run end. */
  readonly endSeen: boolean;
  /** Whether the run has given an answer, so that its text is waited for longer. */
  readonly hasAnswer: boolean;
  /** Whether a later attempt starts a new run instead of following this one (contract 4.9). */
  readonly startsAnew: boolean;
}

export const OUTCOME_TABLE = {
  succeeded: {
    meaning: 'The run ended successfully.',
    alsoWritten: ['success'],
    rank: 110,
    mark: '✅',
    square: '🟩',
    colour: 'green',
    verb: 'succeeded',
    but: '',
    tally: 'succeeded',
    commitState: 'success',
    ending: 'good',
    sentence: 'The run succeeded.',
    heading: '',
    cutBy: null,
    hasCause: false,
    mayGoOn: false,
    fails: false,
    failFast: 'goes_on',
    endsRun: true,
    endSeen: true,
    hasAnswer: true,
    startsAnew: false,
  },
  failed: {
    meaning: 'The run ended with a failure.',
    alsoWritten: ['failure'],
    rank: 20,
    mark: '❌',
    square: '🟥',
    colour: 'red',
    verb: 'failed',
    but: '',
    tally: 'failed',
    commitState: 'failure',
    ending: 'failure',
    sentence: 'The run failed.',
    heading: 'What went wrong',
    cutBy: null,
    hasCause: true,
    mayGoOn: false,
    fails: true,
    failFast: 'stops',
    endsRun: true,
    endSeen: true,
    hasAnswer: false,
    startsAnew: true,
  },
  cancelled: {
    meaning: 'The step was cancelled, or the run was stopped at the service.',
    alsoWritten: ['aborted'],
    rank: 40,
    mark: '🚫',
    square: '⬜',
    colour: 'grey',
    verb: 'was cancelled',
    but: '',
    tally: 'cancelled',
    commitState: 'failure',
    ending: 'cut',
    sentence: 'The step was cancelled.',
    heading: 'Cancelled',
    cutBy: 'signal',
    hasCause: false,
    mayGoOn: true,
    fails: true,
    failFast: 'stops',
    endsRun: true,
    endSeen: false,
    hasAnswer: false,
    startsAnew: true,
  },
  needs_input: {
    meaning: 'The run waits for an answer.',
    alsoWritten: ['question', 'input', 'asks', 'waiting'],
    rank: 50,
    mark: '💬',
    square: '🟨',
    colour: 'purple',
    verb: 'needs input',
    but: '',
    tally: 'needs input',
    commitState: 'error',
    ending: 'question',
    sentence: 'The run waits for an answer.',
    heading: 'The agent asks',
    cutBy: null,
    hasCause: false,
    mayGoOn: false,
    fails: true,
    failFast: 'goes_on',
    endsRun: true,
    endSeen: true,
    hasAnswer: true,
    startsAnew: false,
  },
  timed_out: {
    meaning: 'The run did not end within `timeout_minutes`, or its end could not be seen in time.',
    alsoWritten: [],
    rank: 30,
    mark: '⏱️',
    square: '🟧',
    colour: 'amber',
    verb: 'timed out',
    but: '',
    tally: 'timed out',
    commitState: 'error',
    ending: 'cut',
    sentence: 'The run did not end in time.',
    heading: 'Still running',
    cutBy: 'time',
    hasCause: false,
    mayGoOn: true,
    fails: true,
    failFast: 'stops',
    endsRun: false,
    endSeen: false,
    hasAnswer: false,
    startsAnew: false,
  },
  started: {
    meaning: 'The run exists and `wait` is `false`.',
    alsoWritten: [],
    rank: 70,
    mark: '🚀',
    square: '🟦',
    colour: 'blue',
    verb: 'was started',
    but: '',
    tally: 'started',
    commitState: 'error',
    ending: 'handed_on',
    sentence: 'The run was started.',
    heading: '',
    cutBy: null,
    hasCause: false,
    mayGoOn: true,
    fails: false,
    failFast: 'goes_on',
    endsRun: false,
    endSeen: false,
    hasAnswer: false,
    startsAnew: false,
  },
  skipped: {
    meaning: 'Nothing was sent; `skip_reason` says why.',
    alsoWritten: [],
    rank: 80,
    mark: '⏭️',
    square: '⬜',
    colour: 'grey',
    verb: 'was skipped',
    but: '',
    tally: 'skipped',
    commitState: 'error',
    ending: 'not_begun',
    sentence: 'No request was sent.',
    heading: '',
    cutBy: null,
    hasCause: false,
    mayGoOn: false,
    fails: false,
    failFast: 'goes_on',
    endsRun: false,
    endSeen: false,
    hasAnswer: false,
    startsAnew: false,
  },
  error: {
    meaning: 'The step could not do its work; `error_code` and `error_message` say why.',
    alsoWritten: ['internal'],
    rank: 10,
    mark: '⚠️',
    square: '🟥',
    colour: 'red',
    verb: 'ended with an error',
    but: '',
    tally: 'with an error',
    commitState: 'error',
    ending: 'error',
    sentence: 'The step could not do its work.',
    heading: 'What went wrong',
    cutBy: null,
    hasCause: false,
    mayGoOn: false,
    fails: true,
    failFast: 'stops',
    endsRun: false,
    endSeen: false,
    hasAnswer: false,
    startsAnew: false,
  },
  unverified: {
    meaning:
      'The run succeeded without what `expect` asks for (a pull request that GitHub confirms, ' +
      'checks of it that are all green, or a result text), or without the output that the ' +
      'service was asked for.',
    alsoWritten: [],
    rank: 60,
    mark: '❓',
    square: '🟧',
    colour: 'amber',
    verb: 'succeeded',
    but: 'is unverified',
    tally: 'unverified',
    commitState: 'failure',
    ending: 'unproven',
    sentence: 'The run succeeded without what was asked for.',
    heading: 'What went wrong',
    cutBy: null,
    hasCause: true,
    mayGoOn: false,
    fails: true,
    failFast: 'stops_if_it_fails',
    endsRun: true,
    endSeen: true,
    hasAnswer: true,
    startsAnew: false,
  },
} as const satisfies Readonly<Record<string, OutcomeRow>>;

export type Outcome = keyof typeof OUTCOME_TABLE;
export const OUTCOMES = Object.keys(OUTCOME_TABLE) as readonly Outcome[];

/** States of a run that has no outcome yet. `waiting`: a task of a fleet that has not begun. */
const STATE_TABLE = {
  running: {
    rank: 90,
    mark: '⏳',
    square: '🟦',
    colour: 'blue',
    verb: 'is running',
    but: '',
    tally: 'running',
    commitState: 'pending',
    ending: 'open',
    sentence: 'The run goes on.',
    heading: '',
    cutBy: null,
    fails: false,
    hasCause: false,
    mayGoOn: true,
  },
  waiting: {
    rank: 100,
    mark: '⏳',
    square: '⬛',
    colour: 'grey',
    verb: 'waits',
    but: '',
    tally: 'waiting',
    commitState: 'pending',
    ending: 'open',
    sentence: 'The run has not begun.',
    heading: '',
    cutBy: null,
    fails: false,
    hasCause: false,
    mayGoOn: false,
  },
} as const satisfies Readonly<Record<string, ShownRow>>;

/** The outcome of a step, or that it goes on. */
export type ShownOutcome = Outcome | 'running';
/** The outcome of a task of a fleet, or how far it is. */
export type TaskState = Outcome | keyof typeof STATE_TABLE;

export type OutcomeTable = Readonly<Record<Outcome, OutcomeRow>>;
export type ShownTable = Readonly<Record<TaskState, ShownRow>>;

/** All that is shown of runs. */
export const SHOWN: ShownTable = { ...OUTCOME_TABLE, ...STATE_TABLE };

/** The ends that a run can come to by itself. */
export type RunEnd = {
  [Name in Outcome]: (typeof OUTCOME_TABLE)[Name]['endsRun'] extends true ? Name : never;
}[Outcome];

/** The outcomes with a property, in the order of the table. */
export function outcomesThat(
  test: (row: OutcomeRow) => boolean,
  table: OutcomeTable = OUTCOME_TABLE,
): readonly Outcome[] {
  const rows = Object.entries(table) as [Outcome, OutcomeRow][];
  return rows.filter(([, row]) => test(row)).map(([name]) => name);
}

/** Worst first; what is equally bad stays in its order. */
export function worstFirst<Run extends { readonly outcome: TaskState }>(
  runs: readonly Run[],
  table: ShownTable = SHOWN,
): Run[] {
  return runs.toSorted((a, b) => table[a.outcome].rank - table[b.outcome].rank);
}

/** Whether a fleet with `fail_fast` starts no more tasks after one that ended so (contract 13). */
export function stopsFleet(
  outcome: TaskState,
  { failOn, table = OUTCOME_TABLE }: { failOn: ReadonlySet<Outcome>; table?: OutcomeTable },
): boolean {
  if (outcome === 'running' || outcome === 'waiting') {
    return false;
  }
  const { failFast } = table[outcome];
  return failFast === 'stops' || (failFast === 'stops_if_it_fails' && failOn.has(outcome));
}

/** An outcome, or how far a run is, in words: `timed out`. */
export function outcomeWords(outcome: TaskState): string {
  return outcome.replaceAll('_', ' ');
}
