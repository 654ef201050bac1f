/** What the two words of a conversation mean (sheet, section 4). */
import { statusWords } from '../kit/words.ts';
import { isTerminal, normalizeStatus } from '../status-word.ts';

const EXECUTION = statusWords({
  IDLE: 'active',
  RUNNING: 'active',
  FINISHED: 'succeeded',
  WAITING_FOR_CONFIRMATION: 'needs_input',
  // A person or a limit has paused it; what this step has stopped is told apart.
  PAUSED: 'active',
  DELETING: 'active',
  ERROR: 'failed',
  STUCK: 'failed',
});

export const { meaningOf } = EXECUTION;

/** Any message to it would carry out the action that waits. */
export function awaitsConfirmation(word: string | null): boolean {
  return EXECUTION.is(word, 'WAITING_FOR_CONFIRMATION');
}

export function isRunning(word: string | null): boolean {
  return EXECUTION.is(word, 'RUNNING');
}

export function isPaused(word: string | null): boolean {
  return EXECUTION.is(word, 'PAUSED');
}

/** The service has found the agent in a loop (sheet, section 4). */
export function isStuck(word: string | null): boolean {
  return EXECUTION.is(word, 'STUCK');
}

/** The turn is over with it, whatever it says of the end. */
export function isFinal(word: string | null): boolean {
  return isTerminal(meaningOf(word));
}

/** The words of a start task that are no step on its way (sheet, section 3.1). */
const START = statusWords({ READY: 'succeeded', ERROR: 'failed' });

export function hasStarted(word: string | null): boolean {
  return START.meaningOf(word) === 'succeeded';
}

export function hasStartFailed(word: string | null): boolean {
  return START.meaningOf(word) === 'failed';
}

/** `lost`: it is there no more. `strange`: a word that no document names. */
type SandboxState = 'asleep' | 'awake' | 'failing' | 'lost' | 'starting' | 'strange';

const SANDBOX: ReadonlyMap<string, SandboxState> = new Map([
  ['STARTING', 'starting'],
  ['RUNNING', 'awake'],
  ['PAUSED', 'asleep'],
  ['MISSING', 'lost'],
  ['ERROR', 'failing'],
]);

export function sandboxState(word: string | null): SandboxState {
  return SANDBOX.get(normalizeStatus(word ?? '')) ?? 'strange';
}

/** `RUNNING/finished`; the sandbox's word alone where it tells no other (contract 18.2). */
export function bothWords(sandbox: string | null, execution: string | null): string | null {
  if (sandbox === null || execution === null) {
    return sandbox ?? execution;
  }
  return `${sandbox}/${execution}`;
}
