/** The wait before a request is sent (contract 2.4, 3.1). */
import { expect, it } from '@jest/globals';
import { createClient } from '../../src/service/client.ts';
import { MemoryHttp, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function setUp(answer: Answering) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const client = createClient({
    http,
    clock,
    baseUrl: 'https://agents.example.com',
    orgId: 42,
    token: 'tok-secret',
    userAgent: 'agent-run-action/1.2.3',
  });
  return { clock, http, client, call: { signal: new AbortController().signal, deadline: clock.start + 600_000 } };
}

it('is nothing while the limits leave room', async () => {
  const { client, clock, http, call } = setUp(() => ({ body: { id: 7 } }));
  for (let count = 0; count < 10; count += 1) await client.create({ prompt: 'Fix it.' }, call);
  expect(clock.slept).toEqual([]);
  await client.create({ prompt: 'Fix it.' }, call);
  expect([clock.slept, http.requests.length]).toEqual([[60_000], 11]);
});

it('is not the rest of the deadline: any 2xx is an answer', async () => {
  for (const status of [200, 299]) {
    const { client, call } = setUp(() => ({ status, body: { id: 7 } }));
    expect(await client.run(7, call)).toMatchObject({ id: 7 });
  }
  const { client, call } = setUp(() => ({ status: 300, body: { id: 7 } }));
  await expect(client.run(7, call)).rejects.toMatchObject({ status: 300 });
});
