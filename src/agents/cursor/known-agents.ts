/** What is known of agents, kept for a step: a run itself has no address (sheet, section 5). */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { CursorClient } from './client.ts';
import type { CursorAgent } from './schema.ts';
import type { AgentFacts } from './shown.ts';
import { isArchived } from './words.ts';

const NO_FACTS: AgentFacts = { url: null, createsPullRequests: null, isArchived: false };
/** An agent that is refused is not asked for its address again and again. */
const TRIES = 2;
/** The same for one that cannot be read for now: about a minute of polls (contract 4.1). */
const PASSING_TRIES = 6;

interface Failures {
  readonly refused: number;
  readonly passing: number;
}

const NO_FAILURES: Failures = { refused: 0, passing: 0 };

export class KnownAgents {
  readonly #known = new Map<string, AgentFacts>();
  readonly #failures = new Map<string, Failures>();

  take({ id, url, autoCreatePR, status }: CursorAgent): void {
    const facts = { url, createsPullRequests: autoCreatePR, isArchived: isArchived(status) };
    this.#known.set(id.toLowerCase(), facts);
  }

  of(agentId: string): AgentFacts {
    return this.#known.get(agentId.toLowerCase()) ?? NO_FACTS;
  }

  /** Asks the service where nothing is known yet. What it does not tell stays unknown. */
  async about(
    { client, agentId }: { readonly client: CursorClient; readonly agentId: string },
    call: CallOptions,
  ): Promise<AgentFacts> {
    const name = agentId.toLowerCase();
    const { refused, passing } = this.#failures.get(name) ?? NO_FAILURES;
    const mayTry = refused < TRIES && passing < PASSING_TRIES;
    if (!this.#known.has(name) && mayTry) {
      const agent = await client.agent(agentId, call).catch(asServiceError);
      if (!(agent instanceof ServiceError)) {
        this.take(agent);
      } else if (agent.mayPass) {
        this.#failures.set(name, { refused, passing: passing + 1 });
      } else {
        this.#failures.set(name, { refused: refused + 1, passing });
      }
    }
    return this.of(agentId);
  }
}
