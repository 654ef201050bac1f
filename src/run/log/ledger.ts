/** What of a log is accounted for: how far it was read, what was handed out, and what may still be filled in. All ways of reading share it. */
import { add, take } from '../../shared/multiset.ts';
import { asDescending, baselineWithin, withLast, type Baseline } from './baseline.ts';
import { detectOrder, type Order, type RawEntry } from './entry.ts';
import {
  beginsWith,
  entriesOfTurn,
  findTurnStart,
  isBefore,
  orderByBaseline,
  placeDecidesFrom,
  type IsEcho,
} from './turn-entries.ts';
import { Watched, type Amendment } from './watched.ts';

/** Full scans that showed the same log before its last message is taken for this turn's, although it is dated too early. */
const DOUBTED_SCANS = 3;

export class Ledger {
  #baseline: Baseline;
  readonly #isEcho: IsEcho;
  /** Entries of the log accounted for, earlier turns included. */
  #count: number;
  /** Fingerprint of entry `count - 1`; null when unknown (no check is possible then), so when there is none. */
  #last: string | null;
  #order: Order | null;
  /** Entries of this turn may be dated before those of the turns before it: their time stamps tell nothing. */
  #placeDecides = false;
  /** Full scans in a row in which the log was so long and the beginning of the turn in doubt. */
  #doubted = { scans: 0, length: 0 };
  readonly #watched = new Watched();
  #amended: Amendment[] = [];
  /** How often each entry of this turn was handed out. */
  readonly #handedOut = new Map<string, number>();
  /** Handed out, but not in the last full scan: when they come again, they are not new. */
  #owed = new Map<string, number>();

  constructor(baseline: Baseline, isEcho: IsEcho) {
    this.#baseline = baseline;
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

  /** Which way the service's pages run; null while nothing has told it. */
  get order(): Order | null {
    return this.#order;
  }

  /** Only the whole log tells where this turn begins: it could not be read before, or it once fell behind that place. */
  get isUnplaced(): boolean {
    return this.#baseline.since !== undefined || this.#count < this.#baseline.count;
  }

  /** The place of the earliest entry that may still be filled in; null when there is none. */
  get watchedFrom(): number | null {
    return this.#watched.earliest;
  }

  /** Entries filled in since this was asked last. */
  takeAmended(): readonly Amendment[] {
    const amended = this.#amended;
    this.#amended = [];
    return amended;
  }

  learnOrder(order: Order | null): void {
    this.#order = order ?? this.#order;
  }

  /** The newest entry of the turns before, where it was not known: later reads are checked against it. */
  learnLast(known: RawEntry): void {
    if (this.#last !== null) return;
    this.#baseline = withLast(this.#baseline, known);
    this.#last = known.fingerprint;
  }

  /**
   * Whether what was read before stands where it was left, filled in or not, given a stretch of the log that begins at `at`
   * (oldest first) and what it has in the place of the last entry known.
   */
  confirms(
    stretch: readonly RawEntry[],
    { at, last }: { readonly at: number; readonly last: RawEntry | undefined },
  ): boolean {
    const amended = this.#watched.compare(stretch, at);
    if (amended === null) return false;
    for (const { was, now } of amended) {
      if (was.fingerprint === this.#last) this.#last = now.fingerprint;
      this.#amend(was, now);
    }
    return this.#last === null || last?.fingerprint === this.#last;
  }

  /** An entry that this turn has not seen and that is not dated before it. */
  isUnseen(entry: RawEntry): boolean {
    return !this.#handedOut.has(entry.fingerprint) && !isBefore(entry, this.#baseline);
  }

  /**
   * Accounts for entries that stand behind those known; gives back the new ones, or null when one looks like an entry that is accounted
   * for: that is new only when the whole log has one more of it.
   */
  extend(entries: readonly RawEntry[]): RawEntry[] | null {
    if (entries.some((entry) => this.#isDubious(entry))) return null;
    this.#watched.add(entries, { at: this.#count, count: this.#count + entries.length });
    this.#count += entries.length;
    this.#last = entries.at(-1)?.fingerprint ?? this.#last;
    const unknown = entries.filter(({ fingerprint }) => !take(this.#owed, fingerprint));
    const fresh = unknown.filter((entry) => !this.#isOtherForm(entry, this.#owed));
    for (const { fingerprint } of fresh) add(this.#handedOut, fingerprint);
    return fresh;
  }

  /**
   * Compares the whole log, in the service's order, with what was handed out, as multisets: what it has more often is new. `moved`: it
   * is not what was known. `order`: see `Taken`. Null: where the turn begins cannot be told yet.
   *
   * @param total what the service says its length is; null when it says nothing
   */
  reconcile(
    seen: readonly RawEntry[],
    total: number | null,
  ): {
    readonly fresh: RawEntry[];
    readonly moved: boolean;
    readonly order: readonly string[] | null;
  } | null {
    const assumed = this.#order !== 'desc' && this.#handedOut.size > 0;
    const placed = beginsWith(seen, this.#baseline) ? 'asc' : null;
    this.#order = placed ?? detectOrder(seen) ?? this.#order ?? orderByBaseline(seen, this.#baseline);
    const descending = this.#order === 'desc';
    if (descending) this.#baseline = asDescending(this.#baseline);
    const rising = descending ? seen.toReversed() : seen;
    if (!this.#findStart(rising, total)) return null;
    const ofTurn = entriesOfTurn(rising, this.#baseline, this.#isEcho);
    this.#placeDecides = placeDecidesFrom(rising, this.#baseline, this.#isEcho) < Infinity;
    const known = new Map(this.#handedOut);
    const unknown = ofTurn.filter(({ fingerprint }) => !take(known, fingerprint));
    const fresh = unknown.filter((entry) => !this.#isOtherForm(entry, known));
    const moved = fresh.length > 0 || rising.length !== this.#count;
    for (const { fingerprint } of fresh) add(this.#handedOut, fingerprint);
    this.#owed = new Map([...known].filter(([, times]) => times > 0));
    this.#count = rising.length;
    this.#last = rising.at(-1)?.fingerprint ?? null;
    this.#watched.clear();
    this.#watched.add(rising, { at: 0, count: rising.length });
    return { fresh, moved, order: assumed && descending ? ofTurn.map(({ fingerprint }) => fingerprint) : null };
  }

  /** In a log that could not be read before the turn: finds what was there before, from then on as if it had been read. */
  #findStart(rising: readonly RawEntry[], total: number | null): boolean {
    const { since, seen = new Map(), stated = null } = this.#baseline;
    if (since === undefined) return true;
    // A service that states a wrong length now may have done so before.
    const usable = total === rising.length ? stated : null;
    const { at, sure } = findTurnStart(rising, { since, isEcho: this.#isEcho, seen, stated: usable });
    const { scans, length } = this.#doubted;
    // A log that grows by entries dated so early has a clock of its own.
    const grown = scans > 0 && rising.length > length;
    this.#doubted = { scans: scans + 1, length: rising.length };
    if (!sure && !grown && this.#doubted.scans < DOUBTED_SCANS) return false;
    this.#baseline = baselineWithin(rising, { at, order: this.#order });
    return true;
  }

  #isDubious(entry: RawEntry): boolean {
    if ((this.#owed.get(entry.fingerprint) ?? 0) > 0) return false;
    return this.#handedOut.has(entry.fingerprint) || (!this.#placeDecides && isBefore(entry, this.#baseline));
  }

  /**
   * An entry that is not new, but another form of one that was handed out and is `gone`: the filled-in one, or, in an older snapshot, the
   * one before.
   */
  #isOtherForm(entry: RawEntry, gone: Map<string, number>): boolean {
    if (gone.size === 0) return false;
    const later = this.#watched.laterForm(entry);
    if (later !== null && take(gone, later)) return true;
    const was = this.#watched.earlierForm(entry, (fingerprint) => (gone.get(fingerprint) ?? 0) > 0);
    return was !== null && take(gone, was.fingerprint) && this.#amend(was, entry);
  }

  #amend(was: RawEntry, now: RawEntry): boolean {
    if (!take(this.#handedOut, was.fingerprint)) return false;
    add(this.#handedOut, now.fingerprint);
    this.#watched.replace({ was, now });
    this.#amended.push({ was, now });
    return true;
  }
}
