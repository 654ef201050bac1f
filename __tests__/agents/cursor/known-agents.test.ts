/** What is known of agents (sheet, section 5; contract 4.1). */
import { expect, it } from '@jest/globals';
import type { CursorClient } from '../../../src/agents/cursor/client.ts';
import { KnownAgents } from '../../../src/agents/cursor/known-agents.ts';
import { statusError } from '../../../src/http/errors.ts';

const AGENT = 'bc-1';
const call = { signal: new AbortController().signal, deadline: Infinity };
const page = { status: 404, headers: {}, body: '<h1>Please wait</h1>' };
const down = { status: 503, headers: {}, body: '' };
const missing = { status: 404, headers: {}, body: '{"error":{"code":"agent_not_found"}}' };

/** Asks so often. Returns how often the service was asked, and the address that is known then. */
async function ask(times: number, failure: typeof page, failures: number) {
  let asked = 0;
  const agent: CursorClient['agent'] = async (id) => {
    asked += 1;
    if (asked <= failures) {
      throw statusError(failure);
    }
    return Promise.resolve({ id, url: 'https://cursor.example/1', autoCreatePR: true } as never);
  };
  const facts = new KnownAgents();
  for (let nth = 0; nth < times; nth += 1) {
    await facts.about({ client: { agent } as CursorClient, agentId: AGENT }, call);
  }
  return { asked, url: facts.of(AGENT).url };
}

it.each([
  ['the page of a gateway', page],
  ['a fault that passes', down],
])('an agent behind %s is asked for again at later polls', async (_, failure) => {
  expect(await ask(4, failure, 3)).toEqual({ asked: 4, url: 'https://cursor.example/1' });
  expect(await ask(20, failure, Infinity)).toEqual({ asked: 6, url: null });
});

it('an agent that is refused is asked for twice', async () => {
  expect(await ask(20, missing, Infinity)).toEqual({ asked: 2, url: null });
});
