import type { Random } from '../../src/ports.ts';

/** mulberry32: small, seeded, good enough for dice. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A log-normal number with the given median; `sigma` is the standard deviation of its logarithm. */
export function logNormal(random: Random, shape: { readonly median: number; readonly sigma: number }): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return shape.median * Math.exp(shape.sigma * radius * Math.cos(2 * Math.PI * random()));
}
