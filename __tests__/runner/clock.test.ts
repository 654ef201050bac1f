/** The real clock, where a few milliseconds of real time pass, and the late signal, on a virtual clock. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Cancelled, lateSignal, realClock } from '../../src/runner/clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

describe('the real clock', () => {
  it('sleeps at least as long as requested', async () => {
    const from = realClock.now();
    await realClock.sleep(5);
    expect(realClock.now() - from).toBeGreaterThanOrEqual(5);
  });

  it.each([0, -5])('does not sleep for %i ms', async (ms) => {
    await expect(realClock.sleep(ms)).resolves.toBeUndefined();
    await expect(realClock.sleep(ms, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });

  it('rejects with the signal’s reason before and during a sleep of any length', async () => {
    const stop = new AbortController();
    const reason = new Error('stop');
    const sleeping = realClock.sleep(30 * 86_400_000, stop.signal);
    stop.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(realClock.sleep(1_000, stop.signal)).rejects.toBe(reason);
    await expect(realClock.sleep(1_000, AbortSignal.abort('text'))).rejects.toMatchObject({ cause: 'text' });
  });

  it('leaves no listener behind', async () => {
    const stop = new AbortController();
    await realClock.sleep(1, stop.signal);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('counts the milliseconds of the monotonic clock', () => {
    const ms = (): number => Number(process.hrtime.bigint()) / 1e6;
    for (let times = 0; times < 100; times += 1) {
      const [before, now, after] = [ms(), realClock.now(), ms()];
      expect(now).toBeGreaterThanOrEqual(before - 1e-3);
      expect(now).toBeLessThanOrEqual(after + 1e-3);
    }
  });

  it('returns the wall time', () => {
    expect(Math.abs(realClock.wall() - Date.now())).toBeLessThan(1_000);
  });
});

/** No time passes here: what is asked of timers, which count in 32 bits. */
describe('the timers of the real clock', () => {
  const DAY_MS = 86_400_000;
  const LONGEST_MS = 2 ** 31 - 1;

  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('asks for no more than timers can count', async () => {
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

  it('asks for no time for a sleep of no length, which lets the event loop run once', async () => {
    const asked = jest.spyOn(globalThis, 'setTimeout');
    const sleeping = Promise.all([realClock.sleep(0), realClock.sleep(-1)]);
    // Node warns of a negative time.
    expect(asked.mock.calls.map(([, ms]) => ms)).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(0);
    await sleeping;
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('keeps no listener when it is woken', async () => {
    const stop = new AbortController();
    const sleeping = realClock.sleep(1_000, stop.signal);
    stop.abort('text');
    await expect(sleeping).rejects.toMatchObject({ message: 'aborted', cause: 'text' });
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });
});

const reason = new Cancelled('SIGINT');
const never = new AbortController().signal;

describe('the late signal', () => {
  it('aborts a moment after the first one, with its reason', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const late = lateSignal(clock, { stop: stop.signal, done: never });
    clock.after(3_000, () => stop.abort(reason));
    await expect(clock.sleep(60_000, late)).rejects.toBe(reason);
    expect(clock.elapsed).toBe(4_000);
  });

  it('aborts if the first one has aborted before', async () => {
    const clock = new VirtualClock();
    await expect(clock.sleep(60_000, lateSignal(clock, { stop: AbortSignal.abort(reason), done: never }))).rejects.toBe(
      reason,
    );
    expect(clock.elapsed).toBe(1_000);
  });

  it('aborts after the given delay', async () => {
    const clock = new VirtualClock();
    const late = lateSignal(clock, { stop: AbortSignal.abort(reason), done: never, lateMs: 400 });
    await expect(clock.sleep(60_000, late)).rejects.toBe(reason);
    expect(clock.elapsed).toBe(400);
  });

  it('never aborts by itself', async () => {
    const clock = new VirtualClock();
    const late = lateSignal(clock, { stop: never, done: never });
    await clock.sleep(60_000);
    expect(late.aborted).toBe(false);
  });

  it('clears its timer once everything was done', async () => {
    const clock = new VirtualClock();
    const [stop, done] = [new AbortController(), new AbortController()];
    const late = lateSignal(clock, { stop: stop.signal, done: done.signal });
    clock.after(3_000, () => stop.abort(reason));
    clock.after(3_100, () => done.abort());
    await clock.sleep(60_000);
    expect(late.aborted).toBe(false);
  });

  it('does not begin when the first one aborts after that', async () => {
    const clock = new VirtualClock();
    const late = lateSignal(clock, { stop: AbortSignal.abort(reason), done: AbortSignal.abort() });
    await clock.sleep(60_000);
    expect(late.aborted).toBe(false);
  });
});

it('names the signal', () => {
  expect(reason).toMatchObject({ name: 'Cancelled', message: 'The step was cancelled (SIGINT).' });
});
