/** Reading a page of the list of runs for a fleet (contract 13). */
import { describe, expect, it } from '@jest/globals';
import { listReader } from '../../src/fleet/scheduling/list-reader.ts';
import type { ListPage } from '../../src/fleet/scheduling/permits.ts';
import { TransportError } from '../../src/service/http/port.ts';
import { MemoryHttp, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

async function read(answer: Answering, { stop = new AbortController() } = {}) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const done: unknown[] = [];
  const client = { http, clock, baseUrl: 'https://agents.example.com', orgId: 1, token: 't', userAgent: 'u' };
  const reader = listReader({ ...client, stop: stop.signal }, (word) => (word === 'DONE' ? 'success' : 'unknown'));
  const page: ListPage = await reader(200, { done: (end) => done.push(end) });
  return { page, done, clock, http };
}

describe('a page of the list', () => {
  it('contains the runs and the meaning of their status', async () => {
    const items = [
      { id: 5, status: 'DONE' },
      { id: 4, status: 'ODD' },
    ];
    const { page, done, http } = await read(() => ({ body: { items, total: 300 } }));
    expect(page).toEqual([
      { id: 5, meaning: 'success' },
      { id: 4, meaning: 'unknown' },
    ]);
    const { searchParams } = new URL(http.requests[0]?.url ?? '');
    expect([searchParams.get('skip'), searchParams.get('limit')]).toEqual(['200', '100']);
    expect(done).toEqual([{ refused: null, unsent: false }]);
  });

  it.each([403, 404, 405, 501])('is absent if the service responds with %i', async (status) => {
    const { page, done } = await read(() => ({ status }));
    expect([page, done]).toEqual(['absent', [{ refused: null, unsent: false }]]);
  });

  it('is also absent if the service responds that the organization does not exist', async () => {
    const { page } = await read(() => ({ status: 404, body: { detail: 'Organization not found' } }));
    expect(page).toBe('absent');
  });

  it.each([500, 503, 401])('could not be read this time if the service responds with %i', async (status) => {
    const { page, done } = await read(() => ({ status }));
    expect([page, done]).toEqual([null, [{ refused: null, unsent: false }]]);
  });

  it('reports how long to wait if it is refused', async () => {
    const { page, done } = await read(() => ({ status: 429, headers: { 'retry-after': '30' } }));
    expect([page, done]).toEqual([null, [{ refused: { floorMs: 30_000 }, unsent: false }]]);
  });

  it('does not count as a request if it was not sent', async () => {
    const { page, done } = await read(() => new TransportError('refused', 'nobody there'));
    expect([page, done]).toEqual([null, [{ refused: null, unsent: true }]]);
  });

  it('is given up after 20 seconds', async () => {
    const { page, clock } = await read(() => 'hang');
    expect([page, clock.elapsed]).toEqual([null, 20_000]);
  });

  it('is aborted by the signal, and by an internal error', async () => {
    const stop = new AbortController();
    const answer: Answering = () => {
      stop.abort(new Error('stop'));
      return 'hang';
    };
    expect((await read(answer, { stop })).page).toBeNull();
    expect((await read(() => new RangeError('a bug'))).page).toBeNull();
  });
});
