/** Each invariant turns red when the code under it, or what it reports, is broken on purpose: what cannot fail shows nothing. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LogCursor } from '../../src/run/log/cursor.ts';
import { Watched } from '../../src/run/log/watched.ts';
import { TRANSPORT_PROOF } from '../../src/service/retry-safety.ts';
import type { SimHost } from './engine/machine.ts';
import { warmUp, type SimulateOptions } from './engine/simulated.ts';
import { simulate, type ScenarioName } from './scenarios.ts';
import { planOf, type Plan } from './single/plan.ts';

beforeAll(warmUp);

let repair: () => void = () => undefined;
afterEach(() => repair());

/** The violations of the first seeds that fit, until one is like `expected`. */
async function violations(
  name: ScenarioName,
  { seeds, like, ...options }: { readonly seeds: Iterable<number>; readonly like: RegExp } & SimulateOptions,
): Promise<string[]> {
  const found: string[] = [];
  for (const seed of seeds) {
    found.push(...(await simulate({ name, seed }, options)).violations);
    if (found.some((violation) => like.test(violation))) break;
  }
  return found;
}

function* single(fits: (plan: Plan) => boolean, most = 4_000): Generator<number> {
  for (let seed = 1; seed <= most; seed += 1) if (fits(planOf(seed))) yield seed;
}

/** Outputs as the host gets them, changed on their way. */
function outputs(change: (name: string, value: string) => string): (host: SimHost) => void {
  return (host) => {
    const { output } = host;
    Object.assign(host, { output: (name: string, value: string) => output(name, change(name, value)) });
  };
}

describe('a single run', () => {
  it('no second run: a client that takes a lost connection for a request that was not sent', async () => {
    const proofs = TRANSPORT_PROOF as Record<string, string>;
    proofs['reset'] = 'unsent';
    repair = () => (proofs['reset'] = 'ambiguous');
    const seeds = single(({ sends }) => sends.includes('reset_after'));
    const like = /2 (create|resume)s were carried out/;
    expect(await violations('single', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it('no doubt hidden after a kill: a step that does not save that a request is on its way', async () => {
    const forgetful = (host: SimHost): void => {
      const { saveState } = host;
      Object.assign(host, {
        saveState: (name: string, value: string) => saveState(name, value === 'sending' ? 'idle' : value),
      });
    };
    const seeds = single(({ killAt }) => killAt !== null, 20_000);
    const like = /may have been carried out, but/;
    expect(await violations('single', { seeds, like, tamper: forgetful })).toContainEqual(expect.stringMatching(like));
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
    const like = /an entry (is lost|too many)/;
    const seeds = single(({ windows }) => windows.length > 0);
    expect(await violations('single', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it('one entry when it is filled in: a cursor that forgets earlier forms', async () => {
    const kept = Object.getOwnPropertyDescriptors(Watched.prototype);
    Object.assign(Watched.prototype, { earlierForm: () => null, compare: () => null });
    repair = () => Object.defineProperties(Watched.prototype, kept);
    const like = /an entry too many/;
    const seeds = single(({ features }) => features.has('filled_in'));
    expect(await violations('single', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it.each([
    ['outcome', 'succeeded', 'failed', /outcome failed: the truth is succeeded/],
    ['outcome', 'succeeded', 'timed_out', /outcome timed_out: at/],
    ['total_logs', '', '1000', /total_logs is 1000 of/],
    ['requests', '', '0', /requests is 0/],
    ['result', '', 'Something else.', /the result is "Something else\."/],
    ['agent_run_id', '7001', '9999', /the id of an accepted run is lost/],
  ] as const)('the output %s: "%s" told as "%s"', async (...[output, was, told, like]) => {
    const tamper = outputs((name, value) => (name === output && value.startsWith(was) ? told : value));
    const seeds = single(({ features, mode }) => features.size < 4 && mode === 'create');
    expect(await violations('single', { seeds, like, tamper })).toContainEqual(expect.stringMatching(like));
  });

  it('nothing secret: a step that prints its token', async () => {
    const tamper = outputs((name, value) => (name === 'status' ? 'tok-3f9a1c77d2e84b60' : value));
    const like = /the token is told/;
    expect(await violations('single', { seeds: [1, 2, 3], like, tamper })).toContainEqual(expect.stringMatching(like));
  });
});
