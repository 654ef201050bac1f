/**
 * The list of runs, read once for all tasks of a fleet, in which they search for runs of earlier attempts (contract
 * 4.9, 13).
 */
import type { List, PageRequest, Published } from '../service/published.ts';
import type { IdentifiedRun } from '../service/schema.ts';

type Runs = Pick<Published, 'runs'>;

export class RunList {
  readonly #pages = new Map<string, Promise<List<IdentifiedRun>>>();

  /**
   * Until `hasSent`, reuses pages that another task has read: the run to find is older than the fleet, and runs created
   * by the fleet only move it further down the list.
   */
  before(fresh: Runs, hasSent: () => boolean): Runs {
    return {
      runs: (page, call) => (hasSent() ? fresh.runs(page, call) : this.#once(page, () => fresh.runs(page, call))),
    };
  }

  async #once({ skip, limit }: PageRequest, read: () => Promise<List<IdentifiedRun>>): Promise<List<IdentifiedRun>> {
    const name = `${skip} ${limit}`;
    const page = this.#pages.get(name) ?? read();
    this.#pages.set(name, page);
    try {
      return await page;
    } catch (error) {
      // A temporary failure must not affect later tasks.
      this.#pages.delete(name);
      throw error;
    }
  }
}
