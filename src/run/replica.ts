/** Answers of replicas that lag behind (contract 2.3). */
import type { RunShown } from '../agents/port.ts';
import { isSameStatus } from '../agents/status-word.ts';
import type { TurnRecord } from './state.ts';
import { isTerminal } from './status.ts';

interface EndedTurn {
  readonly record: TurnRecord;
  /** The status word before the follow-up, or null if there was none. */
  readonly statusBefore: string | null;
}

/**
 * Whether a response is older than the end of the turn that was seen, so that nothing of it counts:
 * it shows the run as not ended, or the end or result from before the follow-up again.
 *
 * @param shown its `meaning` by the inputs' words
 */
export function isFromBeforeTheEnd(
  { status, meaning, result }: Pick<RunShown, 'meaning' | 'result' | 'status'>,
  { record, statusBefore }: EndedTurn,
): boolean {
  if (!record.ended) {
    return false;
  }
  const isAnotherWord = status !== null && !isSameWord(status, record.status);
  if (isAnotherWord && !isTerminal(meaning)) {
    return true;
  }
  if (record.mode !== 'resumed') {
    return false;
  }
  const isOldEnd = isAnotherWord && isSameWord(status, statusBefore);
  return isOldEnd || isOldResult(result ?? null, record);
}

function isSameWord(word: string, other: string | null): boolean {
  return other !== null && isSameStatus(word, other);
}

/** The turn has shown a result of its own, and this is the one from before. */
function isOldResult(result: string | null, { result: own, resultBefore }: TurnRecord): boolean {
  return result !== null && result === resultBefore && own !== null && own !== resultBefore;
}
