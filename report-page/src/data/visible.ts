/**
 * Makes characters visible that would act unseen inside code and names: direction controls, zero-width and control characters. Emoji keep
 * the joiners that they are made of. Pure.
 */

const ODD =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Surrogate}\u2028\u2029]--[\t\n\r]]/v;
const PIECES = new RegExp(`(\\p{RGI_Emoji})|(${ODD.source})`, 'gv');

export interface Piece {
  readonly text: string;
  /** Stands for a character that has no form of its own: `U+202E`. */
  readonly isMark: boolean;
}

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text in pieces: as it is, and marks in place of what cannot be seen. */
export function visiblePieces(text: string): readonly Piece[] {
  if (!ODD.test(text)) return [{ text, isMark: false }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    const [whole, , odd] = match;
    if (odd === undefined) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), isMark: false });
    pieces.push({ text: nameOf(whole), isMark: true });
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMark: false });
  return pieces;
}

/** The text on one line of its own, with marks as text: `a⟨U+202E⟩b`. */
export function visible(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.isMark ? `⟨${piece.text}⟩` : piece.text))
    .join('');
}
