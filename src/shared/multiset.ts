/** A multiset: how often each item is in it. */
export type Bag = Map<string, number>;

export function add(bag: Bag, item: string): void {
  bag.set(item, (bag.get(item) ?? 0) + 1);
}

/** Takes one out of the bag; false when there is none. */
export function take(bag: Bag, item: string): boolean {
  const times = bag.get(item) ?? 0;
  if (times > 0) bag.set(item, times - 1);
  return times > 0;
}
