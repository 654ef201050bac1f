/**
 * A run that an earlier attempt of the step has created is the step's own, and not one that is only
 * followed, however it is found again (contract 4.8, 8, 20.4).
 */
import { describe, expect, it } from '@jest/globals';
import type { StepSource } from '../../sandbox/scenario.ts';
import { main } from '../../src/main.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { memoryGitHub, type MemoryScene } from '../support/memory-scene.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';

const OUTPUT_SCHEMA = '{"type":"object","required":["ok"]}';

const ended = (at: string, result: string, more: Partial<StepSource> = {}): StepSource => ({
  at,
  status: 'COMPLETE',
  result,
  entry: { message_type: 'FINAL_ANSWER', observation: result },
  ...more,
});
const usd = (cost_usd: number) => ({ usage: { cost_usd, tokens: cost_usd * 1_000 } });

/** The step once more on the same timeline, with this changed. */
async function again(
  { ports, host }: MemoryScene,
  { inputs = {}, env = {} }: { readonly [Name in 'env' | 'inputs']?: Record<string, string> },
): Promise<MemoryHost> {
  const later = new MemoryHost({ ...host.inputs, ...inputs });
  await main({ ...ports, host: later, env: { ...ports.env, ...env } });
  return later;
}

const messages = ({ http }: MemoryScene): readonly string[] =>
  http.requests.flatMap(({ method, url }) =>
    method === 'POST' && /(?:\/resume|\/send-message|\/messages|:sendMessage)$/.test(url)
      ? [url]
      : [],
  );

describe('a run that the comment of a thread records keeps its `budget`', () => {
  const play = async (steps: readonly StepSource[]) => {
    const turns = [{ steps }, { steps: [ended('3s', '{"ok":1}')] }];
    const scene = await sandboxScene({
      inputs: {
        service: 'openhands',
        org_id: '',
        budget: '5 usd',
        comment: 'true',
        output_schema: OUTPUT_SCHEMA,
        timeout_minutes: '1',
      },
      env: { GITHUB_EVENT_NAME: 'issues' },
      payload: { action: 'opened', issue: { number: 7, title: 'Broken', body: '' } },
      github: memoryGitHub({ mona: 'write' }),
      sandbox: { service: 'openhands', scenario: { turns }, speed: 1 },
    });
    await main(scene.ports);
    expect(scene.host.outputs).toMatchObject({ outcome: 'timed_out' });
    const later = await again(scene, {
      inputs: { timeout_minutes: '60' },
      env: { GITHUB_RUN_ATTEMPT: '2' },
    });
    expect(later.outputs['agent_run_id']).toBe(scene.host.outputs['agent_run_id']);
    return { scene, later };
  };
  const begun = { at: 0, status: 'ACTIVE', ...usd(1) };

  it('and is stopped at it', async () => {
    const { later } = await play([begun, { at: '5m', ...usd(5.25) }]);
    expect(later.outputs).toMatchObject({ outcome: 'failed', error_code: 'budget_exceeded' });
  });

  it('and is asked for nothing more once that is used up', async () => {
    const { scene, later } = await play([begun, ended('5m', 'No JSON.', usd(6))]);
    expect(later.outputs).toMatchObject({ error_code: 'schema_mismatch' });
    expect(later.outputs['error_message']).toContain('`budget` allows');
    expect(messages(scene)).toEqual([]);
  });
});

describe('a run of another workflow run, with a key of one’s own', () => {
  it('is asked once to correct its answer, in all workflow runs together', async () => {
    const [wrong, right] = ['No JSON.', '{"ok":1}'].map((result) => ({
      steps: [{ at: 0, status: 'ACTIVE' }, ended('5m', result)],
    }));
    const scene = await sandboxScene({
      inputs: {
        idempotency: 'on',
        idempotency_key: 'mine',
        output_schema: OUTPUT_SCHEMA,
        timeout_minutes: '1',
      },
      sandbox: { scenario: { turns: [wrong!, right!] }, speed: 1 },
    });
    await main(scene.ports);
    expect(scene.host.outputs).toMatchObject({ outcome: 'timed_out' });
    const inputs = { timeout_minutes: '60' };
    for (const id of ['7002', '7003']) {
      const later = await again(scene, { inputs, env: { GITHUB_RUN_ID: id } });
      expect(later.outputs).toMatchObject({ outcome: 'succeeded', result_json: '{"ok":1}' });
    }
    expect(messages(scene)).toHaveLength(1);
  });
});

it.each([
  ['openhands', 'waiting_for_confirmation'],
  ['devin', 'running/waiting_for_approval'],
  ['jules', 'AWAITING_PLAN_APPROVAL'],
] as const)(
  'the own follow-up of %s that waits for an approval is followed (4.8)',
  async (...row) => {
    const [service, word] = row;
    const turns = [{ steps: [ended('3s', 'Done.')] }, { steps: [{ at: '3s', status: word }] }];
    const scene = await sandboxScene({
      inputs: { service, org_id: '', idempotency: 'on', timeout_minutes: '20' },
      sandbox: { service, scenario: { turns }, speed: 1 },
    });
    await main(scene.ports);
    const agentRunId = scene.host.outputs['agent_run_id'] ?? '';
    const inputs = { agent_run_id: agentRunId, prompt: 'Go on.' };
    const asking = { outcome: 'needs_input', agent_run_id: agentRunId };
    const first = await again(scene, { inputs });
    expect(first.outputs).toMatchObject(asking);

    const later = await again(scene, { inputs, env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(later.outputs).toMatchObject({ ...asking, web_url: first.outputs['web_url'] });
    expect(later.outputs['error_message']).toContain('waits for an approval');

    // Another follow-up than the one that it got is not sent to it.
    const other = { ...inputs, prompt: 'Do more.' };
    const refused = await again(scene, { inputs: other, env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(refused.outputs).toMatchObject({ outcome: 'error', error_code: 'rejected' });
    expect(messages(scene)).toHaveLength(1);
  },
);

describe('that a run is created without a repository is told where one is created', () => {
  const headSha = 'a'.repeat(40);
  const head = { sha: headSha, repo: { full_name: 'octo/widgets' } };

  it.each([
    ['a run', {}, 'Neither `repo` nor `repo_id` is set'],
    ['a review, whose repository the service does not list', { review: 'advise' }, 'octo/widgets'],
  ])('of %s', async (_, inputs, why) => {
    const github = memoryGitHub({ mona: 'write' });
    github.pulls.push({ number: 7, openedAt: 1, headSha });
    const turns = [{ steps: [ended('3s', '{"summary": "", "findings": []}')] }];
    const scene = await sandboxScene({
      inputs: { idempotency: 'on', ...inputs },
      env: { GITHUB_EVENT_NAME: 'pull_request' },
      payload: {
        number: 7,
        pull_request: { number: 7, user: { login: 'mona', type: 'User' }, head },
      },
      github,
      sandbox: { scenario: { turns }, speed: 1 },
    });
    await main(scene.ports);
    const later = await again(scene, { env: { GITHUB_RUN_ATTEMPT: '2' } });
    const { agent_run_id: runId } = scene.host.outputs;
    expect(later.outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: runId });

    const told = [scene.host, later].map((host) =>
      host.messages('notice').filter((message) => message.includes('without a repository')),
    );
    expect(told).toEqual([[expect.stringContaining(why)], []]);
  });
});
