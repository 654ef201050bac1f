/** Which failures of GitHub are retried, and for how long (contract 6.1, 7.2). */
import { describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/github/port.ts';
import { isPassing, isRateLimit, waitOut } from '../../src/github/wait-out.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const failure = (status: number | null, retryAfterMs: number | null = null): GitHubError =>
  new GitHubError({ status, retryAfterMs, message: 'x' });

async function ask(
  failures: readonly Error[],
  { budgetMs = 120_000, signal = new AbortController().signal, passes = isPassing } = {},
) {
  const clock = new VirtualClock();
  const left = [...failures];
  let asked = 0;
  const answer = await waitOut(
    () => {
      asked += 1;
      const error = left.shift();
      return error === undefined ? Promise.resolve('answer') : Promise.reject(error);
    },
    { clock, signal, budgetMs, passes },
  ).catch((error: unknown) => error);
  return { answer, asked, waitedMs: clock.elapsed };
}

it.each([
  ['a secondary limit with its time', [failure(403, 5_000)], 5_000],
  ['a primary limit with its reset', [failure(403, 90_000)], 90_000],
  ['429', [failure(429, 1_000)], 1_000],
  ['429 without a time', [failure(429)], 2_000],
  ['faults', [failure(500), failure(502), failure(503)], 14_000],
  ['no connection', [failure(null)], 2_000],
  ['a request that timed out', [failure(408)], 2_000],
])('%s is retried', async (_, failures, waitedMs) => {
  expect(await ask(failures)).toEqual({ answer: 'answer', asked: failures.length + 1, waitedMs });
});

it.each([
  ['a missing permission', failure(403)],
  ['a wrong token', failure(401)],
  ['nothing there', failure(404)],
  ['a bug', new TypeError('bug')],
])('%s is not retried', async (_, error) => {
  expect(await ask([error])).toEqual({ answer: error, asked: 1, waitedMs: 0 });
});

it('faults are not retried if only rate limits are', async () => {
  const fault = failure(502);
  expect(await ask([failure(403, 1), fault], { passes: isRateLimit })).toEqual({
    answer: fault,
    asked: 2,
    waitedMs: 1_000,
  });
});

describe('the time limit', () => {
  it('is not exceeded: a rate limit that ends later is not waited for', async () => {
    const error = failure(403, 121_000);
    expect(await ask([error])).toEqual({ answer: error, asked: 1, waitedMs: 0 });
  });

  it('ends the retries of a permanent fault', async () => {
    const last = failure(503);
    const { answer, asked, waitedMs } = await ask(Array.from({ length: 100 }, () => last));
    expect([answer, asked]).toEqual([last, 8]);
    expect(waitedMs).toBe(2_000 + 4_000 + 8_000 + 16_000 + 30_000 + 30_000 + 30_000);
  });

  it('is ended early by the signal', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    expect(await ask([failure(503)], { signal: stop.signal })).toMatchObject({
      answer: { message: 'stopped' },
    });
  });
});
