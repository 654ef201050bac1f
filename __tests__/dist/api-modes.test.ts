/** The same jobs with the same outcomes, whichever of the service's published forms it has (contract 2). */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { jsonLines, runAction, type ActionOptions, type ActionRun } from '../support/run-action.ts';

const MODES: readonly (readonly [string, SandboxOptions])[] = [
  ['published, logs at both addresses', { api: 'published' }],
  ['published, logs at /v1/alpha alone', { api: 'published', logs: 'alpha' }],
  ['spec only', { api: 'spec' }],
];

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function run(inputs: Readonly<Record<string, string>>, rest: Partial<ActionOptions> = {}): Promise<ActionRun> {
  const connection = { token: sandbox.token, org_id: '1', base_url: sandbox.url };
  return runAction({ ...rest, inputs: { ...connection, poll_interval_seconds: '0.2', ...inputs } });
}

const keptEntries = ({ outputs }: ActionRun): number => jsonLines(outputs['logs_file']).length;

describe.each(MODES)('%s', (_, mode) => {
  it('create', async () => {
    sandbox = await startSandbox({ speed: 20, scenario: 'bug-fix', ...mode });
    const ended = await run({ prompt: 'Fix the bug.', repo_id: '1' });
    expect(ended.outputs).toMatchObject({
      ...{ outcome: 'succeeded', status: 'COMPLETE', resumed: 'false', error_message: '' },
      pull_requests: '["https://github.com/octo/shop/pull/128"]',
    });
    expect(ended.outputs['result']).toContain('The price filter');
    expect([keptEntries(ended), ended.outputs['total_logs']]).toEqual([19, '19']);
    expect(ended.stdout).not.toMatch(/^::(error|warning)/m);
  });

  it('resume', async () => {
    sandbox = await startSandbox({ speed: 20, ...mode });
    const { id } = sandbox.seedRun({ scenario: 'bug-fix', elapsedMs: 60_000 });
    const ended = await run({ agent_run_id: String(id), prompt: 'And the docs.' });
    expect(ended.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true', error_message: '' });
    expect(ended.outputs['result']).toBe('The follow-up is done; the pull request is up to date.');
    // The echo of the follow-up and three entries.
    expect([keptEntries(ended), ended.outputs['total_logs']]).toEqual([4, '4']);
  });

  it('attach', async () => {
    sandbox = await startSandbox({ speed: 20, ...mode });
    const { id } = sandbox.seedRun({ scenario: 'bug-fix', elapsedMs: 5_000 });
    const ended = await run({ agent_run_id: String(id) });
    expect(ended.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false', total_logs: '19' });
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('schema repair', async () => {
    sandbox = await startSandbox({ speed: 20, scenario: 'structured', ...mode });
    const schema = { type: 'object', required: ['verdict', 'summary'] };
    const ended = await run({ prompt: 'Judge it.', output_schema: JSON.stringify(schema) });
    expect([ended.outputs['outcome'], ended.outputs['error_message']]).toEqual(['succeeded', '']);
    expect(JSON.parse(ended.outputs['result_json'] ?? '')).toHaveProperty('summary');
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/resume'))).toHaveLength(1);
  });

  it('cancel', async () => {
    sandbox = await startSandbox({ scenario: 'bug-fix', ...mode });
    let sent = false;
    const ended = await run(
      { prompt: 'Fix the bug.' },
      {
        onOutput: (process, stdout) => {
          if (sent || !stdout.includes('1001')) return;
          sent = true;
          process.kill('SIGINT');
        },
      },
    );
    expect(ended.outputs).toMatchObject({ outcome: 'cancelled', agent_run_id: '1001', status: 'ACTIVE' });
    expect(ended.exitCode).toBe(1);
  });
});
