/** The length of the log as the service tells it in `total_logs`, and how far it can be believed. */

/** Readings in a row that end elsewhere than the total says, after which the whole log is read again. */
const RESCAN_AT: ReadonlySet<number> = new Set([1, 4, 16, 64, 256]);

export class LogTotal {
  #said: number | null = null;
  /** A total that has led us astray is not used for positions until it agrees again. */
  #trusted = true;
  /** What the total lacked at the end of the last reading, and how often in a row it was so. */
  #difference = 0;
  #mismatches = 0;

  /** Takes the total of an answer; null where it has none. */
  hear(total: number | null | undefined): void {
    this.#said = total ?? this.#said;
  }

  /** The last one heard; null when none was. */
  get said(): number | null {
    return this.#said;
  }

  /** The total that positions can be counted from. */
  get usable(): number | null {
    return this.#trusted ? this.#said : null;
  }

  /** Entries that should exist beyond `count`; negative: fewer than that were promised. */
  beyond(count: number): number {
    return this.#said === null ? 0 : this.#said - count;
  }

  /** Whether a reading that ended at `count` has read everything. Without a total only a page that is not full tells (contract 4.4). */
  agrees(count: number, full: boolean): boolean {
    if (this.#said === null) return !full;
    const agrees = this.#said === count;
    this.#trusted ||= agrees;
    return agrees;
  }

  /** Whether a disagreement is worth reading the whole log for: when it is new, and less and less often while it stays. */
  isWorthARescan(count: number): boolean {
    const difference = this.#lack(count);
    this.#mismatches = difference === 0 ? 0 : difference === this.#difference ? this.#mismatches + 1 : 1;
    this.#difference = difference;
    return RESCAN_AT.has(this.#mismatches);
  }

  /** The whole log was read and has `count` entries: a total that says otherwise is wrong. */
  measured(count: number): void {
    // `agrees` trusts a total again that is right.
    this.#trusted = this.#said === null;
    this.#difference = this.#lack(count);
  }

  /** A total that is too low is one and the same by however much, which may change from page to page. */
  #lack(count: number): number {
    return Math.max(-1, this.beyond(count));
  }
}
