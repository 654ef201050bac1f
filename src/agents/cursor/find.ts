/**
 * Looks for the run of a create by reading the agent whose id is its key (contract 18.4; sheet,
 * section 8).
 */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { absentAsNull } from '../kit/failures.ts';
import { foundById, searchById } from '../kit/search-by-id.ts';
import type { Found, RequestIdentity, Search } from '../port.ts';
import type { CursorClient } from './client.ts';
import { agentIdOf } from './key.ts';
import type { KnownAgents } from './known-agents.ts';
import { noRun } from './refusals.ts';
import type { CursorAgent, Run } from './schema.ts';
import { shownOf, stateOf } from './shown.ts';

interface SearchPorts {
  readonly client: CursorClient;
  readonly facts: KnownAgents;
  readonly serverUrl: string;
}

export class AgentSearch {
  readonly #ports: SearchPorts;

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  /** One look (contract 18.4). */
  async find(search: Search, call: CallOptions): Promise<Found> {
    try {
      const found = await searchById((identity) => this.#agentOf(identity, call), search);
      return found.kind === 'found' ? await this.#shown(found, call) : found;
    } catch (error) {
      // The id may be held elsewhere; a lost create is not sent again then (sheet, section 8).
      if (search.kind === 'lost' && error instanceof ServiceError && error.status === 403) {
        const why = `the agent with the id of this request may not be read (${error.message})`;
        return { kind: 'open', why, mayClose: true };
      }
      throw error;
    }
  }

  /** Null: there is no such agent. */
  #agentOf(identity: RequestIdentity, call: CallOptions): Promise<CursorAgent | null> {
    const { client, serverUrl } = this.#ports;
    return client.agent(agentIdOf(identity, serverUrl), call).catch(absentAsNull);
  }

  /** The run that the create of the agent made. */
  async #shown(
    { item: agent, identity }: { readonly item: CursorAgent; readonly identity: RequestIdentity },
    call: CallOptions,
  ): Promise<Found> {
    const { client, facts } = this.#ports;
    facts.take(agent);
    const run = await this.#firstRun(agent.id, call);
    const ref = { agentId: agent.id, runId: run.id };
    // Items of a list may lack the result (sheet, section 3.3).
    const whole = await client.run(ref, call).catch(asServiceError);
    const state = stateOf(whole instanceof Error ? run : whole);
    return foundById(
      shownOf({ ...ref, state, facts: facts.of(agent.id), key: identity }),
      identity,
    );
  }

  /**
   * The run that the create made is the oldest one. A list that lags may not have it yet, and is
   * read again: what the agent names is its newest run.
   */
  async #firstRun(agentId: string, call: CallOptions): Promise<Run> {
    const runs = await this.#ports.client.runs(agentId, call).catch(absentAsNull);
    const first = runs?.at(-1);
    if (first === undefined) {
      throw noRun(agentId);
    }
    return first;
  }
}
