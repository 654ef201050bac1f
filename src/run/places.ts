/** Reorders entries that were emitted in an assumed order once the actual order is known (contract 4.7). */

/**
 * Maps each item of `sequence` (fingerprints as emitted) to its position in `order` (oldest first), as a permutation of 0 … n - 1. Equal
 * items keep their relative order; items missing from `order` go to the end.
 */
export function placesIn(order: readonly string[], sequence: readonly string[]): number[] {
  const positions = new Map<string, number[]>();
  // Last positions first, because `pop` is O(1).
  order.toReversed().forEach((fingerprint, behind) => {
    const at = order.length - 1 - behind;
    const known = positions.get(fingerprint);
    if (known === undefined) positions.set(fingerprint, [at]);
    else known.push(at);
  });
  const wanted = sequence.map((fingerprint) => positions.get(fingerprint)?.pop() ?? order.length);
  const sorted = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const places: number[] = [];
  sorted.forEach(({ index }, place) => (places[index] = place));
  return places;
}
