/** The list of runs as the tasks of a fleet search it for runs of earlier attempts (contract 4.9, 13): read once for all of them. */
import type { List, PageRequest, Published } from '../service/published.ts';
import type { IdentifiedRun } from '../service/schema.ts';

type Runs = Pick<Published, 'runs'>;

export class RunList {
  readonly #pages = new Map<string, Promise<List<IdentifiedRun>>>();

  /**
   * Until `hasSent`, a page that another task has read will do: what this one looks for is older than the fleet, and runs that the
   * fleet creates only push it down the list.
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
      // Passing trouble is not the answer for the tasks that come later.
      this.#pages.delete(name);
      throw error;
    }
  }
}
