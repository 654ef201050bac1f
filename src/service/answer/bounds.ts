/**
 * Bounds the structure of a JSON text before it is parsed (contract 6.5). A few megabytes of brackets would exhaust the
 * memory once parsed and take minutes to process. Strings are not bounded here, because they cost no more than their
 * length.
 */
import { Bounder, COMMA, OPEN_LIST, type BoundedJson, type JsonBounds } from './bounder.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** UTF-16 units scanned between two yields, which takes a fraction of a millisecond. */
const SLICE = 128 * 1024;

/** Whether the quote at `at` is escaped, and therefore part of its string. */
function isEscaped(text: string, at: number): boolean {
  let slash = at;
  while (text.charCodeAt(slash - 1) === BACKSLASH) slash -= 1;
  return (at - slash) % 2 === 1;
}

/** Yields regularly so that the caller can run other work in between. */
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
    // A cheap filter: every structural character except the comma is at or above `[`, and the bounder ignores letters.
    else if (sign === COMMA || sign >= OPEN_LIST) bounder.sign(sign, at);
  }
  return bounder.result;
}
