/** The repositories that tasks name: each is looked up once, whatever the number of its tasks (contract 1.1, 13). */
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { repoIdFor, type RepoId } from '../organization/repo-input.ts';
import type { Failure } from '../run/error-message.ts';
import type { ServiceClient } from '../service/client.ts';

/** Something that the task needs is not there, so nothing was sent for it. */
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

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Null: the run works on no repository. Rejects with `NotStarted` where it cannot be had. */
  async idFor(inputs: Inputs, { client, warn, deadline }: LookUp): Promise<number | null> {
    const { repo, agentRunId } = inputs;
    const ports = this.#ports;
    const look = (): Promise<RepoId> => repoIdFor(inputs, { ...ports, client, warn }, { signal: ports.stop, deadline });
    const found = await (repo === null || agentRunId !== null ? look() : this.#once(repo, look));
    if (!found.ok) throw new NotStarted(found.failure);
    return found.repoId;
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
      // Passing trouble is not the answer for the tasks that come later.
      if (!keep) this.#known.delete(repo);
    }
  }
}
