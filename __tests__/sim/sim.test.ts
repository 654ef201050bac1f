/**
 * Replays seeds that once violated an invariant of the simulation, and checks what it does to a
 * step. The check `simulation` of scripts/checks.sh plays ranges of seeds, and `faults.test.ts`
 * checks that each invariant detects broken code.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  LOG_FAULTS,
  PAGE_FAULTS,
  PERMANENT_FAULTS,
  READ_FAULTS,
  REFUSED_LOOKS,
  SEND_FAULTS,
} from './engine/faults.ts';
import { warmUp } from './engine/simulated.ts';
import { FEATURES as HOSTED_CHECKS } from './hosted/checks/plan.ts';
import { FEATURES as HOSTED_FLEET } from './hosted/fleet/plan.ts';
import { FEATURES as HOSTED } from './hosted/plan.ts';
import { SUBJECTS } from './hosted/subjects.ts';
import { FEATURES as THREAD } from './hosted/thread/comments.ts';
import { FEATURES as HOSTED_THREAD } from './hosted/thread/plan.ts';
import { DECLARED } from '../../sandbox/faces/declared.ts';
import { scenariosOf, simulate } from './scenarios.ts';
import { KEPT_SEEDS } from './seeds.ts';
import { SOURCES } from './sources.ts';
import { GITHUB_FAULTS } from './world/github.ts';

beforeAll(warmUp);

describe('the simulation', () => {
  it.each(KEPT_SEEDS)('still holds for the kept seed $service $name $seed', async (kept) => {
    const { violations } = await simulate(kept);
    expect(violations).toEqual([]);
  });

  it('does to a step only what a source shows, each thing in one row of the table', () => {
    const faults = [
      SEND_FAULTS,
      READ_FAULTS,
      REFUSED_LOOKS,
      LOG_FAULTS,
      PAGE_FAULTS,
      PERMANENT_FAULTS,
      GITHUB_FAULTS,
    ];
    const features = [THREAD, HOSTED, HOSTED_FLEET, HOSTED_THREAD, HOSTED_CHECKS];
    const simulated = new Set([...faults.flat(), ...features.flat()]);
    expect(SOURCES.flatMap(({ names }) => names).toSorted()).toEqual([...simulated].sort());
    for (const { source } of SOURCES) {
      expect(source).toMatch(/spec|contract|published API|ordinary operation|GitHub's|sheet/i);
    }
  });
});

describe.each(SUBJECTS)('the simulation of $service', ({ service, faults }) => {
  it.each(scenariosOf(service))('gives the same story for the same seed: %s', async (name) => {
    const tell = async (): Promise<string[]> => {
      const lines: string[] = [];
      await simulate({ service, name, seed: 77 }, { trace: (line) => lines.push(line) });
      return lines;
    };
    const first = await tell();
    expect(first.length).toBeGreaterThan(10);
    expect(await tell()).toEqual(first);
  });

  it('does to a step only what its face declares, as a sheet shows it', () => {
    const declared = Object.keys(DECLARED[service].faults);
    for (const { name: fault, source } of faults) {
      expect(declared).toContain(fault);
      expect(source).toMatch(/^(Sheet of|Contract) /);
    }
  });
});
