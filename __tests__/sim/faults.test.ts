/** Checks that each invariant fails if the code or its output is deliberately broken. */
import { afterEach, beforeAll, describe, it } from '@jest/globals';
import {
  expectViolation as violated,
  forgetful,
  logs,
  outputs,
  seedsOf,
  takeLostForUnsent,
} from './broken.ts';
import { warmUp, type SimulateOptions } from './engine/simulated.ts';
import { simulate, type ScenarioName } from './scenarios.ts';
import { planOf as singleOf } from './single/plan.ts';

beforeAll(warmUp);

let repair: () => void = () => undefined;
afterEach(() => repair());

/** Plays the seeds until an invariant is violated as expected. */
function expectViolation(
  name: ScenarioName,
  {
    seeds,
    like,
    ...options
  }: { readonly seeds: Iterable<number>; readonly like: RegExp } & SimulateOptions,
): Promise<void> {
  return violated((seed) => simulate({ name, seed }, options), { seeds, like });
}

describe('a single run', () => {
  it('no second run: a client that takes a lost connection for a request that was not sent', async () => {
    repair = takeLostForUnsent();
    const seeds = seedsOf(singleOf, ({ sends }) => sends.includes('reset_after'));
    const like = /2 (create|resume)s were carried out/;
    await expectViolation('single', { seeds, like });
  });

  it('no doubt hidden after a kill: a step that does not save that a request is on its way', async () => {
    const seeds = seedsOf(singleOf, ({ killAt }) => killAt !== null, 20_000);
    const like = /may have been carried out, but/;
    await expectViolation('single', { seeds, like, tamper: forgetful });
  });

  it.each([
    ['without its first line', (lines: readonly string[]) => lines.slice(1), /an entry is lost/],
    [
      'with its last line twice',
      (lines: readonly string[]) => [...lines, ...lines.slice(-1)],
      /an entry too many/,
    ],
    ['backwards', (lines: readonly string[]) => lines.toReversed(), /out of order/],
  ])('each entry once, in order: a log file %s', async (_, change, like) => {
    const seeds = seedsOf(
      singleOf,
      ({ entries, stamps }) => entries.length > 3 && stamps === 'distinct',
    );
    await expectViolation('single', { seeds, like, tamper: logs(change) });
  });

  it.each([
    ['outcome', 'succeeded', 'failed', /outcome failed: the truth is succeeded/],
    ['outcome', 'succeeded', 'timed_out', /outcome timed_out: at/],
    ['total_logs', '', '1000', /total_logs is 1000 of/],
    ['requests', '', '0', /requests is 0/],
    ['result', '', 'Something else.', /the result is "Something else\."/],
    ['agent_run_id', '1001', '9999', /the id of an accepted run is lost/],
  ] as const)('the output %s: "%s" told as "%s"', async (...[output, was, told, like]) => {
    const tamper = outputs((name, value) =>
      name === output && value.startsWith(was) ? told : value,
    );
    const seeds = seedsOf(singleOf, ({ features, mode }) => features.size < 4 && mode === 'create');
    await expectViolation('single', { seeds, like, tamper });
  });

  it('nothing secret: a step that prints its token', async () => {
    const tamper = outputs((name, value) => (name === 'status' ? 'tok-3f9a1c77d2e84b60' : value));
    const like = /the token is told/;
    await expectViolation('single', { seeds: [1, 2, 3], like, tamper });
  });
});
