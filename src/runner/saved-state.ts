/**
 * The state that the main step saves for the post step (contract 7.3), so that it can report the
 * run after a kill.
 */
import type { Host } from './port.ts';
import { integerOf, jsonOrNull } from '../safe/json.ts';
import { outputValue } from '../safe/text.ts';
import { COMMIT_STATES, OUTCOMES, type ShownOutcome } from '../outcomes.ts';
import { ERROR_CODES } from './output-table.ts';

const PHASES = ['idle', 'sending', 'running', 'ended', 'fleet', 'done'] as const;

const MODES = ['created', 'resumed', 'attached'] as const;
/** How a step got its run. */
export type RunMode = (typeof MODES)[number];

/** `sent`: it is not known whether the run received the request. */
const REPAIRS = ['sent', 'accepted'] as const;

/** `at_work`: an end that the run shows is no earlier one (contract 4.5). `ended`: it has ended. */
const TURN_SEEN = ['at_work', 'ended'] as const;

const STOP_RESULTS = ['accepted', 'missing', 'over', 'refused', 'unsent', 'unknown'] as const;
/**
 * What the service answered to the request to stop a run: `over` if there was nothing left to stop,
 * whatever it answered; `unsent` if it was certainly not carried out, because it was not sent or
 * was put off; `unknown` if there was no response in time or an inconclusive one.
 */
export type StopResult = (typeof STOP_RESULTS)[number];

const LACKED = ['checks', 'pull_request', 'result'] as const;
/** What `expect` asks for and a run did not bring (contract 1.1). */
export type Lacked = (typeof LACKED)[number];

/** UTF-16 units. The runner passes the state in environment variables. */
export const SAVED_MAX = 8_000;

/** Reads a value that was saved. Null if it is absent, empty or unknown. */
type Read<T> = (saved: string) => T | null;

const text: Read<string> = (saved) => (saved === '' ? null : saved);
const number: Read<number> = (saved) => (Number.isNaN(integerOf(saved)) ? null : integerOf(saved));

function oneOf<T extends string>(words: readonly T[]): Read<T> {
  return (saved) => words.find((word) => word === saved) ?? null;
}

const FIELDS = {
  runId: text,
  webUrl: text,
  /** When the create, resume or first read was sent, in milliseconds since the Unix epoch. */
  startedAt: number,
  /** From then to the end, once the main step knew it. */
  durationMs: number,
  /** `sandbox`: what answers is no service of an account (contract 10). */
  playedBy: oneOf(['sandbox']),
  /** How this step got its run. */
  mode: oneOf(MODES),
  /** Who has sent the follow-up. Absent: this attempt, or there was none. */
  sentBy: oneOf(['earlier_attempt']),
  /** The key of the create in flight; see `identityText` in `run/once/key`. */
  identity: text,
  /**
   * The memo of the run before the follow-up or repair in flight (`Before` in `agents/port`), where
   * that brings a run of its own.
   */
  before: text,
  /** Path prefix of the step's files in `RUNNER_TEMP`. */
  fileStem: text,
  /** Path of the file in which a fleet records the state of each run. */
  journal: text,
  /** The final outcome of the main step, if it had one. The post step does not change it. */
  outcome: oneOf<ShownOutcome>(OUTCOMES),
  errorCode: oneOf(ERROR_CODES),
  errorMessage: text,
  /** Why the step ended before its run did. */
  cutShort: text,
  lacks: oneOf(LACKED),
  /** How the service answered the main step's request to stop the run; `errorMessage` tells it. */
  stopped: oneOf(STOP_RESULTS),
  /**
   * The commit that may lack its final commit status, or `head` if the head of the pull request has
   * not been read.
   */
  statusSha: text,
  /** The final commit status (state and description), once the main step knew it. */
  statusState: oneOf(COMMIT_STATES),
  statusText: text,
  /** What it links, if that is not the run. */
  statusUrl: text,
  /** The head that a review is about, once it was read. */
  reviewedHead: text,
  /** The head whose review the step was to post. */
  reviewHead: text,
  /** What was known of the run's work; see `report/kept-work`. */
  work: text,
  /** What the review has told, once it was posted, refused or left unanswered; `kept-review`. */
  review: text,
  /** Whether the run was asked to correct its answer (contract 8), so that it works again. */
  repair: oneOf(REPAIRS),
  /**
   * What was seen of the last turn that has begun. While another one is `sent`, that is the one
   * before it.
   */
  turnSeen: oneOf(TURN_SEEN),
  /** The run that works on the repair, where that is another one than `runId`. */
  followed: text,
  /**
   * What is left for the post step after a step that ended in order: names of sinks
   * (`step/sinks`), separated by commas.
   */
  left: text,
};
type Fields = { readonly [Name in keyof typeof FIELDS]?: ReturnType<(typeof FIELDS)[Name]> };

export interface SavedRunState extends Fields {
  /**
   * `idle`: nothing was sent yet. `sending`: a create or resume is in flight. `running`: the run is
   * followed. `ended`: the outcome is settled, and `left` lists what is not done yet. `fleet`: many
   * runs are followed, see `journal`. `done`: nothing is left to do.
   */
  readonly phase: (typeof PHASES)[number];
}

/**
 * Saves only the given fields, in their order. Fields saved before are kept. Each is a write of its
 * own, and the step may be killed between two: `phase`, which says what the others mean, is the
 * last.
 */
export function saveRunState(
  host: Pick<Host, 'saveState'>,
  { phase, ...fields }: Partial<SavedRunState>,
): void {
  const state = phase === undefined ? fields : { ...fields, phase };
  for (const [name, value] of Object.entries<string | number | null>(state)) {
    host.saveState(name, value === null ? '' : outputValue(String(value).slice(0, SAVED_MAX)));
  }
}

export function readRunState(host: Pick<Host, 'state'>): SavedRunState | null {
  const phase = oneOf(PHASES)(host.state('phase'));
  if (phase === null) {
    return null;
  }
  const values = Object.entries(FIELDS).map(
    ([name, read]) => [name, read(host.state(name))] as const,
  );
  return { phase, ...(Object.fromEntries(values) as Fields) };
}

/**
 * A value that was saved as JSON. Null: none was, or it is no JSON any more, because a secret of
 * digits stood by chance in one of its numbers and was redacted.
 */
export function readSavedJson(saved: string | null): unknown {
  return saved === null ? null : jsonOrNull(saved);
}

/** Whether the post step has to do something that the main step could not, by the sink's name. */
export function isLeft({ phase, left = null }: SavedRunState, name: string): boolean {
  const wasKilled = phase !== 'ended' && phase !== 'done' && left === null;
  return wasKilled || left?.split(',').includes(name) === true;
}

/** The main step had asked to stop the run at its budget (contract 20.2). */
export function isStoppedAtBudget({ errorCode = null, stopped = null }: SavedRunState): boolean {
  return stopped !== null && errorCode === 'budget_exceeded';
}
