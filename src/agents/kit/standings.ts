/** The states of many runs by their list, a page of it for each request (contract 13). */
import type { RunId, RunShown } from '../port.ts';
import type { Page } from './pages.ts';

/** Where reading a list goes on. Shared by the tasks of a fleet. */
export class ListPlace {
  /** Null: at its newest run. */
  #cursor: string | null = null;

  /**
   * The next page of the list, from its begin where it ended or all runs were seen.
   *
   * @returns what it shows, also of other runs, and null for those of `ids` that it should show
   */
  async read(
    ids: readonly RunId[],
    page: (cursor: string | null) => Promise<Page<readonly [RunId, RunShown | null]>>,
  ): Promise<ReadonlyMap<RunId, RunShown | null>> {
    const cursor = this.#cursor;
    const { items, next } = await page(cursor);
    const shown = new Map<RunId, RunShown | null>(items);
    const isAllSeen = ids.every((id) => shown.has(id));
    this.#cursor = isAllSeen || next === cursor ? null : next;
    const isWholeList = cursor === null && next === null;
    if (isWholeList) {
      ids.filter((id) => !shown.has(id)).forEach((id) => shown.set(id, null));
    }
    return shown;
  }
}
