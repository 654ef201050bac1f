/**
 * Verdicts in a text besides the one that is read (contract 8): an agent that quotes one must not
 * be taken at it. Pure.
 */

import { readString } from '../safe/json.ts';
import { matchEnd } from '../safe/match-end.ts';

const KEY = /\s*(?:\\?["'`])?pass(?:\\?["'`])?\s*:/y;

export const SECOND_VERDICT =
  'the answer has another object with `pass` besides the one that is read, so it is not clear ' +
  'which verdict is meant';

/** Whether a text holds an object, valid or not, with a `pass` of its own outside of strings. */
export function holdsVerdict(text: string): boolean {
  let depth = 0;
  /** Until there, no quotation mark begins a string. */
  let unclosedTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const beginsName = character === '{' || (character === ',' && depth > 0);
    if (beginsName && matchEnd(KEY, { text, at: at + 1 }) !== null) {
      return true;
    }
    if (character === '{') {
      depth += 1;
    } else if (character === '}') {
      depth = Math.max(0, depth - 1);
    } else if (character === '"' && depth > 0 && at >= unclosedTo) {
      const { end, isClosed } = readString(text, at);
      if (isClosed) {
        at = end - 1;
      } else {
        unclosedTo = end;
      }
    }
  }
  return false;
}
