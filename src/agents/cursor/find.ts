/**
 * Looks for the run of a create by reading the agent whose id is its key (contract 18.4; sheet,
 * section 8).
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import type { Found, Match, RequestIdentity, RunOrder, Search } from '../port.ts';
import type { CursorClient, RunRef } from './client.ts';
import { readEcho } from './echo.ts';
import { plainAddress } from './git.ts';
import { agentIdOf } from './key.ts';
import type { KnownAgents } from './known-agents.ts';
import { asServiceError, isMissing, noRun } from './refusals.ts';
import type { CursorAgent, Run } from './schema.ts';
import { shownOf, stateOf } from './shown.ts';

/** Generations are looked for so far behind the last one that was found. */
const GAP_MAX = 2;

/** The marker in the two lines around other people's text, which is random (contract 6.2). */
const FENCE = /^(----- (?:begin|end) of .{1,80}) \S+ -----$/gm;

/** Whether two prompts ask the same, whatever the markers of their fences. */
function asksTheSame(one: string, other: string): boolean {
  const plain = (text: string): string =>
    text.replace(/\r\n?/g, '\n').replace(FENCE, '$1 -----').trim();
  return plain(one) === plain(other);
}

export interface SearchPorts {
  readonly client: CursorClient;
  readonly clock: Clock;
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
    const agent = await this.#agentOf(search, call).catch((error: unknown) =>
      foreignTo(search, error),
    );
    if (agent === null) {
      return { kind: 'none' };
    }
    // The id may be held elsewhere; a lost create is not sent again then (sheet, section 8).
    if (agent instanceof ServiceError) {
      const why = `the agent with the id of this request may not be read (${agent.message})`;
      return { kind: 'open', why, mayClose: true };
    }
    return { kind: 'found', matches: [await this.#matchOf(agent, search, call)] };
  }

  #agentOf(search: Search, call: CallOptions): Promise<Owned | null> {
    const { identity, kind, began } = search;
    if (kind === 'lost') {
      return this.#read(identity, call);
    }
    // Other workflow runs have used a key of one's own, with generations of their own.
    return began === null ? this.#newestOf(identity, call) : this.#earlierThan(identity, call);
  }

  async #earlierThan(identity: RequestIdentity, call: CallOptions): Promise<Owned | null> {
    for (let generation = identity.generation - 1; generation >= 1; generation -= 1) {
      const agent = await this.#read({ ...identity, generation }, call);
      if (agent !== null) {
        return agent;
      }
    }
    return null;
  }

  async #newestOf(identity: RequestIdentity, call: CallOptions): Promise<Owned | null> {
    let newest: Owned | null = null;
    let last = identity.generation + GAP_MAX;
    for (let generation = 1; generation <= last; generation += 1) {
      const agent = await this.#read({ ...identity, generation }, call);
      if (agent !== null) {
        newest = agent;
        last = Math.max(last, generation + GAP_MAX);
      }
    }
    return newest;
  }

  /** Null: there is no such agent. */
  async #read(identity: RequestIdentity, call: CallOptions): Promise<Owned | null> {
    const { client, facts, serverUrl } = this.#ports;
    try {
      const agent = await client.agent(agentIdOf(identity, serverUrl), call);
      facts.take(agent);
      return { agent, identity };
    } catch (error) {
      if (isMissing(error) && !error.isGatewayPage) {
        return null;
      }
      throw error;
    }
  }

  async #matchOf(
    { agent, identity }: Owned,
    { kind, order }: Search,
    call: CallOptions,
  ): Promise<Match> {
    const { client, facts } = this.#ports;
    const run = await this.#firstRun(agent, call);
    const ref = { agentId: agent.id, runId: run.id };
    const asks = order === null ? 'unknown' : await this.#asks({ agent, ref }, order, call);
    const { key, generation } = identity;
    // Items of a list may lack the result (sheet, section 3.3).
    const whole = await client.run(ref, call).catch(asServiceError);
    const state = stateOf(whole instanceof Error ? run : whole);
    return {
      run: shownOf({ ...ref, state, facts: facts.of(agent.id), key: { key, generation } }),
      generation,
      // Nobody else can have made the id of a create that was just sent.
      asks: kind === 'lost' && asks === 'unknown' ? 'same' : asks,
    };
  }

  /** The run that the create made is the oldest one. A list that lags may not have it yet. */
  async #firstRun(agent: CursorAgent, call: CallOptions): Promise<Run> {
    const { client } = this.#ports;
    try {
      const runs = await client.runs(agent.id, call);
      const first = runs.at(-1);
      if (first !== undefined) {
        return first;
      }
      if (agent.latestRunId !== null) {
        return await client.run({ agentId: agent.id, runId: agent.latestRunId }, call);
      }
    } catch (error) {
      if (!isMissing(error)) {
        throw error;
      }
    }
    throw noRun(agent.id);
  }

  async #asks(
    { agent, ref }: { readonly agent: CursorAgent; readonly ref: RunRef },
    { prompt, repository }: RunOrder,
    call: CallOptions,
  ): Promise<'other' | 'same' | 'unknown'> {
    if (repository !== null && !worksOn(agent, repository)) {
      return 'other';
    }
    const first = await this.#firstMessage(ref, call);
    if (first === null) {
      return 'unknown';
    }
    return asksTheSame(first, prompt) ? 'same' : 'other';
  }

  /** As its stream gives it back; the conversation outlives that (sheet, section 3.4). */
  async #firstMessage(ref: RunRef, call: CallOptions): Promise<string | null> {
    const echo = await readEcho(this.#ports, ref, call);
    if (echo !== null) {
      return echo;
    }
    const messages = await this.#ports.client.userMessages(ref.agentId, call).catch(asServiceError);
    return messages instanceof Error ? null : (messages[0] ?? null);
  }
}

/** The refusal to read what a lost create may have made, as a value. Rethrows anything else. */
function foreignTo({ kind }: Search, error: unknown): ServiceError {
  if (kind === 'lost' && error instanceof ServiceError && error.status === 403) {
    return error;
  }
  throw error;
}

/** Whether an agent has this repository, `owner/name`, or tells none at all. */
function worksOn({ repos }: CursorAgent, repository: string): boolean {
  const names = repos.flatMap((repo) => {
    const parts = plainAddress(repo?.url ?? '').split(/[/:]/);
    return parts.length < 2 ? [] : [parts.slice(-2).join('/')];
  });
  return names.length === 0 || names.includes(repository.toLowerCase());
}

/** An agent of ours, and the identity from which its id was made. */
interface Owned {
  readonly agent: CursorAgent;
  readonly identity: RequestIdentity;
}
