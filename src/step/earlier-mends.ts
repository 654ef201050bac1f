/**
 * The mends that earlier attempts of the job have asked for, where the log of the turn does not
 * show them (contract 19.4, 19.7): each turn is a run of its own, or the turn is that of a
 * follow-up, behind which nothing is read.
 */
import type { Agent, FoundMark, RunId } from '../agents/port.ts';
import type { Context } from '../context.ts';
import { asServiceError, ServiceError } from '../http/errors.ts';
import { persistently } from '../http/retry.ts';
import { hasArrived, isForNow } from '../run/once/find.ts';
import { mendMark, mendMarkStart, type MendMark } from '../run/once/mend-mark.ts';

interface EarlierMendsOrder {
  readonly agent: Pick<Agent, 'followUps'>;
  readonly runId: RunId;
  /** The key of the step's mends. */
  readonly key: string;
  readonly headSha: string;
  /** Mends that are asked for at most. */
  readonly most: number;
  /** On the clock's `now`. */
  readonly deadline: number;
}

/** Stands for the head of a mend that was asked for another one; no head begins with it. */
const OTHER_HEAD = '-';
/** For all looks together. */
const LOOKS_MS = 120_000;

/**
 * The first one first. Without those that cannot be read: no mend is sent before it was looked for
 * by its own mark. Rejects with the signal's reason on abort.
 */
export async function earlierMends(
  { clock, random, stop }: Pick<Context, 'clock' | 'random' | 'stop'>,
  { agent: { followUps }, runId, key, headSha, most, deadline }: EarlierMendsOrder,
): Promise<readonly MendMark[]> {
  if (followUps === undefined) {
    return [];
  }
  const run = { id: runId, before: null };
  const call = { signal: stop, deadline: Math.min(deadline, clock.now() + LOOKS_MS) };
  const isThere = async (mark: string): Promise<boolean> => {
    const found = await persistently<FoundMark>(
      () => followUps.find(run, mark, call),
      { clock, random, passes: isForNow },
      call,
    ).catch(asServiceError);
    return !(found instanceof ServiceError) && (hasArrived(found) || found.kind === 'open');
  };
  const mends: MendMark[] = [];
  for (let number = 1; number <= most; number += 1) {
    if (!(await isThere(mendMarkStart(key, number)))) {
      break;
    }
    const ofHead = { number, head: headSha };
    const isOfHead = await isThere(mendMark(key, ofHead));
    mends.push(isOfHead ? ofHead : { number, head: OTHER_HEAD });
  }
  return mends;
}
