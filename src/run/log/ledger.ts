/** Records how far a log was read, which entries were emitted, and which may still be filled in. Tail reads and full scans share it. */
import { asDescending, baselineWithin, withLast, type Baseline } from './baseline.ts';
import { Emitted } from './emitted.ts';
import { detectOrder, type Order, type RawEntry } from './entry.ts';
import type { Reconciled } from './page.ts';
import {
  entriesOfTurn,
  findTurnStart,
  isBefore,
  orderByBaseline,
  orderByPlace,
  placeDecidesFrom,
  type IsEcho,
} from './turn-entries.ts';
import { Watched, type Amendment } from './watched.ts';

/** After this many full scans of an unchanged log, its last message is accepted as this turn's although its date is too early. */
const DOUBTED_SCANS = 3;

export class Ledger {
  /** With the newest entry that the order implies. `#listed` has it as read: an order taken from pages out of order is corrected later. */
  #baseline: Baseline;
  #listed: Baseline;
  readonly #isEcho: IsEcho;
  /** Entries read, earlier turns included. */
  #count: number;
  /** Fingerprint of entry `count - 1`; null if there is none or it is unknown, in which case it cannot be checked. */
  #last: string | null;
  #order: Order | null;
  /** Entries of this turn may be dated before earlier turns, so time stamps are ignored. */
  #placeDecides = false;
  /** Consecutive full scans that left the start of the turn in doubt, and the length of the log in the last one. */
  #doubted = { scans: 0, length: 0 };
  readonly #watched = new Watched();
  readonly #emitted = new Emitted(this.#watched);
  /** Entries emitted but missing from the last full scan; if they reappear, they are not new. */
  #owed: ReadonlyMap<string, number> = new Map();

  constructor(baseline: Baseline, isEcho: IsEcho) {
    this.#baseline = this.#listed = baseline;
    this.#isEcho = isEcho;
    this.#count = baseline.count;
    this.#last = baseline.last?.fingerprint ?? null;
    this.#order = baseline.order;
  }

  get count(): number {
    return this.#count;
  }

  get last(): string | null {
    return this.#last;
  }

  /** Fingerprint of the last entry of a descending log before the turn, if it was read. */
  get bottom(): string | null {
    return this.#order === 'desc' ? (this.#baseline.end?.fingerprint ?? null) : null;
  }

  /** Order of the service's pages; null while unknown. */
  get order(): Order | null {
    return this.#order;
  }

  /** Whether finding the start of this turn needs the whole log: it could not be read before the turn, or it was once shorter than then. */
  get isUnplaced(): boolean {
    return this.#baseline.since !== undefined || this.#count < this.#baseline.count;
  }

  /** Position of the earliest entry that may still be filled in; null if there is none. */
  get watchedFrom(): number | null {
    return this.#watched.earliest;
  }

  /** Returns the entries filled in since the last call. */
  takeAmended(): readonly Amendment[] {
    return this.#emitted.takeAmended();
  }

  learnOrder(order: Order | null): void {
    this.#order = order ?? this.#order;
  }

  /** Sets the newest entry of the earlier turns if it was unknown, so that later reads are checked against it. */
  learnLast(known: RawEntry): void {
    if (this.#last !== null) return;
    this.#baseline = this.#listed = withLast(this.#baseline, known);
    this.#last = known.fingerprint;
  }

  /**
   * Whether the known entries are still at their positions, filled in or not. `stretch` is a part of the log, oldest first, that begins
   * at `at`; `last` is its entry at the position of the last known one.
   */
  confirms(
    stretch: readonly RawEntry[],
    { at, last }: { readonly at: number; readonly last: RawEntry | undefined },
  ): boolean {
    const amended = this.#watched.compare(stretch, at);
    if (amended === null) return false;
    for (const amendment of amended) {
      if (amendment.was.fingerprint === this.#last) this.#last = amendment.now.fingerprint;
      this.#emitted.amend(amendment);
    }
    return this.#last === null || last?.fingerprint === this.#last;
  }

  /** Whether an entry is unknown to this turn and not dated before it. */
  isUnseen(entry: RawEntry): boolean {
    return !this.#emitted.times.has(entry.fingerprint) && !isBefore(entry, this.#baseline);
  }

  /**
   * Records entries that follow the known ones and returns the new ones. Returns null if one equals a known entry, because only the whole
   * log shows whether it is a duplicate.
   */
  extend(entries: readonly RawEntry[]): RawEntry[] | null {
    if (entries.some((entry) => this.#isDubious(entry))) return null;
    this.#watched.add(entries, { at: this.#count, count: this.#count + entries.length });
    this.#count += entries.length;
    this.#last = entries.at(-1)?.fingerprint ?? this.#last;
    const compared = this.#emitted.compare(entries, this.#owed);
    this.#owed = compared.gone;
    return this.#emitted.accept(compared);
  }

  /**
   * Compares the whole log, in the service's order, with the emitted entries as multisets; surplus entries are new. Returns null while
   * the start of the turn, or the log itself, is in doubt.
   *
   * @param total the length that the service reports, or null
   */
  reconcile(seen: readonly RawEntry[], total: number | null): Reconciled | null {
    const [begun, was] = [this.#emitted.times.size > 0, this.#order];
    const placed = orderByPlace(seen, this.#listed, this.#isEcho);
    this.#order = placed ?? detectOrder(seen, was) ?? was ?? orderByBaseline(seen, this.#listed);
    const descending = this.#order === 'desc';
    this.#baseline = descending ? asDescending(this.#listed) : this.#listed;
    const rising = descending ? seen.toReversed() : seen;
    if (!this.#findStart(rising, total)) return null;
    const ofTurn = entriesOfTurn(rising, this.#baseline, this.#isEcho);
    this.#placeDecides = placeDecidesFrom(rising, this.#baseline, this.#isEcho) < Infinity;
    const compared = this.#emitted.compare(ofTurn, this.#emitted.times);
    if (this.#emitted.isDoubtful(compared)) return null;
    const fresh = this.#emitted.accept(compared);
    const moved = fresh.length > 0 || rising.length !== this.#count;
    this.#owed = new Map([...compared.gone].filter(([, times]) => times > 0));
    this.#count = rising.length;
    this.#last = rising.at(-1)?.fingerprint ?? null;
    this.#watched.clear();
    this.#watched.add(rising, { at: 0, count: rising.length });
    const turned = begun && descending !== (was === 'desc');
    return { fresh, moved, order: turned ? ofTurn.map(({ fingerprint }) => fingerprint) : null };
  }

  /** Sets the baseline of a log that could not be read before the turn; false while the start of the turn is in doubt. */
  #findStart(rising: readonly RawEntry[], total: number | null): boolean {
    const { since, seen = new Map(), stated = null } = this.#baseline;
    if (since === undefined) return true;
    // A service that reports a wrong length now may have done so before the turn.
    const usable = total === rising.length ? stated : null;
    const { at, sure } = findTurnStart(rising, { since, isEcho: this.#isEcho, seen, stated: usable });
    const { scans, length } = this.#doubted;
    // If the log grows by entries dated before the turn, the service's clock is behind ours.
    const grown = scans > 0 && rising.length > length;
    this.#doubted = { scans: scans + 1, length: rising.length };
    if (!sure && !grown && this.#doubted.scans < DOUBTED_SCANS) return false;
    this.#baseline = this.#listed = baselineWithin(rising, { at, order: this.#order });
    return true;
  }

  #isDubious(entry: RawEntry): boolean {
    if ((this.#owed.get(entry.fingerprint) ?? 0) > 0) return false;
    return this.#emitted.times.has(entry.fingerprint) || (!this.#placeDecides && isBefore(entry, this.#baseline));
  }
}
