/** Steps shared by first and later turns when agreeing with the other jobs of a thread (contract 7.2). */
import type { Clock } from '../../ports.ts';
import type { GitHub } from '../../github/port.ts';
import { Announcements } from './announced.ts';
import { chooseComments } from './choose.ts';
import type { ThreadReading } from '../find.ts';
import type { Intent } from '../mailbox.ts';
import type { AuthorVerdict, Message } from '../waiting.ts';
import type { MarkerPlace, Writer } from '../marker.ts';
import type { ThreadMemory } from '../memory.ts';
import { TurnTaken } from '../patience.ts';
import type { CommentRef } from '../options.ts';

export interface DeliveryPorts {
  readonly github: Pick<GitHub, 'createComment' | 'deleteComment' | 'updateComment'>;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly place: MarkerPlace;
  readonly memory: ThreadMemory;
  /** Reads the whole thread. */
  readonly read: () => Promise<ThreadReading>;
  readonly verdictOf: (author: Message) => Promise<AuthorVerdict>;
  /** Whether the run's log shows the follow-up with this mark; null if the log cannot be read. */
  readonly arrived: (runId: number, mark: string) => Promise<boolean | null>;
  /** The run created by a killed job; null if there is none or it is unknown. */
  readonly runOf: (writer: Writer) => Promise<number | null>;
  /** Called before anything is announced. */
  readonly announcing: () => void;
  readonly note: (message: string) => void;
  readonly warn: (message: string) => void;
}

export interface DeliveryOrder {
  readonly own: Message;
  /** The mark of this step's turn. */
  readonly mark: string;
  /** This step as the creator of a run. */
  readonly writer: Writer;
  /** Deliver the comment again, because an earlier attempt of this step delivered it to a run that ended badly. */
  readonly again: boolean;
  /** Create a new run whatever the thread records. */
  readonly anew: boolean;
  readonly maxTurns: number | null;
  /** As `clock.now`. */
  readonly deadline: number;
}

export type Delivery =
  | {
      readonly kind: 'deliver';
      readonly runId: number | null;
      readonly comments: readonly Message[];
      /** The existing comment for the run about to be created. */
      readonly claim: CommentRef | null;
      /** Called immediately before the request is sent. @throws TurnTaken, ThreadUnavailable */
      readonly confirm: () => Promise<void>;
    }
  /** Another step's turn delivered this comment to the run. */
  | { readonly kind: 'settled'; readonly runId: number | null }
  | { readonly kind: 'max_turns'; readonly runId: number; readonly turns: number };

/** The decision, or the milliseconds to wait before the thread is read again. */
export type Sought = Delivery | number;

/** Time for a job that read the thread simultaneously to overwrite an announcement. */
export const RACE_MS = 2_000;
/** The same if this job was slow or replaces one that seems to have been killed. */
export const LATE_RACE_MS = 10_000;
/** Interval for reading the thread while waiting for another job's announcement. */
export const INTENT_PAUSE_MS = 5_000;
/** A step with an older reading reads the thread again before it changes anything. */
export const OLD_READING_MS = 1_000;
/** Older agreements are checked again before the request is sent. */
const FRESH_MS = 20_000;
const TAKEN =
  'The request of this step was held up, and meanwhile another job of this thread took over its comments or proved to have sent them. This step has sent nothing.';

interface Agreed {
  readonly comments: readonly Message[];
  readonly claim?: CommentRef;
  /** Whether no other job has taken the turn since. Absent if no agreement was possible. */
  readonly stands?: (now: ThreadReading) => boolean | Promise<boolean>;
  /** Repeats the announcement. */
  readonly renew?: () => Promise<unknown>;
}

/** The state of one step while it agrees on a turn, and the operations shared by all turns. */
export class Agreement {
  readonly ports: DeliveryPorts;
  readonly order: DeliveryOrder;
  readonly announcements: Announcements;
  raceMs = RACE_MS;
  /** Whether the thread was read again because choosing the comments took long. */
  hasReadAgain = false;
  readonly #verdicts = new Map<string, AuthorVerdict>();

  constructor(ports: DeliveryPorts, order: DeliveryOrder) {
    this.ports = ports;
    this.order = order;
    this.announcements = new Announcements(ports.clock);
  }

  choose({ requests }: ThreadReading): Promise<readonly Message[]> {
    const { memory, verdictOf } = this.ports;
    return chooseComments(requests, { ...this.order, memory, verdictOf, verdicts: this.#verdicts });
  }

  intend(comments: readonly Message[]): Intent {
    const { announcing, clock, memory } = this.ports;
    announcing();
    const intent = { ids: comments.map(({ id }) => id), mark: this.order.mark, at: Math.floor(clock.wall() / 1000) };
    memory.intend(intent);
    return intent;
  }

  deliver(runId: number | null, { comments, claim, stands, renew }: Agreed): Delivery {
    const { clock, memory, read } = this.ports;
    let confirmedAt = clock.now();
    const confirm = async (): Promise<void> => {
      // After the response there is nothing left to announce.
      const isAnnounced = memory.mailbox.intended?.mark === this.order.mark;
      if (stands === undefined || !isAnnounced || clock.now() - confirmedAt < FRESH_MS) return;
      if (!(await stands(await read()))) throw new TurnTaken(TAKEN);
      await renew?.();
      confirmedAt = clock.now();
    };
    return { kind: 'deliver', runId, comments, claim: claim ?? null, confirm };
  }
}
