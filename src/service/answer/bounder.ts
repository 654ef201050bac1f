/** Decides, one structural character at a time, which parts of a JSON text to keep within the bounds (contract 6.5). */

export interface JsonBounds {
  /** The top-level list with this key (`logs`) keeps at most `limit` elements, and each may hold `values` values. */
  readonly list: { readonly key: string; readonly limit: number };
  /** Maximum number of values in one list element, and in everything outside the list together. */
  readonly values: number;
  /** Maximum nesting depth. */
  readonly depth: number;
  /** Top-level members that are kept even when the budget for values is spent. */
  readonly keep: ReadonlySet<string>;
}

export interface BoundedJson {
  /** The original text if it is within the bounds. Valid JSON if the input was. */
  readonly text: string;
  /** Approximate number of values in the text. */
  readonly values: number;
  /** List elements dropped because of the list's limit. */
  readonly beyondLimit: number;
  /** Whether anything else was dropped. */
  readonly cut: boolean;
}

export const TOO_DEEP = '(nested too deeply to keep)';

export const COMMA = 0x2c;
export const OPEN_LIST = 0x5b;
const [CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5d, 0x7b, 0x7d];
const MEMBER = /\s*"([^"\\]{0,60})"\s*:/y;
const EMPTY_LIST = /\s*\]/y;

/**
 * What to do with the text being read: keep it; drop it until the container at `depth` closes (`deep`); drop it and its
 * siblings until their container closes or a member to keep follows (`siblings`); or drop the rest of the value and
 * close the open containers (`rest`).
 */
type Mode = 'keep' | 'deep' | 'siblings' | 'rest';

export class Bounder {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #pieces: string[] = [];
  #mode: Mode = 'keep';
  /** Start of the text to keep, and the depth at which the current mode ends. */
  #from = 0;
  #until = 0;
  #depth = 0;
  /** Depth of the container whose elements each have their own budget: 2 inside the list, otherwise 1. */
  #level = 1;
  #left: number;
  #key: string | null = null;
  #elements = 0;
  #seen = 0;
  #beyondLimit = 0;
  #cut = false;

  constructor(text: string, bounds: JsonBounds) {
    this.#text = text;
    this.#bounds = bounds;
    this.#left = bounds.values;
  }

  get result(): BoundedJson {
    if (this.#mode === 'keep' && this.#from > 0) this.#pieces.push(this.#text.slice(this.#from));
    const text = this.#pieces.length === 0 ? this.#text : this.#pieces.join('');
    return { text, values: this.#seen, beyondLimit: this.#beyondLimit, cut: this.#cut };
  }

  /** Processes one character outside of strings. */
  sign(sign: number, at: number): void {
    if (sign === OPEN_OBJECT || sign === OPEN_LIST) this.#open(sign, at);
    else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) this.#close(at);
    else if (sign === COMMA) this.#comma(at);
  }

  #leaveOut(mode: Mode, { at, until }: { readonly at: number; readonly until: number }): void {
    this.#pieces.push(this.#text.slice(this.#from, at));
    this.#mode = mode;
    this.#until = until;
  }

  #keepFrom(at: number): void {
    this.#mode = 'keep';
    this.#from = at;
  }

  #open(sign: number, at: number): void {
    this.#depth += 1;
    if (this.#mode !== 'keep') return;
    const { list, values, depth } = this.#bounds;
    this.#seen += 1;
    this.#left -= 1;
    if (this.#depth > depth) {
      this.#leaveOut('deep', { at, until: this.#depth - 1 });
      this.#pieces.push(`"${TOO_DEEP}"`);
      this.#cut = true;
    } else if (this.#depth === 1) this.#key = sign === OPEN_OBJECT ? this.#member(at + 1) : null;
    else if (this.#depth === 2 && sign === OPEN_LIST && this.#key === list.key) {
      EMPTY_LIST.lastIndex = at + 1;
      this.#level = 2;
      this.#elements = EMPTY_LIST.test(this.#text) ? 0 : 1;
      this.#left = values;
      if (this.#elements > list.limit) this.#siblings(at + 1);
    } else if (this.#left < 0) this.#rest(at + 1);
  }

  #close(at: number): void {
    const depth = this.#depth;
    this.#depth -= 1;
    if (this.#mode === 'rest' && depth <= this.#until) {
      this.#pieces.push(this.#text.charAt(at));
      this.#until = depth - 1;
    }
    const over =
      (this.#mode === 'deep' && this.#depth === this.#until) || (this.#mode === 'rest' && this.#depth === this.#level);
    if (over) this.#keepFrom(at + 1);
    if (this.#mode === 'siblings' && depth === this.#level) this.#keepFrom(at);
    if (this.#level === 2 && this.#depth === 1) {
      this.#level = 1;
      this.#left = this.#bounds.values;
    }
  }

  #comma(at: number): void {
    if (this.#depth === this.#level) {
      if (this.#level === 2) this.#nextElement(at);
      else this.#nextMember(at);
    }
    if (this.#mode !== 'keep') return;
    this.#seen += 1;
    this.#left -= 1;
    if (this.#left < 0 && this.#depth > this.#level) this.#rest(at);
  }

  #nextElement(at: number): void {
    this.#elements += 1;
    this.#left = this.#bounds.values;
    if (this.#elements > this.#bounds.list.limit) this.#siblings(at);
  }

  #siblings(at: number): void {
    this.#beyondLimit += 1;
    if (this.#mode === 'keep') this.#leaveOut('siblings', { at, until: this.#level });
  }

  #nextMember(at: number): void {
    this.#key = this.#member(at + 1);
    if (this.#left >= 0) return;
    const kept = this.#key !== null && this.#bounds.keep.has(this.#key);
    if (kept && this.#mode === 'siblings') this.#keepFrom(at);
    if (kept || this.#mode !== 'keep') return;
    this.#cut = true;
    this.#leaveOut('siblings', { at, until: 1 });
  }

  /** The value exceeds its budget: closes its open containers and drops the rest. */
  #rest(at: number): void {
    this.#cut = true;
    this.#leaveOut('rest', { at, until: this.#depth });
  }

  #member(at: number): string | null {
    MEMBER.lastIndex = at;
    return MEMBER.exec(this.#text)?.[1] ?? null;
  }
}
