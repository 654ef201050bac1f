/** Seeded dice: the same seed gives the same simulation, on every machine. */
import { seeded } from '../support/random.ts';

export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
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
