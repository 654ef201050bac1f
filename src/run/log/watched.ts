/**
 * Entries that the service may still fill in (contract 4.7): the newest one, and recent ones that lack what their type always has
 * (spec 2.5). Each is known by its place in the log, counted from the oldest entry.
 */
import { isRecord } from '../../shared/json.ts';
import { inMemory, type RawEntry } from './entry.ts';

/** How far back incomplete entries are looked at again; each costs bandwidth, none a request. */
const REACH = 50;
/** Incomplete entries further back, and forms that were replaced, that are remembered, should the whole log be read again. */
const REMEMBERED = 1_000;
/** Comparisons of one whole log with earlier forms, each of some microseconds; an entry that comes after them is new (contract 6.5). */
const COMPARED_MOST = 20_000;
/** UTF-16 units of an entry as a line; larger ones are watched only while they are the newest, so that little is held. */
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
  /** By fingerprint: out of reach, and incomplete when they were seen last. */
  readonly #faded = new Map<string, RawEntry>();
  /** What each earlier form was replaced by, both by fingerprint: a stale answer may show it again. */
  readonly #replaced = new Map<string, string>();
  /** Since `clear`. */
  #compared = 0;

  /** The place of the earliest entry that is watched; null when none is. */
  get earliest(): number | null {
    return this.#entries.size === 0 ? null : Math.min(...this.#entries.keys());
  }

  /** Watches what of `entries` may be filled in, the first of which stands at `at`. The log is `count` entries long with them. */
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
    // What is read from a file is so only until the scan's entries are handed out.
    for (const known of [this.#entries, this.#faded] as Map<unknown, RawEntry>[])
      for (const [key, entry] of known) known.set(key, inMemory(entry));
  }

  /** Watches nothing for now; what was incomplete is remembered, should it come back filled in. */
  clear(): void {
    for (const entry of this.#entries.values()) if (isIncomplete(entry)) this.#fade(entry);
    this.#entries.clear();
    this.#compared = 0;
  }

  /** The earlier form of an entry, wherever it stands, among those for which `isGone`. */
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

  /** An entry was handed out in one form and is there in a later one. */
  replace({ was, now }: Amendment): void {
    // The form that is there has no later one: a service that goes back and forth makes no circle.
    this.#replaced.delete(now.fingerprint);
    this.#replaced.set(was.fingerprint, now.fingerprint);
    forgetOldest(this.#replaced);
  }

  /** The form that took the place of this one; null when there is none. */
  laterForm({ fingerprint }: RawEntry): string | null {
    let later: string | null = null;
    for (let next = this.#replaced.get(fingerprint); next !== undefined; next = this.#replaced.get(next)) later = next;
    return later;
  }

  #fade(entry: RawEntry): void {
    this.#faded.set(entry.fingerprint, entry);
    forgetOldest(this.#faded);
  }

  /**
   * What of the watched entries was filled in, given a stretch of the log that begins at `at`; null when another entry stands in the
   * place of one.
   */
  compare(stretch: readonly RawEntry[], at: number): Amendment[] | null {
    const found: (Amendment & { readonly place: number })[] = [];
    for (const [place, known] of this.#entries) {
      const now = stretch[place - at];
      if (now === undefined || now.fingerprint === known.fingerprint) continue;
      if (!isFilledIn(known.value, now.value)) return null;
      found.push({ was: known, now, place });
    }
    // Only now: where an entry has come between, the whole log is compared with the forms that are known.
    for (const { place, now } of found) this.#entries.set(place, now);
    return found;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  for (const oldest of map.keys()) {
    if (map.size <= REMEMBERED) break;
    map.delete(oldest);
  }
}

/** Whether it lacks what its type always has. */
export function isIncomplete(entry: RawEntry): boolean {
  if (entry.traits !== undefined) return entry.traits.isIncomplete;
  const { line, value } = entry;
  if (line.length > LARGE) return false;
  const fields = fieldsOf(value);
  if (fields === null) return false;
  return ALWAYS.get(fields['message_type'])?.some((name) => (fields[name] ?? null) === null) ?? false;
}

/** The same entry with fields that were null now set: time and type are equal, and so is whatever was there. */
export function isFilledIn(before: unknown, after: unknown): boolean {
  const [old, filled] = [fieldsOf(before), fieldsOf(after)];
  if (old === null || filled === null || typeof old['created_at'] !== 'string') return false;
  if (old['message_type'] !== filled['message_type']) return false;
  return Object.entries(old).every(([name, value]) => value === null || isSame(value, filled[name]));
}

/** Whether two JSON values are equal, in a time that depends on the first alone: the second may have megabytes. */
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
