/** A turn of a thread with a run (contract 7.2): announced in the run's comment, and sent if the announcement is still there. */
import type { Agreement, Sought } from './agreement.ts';
import { INTENT_PAUSE_MS, LATE_RACE_MS, OLD_READING_MS, RACE_MS } from './agreement.ts';
import { judge } from '../errors.ts';
import type { FoundComment, ThreadReading } from '../find.ts';
import { isSettled, type Intent } from '../mailbox.ts';
import type { Message } from '../waiting.ts';
import { withMarker, writeMarker } from '../marker.ts';

/**
 * A write longer after its reading than a job takes from its announcement to its request may overwrite what that job recorded as delivered.
 * That job edits the comment again after 30 seconds, which reveals it.
 */
const COVERED_MS = 45_000;

export interface Seen {
  readonly found: FoundComment;
  readonly reading: ThreadReading;
  /** Start of the reading (as `clock.now`). */
  readonly readAt: number;
}

export async function seekNextTurn(agreement: Agreement, { found, reading, readAt }: Seen): Promise<Sought> {
  const { ports, order } = agreement;
  const { clock, memory, read, stop, note } = ports;
  const { own, again, anew, maxTurns } = order;
  const { runId } = found.record;
  if (!(await settleForeignIntent(agreement, found))) return INTENT_PAUSE_MS;
  const { mailbox } = memory;
  if (!again && isSettled(mailbox, own.id)) return { kind: 'settled', runId };
  if (!anew && maxTurns !== null && mailbox.turns >= maxTurns)
    return { kind: 'max_turns', runId, turns: mailbox.turns };
  const comments = await agreement.choose(reading);
  if (clock.now() - readAt > OLD_READING_MS && !agreement.hasReadAgain) {
    agreement.hasReadAgain = true;
    return 0;
  }
  const written = await announce(agreement, { found, intent: agreement.intend(comments) });
  const to = anew ? null : runId;
  // Without an editable comment, jobs cannot agree. Users are warned if the final edit fails as well.
  if (written === 'refused') return agreement.deliver(to, { comments });
  const isLate = clock.now() - readAt > RACE_MS;
  const waitMs = isLate ? COVERED_MS : agreement.raceMs;
  if (clock.now() + waitMs > order.deadline) return waitMs;
  await clock.sleep(waitMs, stop);
  // The follow-up of a killed job may have waited in the run's queue until now.
  if (await proveDoubtful(agreement, runId))
    return !again && isSettled(memory.mailbox, own.id) ? { kind: 'settled', runId } : 0;
  const isOurs = (now: ThreadReading): boolean => isStillOurs(now, { found, mark: order.mark, comments });
  if (isOurs(await read())) {
    const stands = async (now: ThreadReading): Promise<boolean> =>
      isOurs(now) && !(await proveDoubtful(agreement, runId));
    const renew = (): Promise<unknown> => announce(agreement, { found, intent: agreement.intend(comments) });
    return agreement.deliver(to, { comments, stands, renew });
  }
  note('Another job of this thread is delivering comments at the same moment: looking again.');
  return 0;
}

/** False while another job is about to send or the result of its request is unknown. */
async function settleForeignIntent(agreement: Agreement, { record }: FoundComment): Promise<boolean> {
  const { memory, arrived, note } = agreement.ports;
  const { intended } = memory.mailbox;
  await proveDoubtful(agreement, record.runId);
  if (intended === null) return true;
  if (intended.mark !== agreement.order.mark) {
    if ((await arrived(record.runId, intended.mark)) === true) {
      memory.accepted(intended.mark);
      return true;
    }
    if (!agreement.announcements.isAbandoned(intended)) return false;
    note('A killed job left comments undelivered: they are delivered now.');
    agreement.raceMs = LATE_RACE_MS;
    memory.doubt();
    return true;
  }
  memory.withdraw();
  return true;
}

/** Settles the doubtful follow-ups that the log shows. Returns whether there are any. */
async function proveDoubtful({ ports: { memory, arrived } }: Agreement, runId: number): Promise<boolean> {
  let isProven = false;
  for (const { mark } of memory.mailbox.doubtful) {
    const isShown = await arrived(runId, mark);
    // Each further read would be retried as long as this one, while this step's announcement grows old.
    if (isShown === null) break;
    if (isShown) memory.prove(mark);
    isProven ||= isShown;
  }
  return isProven;
}

async function announce(
  { ports: { github, memory, place, stop } }: Agreement,
  { found: { comment, record }, intent }: { readonly found: FoundComment; readonly intent: Intent },
): Promise<'written' | 'refused' | 'later'> {
  const { writer, mailbox } = memory.content();
  const marker = writeMarker({ ...place, runId: record.runId, writer, mailbox: { ...mailbox, intended: intent } });
  try {
    await github.updateComment(comment.id, withMarker(comment.body, marker), stop);
    return 'written';
  } catch (error) {
    stop.throwIfAborted();
    return judge(error, 'edit').kind === 'later' ? 'later' : 'refused';
  }
}

/** False also if a job whose announcement was overwritten by this one has delivered a comment of it. */
function isStillOurs(
  { found: now }: ThreadReading,
  { found, mark, comments }: Pick<Seen, 'found'> & { readonly mark: string; readonly comments: readonly Message[] },
): boolean {
  if (now?.comment.id !== found.comment.id || now.record.runId !== found.record.runId) return false;
  const { mailbox } = now.record;
  const isNew = ({ id }: Message): boolean => !isSettled(found.record.mailbox, id) && isSettled(mailbox, id);
  return mailbox.intended?.mark === mark && !comments.some(isNew);
}
