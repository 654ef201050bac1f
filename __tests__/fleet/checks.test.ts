/** Many runs whose checks are waited for (contract 19.5). */
import { expect, it } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/options.ts';
import type { ScenarioSource } from '../../sandbox/scenario.ts';
import { main } from '../../src/main.ts';
import { actionsSuite } from '../support/fake-github-checks.ts';
import { memoryGitHub, refusal, type MemoryScene } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;
const HEAD = 'a'.repeat(40);
const observation = 'https://github.com/octo/widgets/pull/9';
const SCENARIO = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        {
          at: '1s',
          github_pull_requests: [{ url: observation, number: 9 }],
          entry: { message_type: 'INITIAL_PR_GENERATION', observation },
        },
        { at: '60s', entry: { message_type: 'FINAL_ANSWER', observation: 'Opened #9.' } },
        { at: '60s', status: 'COMPLETE', result: 'Opened #9.' },
      ],
    },
  ],
};

it('each task waits for its own, at most one read a second, and holds no place meanwhile', async () => {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  const beganAt = clock.wall();
  github.pulls.push({ number: 9, openedAt: beganAt + 2 * MINUTE, headSha: HEAD });
  const isDone = (): boolean => clock.wall() - beganAt > 20 * MINUTE;
  github.checks.set(HEAD, () => actionsSuite({ build: isDone() ? 'success' : null }));
  const readAt: number[] = [];
  github.faults.push({
    path: /check-|\/pulls\/|statuses/,
    times: Infinity,
    processed: true,
    act: undefined,
    meanwhile: () => void readAt.push(clock.now()),
  });
  const tasks = ['a', 'b', 'c', 'd'].map((key) => ({ key, prompt: `Fix ${key}.` }));
  const scene = await sandboxScene({
    inputs: {
      tasks: JSON.stringify(tasks),
      max_parallel: '1',
      expect: 'checks',
      prompt: '',
      report: 'false',
    },
    sandbox: { scenario: SCENARIO, speed: 1 },
    github,
    clock,
  });
  await main(scene.ports);

  const { outputs, printed } = scene.host;
  expect(outputs).toMatchObject({ outcome: 'succeeded', counts: '{"succeeded":4}' });
  // All four were started, one after the other, long before the first one's checks were done.
  const creates = scene.http.requests.filter(
    ({ method, url }) => method === 'POST' && url.endsWith('/agent/run'),
  );
  expect(creates).toHaveLength(4);
  expect(clock.elapsed).toBeLessThan(25 * MINUTE);
  expect(rowsOf(scene).map(({ fixes, checks }) => [fixes, checks])).toEqual(
    Array(4).fill([0, [{ name: 'build', conclusion: 'success', url: expect.any(String) }]]),
  );
  expect(printed.join('\n')).toMatch(/a +Pull request #9, head aaaaaaa: checks 0 of 1, waiting/);
  // The look-ups that confirm a pull request are no part of the wait.
  const inTenMinutes = readAt.filter((at) => at - readAt[0]! > 6 * MINUTE).slice(0, 100);
  const pauses = inTenMinutes.slice(1).map((at, nth) => at - inTenMinutes[nth]!);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
});

const MENDED = {
  echo: true,
  statusLag: 0,
  queued: false,
  steps: [
    { at: 0, status: 'ACTIVE' },
    { at: '90s', status: 'COMPLETE' },
  ],
};

interface RedFleet {
  /** Of the first, second, … run; the last one of later ones too. */
  readonly scenarios: readonly ScenarioSource[];
  /** In minutes. */
  readonly timeout?: string;
  /** When its check fails, after the begin. Absent: it has failed at the first look. */
  readonly failsMs?: number;
  /** Besides those that all have. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly service?: SandboxOptions['service'];
  readonly prepare?: (scene: MemoryScene) => void;
}

/** A fleet with one place, whose pull request gets red. */
async function redFleet(
  keys: readonly string[],
  { scenarios, timeout = '60', failsMs = 0, inputs, service = 'agent-run', prepare }: RedFleet,
) {
  const clock = new VirtualClock();
  const hasFailed = (): boolean => clock.elapsed >= failsMs;
  const github = memoryGitHub();
  github.pulls.push({ number: 9, openedAt: clock.wall() + 2 * MINUTE, headSha: HEAD });
  github.checks.set(HEAD, () => actionsSuite({ build: hasFailed() ? 'failure' : null }));
  const tasks = keys.map((key) => ({ key, prompt: `Fix ${key}.` }));
  const scene = await sandboxScene({
    inputs: {
      tasks: JSON.stringify(tasks),
      max_parallel: '1',
      expect: 'checks',
      max_fixes: '1',
      prompt: '',
      report: 'false',
      timeout_minutes: timeout,
      ...inputs,
    },
    sandbox: { scenarios, service, speed: 1 },
    github,
    clock,
  });
  prepare?.(scene);
  await main(scene.ports);
  return scene;
}

/** What `runs_file` says of each run. */
function rowsOf({ files, host }: MemoryScene): readonly Record<string, unknown>[] {
  const lines = files.readText(String(host.outputs['runs_file'])).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Creates and mends, in the order in which they were sent. */
const sentOf = ({ http }: MemoryScene) =>
  http.requests
    .filter(({ method }) => method === 'POST')
    .map(({ at, url }) => ({ at, what: url.endsWith('/resume') ? 'mend' : 'create' }));

const outage = (path: RegExp) => ({ path, times: Infinity, act: refusal(502) });

it('a run that has ended holds no place while its checks cannot be read', async () => {
  const scene = await redFleet(['a', 'b'], {
    scenarios: [SCENARIO],
    timeout: '20',
    prepare: ({ github }) => github.faults.push(outage(/check-suites/)),
  });
  const [first, second] = sentOf(scene);
  expect(second!.at - first!.at).toBeLessThan(3 * MINUTE);
});

it('nor does one that has mended its work, until the new head is read', async () => {
  const { turns } = SCENARIO;
  const failing = [
    { at: 0, status: 'ACTIVE' },
    { at: '60s', status: 'FAILED' },
  ];
  const scene = await redFleet(['a', 'b', 'c'], {
    scenarios: [{ turns: [...turns, MENDED] }, { turns: [{ steps: failing }] }],
    timeout: '20',
    prepare: ({ github, http, clock }) => {
      const send = http.send.bind(http);
      http.send = (request, signal) => {
        if (request.url.endsWith('/resume')) {
          clock.after(MINUTE, () => github.faults.push(outage(/pulls|check-/)));
        }
        return send(request, signal);
      };
    },
  });
  const [, , mend, next] = sentOf(scene);
  expect([mend?.what, next?.what]).toEqual(['mend', 'create']);
  expect(next!.at - mend!.at).toBeLessThan(3 * MINUTE);
});

it('one after the other is asked to mend, where there is one place', async () => {
  const { turns } = SCENARIO;
  const scene = await redFleet(['a', 'b', 'c'], {
    scenarios: [{ turns: [...turns, MENDED] }],
    failsMs: 8 * MINUTE,
  });
  const mends = scene.http.requests.filter(({ url }) => url.endsWith('/agent/run/resume'));
  const pauses = mends.slice(1).map(({ at }, nth) => at - mends[nth]!.at);
  expect(mends).toHaveLength(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(90_000);
});

it('a run that is to mend its work goes before tasks that have not begun', async () => {
  const { turns } = SCENARIO;
  const scene = await redFleet(['a', 'b', 'c'], {
    scenarios: [{ turns: [...turns, MENDED] }],
  });
  expect(sentOf(scene).map(({ what }) => what)).toEqual([
    ...['create', 'create', 'mend', 'mend'],
    ...['create', 'mend'],
  ]);
});

/** Its pull request gets red, while the others work until their time is over. */
const withBusyOnes = (keys: readonly string[], more: Pick<RedFleet, 'inputs' | 'service'> = {}) => {
  const busy = { turns: [{ steps: [{ at: 0, status: 'ACTIVE' }] }] };
  return redFleet(keys, { scenarios: [SCENARIO, busy], timeout: '3', ...more });
};

it('a run waits for a place to mend its work no longer than its time', async () => {
  const [short, long] = rowsOf(await withBusyOnes(['short', 'long']));
  expect(short).toMatchObject({
    outcome: 'unverified',
    error_message: expect.stringMatching(
      /build failed\. No place to work on was free .*\(at most 1 run at once\), .*anything\. Raise `max_parallel` or `timeout_minutes`\./,
    ),
  });
  expect(short?.['duration_seconds']).toBeLessThanOrEqual(190);
  expect(long).toMatchObject({ outcome: 'timed_out' });
});

it('where no place to mend was free, the service’s own limit is named', async () => {
  const scene = await withBusyOnes(['short', 'b', 'c', 'd'], {
    service: 'openhands',
    inputs: { service: 'openhands', org_id: '', max_parallel: '' },
  });
  expect(rowsOf(scene)[0]).toMatchObject({
    outcome: 'unverified',
    error_message: expect.stringContaining('(at most 3 runs at once)'),
  });
});
