import { describe, expect, it } from '@jest/globals';
import { readEcho } from '../../../src/agents/cursor/echo.ts';
import type { CursorClient } from '../../../src/agents/cursor/client.ts';
import { TransportError } from '../../../src/http/proof.ts';
import { httpError } from '../../support/memory-client.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const REF = { agentId: 'bc-1', runId: 'run-1' };

/** A stream that opens at once and then says nothing. */
const SILENT: Pick<CursorClient, 'stream'> = {
  stream: (_, { signal }) =>
    Promise.resolve({
      status: 200,
      headers: {},
      pieces: (async function* () {
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
        yield '';
      })(),
    }),
};

describe('the first message of a run whose stream says nothing', () => {
  it.each([
    [Infinity, 5_000],
    [60_000, 5_000],
    [2_000, 2_000],
    [0, 0],
  ])('is waited for with %d ms left: %d ms', async (leftMs, waitedMs) => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    const call = { signal, deadline: clock.now() + leftMs };
    const nothing = { text: null, failure: null };
    expect(await readEcho({ client: SILENT, clock }, REF, call)).toEqual(nothing);
    expect(clock.elapsed).toBe(waitedMs);
  });
});

it.each([
  ['an error of the service', httpError(503), { status: 503 }],
  ['a connection that ends', new TransportError('reset', 'it was reset'), { kind: 'reset' }],
  ['a stream that has expired', httpError(410), null],
  ['a refusal', httpError(403), null],
])('whether the first message can be read later: %s', async (_, error, failure) => {
  const clock = new VirtualClock();
  const client = { stream: () => Promise.reject(error) };
  const call = { signal: new AbortController().signal, deadline: clock.now() + 60_000 };
  const echo = await readEcho({ client, clock }, REF, call);
  expect(echo).toMatchObject({ text: null, failure });
});
