/** What a session of a fleet has seen of its run, which determines how soon to poll it again. */
import type { StatusClass } from '../../run/status.ts';
import type { LogsPage } from '../../service/schema.ts';
import type { Followed } from './looks.ts';

export type WatchMode = 'created' | 'resumed' | 'attached';

export class WatchedRun {
  #runId: number | null = null;
  #startedAt = 0;
  #lookedAt = 0;
  #meaning: StatusClass = 'unknown';
  #isNew = false;
  #entries = 0;
  #goesOn = false;

  /** Null before the run exists. */
  get runId(): number | null {
    return this.#runId;
  }

  get meaning(): StatusClass {
    return this.#meaning;
  }

  get followed(): Followed {
    return {
      startedAt: this.#startedAt,
      lookedAt: this.#lookedAt,
      entries: this.#entries,
      // A run that has just begun is unlikely to have ended.
      active: this.#meaning === 'active' || this.#isNew,
      goesOn: this.#goesOn,
    };
  }

  /** The run, or its next turn, is followed from now on. */
  begin(runId: number, mode: WatchMode, now: number): void {
    this.#runId = runId;
    this.#meaning = 'unknown';
    this.#isNew = mode !== 'attached';
    this.#startedAt = now;
    // A run started elsewhere may have ended already, so it is polled as soon as possible.
    this.#lookedAt = mode === 'attached' ? -Infinity : now;
  }

  sawStatus(meaning: StatusClass, now: number): void {
    this.#lookedAt = now;
    this.#isNew = false;
    this.#meaning = meaning;
  }

  /** The next read. `goesOn`: it continues the log, because the page before it showed that there is more. */
  reads({ goesOn }: { readonly goesOn: boolean }): void {
    this.#goesOn = goesOn;
  }

  sawPage({ logs }: LogsPage, { skip }: { readonly skip: number }): void {
    this.#entries = Math.max(this.#entries, skip + logs.length);
  }
}
