/** Which failures of GitHub are retried, and for how long (contract 6.1, 7.2). */
import { describe, expect, it } from '@jest/globals';
import { GitHubError } from '../../src/github/port.ts';
import { isPassing, waitOut } from '../../src/github/wait-out.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const failure = (status: number | null, retryAfterMs: number | null = null): GitHubError =>
  new GitHubError({ status, retryAfterMs, message: 'x' });
/** "You have exceeded a secondary rate limit", without `Retry-After`. */
const LIMIT = new GitHubError({ status: 403, retryAfterMs: null, message: 'x', kind: 'limit' });

interface Setting {
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
  readonly passes?: (error: GitHubError) => boolean;
  readonly met?: GitHubError;
}

async function ask(
  failures: readonly Error[],
  {
    budgetMs = 120_000,
    signal = new AbortController().signal,
    passes = isPassing,
    ...more
  }: Setting = {},
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
    { clock, signal, budgetMs, passes, ...more },
  ).catch((error: unknown) => error);
  return { answer, asked, waitedMs: clock.elapsed };
}

it.each([
  ['a secondary limit with its time', [failure(403, 5_000)], 5_000],
  ['a primary limit with its reset', [failure(403, 90_000)], 90_000],
  ['429', [failure(429, 1_000)], 1_000],
  ['429 without a time', [failure(429)], 60_000],
  ['a secondary limit without a time', [LIMIT], 60_000],
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
  expect(await ask([failure(403, 1), fault], { passes: (error) => error.isRateLimit })).toEqual({
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

  it.each([
    ['a minute after a limit', LIMIT],
    ['a minute that GitHub names', failure(403, 60_000)],
    ['longer', failure(429, 110_000)],
  ])('has its last try at its end, even sooner than %s', async (_, error) => {
    const short = failure(502);
    const failures = [short, error, error, error];
    const { answer, waitedMs } = await ask(failures);
    expect([answer, waitedMs]).toEqual([error, 120_000]);
  });

  it('begins with the pause of what was met before', async () => {
    expect(await ask([], { met: failure(403, 40_000) })).toEqual({
      answer: 'answer',
      asked: 1,
      waitedMs: 40_000,
    });
    const met = failure(403, 121_000);
    expect(await ask([], { met })).toEqual({ answer: met, asked: 0, waitedMs: 0 });
  });

  it('allows one try if it is used up', async () => {
    const error = failure(503);
    expect(await ask([error], { budgetMs: -1 })).toEqual({ answer: error, asked: 1, waitedMs: 0 });
    expect(await ask([], { budgetMs: -1 })).toMatchObject({ answer: 'answer' });
  });

  it('ends a try that takes too long', async () => {
    const clock = new VirtualClock();
    const patience = { clock, signal: new AbortController().signal, budgetMs: 10_000 };
    const answer = waitOut((ends) => clock.sleep(60_000, ends), patience);
    await expect(answer).rejects.toMatchObject({
      name: 'GitHubError',
      status: null,
      message: 'GitHub did not answer in time',
    });
    expect(clock.elapsed).toBe(13_000);
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
