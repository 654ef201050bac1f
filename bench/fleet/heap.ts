/** A binary heap of numbered items by time. Items due at the same time keep their insertion order. */
interface Due {
  readonly at: number;
  readonly order: number;
  readonly item: number;
}

export class Agenda {
  readonly #heap: Due[] = [];
  #order = 0;

  put(at: number, item: number): void {
    const due = { at, order: this.#order++, item };
    let hole = this.#heap.push(due) - 1;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.#heap[parent];
      if (above === undefined || before(above, due)) break;
      this.#heap[hole] = above;
      hole = parent;
    }
    this.#heap[hole] = due;
  }

  take(): Due | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let hole = 0;
    for (;;) {
      const left = this.#heap[2 * hole + 1];
      if (left === undefined) break;
      const right = this.#heap[2 * hole + 2];
      const [child, step] = right !== undefined && before(right, left) ? [right, 2] : [left, 1];
      if (before(last, child)) break;
      this.#heap[hole] = child;
      hole = 2 * hole + step;
    }
    this.#heap[hole] = last;
    return first;
  }
}

function before(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
