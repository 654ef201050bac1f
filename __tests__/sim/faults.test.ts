/** Checks that each invariant fails if the code or its output is deliberately broken. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ThreadMemory } from '../../src/thread-comment/memory.ts';
import { LIMITS } from '../../src/service/rate-limit.ts';
import { LogCursor } from '../../src/run/log/cursor.ts';
import { Watched } from '../../src/run/log/watched.ts';
import { TRANSPORT_PROOF } from '../../src/service/retry-safety.ts';
import type { SimHost } from './engine/machine.ts';
import { warmUp, type SimulateOptions } from './engine/simulated.ts';
import { planOf as fleetOf } from './fleet/plan.ts';
import { planOf as rerunsOf } from './reruns/plan.ts';
import { simulate, type ScenarioName } from './scenarios.ts';
import { planOf, type Plan } from './single/plan.ts';
import { planOf as threadOf } from './thread/plan.ts';
import { SimGitHub } from './world/github.ts';

beforeAll(warmUp);

let repair: () => void = () => undefined;
afterEach(() => repair());

/** Collects the violations of matching seeds until one matches `like`. */
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

/** Modifies outputs before they reach the host. */
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
    // Accepts any entry at the position of the last known one.
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

/** Seeds whose plan satisfies `fits`. */
function* seedsOf<T>(of: (seed: number) => T, fits: (plan: T) => boolean, most = 3_000): Generator<number> {
  for (let seed = 1; seed <= most; seed += 1) if (fits(of(seed))) yield seed;
}

/** Overrides an input of the plan. */
function input(name: string, value: string): (host: SimHost) => void {
  return (host) => {
    const own = host.input;
    Object.assign(host, { input: (asked: string) => (asked === name ? value : own(asked)) });
  };
}

function takeLostForUnsent(): void {
  const proofs = TRANSPORT_PROOF as Record<string, string>;
  proofs['reset'] = 'unsent';
  repair = () => (proofs['reset'] = 'ambiguous');
}

describe('steps that are run again', () => {
  it('one run per key: a client that takes a lost connection for a request that was not sent', async () => {
    takeLostForUnsent();
    const like = /more than one request was carried out/;
    const seeds = seedsOf(rerunsOf, ({ jobs }) =>
      jobs.some(({ attempts }) => attempts[0]?.troubles.sends.includes('reset_after') === true),
    );
    expect(await violations('reruns', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it('no run beside one that succeeded: later attempts that do not look for it', async () => {
    const like = /a run was created although run \d+ was/;
    // Gives each attempt its own key.
    let count = 0;
    const tamper = (host: SimHost): void => input('idempotency_key', `attempt-${(count += 1)}`)(host);
    const seeds = seedsOf(
      rerunsOf,
      ({ jobs, features }) => features.size < 3 && jobs.some(({ attempts }) => attempts.length > 1),
    );
    expect(await violations('reruns', { seeds, like, tamper })).toContainEqual(expect.stringMatching(like));
  });

  it('no run of another key: a step that names another run', async () => {
    const like = /run 7001 is not its own/;
    const tamper = outputs((name, value) => (name === 'agent_run_id' && value !== '' ? '7001' : value));
    const seeds = seedsOf(rerunsOf, ({ jobs }) => jobs.length > 2);
    expect(await violations('reruns', { seeds, like, tamper })).toContainEqual(expect.stringMatching(like));
  });
});

describe('jobs of a thread', () => {
  it('each comment once: a job that does not remember what was delivered', async () => {
    const kept = Object.getOwnPropertyDescriptors(ThreadMemory.prototype);
    Object.assign(ThreadMemory.prototype, { settle: () => undefined, accepted: () => undefined });
    repair = () => Object.defineProperties(ThreadMemory.prototype, kept);
    const like = /comment \d+ was delivered \d+ times/;
    const seeds = seedsOf(threadOf, ({ features }) => features.has('queue'));
    expect(await violations('thread', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it('no comment lost: a job that tells success without having sent anything', async () => {
    const like = /was never delivered, but its job succeeded/;
    const tamper = outputs((name, value) => (name === 'outcome' ? 'succeeded' : value));
    const seeds = seedsOf(threadOf, ({ features }) => features.has('max_turns') && !features.has('no_context'));
    expect(await violations('thread', { seeds, like, tamper })).toContainEqual(expect.stringMatching(like));
  });

  it('only of those who may ask: a GitHub that lets everybody', async () => {
    const kept = Object.getOwnPropertyDescriptors(SimGitHub.prototype);
    Object.assign(SimGitHub.prototype, {
      permissionOf: () => Promise.resolve({ permission: 'write', roleName: 'write' }),
    });
    repair = () => Object.defineProperties(SimGitHub.prototype, kept);
    const like = /who may not ask, was delivered/;
    const seeds = seedsOf(threadOf, ({ features }) => features.has('outsiders'));
    expect(await violations('thread', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });
});

describe('a fleet', () => {
  it('one run each: a client that takes a lost connection for a request that was not sent', async () => {
    takeLostForUnsent();
    const like = /k\d+: 2 runs/;
    const seeds = seedsOf(fleetOf, ({ troubles }) => troubles.sends.includes('reset_after'));
    expect(await violations('fleet', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it('max_parallel: a fleet that is told another one', async () => {
    const like = /unfinished runs, and max_parallel is/;
    const seeds = seedsOf(
      fleetOf,
      ({ maxParallel, tasks, features }) => maxParallel === 1 && tasks.length > 4 && features.size < 5,
    );
    const tamper = input('max_parallel', '20');
    expect(await violations('fleet', { seeds, like, tamper })).toContainEqual(expect.stringMatching(like));
  });

  it('no refusal: a fleet that believes in other limits', async () => {
    const limit = LIMITS.creation as { requests: number };
    const { requests } = limit;
    limit.requests = 60;
    repair = () => (limit.requests = requests);
    const like = /requests were over the limit of the service/;
    const seeds = seedsOf(fleetOf, ({ tasks, features }) => tasks.length > 12 && features.size < 5);
    expect(await violations('fleet', { seeds, like })).toContainEqual(expect.stringMatching(like));
  });

  it('counts that add up, and the worst outcome: outputs that are changed', async () => {
    const seeds = seedsOf(fleetOf, ({ features }) => features.size < 3);
    const wrong = outputs((name, value) => (name === 'counts' ? '{"succeeded":99}' : value));
    const like = /99 are counted as succeeded/;
    expect(await violations('fleet', { seeds, like, tamper: wrong })).toContainEqual(expect.stringMatching(like));
  });

  it('exact logs: a cursor that hands out each entry twice', async () => {
    const take = Object.getOwnPropertyDescriptor(LogCursor.prototype, 'take')?.value as LogCursor['take'];
    LogCursor.prototype.take = function (asked, page) {
      const taken = take.call(this, asked, page);
      return { ...taken, fresh: taken.fresh.flatMap((entry) => [entry, entry]) };
    };
    repair = () => (LogCursor.prototype.take = take);
    const like = /an entry too many/;
    expect(await violations('fleet', { seeds: [1, 2, 3], like })).toContainEqual(expect.stringMatching(like));
  });
});
