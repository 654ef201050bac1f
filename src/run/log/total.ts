/** The length of the log as reported in `total_logs`, and whether it can be trusted. */

/** Consecutive mismatches between the total and the entries read at which the whole log is read again. */
const RESCAN_AT: ReadonlySet<number> = new Set([1, 4, 16, 64, 256]);

export class LogTotal {
  #reported: number | null = null;
  /** A total that proved wrong is not used for positions until it agrees again. */
  #trusted = true;
  /** What the total was too high by in the last full scan. */
  #excess = 0;
  /** Difference at the last comparison, and how often in a row it was the same. */
  #difference = 0;
  #mismatches = 0;
  /** How often the difference changed since the total was last right. */
  #changes = 0;

  /** Stores the total of an answer; null or undefined keeps the last one. */
  update(total: number | null | undefined): void {
    this.#reported = total ?? this.#reported;
  }

  /** The last total received, or null. */
  get reported(): number | null {
    return this.#reported;
  }

  /** The total if positions can be derived from it. */
  get usable(): number | null {
    return this.#trusted ? this.#reported : null;
  }

  /** Entries promised beyond `count`; negative if fewer were promised. */
  beyond(count: number): number {
    return this.#reported === null ? 0 : this.#reported - count;
  }

  /** Whether more entries are promised beyond `count` than those that the last full scan did not find. */
  promisesBeyond(count: number): boolean {
    const beyond = this.beyond(count);
    return beyond > 0 && beyond !== this.#excess;
  }

  /** Whether all entries were read after `count` of them. Without a total, a page that is not full shows the end (contract 4.4). */
  agrees(count: number, full: boolean): boolean {
    if (this.#reported === null) return !full;
    const agrees = this.#reported === count;
    this.#trusted ||= agrees;
    return agrees;
  }

  /**
   * Whether a mismatch justifies a full scan: yes if it is new, and ever more rarely while it persists, or while it changes all the time.
   */
  isWorthARescan(count: number): boolean {
    const difference = this.#lack(count);
    const isSame = difference === this.#difference;
    this.#difference = difference;
    if (difference === 0) {
      this.#mismatches = this.#changes = 0;
      return false;
    }
    this.#mismatches = isSame ? this.#mismatches + 1 : 1;
    if (isSame) return RESCAN_AT.has(this.#mismatches);
    this.#changes += 1;
    return Number.isInteger(Math.log2(this.#changes));
  }

  /** Records that a full scan found `count` entries; a total that differs is wrong. */
  measured(count: number): void {
    // `agrees` restores the trust in a correct total.
    this.#trusted = this.#reported === null;
    this.#difference = this.#lack(count);
    this.#excess = this.beyond(count);
    if (this.#excess === 0) this.#changes = 0;
  }

  /** Treats all totals that are too low as the same mismatch, because the amount may change from page to page. */
  #lack(count: number): number {
    return Math.max(-1, this.beyond(count));
  }
}
