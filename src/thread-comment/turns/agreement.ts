/** What the two ways to agree with the other jobs of a thread have in common (contract 7.2). */
import type { Clock } from '../../ports.ts';
import type { GitHub } from '../../github/port.ts';
import { Announcements, INTENT_MS } from './announced.ts';
import { chooseComments } from './choose.ts';
import type { ThreadReading } from '../find.ts';
import type { AuthorVerdict, Intent, Message } from '../mailbox.ts';
import type { MarkerPlace, Writer } from '../marker.ts';
import type { ThreadMemory } from '../memory.ts';
import { TurnTaken } from '../patience.ts';
import type { CommentRef } from '../publish.ts';

export interface DeliveryPorts {
  readonly github: Pick<GitHub, 'createComment' | 'deleteComment' | 'updateComment'>;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly place: MarkerPlace;
  readonly memory: ThreadMemory;
  /** The whole thread as it is now. */
  readonly read: () => Promise<ThreadReading>;
  readonly verdictOf: (author: Message) => Promise<AuthorVerdict>;
  /** Whether the run's log shows the follow-up with this mark; null when it cannot be read. */
  readonly arrived: (runId: number, mark: string) => Promise<boolean | null>;
  /** The run that the create of a killed job made; null when there is none, or nobody can tell. */
  readonly runOf: (writer: Writer) => Promise<number | null>;
  /** Called before anything is announced. */
  readonly announcing: () => void;
  readonly note: (message: string) => void;
  readonly warn: (message: string) => void;
}

export interface DeliveryOrder {
  readonly own: Message;
  /** Of this step's turn. */
  readonly mark: string;
  /** This step, as the one that creates a run. */
  readonly writer: Writer;
  /** An earlier attempt of this very step delivered its comment to a run that ended badly: it is delivered again. */
  readonly again: boolean;
  /** A new run is created whatever the thread records. */
  readonly anew: boolean;
  readonly maxTurns: number | null;
  /** On the clock's `now`. */
  readonly deadline: number;
}

export type Delivery =
  | {
      readonly kind: 'deliver';
      readonly runId: number | null;
      readonly comments: readonly Message[];
      /** The comment that already stands in the thread for the run to come. */
      readonly claim: CommentRef | null;
      /** Called right before the request is sent. @throws TurnTaken, ThreadUnavailable */
      readonly confirm: () => Promise<void>;
    }
  /** Another step's turn brought this comment to the run. */
  | { readonly kind: 'settled'; readonly runId: number | null }
  | { readonly kind: 'max_turns'; readonly runId: number; readonly turns: number };

/** What to do, or how many milliseconds to wait before the thread is read again. */
export type Sought = Delivery | number;

/** How long an announcement is given to be overwritten by a job that read the thread at the same time. */
export const RACE_MS = 2_000;
/** The same where this job was slow, or takes the place of one that seems to have been killed. */
export const LATE_RACE_MS = 10_000;
/** How long another job's announcement is waited for before the thread is read again. */
export const INTENT_PAUSE_MS = 5_000;
/** What was agreed upon longer ago is looked at again before it is acted on. */
const FRESH_MS = 20_000;
const TAKEN = `This step waited for more than ${INTENT_MS / 60_000} minutes to send its request, and another job of this thread took its comments over. This step has sent nothing.`;

interface Agreed {
  readonly comments: readonly Message[];
  readonly claim?: CommentRef;
  /** Whether nobody has taken the turn since. Absent where nothing could be agreed upon. */
  readonly stands?: (now: ThreadReading) => boolean;
  /** Announces it anew. */
  readonly renew?: () => Promise<unknown>;
}

/** One step's search for an agreement: what it has seen, and the steps that every way takes. */
export class Agreement {
  readonly ports: DeliveryPorts;
  readonly order: DeliveryOrder;
  readonly announcements: Announcements;
  raceMs = RACE_MS;
  /** The thread was read again because choosing the comments took long. */
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
      // Once the request was answered there is nothing left to announce.
      const isAnnounced = memory.mailbox.intended?.mark === this.order.mark;
      if (stands === undefined || !isAnnounced || clock.now() - confirmedAt < FRESH_MS) return;
      if (!stands(await read())) throw new TurnTaken(TAKEN);
      await renew?.();
      confirmedAt = clock.now();
    };
    return { kind: 'deliver', runId, comments, claim: claim ?? null, confirm };
  }
}
