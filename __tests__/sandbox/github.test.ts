/** The sandbox's GitHub: pull requests that runs push to, and what is checked of their commits. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { ScenarioError } from '../../sandbox/scenario.ts';

const CHECKS = [
  { name: 'lint' },
  { name: 'ci/preview', kind: 'status', conclusion: 'failure', title: 'No preview' },
  {
    name: 'test',
    after: '60s',
    conclusion: 'failure',
    annotations: [{ path: 'a.ts', line: 3, message: 'Wrong' }],
    log: 'the end of it',
  },
] as const;
const SCENARIO = {
  turns: [
    {
      steps: [
        { at: 0, push: { number: 5, branch: 'fix/tax', title: 'Taxes', checks: [...CHECKS] } },
        { at: '100s', push: { number: 5, branch: 'fix/tax' } },
      ],
    },
  ],
};

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ scenario: SCENARIO });
});
afterEach(() => sandbox.close());

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const address = `${sandbox.gitHubUrl}${path}`;
  return fetch(address, {
    headers: { authorization: 'token ghs', ...headers },
    redirect: 'manual',
  });
}
const read = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;
const headOf = async (): Promise<string> => {
  const { head } = await read<{ head: { sha: string } }>('/repos/octo/shop/pulls/5');
  return head.sha;
};

describe('a pull request', () => {
  it('has the commit that was pushed last', async () => {
    sandbox.seedRun({ scenario: SCENARIO, elapsedMs: 1_000 });
    expect(await read('/repos/octo/shop/pulls/5')).toMatchObject({
      number: 5,
      title: 'Taxes',
      state: 'open',
      head: { ref: 'fix/tax', repo: { full_name: 'octo/shop' } },
    });
    const first = await headOf();
    expect(await read(`/repos/octo/shop/commits/${first}`)).toMatchObject({ sha: first });
    sandbox.clear();
    sandbox.seedRun({ scenario: SCENARIO, elapsedMs: 101_000 });
    expect(await headOf()).not.toBe(first);
  });

  it('is not there without a push, in another repository, or without a token', async () => {
    expect((await get('/repos/octo/shop/pulls/5')).status).toBe(404);
    sandbox.seedRun({ scenario: SCENARIO });
    expect((await get('/repos/octo/docs/pulls/5')).status).toBe(404);
    expect((await get('/repos/octo/shop/pulls/5', { authorization: '' })).status).toBe(401);
  });
});

describe('its checks', () => {
  it.each([
    [1_000, 'in_progress', null],
    [61_000, 'completed', 'failure'],
  ])('are completed when the scenario says: %d', async (elapsedMs, status, conclusion) => {
    sandbox.seedRun({ scenario: SCENARIO, elapsedMs });
    const commit = `/repos/octo/shop/commits/${await headOf()}`;
    expect(await read(`${commit}/check-suites`)).toMatchObject({
      total_count: 1,
      check_suites: [{ status, conclusion, latest_check_runs_count: 2 }],
    });
    expect(await read(`${commit}/check-runs?filter=latest`)).toMatchObject({
      check_runs: [
        { name: 'lint', conclusion: 'success' },
        { name: 'test', status, conclusion },
      ],
    });
    expect(await read(`${commit}/statuses`)).toMatchObject([
      { context: 'ci/preview', state: 'failure', description: 'No preview' },
    ]);
  });

  it('have annotations and a log', async () => {
    sandbox.seedRun({ scenario: SCENARIO, elapsedMs: 61_000 });
    const { check_runs: runs } = await read<{ check_runs: readonly { id: number }[] }>(
      `/repos/octo/shop/commits/${await headOf()}/check-runs`,
    );
    const id = String(runs[1]?.id);
    expect(await read(`/repos/octo/shop/check-runs/${id}/annotations`)).toMatchObject([
      { path: 'a.ts', start_line: 3, message: 'Wrong' },
    ]);
    const { status, headers } = await get(`/repos/octo/shop/actions/jobs/${id}/logs`);
    expect(status).toBe(302);
    const log = await fetch(headers.get('location') ?? '');
    expect(await log.text()).toBe('the end of it');
  });
});

it.each([
  [{ branch: 'x' }, 'push.number'],
  [{ number: 5, checks: [{ after: 'soon', name: 'a' }] }, 'checks[0].after'],
  [{ number: 5, checks: [{ name: 'a', kind: 'app' }] }, 'checks[0].kind'],
])('a push that is wrong is refused with its place: %j', async (push, place) => {
  const scenario = { turns: [{ steps: [{ push: push as { readonly number: number } }] }] };
  const refused = startSandbox({ scenario: scenario as never }).catch((error: unknown) => error);
  const error = await refused;
  expect(error).toBeInstanceOf(ScenarioError);
  expect(String(error)).toContain(place);
});
