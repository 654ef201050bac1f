/**
 * Makes characters visible that would act unseen inside code and names: direction controls,
 * zero-width and control characters. Emoji keep the joiners that they are made of. Pure.
 */

const ODD =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Surrogate}\u2028\u2029]--[\t\n\r]]/v;
/**
 * What is not ASCII, with the digit or sign that an emoji may begin with. To look for emoji
 * everywhere takes seconds.
 */
const RUNS = /[\d#*]?[^\t\n\r -~]+/g;
const PIECES = new RegExp(`(\\p{RGI_Emoji})|(${ODD.source})`, 'gv');

interface VisiblePiece {
  readonly text: string;
  /** Stands for a character that has no form of its own: `U+202E`. */
  readonly isMark: boolean;
}

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text in pieces: as it is, and marks in place of what cannot be seen. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  if (!ODD.test(text)) {
    return [{ text, isMark: false }];
  }
  const pieces: VisiblePiece[] = [];
  let from = 0;
  for (const run of text.matchAll(RUNS)) {
    for (const { 0: whole, 2: odd, index } of run[0].matchAll(PIECES)) {
      if (odd === undefined) {
        continue;
      }
      const at = run.index + index;
      if (at > from) {
        pieces.push({ text: text.slice(from, at), isMark: false });
      }
      pieces.push({ text: nameOf(whole), isMark: true });
      from = at + whole.length;
    }
  }
  if (from < text.length) {
    pieces.push({ text: text.slice(from), isMark: false });
  }
  return pieces;
}

/** The text on one line of its own, with marks as text: `a⟨U+202E⟩b`. */
export function visible(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.isMark ? `⟨${piece.text}⟩` : piece.text))
    .join('');
}
