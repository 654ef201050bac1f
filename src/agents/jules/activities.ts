/**
 * Reads the activities of a session (sheet, section 6): all pages at first, then what is newer than
 * the newest one, and where that filter is refused the last page again. Each activity once.
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { parseTime } from '../entry.ts';
import { shortDigest } from '../kit/memo.ts';
import { readPages, type PagesRead } from '../kit/pages.ts';
import type { RunId } from '../port.ts';
import { PAGE_MAX, type Activity, type JulesClient } from './client.ts';

/** Of one read. A longer log is read in several. */
const PAGES_MAX = 10;
/** Activities that come late may be a little older than the newest one. */
const OVERLAP_MS = 1_000;
/** Activities may be large: a page that is too large is asked for with so many times fewer. */
const FEWER = 5;

/** Where a log stood before a follow-up. */
export interface LogPlace {
  /** The time of the newest activity, ms since the epoch; null: there was none. */
  readonly newest: number | null;
  /** Digests of the ids of the newest ones, which are as new as that. */
  readonly ids: readonly string[];
}

/** What is known of the service, shared by the runs of a step. */
export interface FilterHabits {
  /** It refuses to filter activities. */
  isRefused: boolean;
}

interface Ports {
  readonly client: Pick<JulesClient, 'activities'>;
  readonly habits: FilterHabits;
  /** The log ends here: an activity is too large to be read. */
  readonly onTooLarge: () => void;
}

interface Reading {
  readonly since: string | null;
  readonly from: string | null;
}

export class ActivityReader {
  readonly #id: RunId;
  readonly #ports: Ports;
  readonly #before: LogPlace | null;
  readonly #known = new Set<string>();
  /** By id, ms since the epoch. */
  readonly #times = new Map<string, number>();
  #newest: number | null;
  /** Of the list without a filter: leads to its last page, null for the first one. */
  #lastPage: string | null = null;
  /** A read that did not come to the end of the list goes on here. */
  #rest: Reading | null = null;
  /** The list is newest first. */
  #isReversed = false;
  #size = PAGE_MAX;
  #isCut = false;

  /** @param before null: all activities count */
  constructor(id: RunId, ports: Ports, before: LogPlace | null = null) {
    this.#id = id;
    this.#ports = ports;
    this.#before = before;
    this.#newest = before?.newest ?? null;
  }

  /** The place that the log has come to. */
  get place(): LogPlace {
    return { newest: this.#newest, ids: this.#newestIds };
  }

  get #newestIds(): readonly string[] {
    const newest = this.#newest ?? Infinity;
    const recent = [...this.#times].filter(([, at]) => at >= newest - OVERLAP_MS);
    return recent.map(([id]) => shortDigest(id));
  }

  get count(): number {
    return this.#known.size;
  }

  /** What is new, oldest first, and whether there is more to read at once. */
  async read(
    call: CallOptions,
  ): Promise<{ readonly activities: readonly Activity[]; readonly more: boolean }> {
    if (this.#isCut) {
      return { activities: [], more: false };
    }
    const pages = await this.#pages(call);
    if (pages === null) {
      return { activities: [], more: false };
    }
    const listed = this.#isReversed ? pages.items.toReversed() : pages.items;
    const fresh = listed.filter((activity) => this.#isNew(activity));
    return { activities: fresh.toSorted(byTime), more: !pages.isWhole };
  }

  /** Null: the log ends here. */
  async #pages(call: CallOptions): Promise<PagesRead<Activity> | null> {
    for (;;) {
      const reading = this.#rest ?? this.#next();
      try {
        return this.#taken(reading, await this.#readFrom(reading, call));
      } catch (error) {
        if (!this.#mayReadOtherwise(error, reading)) {
          throw error;
        }
        if (this.#isCut) {
          return null;
        }
      }
    }
  }

  #next(): Reading {
    if (this.#newest === null || this.#ports.habits.isRefused) {
      return { since: null, from: this.#lastPage };
    }
    const since = Math.floor(this.#newest) - OVERLAP_MS;
    return { since: new Date(since).toISOString(), from: null };
  }

  #readFrom({ since, from }: Reading, call: CallOptions): Promise<PagesRead<Activity>> {
    const list = { since, size: this.#size };
    return readPages({
      read: (cursor) => this.#ports.client.activities(this.#id, { ...list, cursor }, call),
      from,
      pagesMax: PAGES_MAX,
    });
  }

  #taken({ since }: Reading, pages: PagesRead<Activity>): PagesRead<Activity> {
    this.#isReversed ||= isNewestFirst(pages.items);
    this.#rest = pages.isWhole ? null : { since, from: pages.next };
    // Of a list whose times fall, what is new stands on the first page.
    if (since === null) {
      this.#lastPage = this.#isReversed ? null : pages.last;
    }
    return pages;
  }

  /** Whether the same can be asked for in another way; the way is changed then. */
  #mayReadOtherwise(error: unknown, { since }: Reading): boolean {
    if (!(error instanceof ServiceError)) {
      return false;
    }
    if (since !== null && error.status === 400) {
      this.#ports.habits.isRefused = true;
      this.#rest = null;
      return true;
    }
    if (error.kind !== 'too_large') {
      return false;
    }
    if (this.#size === 1) {
      this.#isCut = true;
      this.#ports.onTooLarge();
      return true;
    }
    this.#size = Math.ceil(this.#size / FEWER);
    return true;
  }

  #isNew({ id, createTime }: Activity): boolean {
    if (this.#known.has(id)) {
      return false;
    }
    this.#known.add(id);
    const at = parseTime(createTime);
    if (at !== null) {
      this.#times.set(id, at);
    }
    const isOld = this.#isFromBefore(id, at);
    this.#newest = Math.max(this.#newest ?? -Infinity, at ?? -Infinity);
    if (!Number.isFinite(this.#newest)) {
      this.#newest = null;
    }
    return !isOld;
  }

  /** Places count where times are equal. */
  #isFromBefore(id: string, at: number | null): boolean {
    const { newest = null, ids = [] } = this.#before ?? {};
    if (newest === null) {
      return false;
    }
    return (at !== null && at < newest) || ids.includes(shortDigest(id));
  }
}

/** Stable, so that equal times keep the order of the list. */
function byTime(one: Activity, other: Activity): number {
  const [a, b] = [parseTime(one.createTime), parseTime(other.createTime)];
  return a === null || b === null ? 0 : a - b;
}

function isNewestFirst(activities: readonly Activity[]): boolean {
  const times = activities.flatMap(({ createTime }) => parseTime(createTime) ?? []);
  return (times.at(0) ?? 0) > (times.at(-1) ?? 0);
}
