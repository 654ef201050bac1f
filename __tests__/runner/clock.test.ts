/**
 * The real clock, where a few milliseconds of real time pass, and the late signal, on a virtual
 * clock.
 */
import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { Cancelled, delayedStop, realClock } from '../../src/runner/clock.ts';
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
    await expect(realClock.sleep(1_000, AbortSignal.abort('text'))).rejects.toBe('text');
  });

  it('leaves no listener behind', async () => {
    const stop = new AbortController();
    await realClock.sleep(1, stop.signal);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    const sleeping = realClock.sleep(1_000, stop.signal);
    stop.abort(new Error('stop'));
    await expect(sleeping).rejects.toThrow('stop');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('counts the milliseconds of the monotonic clock', () => {
    const ms = (): number => performance.now();
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

it('does not ask more of a timer than the 32 bits it counts in', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const stop = new AbortController();
  let awake = false;
  const sleeping = realClock.sleep(60 * 86_400_000, stop.signal).then(
    () => (awake = true),
    () => undefined,
  );
  // Node warns of a time that is too long, and then waits for a millisecond.
  await realClock.sleep(20);
  expect([awake, warnings]).toEqual([false, []]);
  stop.abort(new Error('stop'));
  await sleeping;
  process.off('warning', note);
});

const reason = new Cancelled('SIGINT');

describe('the late signal', () => {
  it.each<
    [
      string,
      { readonly stop?: number; readonly done?: number; readonly graceMs?: number },
      number | null,
    ]
  >([
    ['aborts a moment after the first one, with its reason', { stop: 3_000 }, 4_000],
    ['aborts if the first one has aborted before', { stop: 0 }, 1_000],
    ['aborts after the given delay', { stop: 0, graceMs: 400 }, 400],
    ['never aborts by itself', {}, null],
    ['clears its timer once everything was done', { stop: 3_000, done: 3_100 }, null],
    ['does not begin when the first one aborts after that', { stop: 0, done: 0 }, null],
  ])('%s', async (_, { graceMs, ...times }, abortedAt) => {
    const clock = new VirtualClock();
    const signals = { stop: new AbortController(), done: new AbortController() };
    for (const name of ['stop', 'done'] as const) {
      if (times[name] === 0) {
        signals[name].abort(reason);
      } else if (times[name] !== undefined) {
        clock.after(times[name], () => signals[name].abort(reason));
      }
    }
    const { stop, done } = signals;
    const given = {
      stop: stop.signal,
      done: done.signal,
      ...(graceMs !== undefined && { graceMs }),
    };
    const slept = clock.sleep(60_000, delayedStop(clock, given));
    await (abortedAt === null
      ? expect(slept).resolves.toBeUndefined()
      : expect(slept).rejects.toBe(reason));
    expect(clock.elapsed).toBe(abortedAt ?? 60_000);
  });
});

it('names the signal', () => {
  expect(reason).toMatchObject({ name: 'Cancelled', message: 'The step was cancelled (SIGINT).' });
});
