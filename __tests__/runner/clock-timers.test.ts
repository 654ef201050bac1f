/** What the real clock asks of timers, which count in 32 bits; no time passes here. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { realClock } from '../../src/runner/clock.ts';

const DAY_MS = 86_400_000;
const LONGEST_MS = 2 ** 31 - 1;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

it('never more than they can count', async () => {
  const asked = jest.spyOn(globalThis, 'setTimeout');
  let awake = false;
  const stop = new AbortController();
  const sleeping = realClock.sleep(60 * DAY_MS, stop.signal).then(
    () => (awake = true),
    () => undefined,
  );
  expect(asked.mock.calls.map(([, ms]) => ms)).toEqual([LONGEST_MS]);
  // The timer rings, the clock says that it is not time yet: another one.
  await jest.advanceTimersByTimeAsync(LONGEST_MS);
  expect(asked.mock.calls.map(([, ms]) => ms)).toEqual([LONGEST_MS, LONGEST_MS]);
  expect(awake).toBe(false);
  stop.abort(new Error('stop'));
  await sleeping;
  expect(jest.getTimerCount()).toBe(0);
});

it('no time for a sleep of no length, which lets the event loop run once', async () => {
  const asked = jest.spyOn(globalThis, 'setTimeout');
  const sleeping = Promise.all([realClock.sleep(0), realClock.sleep(-1)]);
  // Node warns of a negative time.
  expect(asked.mock.calls.map(([, ms]) => ms)).toEqual([0, 0]);
  await jest.advanceTimersByTimeAsync(0);
  await sleeping;
  expect(asked).toHaveBeenCalledTimes(2);
});

it('and keeps no listener when it is woken', async () => {
  const stop = new AbortController();
  const sleeping = realClock.sleep(1_000, stop.signal);
  stop.abort('text');
  await expect(sleeping).rejects.toMatchObject({ message: 'aborted', cause: 'text' });
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});
