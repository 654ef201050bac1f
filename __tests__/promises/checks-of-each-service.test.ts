/**
 * What section 19 promises holds for every service: what fails is mended by the same run where it
 * takes a follow-up, once for each head however often and wherever a job is killed, and checks are
 * shown without `expect: checks` too (contract 18.2, 18.4, 19.4, 19.6, 19.7).
 *
 * Shown red by: a mark of a mend that names the attempt, or a re-run that does not look for it.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES, type ServiceName } from '../../sandbox/faces/face.ts';
import type { CheckSource, FaultSource, ScenarioSource } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { subjectOf } from '../conformance/subjects.ts';
import {
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';
import { actionsSuite } from '../support/fake-github-checks.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { annotations, Servers } from './step.ts';

const servers = new Servers();
afterAll(() => servers.close());

const REPOSITORY = 'octo/shop';
const NUMBER = 131;
const RED: readonly CheckSource[] = [
  { name: 'lint' },
  { name: 'test', conclusion: 'failure', title: '1 test failed', log: 'Expected 4, received 5' },
];
const GREEN: readonly CheckSource[] = [{ name: 'lint' }, { name: 'test' }];

/** A turn that pushes a commit, and says so. */
function pushing(checks: readonly CheckSource[], answer: string): ScenarioSource['turns'][number] {
  const url = `{{repository}}/pull/${NUMBER}`;
  return {
    steps: [
      { at: 0, status: 'ACTIVE' },
      { at: '2s', push: { number: NUMBER, checks: [...checks] } },
      { at: '3s', entry: { message_type: 'INITIAL_PR_GENERATION', observation: url } },
      { at: '3s', github_pull_requests: [{ url, number: NUMBER }] },
      {
        at: '6s',
        status: 'COMPLETE',
        result: answer,
        entry: { message_type: 'FINAL_ANSWER', observation: answer },
      },
    ],
  };
}
const MENDED: ScenarioSource = {
  turns: [pushing(RED, 'I opened it.'), pushing(GREEN, 'I mended it.')],
};

/** Of the request that brings a follow-up, as the face of the service names it. */
const FOLLOW_UP = 'resume';
/** A run of the others takes no message (contract 18.1). */
const MENDS = SERVICES.filter((name) => subjectOf(name).kinds.followUp !== null);
const MENDS_NOT = SERVICES.filter((name) => !MENDS.includes(name));

interface Scene {
  readonly sandbox: Sandbox;
  readonly act: (
    inputs?: Readonly<Record<string, string>>,
    more?: Partial<ActionOptions> & { readonly attempt?: number },
  ) => Promise<ActionRun>;
  /** The texts of the follow-ups that the service got, in order. */
  readonly asked: () => readonly string[];
}

/**
 * A GitHub that shows the pull request which a service tells by its id alone, as its face of the
 * sandbox made it, and what is checked of its head.
 */
async function gitHubOf(
  { url, token }: Pick<Sandbox, 'token' | 'url'>,
  hidden?: RegExp,
): Promise<FakeGitHub> {
  const github = servers.add(await startFakeGitHub({ repository: REPOSITORY }));
  if (hidden !== undefined) {
    const body = { message: 'Resource not accessible by integration' };
    github.faults.push({ path: hidden, times: Infinity, act: { status: 403, body } });
  }
  const takeOver = async (): Promise<void> => {
    if (github.pulls.length > 0) {
      return;
    }
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/repos/${REPOSITORY}/pulls`, { headers });
    for (const pull of (await answer.json()) as readonly FacePull[]) {
      const { id, node_id: nodeId, number, created_at: openedAt, head } = pull;
      github.pulls.push({ id, nodeId, number, openedAt, headSha: head.sha, headBranch: head.ref });
      github.checks.set(head.sha, actionsSuite({ lint: 'success', test: 'failure' }));
    }
  };
  github.faults.push({ path: /pulls/, times: Infinity, meanwhile: takeOver });
  return github;
}

interface FacePull {
  readonly id: number;
  readonly node_id: string;
  readonly number: number;
  readonly created_at: string;
  readonly head: { readonly sha: string; readonly ref: string };
}

interface Served {
  readonly faults?: readonly FaultSource[];
  /** What the token of the job may not read. */
  readonly hidden?: RegExp;
}

async function serve(service: ServiceName, { faults = [], hidden }: Served = {}): Promise<Scene> {
  const scenario = { ...MENDED, faults };
  const sandbox = servers.add(
    await startSandbox({ service, scenario, speed: 20, limits: UNLIMITED }),
  );
  const github =
    service === 'copilot' ? (await gitHubOf(sandbox, hidden)).url : `${sandbox.url}/github`;
  const connection = {
    token: sandbox.token,
    base_url: sandbox.url,
    ...(sandbox.orgId !== '' && { org_id: sandbox.orgId }),
  };
  return {
    sandbox,
    act: (inputs = {}, { attempt = 1, ...more } = {}) =>
      runAction({
        ...more,
        inputs: {
          ...connection,
          service,
          prompt: 'Fix the tax.',
          poll_interval_seconds: '0.1',
          timeout_minutes: '3',
          github_token: 'ghs_secret',
          expect: 'checks',
          ...inputs,
        },
        env: {
          GITHUB_API_URL: github,
          GITHUB_REPOSITORY: REPOSITORY,
          GITHUB_RUN_ATTEMPT: String(attempt),
        },
      }),
    asked: () =>
      sandbox.store.all().flatMap(({ turns }) => turns.slice(1).map((turn) => turn.prompt)),
  };
}

describe('mended', () => {
  let played: ReadonlyMap<ServiceName, { readonly run: ActionRun; readonly scene: Scene }>;
  beforeAll(async () => {
    played = new Map(
      await Promise.all(
        MENDS.map(async (service) => {
          const scene = await serve(service);
          return [service, { run: await scene.act(), scene }] as const;
        }),
      ),
    );
  });

  it.each(MENDS)('%s: by the same run, and green then', (service) => {
    const { run, scene } = played.get(service)!;
    expect(run.outputs).toMatchObject({
      outcome: 'succeeded',
      fixes: '1',
      pull_request_number: String(NUMBER),
      resumed: 'false',
      error_message: '',
    });
    expect(JSON.parse(String(run.outputs['checks']))).toMatchObject([
      { name: 'lint', conclusion: 'success' },
      { name: 'test', conclusion: 'success' },
    ]);
    expect(run.outputs['result']).toContain('I mended it.');
    expect(scene.sandbox.store.created).toBe(1);
    const [text = ''] = scene.asked();
    expect(scene.asked()).toHaveLength(1);
    expect(text).toContain('Fix the tax.');
    expect(text).toContain('Expected 4, received 5');
    expect(text).toMatch(/ara-[0-9a-f]{16}-fix1-[0-9a-f]{12}\)$/);
    expect([run.exitCode, annotations(run, 'error')]).toEqual([0, []]);
  });
});

it.each(MENDS_NOT)('%s takes no follow-up: red is unverified at once', async (service) => {
  const scene = await serve(service);
  const { outputs } = await scene.act();
  expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '0' });
  expect(outputs['error_message']).toMatch(/not green: test failed.*takes no message to a run/);
  expect(scene.asked()).toEqual([]);
});

it('copilot: checks that the token of the job may not read, that of the person does (19.1)', async () => {
  const { act, sandbox } = await serve('copilot', { hidden: /check-|statuses/ });
  const { outputs } = await act();
  expect(outputs).toMatchObject({ outcome: 'unverified', error_code: '' });
  expect(outputs['error_message']).toMatch(/not green: test failed/);
  const read = sandbox.requests.filter(({ path }) => /check-|statuses/.test(path));
  const readers = new Set(read.map(({ headers }) => String(headers['authorization'])));
  expect([...readers]).toEqual([`Bearer ${sandbox.token}`]);
});

it.concurrent.each(SERVICES)('%s: shown where nobody waits for them', async (service) => {
  const { act, asked } = await serve(service);
  const run = await act({ expect: 'none' });
  expect(run.outputs).toMatchObject({ outcome: 'succeeded', checks: '', fixes: '' });
  expect(run.summary).toMatch(/❌.*\[test\]\(https:\/\/github\.com\/octo\/shop\/actions\/runs\//);
  expect(asked()).toEqual([]);
});

describe('a job that is killed, and run again', () => {
  const isAsked = ({ sandbox }: Scene) => sandbox.requests.some(({ kind }) => kind === FOLLOW_UP);

  interface Kill {
    readonly name: string;
    readonly faults?: readonly FaultSource[];
    readonly isTime: (scene: Scene, stdout: string) => boolean;
  }
  const KILLS: readonly Kill[] = [
    { name: 'before the checks were read', isTime: ({ sandbox }) => sandbox.store.created > 0 },
    { name: 'when they were read', isTime: (_, stdout) => stdout.includes(', head ') },
    {
      name: 'while the mend is on its way',
      faults: [{ on: FOLLOW_UP, nth: 1, do: 'stall-headers' }],
      isTime: isAsked,
    },
    {
      name: 'while the run mends',
      isTime: (scene, stdout) => isAsked(scene) && stdout.includes('Asking the run to mend it'),
    },
    { name: 'while green is confirmed', isTime: (_, stdout) => stdout.includes('all green') },
  ];
  const STORIES = MENDS.flatMap((service) => KILLS.map((kill) => ({ service, ...kill })));

  it.concurrent.each(STORIES)(
    '$service, $name: one run, one mend, green',
    async ({ service, faults = [], isTime }) => {
      const scene = await serve(service, { faults });
      const { onStart } = signalWhen('SIGKILL', (stdout) => isTime(scene, stdout));
      const killed = await scene.act({ idempotency: 'on' }, { onStart });
      expect(killed.signal).toBe('SIGKILL');
      const post = await scene.act({ idempotency: 'on' }, { state: killed.state });
      expect(post.exitCode).toBe(0);
      const again = await scene.act({ idempotency: 'on' }, { attempt: 2 });
      const { outcome, fixes, error_message: message } = again.outputs;
      expect({ outcome, fixes, message }).toEqual({
        outcome: 'succeeded',
        fixes: '1',
        message: '',
      });
      expect([scene.sandbox.store.created, scene.asked().length]).toEqual([1, 1]);
    },
  );

  it.concurrent('without `idempotency`: another run, whose mends are counted anew', async () => {
    const scene = await serve('agent-run');
    const isTime = (): boolean => scene.sandbox.store.created > 0;
    const killed = await scene.act({}, { onStart: signalWhen('SIGKILL', isTime).onStart });
    expect(killed.signal).toBe('SIGKILL');
    const { outputs } = await scene.act({}, { attempt: 2 });
    expect(outputs).toMatchObject({ outcome: 'succeeded', fixes: '1' });
    expect([scene.sandbox.store.created, scene.asked().length]).toEqual([2, 1]);
  });
});
