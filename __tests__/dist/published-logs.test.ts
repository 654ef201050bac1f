/** The bundle against a service as it is published: logs at `/v1/alpha`, or nowhere (contract 2.3, 4.3, 4.5, 4.6). */
import { afterEach, describe, expect, it } from '@jest/globals';
import { runAction } from '../support/run-action.ts';
import { scriptedService, type Reply, type ScriptedService, type SeenRequest } from '../support/scripted-service.ts';

let service: ScriptedService | null = null;
afterEach(async () => service?.close());

const NOT_FOUND: Reply = { status: 404, body: { detail: 'Not Found' } };
const RUN = { id: 77, organization_id: 1, web_url: 'https://agents.example.com/runs/77' };

const inputs = (more: Readonly<Record<string, string>> = {}) => ({
  token: 'tok-0123456789abcdef',
  org_id: '1',
  base_url: service?.url ?? '',
  prompt: 'Fix it.',
  poll_interval_seconds: '0.5',
  timeout_minutes: '1',
  report: 'false',
  summary: 'false',
  ...more,
});

const isLogs = ({ path }: SeenRequest): boolean => path.endsWith('/logs');
const isAlpha = ({ path }: SeenRequest): boolean => path.startsWith('/v1/alpha/');
const page = (logs: readonly unknown[], fields: object): Reply => ({
  body: { ...RUN, ...fields, logs, total_logs: logs.length },
});

describe('logs at the published address', () => {
  it('are found once, and the address is kept', async () => {
    const answer = { message_type: 'FINAL_ANSWER', created_at: '2026-01-01T00:00:00Z', observation: 'Done.' };
    const done = { status: 'COMPLETE', result: 'Fixed it.', summary: 'In short.' };
    let reads = 0;
    service = await scriptedService((_, request) => {
      if (isLogs(request) && !isAlpha(request)) return NOT_FOUND;
      if (!isLogs(request)) return { body: { ...RUN, ...(request.method === 'GET' ? done : { status: 'ACTIVE' }) } };
      reads += 1;
      return reads > 2 ? page([answer], done) : page([], { status: 'ACTIVE' });
    });
    const run = await runAction({ inputs: inputs() });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'Fixed it.', total_logs: '1' });
    expect(run.outputs['run_summary']).toBe('In short.');
    const logs = service.requests.filter(isLogs);
    expect(logs.filter((request) => !isAlpha(request))).toHaveLength(1);
    expect(logs.filter(isAlpha)).toHaveLength(3);
  });
});

describe('no log at all', () => {
  it('reports the end of a run at once, with one warning that names both addresses', async () => {
    let reads = 0;
    service = await scriptedService((_, request) => {
      if (isLogs(request)) return NOT_FOUND;
      if (request.method === 'GET') reads += 1;
      return { body: { ...RUN, ...(reads > 2 ? { status: 'COMPLETE', result: 'Fixed it.' } : { status: 'ACTIVE' }) } };
    });
    const run = await runAction({ inputs: inputs() });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'Fixed it.', total_logs: '0' });
    // Once the end is known, no log is waited for: only the final result is read.
    expect(service.requests.filter(isLogs)).toHaveLength(2);
    expect(reads).toBe(4);
    const warnings = run.stdout.split('\n').filter((line) => line.startsWith('::warning'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/\/v1\/organizations\/1\/agent\/run\/77\/logs.*\/v1\/alpha\/organizations\/1\//);
  });

  it('counts a finished follow-up whose result is new', async () => {
    let resumed = false;
    service = await scriptedService((_, request) => {
      if (isLogs(request)) return NOT_FOUND;
      if (request.method === 'POST') resumed = true;
      return { body: { ...RUN, status: 'COMPLETE', result: resumed ? 'Second.' : 'First.' } };
    });
    const run = await runAction({ inputs: inputs({ agent_run_id: '77' }) });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'Second.', resumed: 'true' });
  });
});

describe('a response about another run', () => {
  it('is rejected', async () => {
    let reads = 0;
    service = await scriptedService((_, request) => {
      if (request.method === 'POST') return { body: { ...RUN, status: 'ACTIVE' } };
      reads += 1;
      const wrong = reads === 1 ? { id: 99, status: 'FAILED', result: 'Not yours.' } : {};
      const shown = { ...RUN, status: 'COMPLETE', result: 'Ours.', ...wrong };
      return { body: isLogs(request) ? { ...shown, logs: [], total_logs: 0 } : shown };
    });
    const run = await runAction({ inputs: inputs() });
    expect(run.outputs).toMatchObject({ outcome: 'succeeded', result: 'Ours.' });
    expect(run.stdout).not.toContain('Not yours.');
  });
});
