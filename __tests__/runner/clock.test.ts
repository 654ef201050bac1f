/** The real clock; the only tests here in which real time passes, a few milliseconds of it. */
import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { realClock } from '../../src/runner/clock.ts';

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
