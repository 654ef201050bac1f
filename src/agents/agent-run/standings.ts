/**
 * The states of many runs in the list of runs (contract 13): a page of a hundred runs with each
 * request, the one of which least is known.
 */
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import type { RunId, RunShown } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { PAGE_MAX } from './logs-read.ts';
import { shownRun } from './shown.ts';

/** Where a run is in the list. */
interface ListPosition {
  /**
   * Its index, minus the number of runs created by then, because new runs move the others down.
   */
  readonly offset: number;
  /** When a page was last read that should have it, on the clock's `now`. */
  readonly at: number;
}

export class ListedRuns {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #positions = new Map<RunId, ListPosition>();
  #created = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** A run was created by this step, so that it is at the top of the list. */
  created(runId: RunId): void {
    this.#created += 1;
    this.#positions.set(runId, this.#top());
  }

  #top(): ListPosition {
    return { offset: -this.#created, at: this.#clock.now() };
  }

  /** Rejects with `ServiceError`, with `NotOffered` where there is no list. */
  async read(
    { published }: Pick<ServiceClient, 'published'>,
    ids: readonly RunId[],
    call: CallOptions,
  ): Promise<ReadonlyMap<RunId, RunShown | null>> {
    for (const id of ids) {
      if (!this.#positions.has(id)) {
        this.#positions.set(id, this.#top());
      }
    }
    const askedAt = this.#clock.now();
    const created = this.#created;
    const skip = this.#nextPage(ids, askedAt);
    const { items } = await published.runs({ skip, limit: PAGE_MAX }, call);
    const now = this.#clock.now();
    const shown = new Map<RunId, RunShown | null>();
    items.forEach((run, index) => {
      shown.set(run.id, shownRun(run, run.id));
      if (this.#positions.has(run.id)) {
        this.#positions.set(run.id, { offset: skip + index - created, at: now });
      }
    });
    for (const id of ids.filter((wanted) => !shown.has(wanted))) {
      const known = this.#positions.get(id) ?? this.#top();
      if (pageOf(known, created) === skip && known.at <= askedAt) {
        const offset = items.length < PAGE_MAX ? known.offset : skip + PAGE_MAX - created;
        this.#positions.set(id, { offset, at: now });
        shown.set(id, null);
      }
    }
    return shown;
  }

  /** The first index of the page whose runs were listed longest ago, taken together. */
  #nextPage(ids: readonly RunId[], now: number): number {
    const worth = new Map<number, number>();
    for (const id of ids) {
      const known = this.#positions.get(id) ?? this.#top();
      const skip = pageOf(known, this.#created);
      worth.set(skip, (worth.get(skip) ?? 0) + (now - known.at) ** 2);
    }
    const [best] = [...worth].sort(([, a], [, b]) => b - a);
    return best?.[0] ?? 0;
  }
}

function pageOf({ offset }: ListPosition, created: number): number {
  return Math.floor(Math.max(0, offset + created) / PAGE_MAX) * PAGE_MAX;
}
