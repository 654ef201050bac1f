/** Status words, whichever service they come from (contract 4.2). */

/**
 * A status word for comparison: without case and surrounding spaces. `-` and space count as `_`.
 */
export function normalizeStatus(word: string): string {
  return word
    .trim()
    .toUpperCase()
    .replace(/[-\s]+/g, '_');
}

export function isSameStatus(one: string, other: string): boolean {
  return normalizeStatus(one) === normalizeStatus(other);
}
