/** The agent that a create is answered with has the id that was sent (contract 2.3, 18.4). */
import { expect, it } from '@jest/globals';
import { agentIdOf } from '../../../src/agents/cursor/key.ts';
import type { RequestIdentity } from '../../../src/agents/port.ts';
import { MemoryHttp } from '../../support/memory-http.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { agentOver, IDENTITY, ORDER } from '../scene.ts';

const AGENT = agentIdOf(IDENTITY, 'https://github.com');

async function create(id: string, identity: RequestIdentity | null) {
  const clock = new VirtualClock();
  const body = { agent: { id, latestRunId: 'run-1' } };
  const http = new MemoryHttp(clock, () => ({ status: 201, body }));
  const agent = await agentOver('cursor', { http, clock });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  return agent.create(ORDER, identity, call);
}

it('is ours, in whatever case', async () => {
  const id = AGENT.toUpperCase();
  await expect(create(id, IDENTITY)).resolves.toMatchObject({ id: `${id}/run-1` });
});

it('with another id leaves open whether ours was made', async () => {
  await expect(create('bc-2', IDENTITY)).rejects.toMatchObject({
    message: 'HTTP 201, but it is about another agent (bc-2)',
    proof: 'ambiguous',
  });
});

it('has any id where none was sent', async () => {
  await expect(create('bc-2', null)).resolves.toMatchObject({ id: 'bc-2/run-1' });
});
