/** Copilot through the committed bundle, against the sandbox over HTTP (contract 18.4, 18.8). */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultSource, ScenarioSource } from '../../sandbox/scenario.ts';
import { UNLIMITED } from '../../sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { annotations, Servers } from '../promises/step.ts';
import { runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';

const servers = new Servers();
afterEach(() => servers.close());

const PULL = 'https://github.com/octo/shop/pull/41';
const SHORT: ScenarioSource = {
  turns: [
    {
      steps: [
        { at: 0, status: 'ACTIVE', github_pull_requests: [{ url: '{{repository}}/pull/41' }] },
        { at: '4s', status: 'COMPLETE' },
      ],
    },
  ],
};

interface Acted extends ActionRun {
  readonly sandbox: Sandbox;
}

async function act(
  inputs: Readonly<Record<string, string>> = {},
  faults: readonly FaultSource[] = [],
  more: Pick<ActionOptions, 'event'> = {},
): Promise<Acted> {
  const options = { service: 'copilot', scenario: { ...SHORT, faults }, speed: 20 } as const;
  const sandbox = servers.add(await startSandbox({ ...options, limits: UNLIMITED }));
  const run = await runAction({
    inputs: {
      service: 'copilot',
      token: sandbox.token,
      prompt: 'Fix the tax rounding.',
      poll_interval_seconds: '0.1',
      ...inputs,
    },
    env: { GITHUB_REPOSITORY: 'octo/shop', GITHUB_API_URL: sandbox.url },
    ...more,
  });
  return { ...run, sandbox };
}

/** Who asked about pull requests, by the headers. */
const askers = ({ sandbox }: Acted): readonly string[] =>
  sandbox.requests
    .filter(({ path }) => path.startsWith('/repos/'))
    .map(({ headers }) => String(headers['authorization']).split(' ').at(-1) ?? '');

describe('the pull request of a task in the repository of the workflow', () => {
  it('is looked up with the token of the job', async () => {
    const run = await act({ github_token: 'ghs_job' });
    expect(JSON.parse(run.outputs['pull_requests'] ?? '')).toEqual([PULL]);
    expect(new Set(askers(run))).toEqual(new Set(['ghs_job']));
  });

  it('is looked up with that of the person where the job has none', async () => {
    const run = await act({ github_token: '', expect: 'pull_request' });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', pull_request_number: '41' });
    expect(new Set(askers(run))).toEqual(new Set([run.sandbox.token]));
    expect(annotations(run, 'warning')).toEqual([]);
  });
});

it('the event is cut to what the service takes, with the key behind it (18.8)', async () => {
  const payload = { inputs: {}, issue: { number: 7, title: 'Prices', body: 'y'.repeat(60_000) } };
  const { sandbox } = await act(
    { context: 'event', idempotency: 'on', require_permission: 'none' },
    [],
    { event: { name: 'issues', payload } },
  );
  const create = sandbox.requests.find(({ method }) => method === 'POST');
  const { prompt } = JSON.parse(create?.body ?? '{}') as { readonly prompt: string };
  expect(prompt.length).toBeLessThanOrEqual(16_000);
  expect(prompt).toMatch(/----- end of event data \S+ -----\n\nara-[0-9a-f]{32}-1-[0-9a-f]{32}$/);
});

it('a task that was completed without a commit has done nothing (contract 14)', async () => {
  const inputs = { github_token: 'ghs_job', expect: 'pull_request' };
  const { outputs } = await act(inputs, [{ do: 'no-commit' }]);
  expect(outputs['outcome']).toBe('unverified');
  expect(outputs['error_message']).toContain('(exists, but changes no file)');
});

describe('a create', () => {
  it('whose answer is lost names the address of the list of tasks', async () => {
    const { outputs } = await act({}, [{ do: 'error-after' }]);
    expect(outputs['error_code']).toBe('ambiguous_create');
    expect(outputs['error_message']).toContain(
      'Look at the list of tasks at https://github.com/copilot/agents: if the run is there',
    );
  });

  it('in a repository that was renamed says what to set', async () => {
    const location = 'https://api.github.com/repositories/9001/agents/tasks';
    const moved = { status: 301, headers: { location }, body: { message: 'Moved Permanently' } };
    const { outputs, sandbox } = await act({}, [{ on: 'create', do: moved }]);
    expect(outputs['error_code']).toBe('bad_response');
    expect(outputs['error_message']).toContain('set `repo` to the name that it has now');
    expect(sandbox.requests).toHaveLength(1);
  });
});
