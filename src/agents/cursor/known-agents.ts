/** What is known of agents, kept for a step: a run itself has no address (sheet, section 5). */
import type { CallOptions } from '../../http/limits.ts';
import type { CursorClient } from './client.ts';
import { asServiceError } from './refusals.ts';
import type { CursorAgent } from './schema.ts';
import type { AgentFacts } from './shown.ts';

const NO_FACTS: AgentFacts = { url: null, createsPullRequests: null };
/** An agent that cannot be read is not asked for its address again and again. */
const TRIES = 2;

export class KnownAgents {
  readonly #known = new Map<string, AgentFacts>();
  readonly #tries = new Map<string, number>();

  take({ id, url, autoCreatePR }: CursorAgent): void {
    this.#known.set(id.toLowerCase(), { url, createsPullRequests: autoCreatePR });
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
    const tries = this.#tries.get(name) ?? 0;
    if (!this.#known.has(name) && tries < TRIES) {
      this.#tries.set(name, tries + 1);
      const agent = await client.agent(agentId, call).catch(asServiceError);
      if (!(agent instanceof Error)) {
        this.take(agent);
      }
    }
    return this.of(agentId);
  }
}
