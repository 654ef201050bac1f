/**
 * The mark of a request to mend what failed (contract 19.4). It says by itself its number, from 1,
 * and for which head, so that a later attempt reads in the log what was asked before.
 */

/** A request to mend, as its mark tells it. */
export interface MendMark {
  /** From 1, over all attempts. */
  readonly number: number;
  /** The first digits of the head that failed. */
  readonly head: string;
}

/** Digits of the key and of the head. */
const KEY_DIGITS = 16;
const HEAD_DIGITS = 12;
const MARK = /\bara-([0-9a-f]{16})-fix(\d{1,3})-([0-9a-f]{12})\b/g;

/** @param key that of the step, for its mends */
export function mendMark(key: string, { number, head }: MendMark): string {
  return `${mendMarkStart(key, number)}${head.slice(0, HEAD_DIGITS)}`;
}

/** What the marks of this number have in common, for whichever head. */
export function mendMarkStart(key: string, number: number): string {
  return `ara-${key.slice(0, KEY_DIGITS)}-fix${number}-`;
}

/** The marks in a text, whosever they are. */
export function mendMarksIn(text: string): readonly string[] {
  return [...text.matchAll(MARK)].map(([mark]) => mark);
}

/** Those of a step's key, the first one first. */
export function mendsOf(key: string, marks: readonly string[]): readonly MendMark[] {
  const own = marks.flatMap((mark) =>
    [...mark.matchAll(MARK)].flatMap(([, of, number, head = '']) =>
      of === key.slice(0, KEY_DIGITS) ? [{ number: Number(number), head }] : [],
    ),
  );
  return own.toSorted((a, b) => a.number - b.number);
}

/** How many were asked for, by the number of the last one. @param mends the first one first */
export function mendCount(mends: readonly MendMark[]): number {
  return mends.at(-1)?.number ?? 0;
}

/** Whether a mark is of this head. */
export function isOfHead({ head }: MendMark, headSha: string): boolean {
  return headSha.startsWith(head);
}
