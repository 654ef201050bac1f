/** Putting entries that were handed out in an assumed order into the order that became known (contract 4.7). */

/**
 * Where each of `sequence` (fingerprints in the order they were handed out) stands in `order` (oldest first): a permutation of
 * 0 … n - 1. Equal ones keep their order among themselves; what `order` does not have goes to the end.
 */
export function placesIn(order: readonly string[], sequence: readonly string[]): number[] {
  const positions = new Map<string, number[]>();
  // Last places first, since taking from the end of a list costs nothing.
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
