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
  /** What the last doubtful log lacked, and how many in a row lacked the same. */
  #lacked: { readonly entries: string; readonly scans: number } | null = null;

  constructor(watched: Watched) {
    this.#watched = watched;
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
   * Whether the whole log in this comparison is doubtful: it has new entries, but lacks emitted ones. Services do not remove entries, so
   * one page probably had a gap and another showed an entry twice. Call this once for each log, because it counts those that lack the same.
   */
  isDoubtful({ fresh, gone }: Comparison): boolean {
    const lacked = [...gone].filter(([, times]) => times > 0);
    if (lacked.length === 0) this.#lacked = null;
    if (fresh.length === 0 || lacked.length === 0) return false;
    const entries = lacked.map(([fingerprint, times]) => `${fingerprint} ${times}`).join();
    const scans = entries === this.#lacked?.entries ? this.#lacked.scans + 1 : 1;
    this.#lacked = { entries, scans };
    return scans < BELIEVED_SCANS;
  }

  /** Records what the comparison found, and returns the new entries in a list of their own, which the caller empties as it emits them. */
  accept({ fresh, amended }: Comparison): RawEntry[] {
    for (const amendment of amended) this.amend(amendment);
    for (const { fingerprint } of fresh) add(this.#times, fingerprint);
    this.#watched.emitted(fresh);
    return [...fresh];
  }

  /**
   * Whether `now` is another form of an entry in `gone`, from which that entry is then removed. A later form is added to `amended`; an
   * earlier one is that of a stale answer.
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
