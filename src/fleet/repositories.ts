/** Looks up the repositories named by the tasks: each only once, and in one reading of the list (contract 1.1, 13). */
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { repoIdFor, type RepoId } from '../organization/repo-input.ts';
import type { Failure } from '../run/error-message.ts';
import type { ServiceClient } from '../service/client.ts';
import type { List, Published, Repository } from '../service/published.ts';

/** The task was not started because something it needs does not exist. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface LookUp {
  readonly client: ServiceClient;
  readonly warn: (message: string) => void;
  /** On the clock's `now`. */
  readonly deadline: number;
}

export class Repositories {
  readonly #ports: Ports;
  readonly #known = new Map<string, Promise<RepoId>>();
  /** The pages of the list, by their `skip`. */
  readonly #pages = new Map<number, Promise<List<Repository>>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Null if the task names no repository. Rejects with `NotStarted` if it is not available. */
  async idFor(inputs: Inputs, { client, warn, deadline }: LookUp): Promise<number | null> {
    const { repo, agentRunId } = inputs;
    const ports = this.#ports;
    const published = async (): Promise<Published> => this.#readOnce(await client.published());
    const look = (): Promise<RepoId> =>
      repoIdFor(inputs, { ...ports, client: { published }, warn }, { signal: ports.stop, deadline });
    const found = await (repo === null || agentRunId !== null ? look() : this.#once(repo, look));
    if (!found.ok) throw new NotStarted(found.failure);
    return found.repoId;
  }

  /** Tasks share the pages of the list, since each page counts against the rate limit. */
  #readOnce(published: Published): Published {
    return {
      ...published,
      repositories: async (page, call) => {
        const known = this.#pages.get(page.skip) ?? published.repositories(page, call);
        this.#pages.set(page.skip, known);
        try {
          return await known;
        } catch (error) {
          this.#pages.delete(page.skip);
          throw error;
        }
      },
    };
  }

  async #once(repo: string, look: () => Promise<RepoId>): Promise<RepoId> {
    const known = this.#known.get(repo) ?? look();
    this.#known.set(repo, known);
    let keep = false;
    try {
      const found = await known;
      keep = found.ok || found.failure.code === 'not_found';
      return found;
    } finally {
      // A temporary failure must not affect later tasks.
      if (!keep) this.#known.delete(repo);
    }
  }
}
