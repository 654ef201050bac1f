/** A wait between two polls, and what ends it. */
import { describe, expect, it } from '@jest/globals';
import { sleepUnlessWoken } from '../../src/run/interruptible-sleep.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

describe('a wait', () => {
  const waiting = (sleepMs: number, arrivalMs: number | null, stop = new AbortController()) => {
    const clock = new VirtualClock();
    const sleep = (signal: AbortSignal): Promise<void> => clock.sleep(sleepMs, signal);
    const arrival =
      arrivalMs === null
        ? undefined
        : (signal: AbortSignal): Promise<void> => clock.sleep(arrivalMs, signal);
    return { clock, stop, waited: sleepUnlessWoken({ sleep, arrival }, stop.signal) };
  };

  it.each([
    ['ends on time where nothing comes by itself', 500, null, 500],
    ['ends on time where nothing came', 500, 800, 500],
    ['ends with what comes before', 500, 200, 200],
  ])('%s', async (...[, sleepMs, arrivalMs, lasted]) => {
    const { clock, waited } = waiting(sleepMs, arrivalMs);
    await waited;
    expect(clock.elapsed).toBe(lasted);
  });

  it.each([null, 800])('rejects with the reason of an abort', async (arrivalMs) => {
    const { clock, stop, waited } = waiting(500, arrivalMs);
    const reason = new Error('stop');
    clock.after(100, () => stop.abort(reason));
    await expect(waited).rejects.toBe(reason);
    expect(clock.elapsed).toBe(100);
  });
});
