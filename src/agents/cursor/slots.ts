/** How many streams of a step are open at once (contract 18.3). */

/**
 * At most 20 in a fleet. Each is a connection that is read the whole time; `npm run bench:streams`
 * measures what they cost.
 */
export const STREAMS_MAX = 20;
/** Kept for runs that have ended, whose logs are read from the start to the end at once. */
const FOR_ENDED = 4;

interface SlotOrder {
  /** `ended`: the run is over, and its log is read at once. */
  readonly kind: 'ended' | 'running';
  /** Older runs come first. On the clock's `now`. */
  readonly since: number;
}

interface Waiting extends SlotOrder {
  readonly go: () => void;
}

export class StreamSlots {
  #running = 0;
  #all = 0;
  readonly #waiting: Waiting[] = [];

  /** Resolves to what gives the slot back. Rejects with `signal.reason` on abort. */
  take(order: SlotOrder, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const waiting: Waiting = {
        ...order,
        go: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#taken(order));
        },
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#waiting.sort((one, other) => rankOf(one) - rankOf(other));
      this.#next();
    });
  }

  #taken({ kind }: SlotOrder): () => void {
    let isGiven = false;
    return () => {
      if (isGiven) {
        return;
      }
      isGiven = true;
      this.#all -= 1;
      this.#running -= kind === 'running' ? 1 : 0;
      this.#next();
    };
  }

  #next(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ kind }) => this.#hasRoom(kind));
      if (at === -1) {
        return;
      }
      const [next] = this.#waiting.splice(at, 1);
      this.#all += 1;
      this.#running += next?.kind === 'running' ? 1 : 0;
      next?.go();
    }
  }

  #hasRoom(kind: SlotOrder['kind']): boolean {
    if (this.#all >= STREAMS_MAX) {
      return false;
    }
    return kind === 'ended' || this.#running < STREAMS_MAX - FOR_ENDED;
  }
}

/** Ended runs first, then by age. */
function rankOf({ kind, since }: SlotOrder): number {
  return kind === 'ended' ? -Infinity : since;
}
