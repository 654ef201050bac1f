/** The entries of this turn that were emitted, as often as they were, in whatever form the service shows them now (contract 4.7). */
import { add, take, type Bag } from '../../shared/multiset.ts';
import type { RawEntry } from './entry.ts';
import type { Amendment, Watched } from './watched.ts';

/** This many whole logs in a row that lack the same entries are believed. */
const BELIEVED_SCANS = 3;

/** How entries that were read compare with known ones. */
export interface Comparison {
  readonly fresh: readonly RawEntry[];
  readonly amended: readonly Amendment[];
  /** Known entries that were not among them. */
  readonly gone: ReadonlyMap<string, number>;
}

export class Emitted {
  readonly #watched: Watched;
  readonly #times: Bag = new Map();
  #amended: Amendment[] = [];
  /** What the last logs in question lacked, and how many in a row lacked the same. */
  #lacked: { readonly entries: string; readonly scans: number } | null = null;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  get isEmpty(): boolean {
    return this.#times.size === 0;
  }

  /** How often each entry was emitted, by fingerprint. */
  get times(): ReadonlyMap<string, number> {
    return this.#times;
  }

  /** Returns the entries filled in since the last call. */
  takeAmended(): readonly Amendment[] {
    const amended = this.#amended;
    this.#amended = [];
    return amended;
  }

  /** Records that an emitted entry has a new form. */
  amend({ was, now }: Amendment): void {
    if (!take(this.#times, was.fingerprint)) return;
    add(this.#times, now.fingerprint);
    this.#watched.replace({ was, now });
    this.#amended.push({ was, now });
  }

  /** Compares entries that were read with known ones, which were emitted. */
  compare(entries: readonly RawEntry[], known: ReadonlyMap<string, number>): Comparison {
    const gone = new Map(known);
    const amended: Amendment[] = [];
    const unknown = entries.filter(({ fingerprint }) => !take(gone, fingerprint));
    const fresh = unknown.filter((entry) => !this.#isOtherForm(entry, { gone, amended }));
    return { fresh, amended, gone };
  }

  /**
   * Whether a whole log that compares so is doubtful: it has new entries, but lacks emitted ones, which services do not remove. A page had
   * a gap, and what seems new was read twice. To be called once for each log that was read, because it counts those that lack the same.
   */
  isDoubtful({ fresh, gone }: Comparison): boolean {
    const lacked = [...gone].filter(([, times]) => times > 0);
    if (fresh.length === 0 || lacked.length === 0) return false;
    const entries = lacked.map(([fingerprint, times]) => `${fingerprint} ${times}`).join();
    const scans = entries === this.#lacked?.entries ? this.#lacked.scans + 1 : 1;
    this.#lacked = { entries, scans };
    return scans < BELIEVED_SCANS;
  }

  /** Records what the comparison found, and returns the new entries, which the caller emits. */
  accept({ fresh, amended }: Comparison): RawEntry[] {
    for (const amendment of amended) this.amend(amendment);
    for (const { fingerprint } of fresh) add(this.#times, fingerprint);
    this.#watched.emitted(fresh);
    return [...fresh];
  }

  /**
   * Whether an entry is another form of one that is `gone`, which it is removed from: a later one, which is added to `amended`, or an
   * earlier one in a stale answer.
   */
  #isOtherForm(now: RawEntry, { gone, amended }: { readonly gone: Bag; readonly amended: Amendment[] }): boolean {
    if (gone.size === 0) return false;
    const isGone = (fingerprint: string): boolean => (gone.get(fingerprint) ?? 0) > 0;
    const later = this.#watched.laterForm(now, isGone);
    if (later !== null) return take(gone, later);
    const was = this.#watched.earlierForm(now, isGone);
    if (was === null) return false;
    amended.push({ was, now });
    return take(gone, was.fingerprint);
  }
}
