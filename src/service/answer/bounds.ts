/**
 * Bounds the structure of a JSON text before it is parsed (contract 6.5): what a parser makes of a few megabytes of brackets fills the
 * memory, and what is done with it afterwards takes minutes. Strings are left alone here; they cost no more than their length.
 */
import { Bounder, COMMA, OPEN_LIST, type BoundedJson, type JsonBounds } from './bounder.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** UTF-16 units looked at between two chances to do something else: a fraction of a millisecond. */
const SLICE = 128 * 1024;

/** Whether the quote at `at` is part of the string it stands in. */
function isEscaped(text: string, at: number): boolean {
  let slash = at;
  while (text.charCodeAt(slash - 1) === BACKSLASH) slash -= 1;
  return (at - slash) % 2 === 1;
}

/** Yields now and then, so that whoever drives it can let others run. */
export function* boundJson(text: string, bounds: JsonBounds): Generator<undefined, BoundedJson> {
  const bounder = new Bounder(text, bounds);
  let next = SLICE;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= next) {
      next = at + SLICE;
      yield;
    }
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      do {
        at = text.indexOf('"', at + 1);
        if (at >= next) {
          next = at + SLICE;
          yield;
        }
      } while (at !== -1 && isEscaped(text, at));
      if (at === -1) break;
    }
    // All signs that count lie at or above the comma, and the letters and digits of values do not.
    else if (sign === COMMA || sign >= OPEN_LIST) bounder.sign(sign, at);
  }
  return bounder.result;
}
