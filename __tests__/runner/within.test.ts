import { describe, expect, it } from '@jest/globals';
import { within, withTimeLimit } from '../../src/runner/within.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const never = new AbortController().signal;

describe('a time limit', () => {
  it('aborts the work when the time is up', async () => {
    const clock = new VirtualClock();
    const work = within({ clock, ms: 3_000, signal: never }, (signal) =>
      clock.sleep(60_000, signal),
    );
    await expect(work).rejects.toThrow('there was no time left');
    expect(clock.elapsed).toBe(3_000);
  });

  it('aborts the work with the given signal, for its reason', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    clock.after(1_000, () => stop.abort(new Error('cancelled')));
    const work = within({ clock, ms: 3_000, signal: stop.signal }, (signal) =>
      clock.sleep(60_000, signal),
    );
    await expect(work).rejects.toThrow('cancelled');
    expect(clock.elapsed).toBe(1_000);
  });

  it.each([0, -5])('of %d ms is over at once', async (ms) => {
    const clock = new VirtualClock();
    await expect(
      within({ clock, ms, signal: never }, (signal) => clock.sleep(9, signal)),
    ).rejects.toThrow('no time');
  });

  it('gives the result, and leaves no timer behind', async () => {
    const clock = new VirtualClock();
    let limit: AbortSignal | null = null;
    const result = await within({ clock, ms: 3_000, signal: never }, (signal) => {
      limit = signal;
      return 'done';
    });
    await clock.sleep(10_000);
    expect([result, limit!.aborted]).toEqual(['done', false]);
  });
});

describe('a limit of processor time', () => {
  const endless = (): never => {
    for (;;) {}
  };

  it('starts work again that other processes held up, with more time', () => {
    const times = [0, 2, 2, 7];
    let attempts = 0;
    const work = (): string => {
      attempts += 1;
      return attempts < 3 ? endless() : 'done';
    };
    expect(withTimeLimit(10, work, { processor: () => times.shift() ?? 7 })).toEqual({
      value: 'done',
    });
  });

  it('ends work that had its time', () => {
    const times = [100, 103, 103, 113];
    expect(withTimeLimit(10, endless, { processor: () => times.shift()! })).toBeNull();
    expect(times).toEqual([]);
  });

  it('measures the thread', () => {
    expect(withTimeLimit(10, endless)).toBeNull();
  });
});
