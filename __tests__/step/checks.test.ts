/** A whole step with `expect: checks` (contract 19), in virtual time. */
import { describe, expect, it } from '@jest/globals';
import { TransportError } from '../../src/http/proof.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { actionsSuite, type FakeChecks } from '../support/fake-github-checks.ts';
import type { GitHubModel } from '../support/fake-github.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { memoryGitHub, refusal, type MemoryScene } from '../support/memory-scene.ts';
import { sandboxScene, type SandboxSceneOptions } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const FIRST = 'a'.repeat(40);
const SECOND = 'b'.repeat(40);
const MINUTE = 60_000;
const observation = 'https://github.com/octo/widgets/pull/9';

/** Opens a pull request, and mends it when it is asked to. */
const MENDING = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '1s', entry: { message_type: 'INITIAL_PR_GENERATION', observation } },
        { at: '2s', entry: { message_type: 'FINAL_ANSWER', observation: 'I opened #9.' } },
        { at: '2s', status: 'COMPLETE', result: 'I opened #9.' },
      ],
    },
    ...Array.from({ length: 3 }, (_, nth) => ({
      steps: [
        { at: 0, status: 'ACTIVE' },
        { at: '20s', entry: { message_type: 'PLAN_EVALUATION', thought: 'I see.' } },
        { at: '30s', entry: { message_type: 'FINAL_ANSWER', observation: `Mended ${nth + 1}.` } },
        { at: '30s', status: 'COMPLETE', result: `Mended ${nth + 1}.` },
      ],
    })),
  ],
};

interface Act {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly scenario?: NonNullable<SandboxSceneOptions['sandbox']>['scenario'];
  /** What is checked of a head, by the time since the step began. */
  readonly checks: Readonly<Record<string, FakeChecks | ((ms: number) => FakeChecks)>>;
  /** The heads of the pull request from these times on. */
  readonly heads?: readonly (readonly [fromMs: number, sha: string])[];
  readonly prepare?: (github: GitHubModel, scene: MemoryScene) => void;
}

async function act({
  inputs = {},
  scenario = MENDING,
  checks,
  heads = [[0, FIRST]],
  prepare,
}: Act) {
  const clock = new VirtualClock();
  const github = memoryGitHub();
  const beganAt = clock.wall();
  const since = (): number => clock.wall() - beganAt;
  for (const [sha, of] of Object.entries(checks)) {
    github.checks.set(sha, () => (typeof of === 'function' ? of(since()) : of));
  }
  const scene = await sandboxScene({
    inputs: { expect: 'checks', github_token: 'ghs', prompt: 'Fix the tax.', ...inputs },
    sandbox: { scenario: scenario ?? 'auto', speed: 1 },
    github,
    clock,
  });
  const pull = { number: 9, openedAt: beganAt, committedAt: beganAt };
  Object.defineProperty(github.pulls, '0', {
    enumerable: true,
    configurable: true,
    get: () => ({
      ...pull,
      headSha: heads.findLast(([from]) => since() >= from)?.[1] ?? FIRST,
    }),
  });
  prepare?.(github, scene);
  await main(scene.ports);
  const { outputs } = scene.host;
  const asked = resumesOf(scene);
  const reads = github.log().filter((line) => line.includes('check-runs'));
  return { scene, outputs, asked, github, reads, elapsed: since(), log: scene.host.lines };
}

/** What the run was asked by follow-ups. */
function resumesOf({ http }: MemoryScene): readonly string[] {
  const resumed = http.requests.filter(({ url }) => url.endsWith('/resume'));
  return resumed.map(({ body }) => (JSON.parse(body ?? '') as { prompt: string }).prompt);
}

/** Another step on the same timeline, with the same inputs but for these. */
async function laterStep(
  { ports, host }: MemoryScene,
  { inputs = {}, env = {} }: { readonly [Name in 'env' | 'inputs']?: Record<string, string> },
): Promise<MemoryHost['outputs']> {
  const later = new MemoryHost({ ...host.inputs, ...inputs });
  await main({ ...ports, host: later, env: { ...ports.env, ...env } });
  return later.outputs;
}

const GREEN = actionsSuite({ build: 'success', lint: 'success' });
const RED = actionsSuite({ build: 'failure', lint: 'success' });

describe('green', () => {
  it('is a success, read twice', async () => {
    const { outputs, reads, asked } = await act({ checks: { [FIRST]: GREEN } });
    expect(outputs).toMatchObject({ outcome: 'succeeded', fixes: '0', error_message: '' });
    expect(JSON.parse(String(outputs['checks']))).toEqual([
      {
        name: 'build',
        conclusion: 'success',
        url: 'https://github.com/octo/widgets/actions/runs/5/job/1000',
      },
      { name: 'lint', conclusion: 'success', url: expect.any(String) as unknown },
    ]);
    expect([reads.length, asked]).toEqual([2, []]);
  });

  it('is waited for, and told as it changes', async () => {
    const { outputs, log } = await act({
      checks: {
        [FIRST]: (ms) => (ms < 3 * MINUTE ? actionsSuite({ build: null, lint: 'success' }) : GREEN),
      },
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded' });
    const told = log.filter((line) => line.includes('head aaaaaaa'));
    expect(told).toEqual([
      'Pull request #9, head aaaaaaa: checks 1 of 2, waiting for build.',
      'Pull request #9, head aaaaaaa: checks 2 of 2, all green.',
    ]);
  });
});

describe('red', () => {
  it('is mended by the same run, once for each head, until it is green', async () => {
    const log = '2026-01-01T00:00:00.0000000Z npm test\n2026-01-01T00:00:01.0000000Z 3 != 4\n';
    const annotations = [{ path: 'src/tax.ts', line: 12, message: 'Expected 3, got 4' }];
    const about = { title: '1 failure', summary: 'One **test** failed.', annotations, log };
    const [build, lint] = RED.runs;
    const {
      outputs,
      asked,
      log: lines,
    } = await act({
      heads: [
        [0, FIRST],
        [40_000, SECOND],
      ],
      checks: {
        [FIRST]: {
          ...RED,
          runs: [
            { name: 'build', ...build, ...about },
            { name: 'lint', ...lint },
          ],
        },
        [SECOND]: GREEN,
      },
    });
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      fixes: '1',
      head_sha: SECOND,
      result: 'Mended 1.',
      agent_run_id: expect.stringMatching(/^\d+$/) as unknown,
      resumed: 'false',
    });
    expect(asked).toHaveLength(1);
    const [text = ''] = asked;
    expect(text).toMatch(/^Pull request #9, which you have opened or changed, does not pass/);
    expect(text).toContain('\n\nFix the tax.\n\n');
    expect(text).toContain('----- begin of failed checks');
    expect(text).toContain('Check build: failure');
    expect(text).toContain('src/tax.ts:12: Expected 3, got 4');
    expect(text).toContain('The end of the log of build\n\nnpm test\n3 != 4');
    expect(text).not.toContain('lint');
    expect(text).toMatch(/\(Reference of this message: ara-[0-9a-f]{16}-fix1-aaaaaaaaaaaa\)$/);
    expect(lines).toContain('Not green: build failed. Asking the run to mend it (1 of 2).');
  });

  it('that stays red after the last mend is unverified, with the names', async () => {
    const third = 'c'.repeat(40);
    const { outputs, asked } = await act({
      inputs: { max_fixes: '2' },
      heads: [
        [0, FIRST],
        [40_000, SECOND],
        [90_000, third],
      ],
      checks: { [FIRST]: RED, [SECOND]: RED, [third]: RED },
    });
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '2' });
    expect(outputs['error_message']).toMatch(/pull request #9 is not green: build failed/);
    expect(asked.map((text) => /fix\d-\w{4}/.exec(text)?.[0])).toEqual(['fix1-aaaa', 'fix2-bbbb']);
  });

  it('whose mend brings no new head is unverified', async () => {
    const { outputs, asked, github } = await act({ checks: { [FIRST]: RED } });
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '1' });
    expect(outputs['error_message']).toContain('the run changed nothing');
    expect(asked).toHaveLength(1);
    expect(github.log().slice(-4)).toEqual(Array(4).fill('GET /repos/octo/widgets/pulls/9'));
  });

  it.each<[string, Partial<Act>, RegExp]>([
    ['with `max_fixes: 0`', { inputs: { max_fixes: '0' } }, /`max_fixes`/],
    [
      'where nothing is bad but what was called off',
      { checks: { [FIRST]: actionsSuite({ build: 'cancelled', lint: 'success' }) } },
      /Nothing is wrong that could be mended/,
    ],
  ])('is unverified at once: %s', async (_, change, why) => {
    const { outputs, asked } = await act({ checks: { [FIRST]: RED }, ...change });
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '0' });
    expect(outputs['error_message']).toMatch(why);
    expect(asked).toEqual([]);
  });
});

describe('a mend', () => {
  const twoHeads = {
    heads: [
      [0, FIRST],
      [40_000, SECOND],
    ],
    checks: { [FIRST]: RED, [SECOND]: GREEN },
  } as const;

  /** What a follow-up meets instead of its answer. */
  const meeting =
    (
      what: 'gone' | 'limited at first' | 'lost' | 'never arrives' | 'refused',
    ): NonNullable<Act['prepare']> =>
    (_, { http }) => {
      const send = http.send.bind(http);
      let met = 0;
      http.send = async (request, signal) => {
        if (!request.url.endsWith('/resume')) {
          return send(request, signal);
        }
        met += 1;
        if (what === 'limited at first') {
          const limited = { status: 429, headers: { 'retry-after': '60' }, body: '{}' };
          return met === 1 ? limited : send(request, signal);
        }
        if (what === 'refused') {
          const body = JSON.stringify({ message: 'No more messages.' });
          return { status: 422, headers: { 'content-type': 'application/json' }, body };
        }
        if (what === 'gone') {
          const body = JSON.stringify({ message: 'No such run.' });
          return { status: 404, headers: { 'content-type': 'application/json' }, body };
        }
        if (what === 'lost') {
          await send(request, signal);
        }
        throw new TransportError('reset', 'the connection was lost');
      };
    };

  it('whose answer was lost is settled by its mark, whatever `idempotency` says', async () => {
    const { outputs, asked } = await act({ ...twoHeads, prepare: meeting('lost') });
    expect(outputs).toMatchObject({ outcome: 'succeeded', fixes: '1' });
    expect(asked).toHaveLength(1);
  });

  it('that may or may not have arrived is `ambiguous_create`', async () => {
    const { outputs } = await act({ ...twoHeads, prepare: meeting('never arrives') });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
  });

  it.each([
    { what: 'that head is still the last', pushed: [], mends: 1 },
    { what: 'somebody pushes meanwhile', pushed: [[20_000, SECOND]], mends: 0 },
  ] as const)('that waits for a limit, $what: sent $mends times', async ({ pushed, mends }) => {
    const { outputs, asked } = await act({
      checks: { [FIRST]: RED, [SECOND]: GREEN },
      heads: [[0, FIRST], ...pushed, [100_000, SECOND]],
      prepare: meeting('limited at first'),
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded', fixes: String(mends) });
    expect(asked).toHaveLength(mends);
  });

  it('that is refused is unverified with the cause', async () => {
    const { outputs } = await act({ ...twoHeads, prepare: meeting('refused') });
    expect(outputs).toMatchObject({ outcome: 'unverified' });
    expect(outputs['error_message']).toMatch(/build failed.*No more messages/);
  });

  it('to a run that is gone is advised no more', async () => {
    const { outputs } = await act({ ...twoHeads, prepare: meeting('gone') });
    expect(outputs['error_message']).toContain('Mend it on its branch.');
    expect(outputs['error_message']).not.toContain('To have it mended');
  });

  it.each([
    ['FAILED', 'unverified', /is not green: build failed\. The run was asked to mend/],
    ['WAITING_FOR_INPUT', 'needs_input', /asks: "Which tax\?"/],
  ])('whose turn ends as %s', async (status, outcome, why) => {
    const [first] = MENDING.turns;
    const end = { at: '30s', status, result: 'Which tax?' };
    const turn = { steps: [{ at: 0, status: 'ACTIVE' }, end] };
    const { outputs } = await act({
      ...twoHeads,
      scenario: { turns: [...(first === undefined ? [] : [first]), turn] },
    });
    expect(outputs).toMatchObject({ outcome });
    expect(outputs['error_message']).toMatch(why);
  });

  it.each([
    ['an answer', 0],
    ['a command that failed', 1],
  ])('whose turn failed without a word is not told with %s of the turn before', async (_, code) => {
    const [first] = MENDING.turns;
    const tool = { tool_name: 'bash', tool_input: { command: 'npm run old' } };
    const command = { message_type: 'ACTION', ...tool, tool_output: { exit_code: code } };
    const [begin, ...rest] = first?.steps ?? [];
    const opening = [begin, { at: '1s', entry: command }, ...rest];
    const failing = [
      { at: 0, status: 'ACTIVE' },
      { at: '30s', status: 'FAILED' },
    ];
    const turns = [{ steps: opening }, { steps: failing }];
    const { outputs, scene } = await act({ ...twoHeads, scenario: { turns } as Act['scenario'] });
    expect(outputs['error_message']).toContain('and ended as failed; its log names no cause. ');
    expect(scene.host.summaries.join('')).not.toMatch(/Cause:|Last words:/);
  });

  it('is not asked of a run that is only followed', async () => {
    const first = await act({ checks: { [FIRST]: RED }, inputs: { max_fixes: '0' } });
    const { scene } = first;
    const before = scene.http.requests.length;
    const inputs = { prompt: '', agent_run_id: String(first.outputs['agent_run_id']) };
    const outputs = await laterStep(scene, { inputs });
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '0' });
    expect(outputs['error_message']).toContain('only followed');
    const later = scene.http.requests.slice(before);
    expect(later.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('a re-run that attaches', () => {
  const inputs = { idempotency: 'on' };
  const env = { GITHUB_RUN_ATTEMPT: '2' };

  it('asks for no second mend of one head', async () => {
    const { scene, outputs } = await act({ inputs, checks: { [FIRST]: RED } });
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '1' });
    const again = await laterStep(scene, { env });
    expect(again).toMatchObject({ outcome: 'unverified', fixes: '1' });
    expect(again['error_message']).toContain('changed nothing');
    expect(resumesOf(scene)).toHaveLength(1);
  });

  it('counts the mends in the log of the run', async () => {
    const { scene, outputs } = await act({
      inputs: { ...inputs, max_fixes: '1' },
      heads: [
        [0, FIRST],
        [40_000, SECOND],
      ],
      checks: { [FIRST]: RED, [SECOND]: RED },
    });
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '1' });
    const again = await laterStep(scene, { env });
    expect(again).toMatchObject({ outcome: 'unverified', fixes: '1' });
    const raised = await laterStep(scene, { env, inputs: { max_fixes: '2' } });
    expect(raised).toMatchObject({ fixes: '2' });
    const marks = resumesOf(scene).map((text) => /fix\d-\w{4}/.exec(text)?.[0]);
    expect(marks).toEqual(['fix1-aaaa', 'fix2-bbbb']);
  });

  it.each([
    ['fails', 'FAILED', 'failed'],
    ['asks', 'WAITING_FOR_INPUT', 'needs_input'],
    ['goes on for too long', 'ACTIVE', 'timed_out'],
  ])('to the turn of a mend counts it also where that %s', async (_, status, outcome) => {
    const [first] = MENDING.turns;
    const end = { at: '5m', status, result: 'Which tax?' };
    const turn = { steps: [{ at: 0, status: 'ACTIVE' }, end] };
    const { scene, outputs } = await act({
      inputs: { ...inputs, timeout_minutes: '1' },
      checks: { [FIRST]: RED },
      scenario: { turns: [...(first === undefined ? [] : [first]), turn] },
    });
    expect(outputs).toMatchObject({ outcome: 'timed_out', fixes: '1' });
    const again = await laterStep(scene, { env, inputs: { timeout_minutes: '60' } });
    expect(again).toMatchObject({ outcome, fixes: '1' });
    expect(resumesOf(scene)).toHaveLength(1);
  });
});

/** Opens no pull request. */
const HELLO = {
  steps: [
    { at: 0, status: 'ACTIVE' },
    { at: '1s', entry: { message_type: 'FINAL_ANSWER', observation: 'Hello.' } },
    { at: '2s', status: 'COMPLETE', result: 'Hello.' },
  ],
};

/** A run whose first turn was another step's, with the checks of what later turns push. */
async function greeted(checks: Parameters<typeof act>[0]['checks'], inputs = {}) {
  const played = await act({
    inputs: { ...inputs, expect: 'none' },
    scenario: { turns: [HELLO, ...MENDING.turns] },
    heads: [
      [0, FIRST],
      [60_000, SECOND],
    ],
    checks,
  });
  return { ...played, agent_run_id: String(played.outputs['agent_run_id']) };
}

describe('a re-run that finds its follow-up to a named run', () => {
  it('tells the answer of the last mend', async () => {
    const checks = { [FIRST]: RED, [SECOND]: GREEN };
    const { scene, agent_run_id } = await greeted(checks, { idempotency: 'on' });
    const inputs = { agent_run_id, prompt: 'Now fix it.', expect: 'checks' };
    const mended = { outcome: 'succeeded', fixes: '1', result: 'Mended 1.' };
    expect(await laterStep(scene, { inputs })).toMatchObject(mended);
    const again = await laterStep(scene, { inputs, env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(again).toMatchObject(mended);
    expect(resumesOf(scene)).toHaveLength(2);
  });

  it('counts the mends that came after the turn of that follow-up', async () => {
    const checks = { [FIRST]: RED, [SECOND]: RED };
    const { scene, agent_run_id } = await greeted(checks, { idempotency: 'on' });
    const inputs = { agent_run_id, prompt: 'Now fix it.', expect: 'checks', max_fixes: '1' };
    const first = await laterStep(scene, { inputs });
    expect(first).toMatchObject({ outcome: 'unverified', fixes: '1' });
    expect(resumesOf(scene)).toHaveLength(2);
    const again = await laterStep(scene, { inputs, env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(again).toMatchObject({ outcome: 'unverified', fixes: '1' });
    expect(resumesOf(scene)).toHaveLength(2);
  });
});

describe('a step that is killed while it waits for checks', () => {
  /** The saved state at each look at the checks. */
  type Saved = Readonly<Record<string, string>>;

  it('has nothing stopped: neither the run of its follow-up nor that of a mend', async () => {
    const checks = { [FIRST]: RED, [SECOND]: GREEN };
    const { scene, github, agent_run_id } = await greeted(checks);
    const inputs = { agent_run_id, prompt: 'Fix it.', expect: 'checks', on_cancel: 'stop' };
    const later = new MemoryHost({ ...scene.host.inputs, ...inputs });
    const saved: Saved[] = [];
    const meanwhile = (): unknown => saved.push({ ...later.saved });
    github.faults.push({ path: /check-runs/, times: Infinity, meanwhile });
    await main({ ...scene.ports, host: later });
    expect(later.outputs).toMatchObject({ outcome: 'succeeded', fixes: '1' });
    expect(saved.map(({ repair = '' }) => repair !== '')).toEqual([false, true, true]);
    for (const state of saved) {
      const host = new MemoryHost(later.inputs, state);
      await post({ ...scene.ports, host });
      expect(host.messages('warning').join()).toContain(
        'The checks of its pull request were not waited for.',
      );
    }
    expect(scene.http.requests.filter(({ url }) => url.endsWith('/ban'))).toEqual([]);
  });
});

describe('what is no green', () => {
  it.each<readonly [string, FakeChecks, { readonly why: RegExp; readonly minutes: number }]>([
    ['no check', {}, { why: /no check ran on the head of Pull request #9/i, minutes: 2 }],
    [
      'a suite that is queued',
      { suites: [{ id: 1, status: 'queued' }] },
      { why: /queued for ten minutes/, minutes: 10 },
    ],
    [
      'a check that waits for a person',
      { ...GREEN, runs: [...GREEN.runs, { name: 'deploy', id: 77, suite: 1, status: 'waiting' }] },
      { why: /wait for a person: deploy/, minutes: 0 },
    ],
  ])('%s', async (_, checks, { why, minutes }) => {
    const { outputs, elapsed, asked } = await act({ checks: { [FIRST]: checks } });
    expect(outputs).toMatchObject({ outcome: 'unverified' });
    expect(outputs['error_message']).toMatch(why);
    expect(Math.floor(elapsed / MINUTE)).toBe(minutes);
    expect(asked).toEqual([]);
  });

  it.each([
    [/check-suites/, 'checks: read'],
    [/check-runs/, 'checks: read'],
    [/statuses/, 'statuses: read'],
  ])('what may not be read names the permission: %s', async (path, permission) => {
    const { outputs } = await act({
      checks: { [FIRST]: GREEN },
      prepare: ({ faults }) => faults.push({ path, times: 99, act: refusal(403) }),
    });
    expect(outputs).toMatchObject({ outcome: 'unverified' });
    expect(outputs['error_message']).toContain(`permissions: ${permission}`);
  });

  it('a pull request that is not there', async () => {
    const { outputs } = await act({
      checks: {},
      prepare: ({ faults }) => faults.push({ path: /pulls/, times: 99, act: refusal(404) }),
    });
    expect(outputs).toMatchObject({ outcome: 'unverified', checks: '[]', fixes: '0' });
  });
});

describe('at its end', () => {
  it('of the time, what is still running is named', async () => {
    const { outputs, elapsed } = await act({
      inputs: { timeout_minutes: '12' },
      checks: { [FIRST]: actionsSuite({ build: null, lint: 'success' }) },
    });
    expect(outputs).toMatchObject({ outcome: 'timed_out' });
    expect(outputs['error_message']).toMatch(/The run itself has ended.*waiting for build/);
    expect(elapsed).toBeLessThanOrEqual(12 * MINUTE + 10_000);
    expect(JSON.parse(String(outputs['checks']))[0]).toMatchObject({
      name: 'build',
      conclusion: null,
    });
  });

  it('outages and limits of GitHub are waited out', async () => {
    const { outputs, log } = await act({
      checks: { [FIRST]: GREEN },
      prepare: ({ faults }) => {
        faults.push({ path: /check-runs/, times: 3, act: refusal(503) });
        faults.push({
          path: /statuses/,
          times: 2,
          act: refusal(403, 'API rate limit exceeded', 40_000),
        });
      },
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded' });
    expect(log.filter((line) => line.includes('GitHub cannot be read'))).toHaveLength(1);
  });

  it('a limit that lasts longer than the step has time is told as that, and not waited for', async () => {
    const { outputs, elapsed } = await act({
      checks: { [FIRST]: GREEN },
      inputs: { timeout_minutes: '10' },
      prepare: ({ faults }) => {
        const act = refusal(403, 'API rate limit exceeded', 50 * MINUTE);
        faults.push({ path: /statuses/, times: 9, act });
      },
    });
    expect(outputs).toMatchObject({ outcome: 'timed_out' });
    expect(outputs['error_message']).toContain(
      'GitHub allows the next request after the time of the step only (`timeout_minutes`).',
    );
    expect(elapsed).toBeLessThan(5 * MINUTE);
  });
});

describe('a pull request', () => {
  it('that is merged meanwhile is a success, with a notice', async () => {
    const running = actionsSuite({ build: null });
    const { outputs, scene } = await act({
      checks: { [FIRST]: running },
      prepare: ({ pulls }, { clock }) => {
        const from = clock.wall() + MINUTE;
        const [pull] = pulls;
        Object.defineProperty(pulls, '0', {
          get: () => ({ ...pull, closed: clock.wall() > from, merged: true }),
        });
      },
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded' });
    expect(JSON.stringify(scene.host)).toContain('was merged before its checks were green');
  });

  it('that is closed meanwhile is unverified', async () => {
    const { outputs } = await act({
      checks: { [FIRST]: actionsSuite({ build: null }) },
      prepare: ({ pulls }, { clock }) => {
        const from = clock.wall() + MINUTE;
        const [pull] = pulls;
        Object.defineProperty(pulls, '0', {
          get: () => ({ ...pull, closed: clock.wall() > from }),
        });
      },
    });
    expect(outputs).toMatchObject({ outcome: 'unverified' });
    expect(outputs['error_message']).toContain('closed without a merge');
  });
});
