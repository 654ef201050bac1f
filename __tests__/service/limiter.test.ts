/** The minimum wait of a 429 applies to every request of a client, whichever part of the step makes it (contract 3.2). */
import { expect, it } from '@jest/globals';
import { ClientLimiter } from '../../src/service/limiter.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const call = { signal: new AbortController().signal, deadline: Infinity };

it.each([
  [429, { 'retry-after': '30' }, 30_000],
  [429, {}, 0],
  [503, { 'x-ratelimit-reset': '30' }, 0],
] as const)('%i with %j holds the next request up for %i ms', async (...[status, headers, expected]) => {
  const clock = new VirtualClock();
  const limiter = new ClientLimiter(clock);
  (await limiter.acquire('standard', call)).done({ status, headers, unsent: false });
  await limiter.acquire('creation', call);
  expect(clock.elapsed).toBe(expected);
});

it('holds up no longer than the time that a request has', async () => {
  const clock = new VirtualClock();
  const limiter = new ClientLimiter(clock);
  const refused = { status: 429, headers: { 'retry-after': '3000' }, unsent: false };
  (await limiter.acquire('standard', call)).done(refused);
  await limiter.acquire('standard', { ...call, deadline: clock.now() + 5_000 });
  expect(clock.elapsed).toBe(5_000);
});

it.each([
  [true, 0],
  [false, 60_000],
])('counts a request without response unless it certainly never arrived: %j', async (unsent, expected) => {
  const clock = new VirtualClock();
  const limiter = new ClientLimiter(clock);
  for (let sent = 0; sent < 60; sent += 1)
    (await limiter.acquire('standard', call)).done({ status: null, headers: {}, unsent });
  await limiter.acquire('standard', call);
  expect(clock.elapsed).toBe(expected);
});
