/**
 * Entries that the service may still fill in (contract 4.7): the newest one, and recent ones that lack fields their type always has
 * (spec 2.5). They are tracked by position, counted from the oldest entry.
 */
import { isRecord } from '../../shared/json.ts';
import { inMemory, type RawEntry } from './entry.ts';
import { isOf, isOutlineFilledIn, outlineOf, type Outline } from './outline.ts';

/** Number of recent entries that are read again while incomplete; this costs bandwidth but no extra requests. */
const REACH = 50;
/** Number of emitted entries whose outlines are kept, each about 100 bytes: more than a service writes while a replica lags behind. */
const OUTLINED = 100;
/** Limit on remembered entries out of reach and on replaced forms, for the case that the whole log is read again. */
const REMEMBERED = 1_000;
/** Limit on comparisons with earlier forms per full scan, each a few microseconds; beyond it, entries count as new (contract 6.5). */
const COMPARED_MOST = 20_000;
/** To save memory, entries above this size, in UTF-16 units, are watched only while they are the newest. */
const LARGE = 4_096;

/** What each type always has. A map, as a service may send any word as a type, also `constructor`. */
const ALWAYS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['ACTION', ['tool_input', 'tool_output']],
  ['PLAN_EVALUATION', ['thought']],
  ['ERROR', ['observation']],
  ['FINAL_ANSWER', ['observation']],
]);

export interface Amendment {
  /** The earlier form. */
  readonly was: RawEntry;
  readonly now: RawEntry;
}

export class Watched {
  #entries = new Map<number, RawEntry>();
  /** Entries out of reach that were incomplete when last seen, by fingerprint. */
  readonly #faded = new Map<string, RawEntry>();
  /** Maps each earlier form to the one that replaced it, by fingerprint; a stale answer may show it again. */
  readonly #replaced = new Map<string, string>();
  /** Outlines of emitted entries, by fingerprint; a stale answer may show a form from before the first one read. */
  readonly #outlines = new Map<string, Outline>();
  /** Comparisons since `clear`. */
  #compared = 0;

  /** Position of the earliest watched entry; null if there is none. */
  get earliest(): number | null {
    return this.#entries.size === 0 ? null : Math.min(...this.#entries.keys());
  }

  /** Watches those of `entries` that may be filled in. The first has the position `at`; the log has `count` entries with them. */
  add(entries: readonly RawEntry[], { at, count }: { readonly at: number; readonly count: number }): void {
    entries.forEach((entry, index) => {
      if (at + index === count - 1 || isIncomplete(entry)) this.#entries.set(at + index, entry);
    });
    for (const [place, entry] of this.#entries) {
      const isComplete = !isIncomplete(entry);
      if (place >= count - REACH && (place === count - 1 || !isComplete)) continue;
      this.#entries.delete(place);
      if (!isComplete) this.#fade(entry);
    }
    // Entries in a file become unreadable once the scan's entries were emitted.
    for (const known of [this.#entries, this.#faded] as Map<unknown, RawEntry>[])
      for (const [key, entry] of known) known.set(key, inMemory(entry));
  }

  /** Stops watching, but remembers incomplete entries in case they return filled in. */
  clear(): void {
    for (const entry of this.#entries.values()) if (isIncomplete(entry)) this.#fade(entry);
    this.#entries.clear();
    this.#compared = 0;
  }

  /** The earlier form of an entry at any position, limited to forms that satisfy `isGone`. */
  earlierForm(entry: RawEntry, isGone: (fingerprint: string) => boolean): RawEntry | null {
    let now: RawEntry | null = null;
    for (const known of [this.#entries, this.#faded])
      for (const before of known.values()) {
        if (before.time !== entry.time || !isGone(before.fingerprint)) continue;
        this.#compared += 1;
        if (this.#compared > COMPARED_MOST) return null;
        now ??= inMemory(entry);
        if (isFilledIn(before.value, now.value)) return before;
      }
    return null;
  }

  /** Records that an emitted entry was replaced by a later form. */
  replace({ was, now }: Amendment): void {
    // Removing the current form's successor prevents a cycle if the service alternates between two forms.
    this.#replaced.delete(now.fingerprint);
    this.#replaced.set(was.fingerprint, now.fingerprint);
    forgetOldest(this.#replaced);
    this.#outlines.delete(was.fingerprint);
    this.emitted([now]);
  }

  /** Remembers the outlines of emitted entries. A scan of an older snapshot emits nothing, so it displaces none of them. */
  emitted(entries: readonly RawEntry[]): void {
    for (const entry of entries.slice(-OUTLINED)) {
      const outline = outlineOf(entry);
      if (outline !== null) this.#outlines.set(entry.fingerprint, outline);
    }
    forgetOldest(this.#outlines, OUTLINED);
  }

  /**
   * Fingerprint of a later form of the entry, limited to forms that satisfy `isGone`: the one that finally replaced it, or one that was
   * read without it. Null if there is none.
   */
  laterForm(entry: RawEntry, isGone: (fingerprint: string) => boolean): string | null {
    let later = entry.fingerprint;
    for (let next = this.#replaced.get(later); next !== undefined; next = this.#replaced.get(next)) later = next;
    return later !== entry.fingerprint && isGone(later) ? later : this.#formReadAlone(entry, isGone);
  }

  #formReadAlone(entry: RawEntry, isGone: (fingerprint: string) => boolean): string | null {
    const { time } = entry;
    if (time === null) return null;
    let earlier: Outline | null = null;
    for (const [fingerprint, outline] of this.#outlines) {
      if (!isOf(time, outline) || !isGone(fingerprint)) continue;
      this.#compared += 1;
      if (this.#compared > COMPARED_MOST) return null;
      earlier ??= outlineOf(entry);
      if (earlier !== null && isOutlineFilledIn(earlier, outline)) return fingerprint;
    }
    return null;
  }

  #fade(entry: RawEntry): void {
    this.#faded.set(entry.fingerprint, entry);
    forgetOldest(this.#faded);
  }

  /**
   * Returns the watched entries that were filled in, given a stretch of the log that begins at `at`; null if a different entry is at the
   * position of one.
   */
  compare(stretch: readonly RawEntry[], at: number): Amendment[] | null {
    const found: (Amendment & { readonly place: number })[] = [];
    for (const [place, known] of this.#entries) {
      const now = stretch[place - at];
      if (now === undefined || now.fingerprint === known.fingerprint) continue;
      if (!isFilledIn(known.value, now.value)) return null;
      found.push({ was: known, now, place });
    }
    // Updated only if all match: after a null, a full scan compares the log with the forms known before.
    for (const { place, now } of found) this.#entries.set(place, now);
    return found;
  }
}

function forgetOldest(map: Map<string, unknown>, most = REMEMBERED): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}

/** Whether an entry lacks fields that its type always has. */
export function isIncomplete(entry: RawEntry): boolean {
  if (entry.traits !== undefined) return entry.traits.isIncomplete;
  const { line, value } = entry;
  if (line.length > LARGE) return false;
  const fields = fieldsOf(value);
  if (fields === null) return false;
  return ALWAYS.get(fields['message_type'])?.some((name) => (fields[name] ?? null) === null) ?? false;
}

/** Whether `after` is `before` with null fields filled in: time, type and all other fields are equal. */
export function isFilledIn(before: unknown, after: unknown): boolean {
  const [old, filled] = [fieldsOf(before), fieldsOf(after)];
  if (old === null || filled === null || typeof old['created_at'] !== 'string') return false;
  if (old['message_type'] !== filled['message_type']) return false;
  return Object.entries(old).every(([name, value]) => value === null || isSame(value, filled[name]));
}

/** Compares two JSON values in time bounded by the size of the first, because the second may be megabytes large. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, at) => isSame(part, b[at]));
  let left = Object.keys(a).length;
  for (const name in b) {
    left -= 1;
    if (!Object.hasOwn(a, name)) return false;
    if (!isSame((a as Fields)[name], (b as Fields)[name])) return false;
  }
  return left === 0;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | null {
  return isRecord(value) ? value : null;
}
