/**
 * Checks for every service that is played by its face that each invariant fails if the code, its
 * output or the service is deliberately broken.
 */
import { afterEach, beforeAll, describe, it } from '@jest/globals';
import { LIMITS } from '../../src/http/limits.ts';
import { shortId } from '../../src/safe/text.ts';
import type { FaultSource } from '../../sandbox/scenario.ts';
import type { FakeChecks } from '../support/fake-github-checks.ts';
import type { Fault, GitHubModel } from '../support/fake-github.ts';
import type { MemoryHost } from '../support/memory-host.ts';
import {
  expectViolation,
  forgetful,
  input,
  losesMarker,
  logs,
  outputs,
  rows,
  seedsOf,
  takeLostForUnsent,
  unseeing,
} from './broken.ts';
import { warmUp, type SimulateOptions } from './engine/simulated.ts';
import { planOf as budgetOf, type Plan as BudgetPlan } from './hosted/budget/plan.ts';
import { simulateBudget } from './hosted/budget/simulate.ts';
import { planOf as checksOf, type Plan as ChecksPlan } from './hosted/checks/plan.ts';
import { simulateChecks } from './hosted/checks/simulate.ts';
import { planOf as fleetOf, type Plan as FleetPlan } from './hosted/fleet/plan.ts';
import { simulateFleet } from './hosted/fleet/simulate.ts';
import { planOf, type AttemptPlan, type JobPlan, type Plan } from './hosted/plan.ts';
import { simulateJobs, type TamperService } from './hosted/simulate.ts';
import { SUBJECTS } from './hosted/subjects.ts';
import { planOf as threadOf, type Plan as ThreadPlan } from './hosted/thread/plan.ts';
import { simulateThread } from './hosted/thread/simulate.ts';
import type { HostedWorld } from './hosted/world.ts';

beforeAll(warmUp);

let repair: () => void = () => undefined;
afterEach(() => repair());

const isCalm = ({ faults, features }: Plan): boolean =>
  faults.length === 0 && features.size < 5 && !features.has('tight');
const STOPPED_IT = ' This step has stopped it.';
const isCreate = ({ old }: JobPlan): boolean => old === null;
/** The answer of the first request is lost, and nothing else goes wrong. */
const isLostAlone = ({ troubles, killAfter, signalAfter }: AttemptPlan): boolean =>
  ['reset_after', 'cut_body', 'html', 'bad_json'].includes(troubles.sends[0] ?? '') &&
  troubles.windows.length === 0 &&
  killAfter === null &&
  signalAfter === null;
/** The answer of a job's create is lost, and nothing else goes wrong. */
const losesCreate = ({ jobs, faults, features }: Plan): boolean =>
  faults.length === 0 &&
  features.has('idempotency') &&
  jobs.some(
    ({ old, attempts: [first] }) => old === null && first !== undefined && isLostAlone(first),
  );
/** A process is killed that waits for the answer to what was carried out. */
const isKilledSending = ({
  troubles,
  killAfter,
}: Pick<AttemptPlan, 'killAfter' | 'troubles'>): boolean =>
  killAfter !== null && troubles.sends[0] === 'hang_after';
const losesAnswers = ({ jobs }: Plan): boolean =>
  jobs.some(({ attempts }) =>
    attempts.some(({ troubles }) => troubles.sends.includes('reset_after')),
  );

describe.each(SUBJECTS)('$service', (subject) => {
  const breaks = (
    like: RegExp,
    fits: (plan: Plan) => boolean,
    options: SimulateOptions & TamperService = {},
  ): Promise<void> => {
    const seeds = seedsOf((seed) => planOf(subject, seed), fits);
    return expectViolation((seed) => simulateJobs(subject, seed, options), { seeds, like });
  };

  it('never two runs: a client that takes a lost connection for a request that was not sent', async () => {
    repair = takeLostForUnsent();
    await breaks(
      /a create was sent again after reset_after|\d creates were carried out/,
      (plan) => losesAnswers(plan) && plan.jobs.every(isCreate),
    );
  });

  // A run of some services takes no message (contract 18.1): there is nothing to send twice.
  if (subject.kinds.followUp !== null) {
    it('never two follow-ups: the same client', async () => {
      repair = takeLostForUnsent();
      await breaks(
        /a followUp was sent again after reset_after|\d followUps were carried out/,
        (plan) => losesAnswers(plan) && plan.features.has('resumes'),
      );
    });
  }

  it('no run beside one that succeeded: later attempts that do not look for it', async () => {
    let count = 0;
    const tamper = (host: MemoryHost): void =>
      input('idempotency_key', `attempt-${(count += 1)}`)(host);
    const like = /a run was created although run .* had not ended badly/;
    const fits = (plan: Plan): boolean =>
      plan.faults.length === 0 &&
      plan.features.has('idempotency') &&
      plan.jobs.some(({ attempts, old }) => old === null && attempts.length > 1);
    await breaks(like, fits, { tamper });
  });

  it('a lost run is found: a service that does not show what was made', async () => {
    // Not 500, which the invariants take for a fault of ordinary operation.
    const hidden: FaultSource = { on: subject.kinds.search, do: { status: 400 } };
    const tamperService = ({ options }: HostedWorld): void =>
      void (options.faults as FaultSource[]).push(hidden);
    await breaks(/was not found/, losesCreate, { tamperService });
  });

  // Elsewhere nobody has written down how soon a list shows what was made.
  if (subject.foundWithin !== undefined) {
    it('it is found in a short time too: a list that shows nothing', async () => {
      const [lag = ''] = subject.foundWithin?.lags ?? [];
      const tamperService = ({ options }: HostedWorld): void =>
        void Object.assign(options, { faults: [{ do: { fault: lag, for: '100000s' } }] });
      const fits = (plan: Plan): boolean => plan.timeoutMs < 300_000 && losesCreate(plan);
      await breaks(/was not found/, fits, { tamperService });
    });
  }

  if (subject.dropsKey !== undefined) {
    const { fault } = subject.dropsKey;
    it('a key that is dropped is told: a step that gives no warning', async () => {
      const tamper = (host: MemoryHost): void =>
        void Object.assign(host, { warning: () => undefined });
      const fits = ({ faults, features }: Plan): boolean =>
        features.has('idempotency') && faults.length === 1 && faults[0]?.name === fault;
      await breaks(/0 warnings that the key is dropped/, fits, { tamper });
    });
  }

  // Not every change of state is seen, but the last one is.
  const lost = subject.logsStates === true ? -1 : -2;
  it.each([
    ['without a line', (lines: readonly string[]) => lines.toSpliced(lost, 1), /entries are lost/],
    [
      'with its last line twice',
      (lines: readonly string[]) => [...lines, ...lines.slice(-1)],
      /too many, or out of order/,
    ],
    ['backwards', (lines: readonly string[]) => lines.toReversed(), /too many, or out of order/],
  ] as const)('each entry once, in order: a log file %s', async (_, change, like) => {
    await breaks(like, isCalm, { tamper: logs(change) });
  });

  it.each([
    ['outcome', 'succeeded', 'failed', /outcome failed: the truth is succeeded/],
    ['outcome', 'succeeded', 'timed_out', /timed_out \d.* before the deadline/],
    ['outcome', 'succeeded', 'started', /started, but it waits/],
    ['status', '', 'WEIRD', /status WEIRD: the truth is/],
    ['total_logs', '', '1000', /total_logs is 1000 of/],
    ['requests', '', '0', /requests is 0/],
    ['agent_run_id', '', 'none', /there is no run none/],
    ['usage', '', '{}', /usage is \{\}, not/],
    ['status', '', 'tok-3f9a1c77d2e84b60', /the token is told/],
  ] as const)('the output %s: "%s" told as "%s"', async (...[output, was, told, like]) => {
    const tamper = outputs((name, value) =>
      name === output && value.startsWith(was) ? told : value,
    );
    await breaks(like, isCalm, { tamper });
  });

  it('a run of another job: a step that names it', async () => {
    let first = '';
    const tamper = outputs((name, value) => {
      if (name !== 'agent_run_id' || value === '') {
        return value;
      }
      first ||= value;
      return first;
    });
    const fits = (plan: Plan): boolean => isCalm(plan) && plan.jobs.length > 1;
    await breaks(/run .* is not its own/, fits, { tamper });
  });

  it('a run of another job in the words of a post step: one that names it', async () => {
    let world: HostedWorld | null = null;
    const tamperService = (given: HostedWorld): void => void (world = given);
    const tamper = (host: MemoryHost): void => {
      const { warning } = host;
      const first = (): string => shortId(world?.runs()[0]?.id ?? '');
      Object.assign(host, {
        warning: (text: string, ...more: never[]) =>
          warning.call(
            host,
            text.replace(/\b(run|task|session) [\w-]+/, `run ${first()}`),
            ...more,
          ),
      });
    };
    const fits = ({ jobs, features, faults }: Plan): boolean =>
      jobs.length > 1 && features.has('kills') && faults.length === 0;
    await breaks(/the post step names run .*, which is not its own/, fits, {
      tamper,
      tamperService,
    });
  });

  it('nothing of what is not there: a service without an endpoint that is used', async () => {
    const tamperService = (world: HostedWorld): void => {
      const route = world.route.bind(world);
      Object.assign(world, {
        route: (request: Parameters<typeof route>[0]) => {
          const found = route(request);
          return found?.kind === 'read' ? null : found;
        },
      });
    };
    await breaks(/the service has no GET/, isCalm, { tamperService });
  });

  it('no request over the limit: a client that believes in another', async () => {
    const limits = Object.values(LIMITS) as { requests: number }[];
    const kept = limits.map(({ requests }) => requests);
    limits.forEach((limit) => (limit.requests = 10_000));
    repair = () => limits.forEach((limit, index) => (limit.requests = kept[index] ?? 0));
    const tamper = input('poll_interval_seconds', '0.2');
    await breaks(/requests within a minute/, isCalm, { tamper });
  });

  // Some services cannot be asked to stop (contract 18.1), so that no such request can be seen.
  if (subject.kinds.stops.length > 0) {
    it('no stop that nobody asked for: a step that is told to ask for one', async () => {
      const fits = ({ features }: Plan): boolean =>
        features.has('signals') && !features.has('stop_on_cancel');
      const tamper = input('on_cancel', 'stop');
      await breaks(/requests to stop a run, which was not asked for/, fits, { tamper });
    });

    it('what became of a stop: a step that tells another thing', async () => {
      const fits = ({ features, faults }: Plan): boolean =>
        features.has('stop_on_cancel') && features.has('tight') && faults.length === 0;
      const tamper = outputs((name, value) =>
        name === 'error_message' && value !== '' ? 'The service refused to stop run 1.' : value,
      );
      await breaks(/a stop was accepted, but it says/, fits, { tamper });
    });
  }

  it('no doubt hidden after a kill: a step that does not save that a request is on its way', async () => {
    const fits = ({ jobs }: Plan): boolean =>
      jobs.some(({ attempts }) => attempts.some(isKilledSending));
    await breaks(/was carried out \(.*\), but it says/, fits, { tamper: forgetful });
  });
});

// Those of a fleet ask a service only how much it bears: those that have several creates on their
// way at once show that they can fail.
const WITH_FLEETS = SUBJECTS.filter(({ createsAtOnce }) => createsAtOnce !== 1);

describe.each(WITH_FLEETS)('a fleet at $service', (subject) => {
  const breaks = (
    like: RegExp,
    fits: (plan: FleetPlan) => boolean,
    options: SimulateOptions & TamperService = {},
  ): Promise<void> => {
    const seeds = seedsOf((seed) => fleetOf(subject, seed), fits);
    return expectViolation((seed) => simulateFleet(subject, seed, options), { seeds, like });
  };
  const isCalmFleet = ({ faults, features }: FleetPlan): boolean =>
    faults.length === 0 && features.size < 4 && !features.has('tight') && !features.has('no_wait');

  it('one run each: a client that takes a lost connection for a request that was not sent', async () => {
    repair = takeLostForUnsent();
    await breaks(
      /k\d+\.1: (a create was sent again after reset_after|\d creates were carried out)/,
      ({ attempts: [first], tasks }) =>
        first?.troubles.sends[0] === 'reset_after' && tasks.every(({ old }) => old === null),
    );
  });

  it('as many at once as it says: a fleet that is told another number', async () => {
    const fits = (plan: FleetPlan): boolean =>
      isCalmFleet(plan) && plan.maxParallel === 1 && plan.tasks.length > 4;
    await breaks(/unfinished runs, of 1 at most/, fits, { tamper: input('max_parallel', '20') });
  });

  it('nothing more after a failure: a fleet that is not told to stop', async () => {
    const fits = (plan: FleetPlan): boolean =>
      plan.features.has('fail_fast') &&
      plan.features.has('bad_ends') &&
      plan.features.size < 5 &&
      plan.tasks.length > 4;
    await breaks(/was started after a failure/, fits, { tamper: input('fail_fast', 'false') });
  });

  it('as many creates in a minute as the limit says: a fleet that believes in another', async () => {
    const limit = LIMITS.creation as { requests: number };
    const { requests } = limit;
    limit.requests = 60;
    repair = () => (limit.requests = requests);
    const fits = (plan: FleetPlan): boolean =>
      isCalmFleet(plan) && plan.maxParallel === null && plan.tasks.length > 14;
    await breaks(/creates within a minute/, fits);
  });

  it.each([
    ['counts', '{"succeeded":99}', /99 are counted as succeeded/],
    ['outcome', 'skipped', /the outcome is skipped, the worst row/],
    ['runs', '[]', /the output runs has 0 of/],
    ['requests', '0', /requests is 0 of/],
  ] as const)('the output %s: told as %s', async (...[output, told, like]) => {
    const tamper = outputs((name, value) => (name === output ? told : value));
    await breaks(like, isCalmFleet, { tamper });
  });

  it.each([
    ['outcome', /"outcome":"succeeded"/, '"outcome":"failed"', /the truth is succeeded/],
    ['run', /"agent_run_id":[^,]+/, '"agent_run_id":"none"', /there is no run none/],
  ] as const)('the %s of a row: another one', async (...[, was, told, like]) => {
    const tamper = rows((line) => line.replace(was, told));
    await breaks(like, isCalmFleet, { tamper });
  });

  it('each entry once: log files with their last line twice', async () => {
    const tamper = logs((lines) => [...lines, ...lines.slice(-1)]);
    await breaks(/too many, or out of order/, isCalmFleet, { tamper });
  });

  it('what is told after a kill: a post step that says nothing of a task', async () => {
    const tamper = (host: MemoryHost): void => {
      const { line } = host;
      Object.assign(host, {
        line: (text: string) => line(text.replace(/^\s*k\d+:/, 'a task:')),
      });
    };
    const fits = ({ features }: FleetPlan): boolean => features.has('kills');
    await breaks(/the post step has no word for k0/, fits, { tamper });
  });
});

// A run of some services takes no message, and no thread is resumed there (contract 18.1).
const WITH_THREADS = SUBJECTS.filter(({ kinds }) => kinds.followUp !== null);

describe.each(WITH_THREADS)('a thread at $service', (subject) => {
  const breaks = (
    like: RegExp,
    fits: (plan: ThreadPlan) => boolean,
    options: SimulateOptions & TamperService = {},
  ): Promise<void> => {
    const seeds = seedsOf((seed) => threadOf(subject, seed), fits);
    return expectViolation((seed) => simulateThread(subject, seed, options), { seeds, like });
  };
  const isCalmThread = ({ faults, features }: ThreadPlan): boolean =>
    faults.length === 0 && features.size < 4;

  it('each comment once: a thread that does not keep what it records', async () => {
    const fits = (plan: ThreadPlan): boolean => plan.features.has('reruns') && isCalmThread(plan);
    await breaks(/comment \d+ was delivered \d+ times/, fits, {
      tamperGitHub: losesMarker,
    });
  });

  it('no comment lost: a job that tells success without having sent anything', async () => {
    const tamper = outputs((name, value) => (name === 'outcome' ? 'succeeded' : value));
    const fits = ({ features }: ThreadPlan): boolean =>
      features.has('max_turns') && !features.has('no_context');
    await breaks(/was never delivered, but its job succeeded/, fits, { tamper });
  });

  it('what passes at GitHub is waited for: a GitHub that answers no read', async () => {
    const tamperGitHub = ({ faults }: GitHubModel): void =>
      void faults.push({ method: 'GET', times: Infinity, act: { status: 502, body: 'Unicorn!' } });
    await breaks(/gave up on a GitHub that was well/, isCalmThread, { tamperGitHub });
  });

  it('only of those who may ask: a GitHub that lets everybody', async () => {
    const tamperGitHub = ({ permissions }: GitHubModel): void =>
      void (permissions.get = () => ({ permission: 'write', role_name: 'write' }));
    const fits = (plan: ThreadPlan): boolean =>
      plan.faults.length === 0 && plan.features.has('outsiders');
    await breaks(/who may not ask, was delivered/, fits, { tamperGitHub });
  });

  it('never two follow-ups: a client that takes a lost connection for a request that was not sent', async () => {
    repair = takeLostForUnsent();
    const fits = ({ comments, faults }: ThreadPlan): boolean =>
      faults.length === 0 &&
      comments
        .slice(1)
        .some(({ job }) =>
          job?.attempts.some(({ troubles }) => troubles.sends.includes('reset_after')),
        );
    await breaks(/a followUp was sent again after reset_after|\d followUps were carried out/, fits);
  });

  it('a killed follow-up is told: a step that does not save that a request is on its way', async () => {
    const fits = ({ comments }: ThreadPlan): boolean =>
      comments.slice(1).some(({ job }) => job?.attempts.some(isKilledSending));
    await breaks(/was carried out \(.*\), but it says/, fits, { tamper: forgetful });
  });
});

describe.each(WITH_THREADS)('a job that waits for checks at $service', (subject) => {
  const breaks = (
    like: RegExp,
    fits: (plan: ChecksPlan) => boolean,
    options: SimulateOptions & TamperService = {},
  ): Promise<void> => {
    const seeds = seedsOf((seed) => checksOf(subject, seed), fits);
    return expectViolation((seed) => simulateChecks(subject, seed, options), { seeds, like });
  };
  const isCalmWait = ({ faults, features, maxFixes }: ChecksPlan): boolean =>
    faults.length === 0 && features.size < 4 && maxFixes > 0;
  const isRed = (plan: ChecksPlan): boolean => isCalmWait(plan) && plan.redRate > 0.3;
  const told = (was: string, as: string): ReturnType<typeof outputs> =>
    outputs((name, value) => (name === 'outcome' && value === was ? as : value));

  it.each([
    ['unverified', 'succeeded', /succeeded, but its head is red/],
    ['succeeded', 'timed_out', /timed_out, but its head was green long before/],
  ])('the end agrees with the checks: %s told as %s', async (was, as, like) => {
    await breaks(like, isRed, { tamper: told(was, as) });
  });

  it('the head that was read last: a GitHub that shows none but the first', async () => {
    const tamperGitHub = ({ faults, pulls }: GitHubModel): void => {
      const [shows] = faults;
      let first = '';
      const meanwhile: Fault['meanwhile'] = async (request) => {
        await shows?.meanwhile?.(request);
        const [pull] = pulls;
        first ||= pull?.headSha ?? '';
        if (pull !== undefined) {
          pulls[0] = { ...pull, headSha: first };
        }
      };
      faults.splice(0, 1, { times: Infinity, meanwhile });
    };
    const fits = (plan: ChecksPlan): boolean =>
      isCalmWait(plan) && plan.features.has('pushed_by_others');
    await breaks(/succeeded with an old head/, fits, { tamperGitHub });
  });

  it('never while a check runs: a GitHub that calls all of them done', async () => {
    const tamperGitHub = ({ faults, checks }: GitHubModel): void => {
      const [shows] = faults;
      const meanwhile: Fault['meanwhile'] = async (request) => {
        await shows?.meanwhile?.(request);
        for (const [sha, { suites = [], runs = [] }] of [...checks] as [string, FakeChecks][]) {
          checks.set(sha, {
            suites: suites.map((suite) => ({ ...suite, status: 'completed' })),
            runs: runs.map((run) => ({ ...run, conclusion: run.conclusion ?? 'failure' })),
          });
        }
      };
      faults.splice(0, 1, { times: Infinity, meanwhile });
    };
    await breaks(/a mend of \w+, which was running/, isCalmWait, { tamperGitHub });
  });

  it('as often as `max_fixes` says: a step that is told to do it more often', async () => {
    const fits = (plan: ChecksPlan): boolean => isRed(plan) && plan.maxFixes === 1;
    const tamper = input('max_fixes', '5');
    await breaks(/mends of run .*, of 1 at most/, fits, { tamper });
  });

  // A run of some services cannot be stopped (contract 18.1), and OpenHands is read before it is.
  if (subject.kinds.stops.length > 0 && subject.service !== 'openhands') {
    it('nothing that has ended is stopped: a step that does not save what it saw of a turn', async () => {
      const fits = ({ features }: ChecksPlan): boolean =>
        features.has('stop_on_cancel') && features.has('kills');
      await breaks(/a request to stop run .*, whose end was seen/, fits, { tamper: unseeing });
    });
  }

  it('once for each head: a client that takes a lost connection for a request that was not sent', async () => {
    repair = takeLostForUnsent();
    const fits = ({ attempts, maxFixes, redRate }: ChecksPlan): boolean =>
      maxFixes > 0 &&
      redRate > 0.3 &&
      attempts.some(({ troubles: { sends } }) => sends[0] === null && sends[1] === 'reset_after');
    // The head may have moved by the time that it asks again, which makes it a second first mend.
    await breaks(/a head was mended twice|have the numbers 1,1/, fits);
  });
});

// A budget cannot be kept everywhere (contract 20).
const WITH_BUDGETS = SUBJECTS.filter(({ budget }) => budget !== undefined);

describe.each(WITH_BUDGETS)('a job with a budget at $service', (subject) => {
  const breaks = (
    like: RegExp,
    fits: (plan: BudgetPlan) => boolean,
    tamper: NonNullable<SimulateOptions['tamper']>,
  ): Promise<void> => {
    const seeds = seedsOf((seed) => budgetOf(subject, seed), fits);
    return expectViolation((seed) => simulateBudget(subject, seed, { tamper }), { seeds, like });
  };
  const unit = subject.budget?.unit ?? '';
  const isCalmJob = ({ faults, features }: BudgetPlan): boolean =>
    faults.length === 0 && features.size < 4;

  it('nothing more than it allows: a step that is told a higher one', async () => {
    const like = /asked for more when|was not stopped|the limit that was sent is/;
    await breaks(like, isCalmJob, input('budget', `90 ${unit}`));
  });

  it('nothing less: a step that is told a lower one', async () => {
    const fits = (plan: BudgetPlan): boolean => isCalmJob(plan) && plan.amount > 1;
    const like = /a run was stopped that had used|is told as allowed|the limit that was sent is/;
    await breaks(like, fits, input('budget', `1 ${unit}`));
  });

  it.each([
    ['what was used: another number', /has used [\d.]+/, 'has used 0.01', /0.01 is told as used/],
    ['what was used: no number', /has used [\d.]+/, 'has used', /does not tell what was used/],
    ['that it was stopped: a step that says so always', /$/, STOPPED_IT, /it was not stopped: /],
  ] as const)('%s', async (...[, told, as, like]) => {
    const tamper = outputs((name, value) =>
      name === 'error_message' ? value.replace(told, as) : value,
    );
    await breaks(like, isCalmJob, tamper);
  });
});
