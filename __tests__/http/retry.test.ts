/** Reads of the published API that are sent again (contract 4.1). */
import { expect, it } from '@jest/globals';
import { transportFailure } from '../../src/http/errors.ts';
import { TransportError } from '../../src/http/proof.ts';
import { isCutOff, lookTwice, persistently, type Wait } from '../../src/http/retry.ts';
import { httpError } from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

async function readAfter(status: number): Promise<string | number> {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 60_000 };
  let reads = 0;
  const read = async (): Promise<number> => {
    reads += 1;
    if (reads < 3) {
      throw httpError(status);
    }
    return Promise.resolve(reads);
  };
  return persistently(read, { clock, random: () => 0.5 }, call).catch(String);
}

it.each([408, 409, 425, 429, 500, 503])('sends a read again after %i', async (status) => {
  expect(await readAfter(status)).toBe(3);
});

it.each([400, 401, 403, 404, 405, 422])('takes %i as final', async (status) => {
  expect(await readAfter(status)).toContain(`HTTP ${status}`);
});

it.each([
  ['no such name', 'the name could not be resolved (ENOTFOUND)', 20_000],
  ['nobody answers', 'no connection', 120_000],
])('says every 15 seconds what is being waited for: %s', async (_, message, patienceMs) => {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 600_000 };
  const said: number[] = [];
  const read = (): Promise<never> =>
    Promise.reject(transportFailure(new TransportError('dns', message)));
  const onWait = (): void => void said.push(clock.now() - clock.start);
  await expect(persistently(read, { clock, random: () => 0.9, onWait }, call)).rejects.toThrow(
    message,
  );
  const over = clock.now() - clock.start;
  expect(over).toBeGreaterThan(patienceMs / 2);
  expect(over).toBeLessThanOrEqual(patienceMs);
  expect([...said, over].every((at, index) => at - (said[index - 1] ?? 0) <= 15_000)).toBe(true);
});

it.each([
  ['every connection', 0, 60_000],
  ['not every connection', 1, 120_000],
])('gives up a host that refuses %s', async (_, others, patienceMs) => {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 600_000 };
  let tries = 0;
  const read = (): Promise<never> => {
    tries += 1;
    const fault =
      tries <= others
        ? new TransportError('connect_timeout', 'no connection in time')
        : new TransportError('refused', 'no connection (ECONNREFUSED)');
    return Promise.reject(transportFailure(fault));
  };
  await expect(persistently(read, { clock, random: () => 0.9 }, call)).rejects.toThrow('REFUSED');
  expect(clock.now() - clock.start).toBeGreaterThan(patienceMs / 2);
  expect(clock.now() - clock.start).toBeLessThanOrEqual(patienceMs);
});

it('goes on until the deadline while the service answers, and ends with what it answered last', async () => {
  const clock = new VirtualClock();
  let reads = 0;
  const read = async (): Promise<never> => {
    await clock.sleep(100_000);
    throw httpError((reads += 1) < 3 ? 502 : 503);
  };
  const call = { signal: new AbortController().signal, deadline: clock.start + 250_000 };
  await expect(persistently(read, { clock, random: () => 0.5 }, call)).rejects.toThrow('HTTP 503');
  expect(reads).toBe(3);
});

it.each([
  ['the failure before it, of a read', true, 'HTTP 400'],
  ['itself, of what may have been carried out', false, 'cut off'],
])('a request that the deadline cuts off ends with %s', async (_, isRead, told) => {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 60_000 };
  const send = async (): Promise<never> => {
    if (clock.now() - clock.start < 50_000) {
      throw httpError(400);
    }
    await clock.sleep(call.deadline - clock.now());
    throw transportFailure(new TransportError('headers_timeout', 'cut off'));
  };
  await expect(
    persistently(send, { clock, random: () => 0.5, passes: () => true, isRead }, call),
  ).rejects.toThrow(told);
});

it('says what is waited for, and for how long already', async () => {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 600_000 };
  const retryAfter = { headers: { 'retry-after': '20' } };
  const failures = [
    ...[503, 429, 503].map((status) => httpError(status, retryAfter)),
    httpError(429),
  ];
  const said: Wait[] = [];
  const read = (): Promise<string> => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve('answer') : Promise.reject(failure);
  };
  const options = { clock, random: () => 0, onWait: (wait: Wait) => void said.push(wait) };
  expect(await persistently(read, options, call)).toBe('answer');
  expect(said.map(({ text, waitMs, sinceMs }) => ({ text, waitMs, sinceMs }))).toEqual([
    { text: 'No answer yet: HTTP 503; trying again in 20s.', waitMs: 20_000, sinceMs: 0 },
    { text: 'Rate limited; trying again in 20s.', waitMs: 20_000, sinceMs: 20_000 },
    { text: 'No answer yet: HTTP 503; trying again in 20s.', waitMs: 20_000, sinceMs: 40_000 },
    { text: 'Rate limited; trying again now.', waitMs: 0, sinceMs: 60_000 },
  ]);
});

it('a rate limit ends an outage: the patience with the next one begins anew', async () => {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 3_600_000 };
  const outage = (): Error => transportFailure(new TransportError('dns', 'no name server'));
  // 100 seconds without a connection, one refusal, and the same again: each less than two minutes.
  const read = (): Promise<string> => {
    const seconds = (clock.now() - clock.start) / 1_000;
    if (seconds < 100 || (seconds >= 115 && seconds < 200)) {
      return Promise.reject(outage());
    }
    return seconds < 115 ? Promise.reject(httpError(429)) : Promise.resolve('read');
  };
  expect(await persistently(read, { clock, random: () => 0.5 }, call)).toBe('read');
});

it('tells of a failure also where the step has to end meanwhile', async () => {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const reason = new Error('stop');
  const call = { signal: stop.signal, deadline: clock.start + 600_000 };
  const failed: unknown[] = [];
  const send = (): Promise<never> => {
    stop.abort(reason);
    return Promise.reject(httpError(429));
  };
  const options = {
    clock,
    random: () => 0.5,
    onFailure: (error: Error) => void failed.push(error),
  };
  await expect(persistently(send, options, call)).rejects.toBe(reason);
  expect(failed).toHaveLength(1);
});

it('a final failure stays the reason although being told of it ends the step', async () => {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const call = { signal: stop.signal, deadline: clock.start + 600_000 };
  const onFailure = (): void => stop.abort(new Error('stop'));
  const send = (): Promise<never> => Promise.reject(httpError(403));
  const sent = persistently(send, { clock, random: () => 0.5, onFailure }, call);
  await expect(sent).rejects.toThrow('HTTP 403');
});

it('a bug is no failure of the service, whatever passes', async () => {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 600_000 };
  const bug = new TypeError('x is not a function');
  const options = { clock, random: () => 0.5, passes: () => true };
  await expect(persistently(() => Promise.reject(bug), options, call)).rejects.toBe(bug);
  expect(clock.elapsed).toBe(0);
});

it.each([
  ['there', [7], 7, 1],
  ['there after a moment', [null, 7], 7, 2],
  ['missing twice', [null, null], null, 2],
])('what was there is looked for twice at most: %s', async (...[, answers, expected, looks]) => {
  const clock = new VirtualClock();
  const { signal } = new AbortController();
  let looked = 0;
  const look = () => Promise.resolve(answers[looked++] ?? null);
  expect(await lookTwice(look, { isAbsent: (found) => found === null, clock, signal })).toBe(
    expected,
  );
  expect(looked).toBe(looks);
});

it.each([
  ['no_time', 10_000, true],
  ['body_timeout', 0.4, true],
  ['body_timeout', 10_000, false],
  ['dns', 0.4, false],
] as const)(
  'a read that failed by %s, %d ms before the end, was cut off: %s',
  (kind, leftMs, cut) => {
    const now = 1_000_000;
    const failure = transportFailure(new TransportError(kind, 'it failed'));
    expect(isCutOff(failure, { deadline: now + leftMs, now })).toBe(cut);
  },
);
