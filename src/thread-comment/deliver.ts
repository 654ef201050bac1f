/**
 * Which comments this step's follow-up brings, settled with the other jobs of the thread (contract 7.2). GitHub cannot compare and
 * set, so the intent is written, given time to be overwritten, and read again: who still stands there sends.
 */
import type { Clock } from '../ports.ts';
import type { GitHub } from '../github/port.ts';
import type { ThreadReading } from './find.ts';
import { judge } from './errors.ts';
import { authorsToAsk, isSettled, sortRequests, waitingRequests, type AuthorVerdict, type Message } from './mailbox.ts';
import { withMarker, writeMarker, type MarkerPlace } from './marker.ts';
import type { ThreadMemory } from './memory.ts';
import { ThreadUnavailable } from './patience.ts';

export interface DeliveryPorts {
  readonly github: Pick<GitHub, 'updateComment'>;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly place: MarkerPlace;
  readonly memory: ThreadMemory;
  /** The whole thread as it is now. */
  readonly read: () => Promise<ThreadReading>;
  readonly verdictOf: (author: Message) => Promise<AuthorVerdict>;
  /** Whether the run's log shows the follow-up with this mark; null when it cannot be read. */
  readonly arrived: (runId: number, mark: string) => Promise<boolean | null>;
  readonly note: (message: string) => void;
}

export interface DeliveryOrder {
  readonly own: Message;
  /** Of this step's follow-up. */
  readonly mark: string;
  /** An earlier attempt of this very step delivered its comment to a run that ended badly: it is delivered again. */
  readonly again: boolean;
  /** A new run is created whatever the thread records. */
  readonly anew: boolean;
}

export type Delivery =
  | { readonly kind: 'deliver'; readonly runId: number | null; readonly comments: readonly Message[] }
  /** Another step's turn brought this comment to the run. */
  | { readonly kind: 'settled'; readonly runId: number | null };

/** How long an intent is given to be overwritten by a job that read the thread at the same time. */
const RACE_MS = 2_000;
/** The same where this job took longer than that to write its own. */
const LATE_RACE_MS = 10_000;
/** The intent of another job is waited for so long; then that job was killed. */
const INTENT_MS = 120_000;
const INTENT_PAUSE_MS = 5_000;
const BUDGET_MS = 300_000;

export async function prepareDelivery(
  ports: DeliveryPorts,
  order: DeliveryOrder,
  first: ThreadReading,
): Promise<Delivery> {
  const { clock, memory, place, stop, read } = ports;
  const { own, mark } = order;
  const verdicts = new Map<string, AuthorVerdict>();
  const until = clock.now() + BUDGET_MS;
  let reading = first;
  let readAt = clock.now();
  for (;;) {
    const { found } = reading;
    memory.restart(found?.record ?? null);
    if (!(await settleForeignIntent(ports, { reading, mark }))) {
      await clock.sleep(INTENT_PAUSE_MS, stop);
    } else if (!order.again && isSettled(memory.mailbox, own.id)) {
      return { kind: 'settled', runId: found?.record.runId ?? null };
    } else {
      const comments = await choose(ports, { order, reading, verdicts });
      if (found === null || order.anew) return { kind: 'deliver', runId: null, comments };
      memory.intend({ ids: comments.map(({ id }) => id), mark, at: Math.floor(clock.wall() / 1000) });
      const { comment, record } = found;
      const marker = writeMarker({ ...place, runId: record.runId, ...memory.content() });
      const written = await write(ports, { id: comment.id, body: withMarker(comment.body, marker) });
      // A comment that cannot be edited cannot be agreed upon: people are told when the end cannot be written either.
      if (written === 'refused') return { kind: 'deliver', runId: record.runId, comments };
      await clock.sleep(clock.now() - readAt > RACE_MS ? LATE_RACE_MS : RACE_MS, stop);
      const after = await read();
      if (after.found?.comment.id === comment.id && after.found.record.mailbox.intended?.mark === mark)
        return { kind: 'deliver', runId: record.runId, comments };
      ports.note('Another job of this thread is delivering comments at the same moment: looking again.');
    }
    if (clock.now() > until)
      throw new ThreadUnavailable(
        'Other jobs kept writing to this thread for five minutes, so this one could not tell which comments are delivered. Nothing was sent. Use a concurrency group with `queue: max`, and run the job again.',
      );
    readAt = clock.now();
    reading = await read();
  }
}

async function write(
  { github, stop }: DeliveryPorts,
  { id, body }: { readonly id: number; readonly body: string },
): Promise<'written' | 'refused' | 'later'> {
  try {
    await github.updateComment(id, body, stop);
    return 'written';
  } catch (error) {
    stop.throwIfAborted();
    return judge(error, 'edit').kind === 'later' ? 'later' : 'refused';
  }
}

/** False: another job is about to send, or its fate is not known yet. */
async function settleForeignIntent(
  { memory, clock, arrived, note }: DeliveryPorts,
  { reading: { found }, mark }: { readonly reading: ThreadReading; readonly mark: string },
): Promise<boolean> {
  const { intended } = memory.mailbox;
  if (intended === null || found === null) return true;
  if ((await arrived(found.record.runId, intended.mark)) === true) {
    memory.accepted();
    return true;
  }
  const age = clock.wall() - intended.at * 1000;
  // An intent of this very step that is still there was written before it was killed, or just now in another round.
  if (intended.mark !== mark && age >= 0 && age < INTENT_MS) return false;
  if (intended.mark !== mark) note('A killed job left comments undelivered: they are delivered now.');
  memory.withdraw();
  return true;
}

async function choose(
  { memory, verdictOf }: DeliveryPorts,
  {
    order: { own, again },
    reading,
    verdicts,
  }: {
    readonly order: DeliveryOrder;
    readonly reading: ThreadReading;
    readonly verdicts: Map<string, AuthorVerdict>;
  },
): Promise<readonly Message[]> {
  const open = waitingRequests(reading.requests, memory.mailbox, own);
  const waiting = again && !open.includes(own) ? [...open, own].sort((a, b) => a.id - b.id) : open;
  for (const author of authorsToAsk(waiting, own)) {
    const login = author.author.toLowerCase();
    // Asked about once, however often the thread is read.
    if (!verdicts.has(login)) verdicts.set(login, await verdictOf(author));
  }
  const { deliver, refused, later } = sortRequests(waiting, { own, verdicts });
  memory.settle(refused, later);
  return deliver;
}
