/**
 * The simulation as a test: a stretch of seeds holds every invariant, and each invariant that matters most turns red when
 * the code under it is broken on purpose.
 */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LogCursor } from '../../src/run/log/cursor.ts';
import { TRANSPORT_PROOF } from '../../src/service/retry-safety.ts';
import type { SimHost } from './machine.ts';
import { planOf } from './plan.ts';
import { simulate, warmUp, type Simulated } from './simulate.ts';

beforeAll(warmUp);

async function simulateAll(from: number, count: number): Promise<Simulated[]> {
  const ends: Simulated[] = [];
  for (let seed = from; seed < from + count; seed += 1) ends.push(await simulate(seed));
  return ends;
}

const violated = (ends: readonly Simulated[]): string[] =>
  ends.flatMap(({ seed, violations }) => violations.map((violation) => `${seed}: ${violation}`));

describe('the simulation', () => {
  it('holds every invariant for 200 seeds, which meet most ways a step can end', async () => {
    const ends = await simulateAll(1, 200);
    expect(violated(ends)).toEqual([]);
    const outcomes = new Set(ends.map(({ outcome }) => outcome));
    for (const outcome of ['succeeded', 'failed', 'cancelled', 'needs_input', 'timed_out', 'error'])
      expect(outcomes).toContain(outcome);
    expect(new Set(ends.map(({ code }) => code)).size).toBeGreaterThan(4);
  });

  it('gives the same story for the same seed', async () => {
    const tell = async (): Promise<string[]> => {
      const lines: string[] = [];
      await simulate(77, { trace: (line) => lines.push(line) });
      return lines;
    };
    const first = await tell();
    expect(first.length).toBeGreaterThan(10);
    expect(await tell()).toEqual(first);
  });
});

describe('an invariant turns red when the code under it is broken', () => {
  let repair: () => void = () => undefined;
  afterEach(() => repair());

  it('no second run: a client that takes a lost connection for a request that was not sent', async () => {
    const proofs = TRANSPORT_PROOF as Record<string, string>;
    proofs['reset'] = 'unsent';
    repair = () => (proofs['reset'] = 'ambiguous');
    const found = violated(await simulateAll(1, 400));
    expect(found).toContainEqual(expect.stringMatching(/a (create|resume) was sent again after reset_/));
    expect(found).toContainEqual(expect.stringMatching(/2 (create|resume)s were carried out/));
  });

  it('no doubt hidden after a kill: a step that does not save that a request is on its way', async () => {
    const forgetful = (host: SimHost): void => {
      const { saveState } = host;
      Object.assign(host, {
        saveState: (name: string, value: string) => saveState(name, value === 'sending' ? 'idle' : value),
      });
    };
    const ends = [];
    const killed = Array.from({ length: 4_000 }, (_, seed) => seed).filter((seed) => planOf(seed).killAt !== null);
    for (const seed of killed) ends.push(await simulate(seed, { tamper: forgetful }));
    expect(violated(ends)).toContainEqual(expect.stringMatching(/may have been carried out, but/));
  });

  it('each entry once: a cursor that drops the check of the overlap', async () => {
    const take = Object.getOwnPropertyDescriptor(LogCursor.prototype, 'take')?.value as LogCursor['take'];
    const newest = new WeakMap<LogCursor, unknown>();
    // Whatever stands where the last known entry stood is taken for it.
    LogCursor.prototype.take = function (asked, page) {
      const logs = asked.skip > 0 && newest.has(this) ? [newest.get(this), ...page.logs.slice(1)] : page.logs;
      if (page.logs.length > 0) newest.set(this, page.logs.at(-1));
      return take.call(this, asked, { ...page, logs });
    };
    repair = () => (LogCursor.prototype.take = take);
    expect(violated(await simulateAll(1, 400))).toContainEqual(expect.stringMatching(/an entry (is lost|too many)/));
  });
});
