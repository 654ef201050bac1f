/** For reading a text from place to place with patterns. */
interface TextPlace {
  readonly text: string;
  readonly at: number;
}

/** Where the match that begins at this place ends, or null. The pattern has the flag `y`. */
export function matchEnd(pattern: RegExp, { text, at }: TextPlace): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
