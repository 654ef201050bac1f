/** A multiset: counts how often it contains each item. */
export type Bag = Map<string, number>;

export function add(bag: Bag, item: string): void {
  bag.set(item, (bag.get(item) ?? 0) + 1);
}

/** Removes one occurrence of an item. Returns false if there is none. */
export function take(bag: Bag, item: string): boolean {
  const times = bag.get(item) ?? 0;
  if (times > 0) bag.set(item, times - 1);
  return times > 0;
}
