/** Seeded random choices. The same seed gives the same simulation on every machine. */
import { seeded } from '../../support/random.ts';

export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  /**
   * A separate generator per topic, so that a seed stays reproducible when draws for other topics
   * are added.
   */
  static of(seed: number, matter: string): Dice {
    let mixed = seed ^ 0x811c9dc5;
    for (let at = 0; at < matter.length; at += 1) {
      mixed = Math.imul(mixed ^ matter.charCodeAt(at), 0x01000193);
    }
    return new Dice(mixed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `low` to `high`, inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** `count` different items in random order. */
  some<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) {
      chosen.push(...rest.splice(this.int(0, rest.length - 1), 1));
    }
    return chosen;
  }
}

/**
 * Swarm testing: each seed enables a random subset of the features, so that all combinations occur
 * and features rarely hide the effects of others.
 */
export function swarm<T extends string>(seed: number, features: readonly T[]): ReadonlySet<T> {
  const density = Dice.of(seed, 'density').pick([0.06, 0.12, 0.25, 0.5]);
  return new Set(features.filter((feature) => Dice.of(seed, `feature/${feature}`).chance(density)));
}
