/** The state that the main step saves for the post step (contract 7.3), so that it can report the run after a kill. */
import type { Host } from './port.ts';
import { integerOf } from '../safe/json.ts';
import { outputValue } from '../safe/text.ts';
import { ERROR_CODES, OUTCOMES, type ErrorCode, type Outcome } from './output-table.ts';

const PHASES = ['idle', 'sending', 'running', 'ended', 'fleet', 'done'] as const;

/** What the post step does if the main step could not: in the order of its list. */
export const LEFTOVERS = ['stop', 'summary', 'comment', 'status'] as const;
export type Leftover = (typeof LEFTOVERS)[number];

const MODES = ['created', 'resumed', 'attached'] as const;
/** How a step got its run. */
export type RunMode = (typeof MODES)[number];

/** States of a commit status on GitHub. */
const COMMIT_STATES = ['pending', 'success', 'failure', 'error'] as const;
export type CommitState = (typeof COMMIT_STATES)[number];
/** UTF-16 units. The runner passes the state in environment variables. */
const VALUE_MAX = 8_000;

export interface RunState {
  /**
   * `idle`: nothing was sent yet. `sending`: a create or resume is in flight. `running`: the run is followed. `ended`: the outcome is
   * settled, and `left` lists what is not done yet. `fleet`: many runs are followed, see `journal`. `done`: nothing is left to do.
   */
  readonly phase: (typeof PHASES)[number];
  readonly runId?: number | null;
  readonly webUrl?: string | null;
  /** When the create, resume or first read was sent, in milliseconds since the Unix epoch. */
  readonly startedAt?: number | null;
  /** From then to the end, once the main step knew it. */
  readonly durationMs?: number | null;
  /** How this step got its run. */
  readonly mode?: RunMode | null;
  /** The key of the create in flight; see `identityText` in `run/idempotency`. */
  readonly identity?: string | null;
  /** Path prefix of the step's files in `RUNNER_TEMP`. */
  readonly fileStem?: string | null;
  /** Comments up to this ID were written before the thread's first turn (contract 7.2). */
  readonly since?: number | null;
  /** Path of the file in which a fleet records the state of each run. */
  readonly journal?: string | null;
  /** The final outcome of the main step, if it had one. The post step does not change it. */
  readonly outcome?: Outcome | 'running' | null;
  readonly errorCode?: ErrorCode | null;
  readonly errorMessage?: string | null;
  /** The commit that may lack its final commit status, or `head` if the head of the pull request has not been read. */
  readonly statusSha?: string | null;
  /** The final commit status (state and description), once the main step knew it. */
  readonly statusState?: CommitState | null;
  readonly statusText?: string | null;
  /** The mark of the step's follow-up (contract 4.9, 7.2). */
  readonly mark?: string | null;
  /** What is left for the post step after a step that ended in order: names of `LEFTOVERS`, separated by commas. */
  readonly left?: string | null;
}

/** Saves only the given fields. Fields saved before are kept. */
export function saveRunState(host: Pick<Host, 'saveState'>, state: Partial<RunState>): void {
  for (const [name, value] of Object.entries<string | number | null>(state))
    host.saveState(name, value === null ? '' : outputValue(String(value).slice(0, VALUE_MAX)));
}

export function readRunState(host: Pick<Host, 'state'>): RunState | null {
  const phase = PHASES.find((known) => known === host.state('phase'));
  if (phase === undefined) return null;
  const text = (name: keyof RunState): string | null => (host.state(name) === '' ? null : host.state(name));
  const known = <T extends string>(words: readonly T[], name: keyof RunState): T | null =>
    words.find((word) => word === host.state(name)) ?? null;
  const number = (name: 'runId' | 'startedAt' | 'durationMs' | 'since'): number | null => {
    const value = integerOf(host.state(name));
    return Number.isNaN(value) ? null : value;
  };
  return {
    phase,
    runId: number('runId'),
    startedAt: number('startedAt'),
    durationMs: number('durationMs'),
    since: number('since'),
    webUrl: text('webUrl'),
    mode: known(MODES, 'mode'),
    identity: text('identity'),
    fileStem: text('fileStem'),
    journal: text('journal'),
    outcome: known(OUTCOMES, 'outcome'),
    errorCode: known(ERROR_CODES, 'errorCode'),
    errorMessage: text('errorMessage'),
    statusSha: text('statusSha'),
    statusState: known(COMMIT_STATES, 'statusState'),
    statusText: text('statusText'),
    mark: text('mark'),
    left: text('left'),
  };
}
