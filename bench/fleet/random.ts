import type { Random } from '../../src/runner/port.ts';

/**
 * A log-normal number with the given median; `sigma` is the standard deviation of its logarithm.
 */
export function logNormal(
  random: Random,
  shape: { readonly median: number; readonly sigma: number },
): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return shape.median * Math.exp(shape.sigma * radius * Math.cos(2 * Math.PI * random()));
}
