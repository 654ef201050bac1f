/** Seeded dice: the same seed gives the same simulation, on every machine. */
import { seeded } from '../../support/random.ts';

export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  /** Dice for one matter: what is drawn for others, or added later, changes nothing about it, so that a seed keeps its story. */
  static of(seed: number, matter: string): Dice {
    let mixed = seed ^ 0x811c9dc5;
    for (let at = 0; at < matter.length; at += 1) mixed = Math.imul(mixed ^ matter.charCodeAt(at), 0x01000193);
    return new Dice(mixed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** A few different items, in no order. */
  some<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(this.int(0, rest.length - 1), 1));
    return chosen;
  }
}

/**
 * Swarm testing: each seed has only some of the features on, and some seeds many, so that features meet in all combinations and few
 * hide what others would show.
 */
export function swarm<T extends string>(seed: number, features: readonly T[]): ReadonlySet<T> {
  const density = Dice.of(seed, 'density').pick([0.06, 0.12, 0.25, 0.5]);
  return new Set(features.filter((feature) => Dice.of(seed, `feature/${feature}`).chance(density)));
}
