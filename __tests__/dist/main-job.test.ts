/** The main job, from outside: the committed bundle as a runner runs it, over real HTTP. */
import { readFileSync, realpathSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OUTPUT_NAMES } from '../../src/report/outputs.ts';
import { VERSION } from '../../src/version.ts';
import { entry, finalAnswer, inputsFor, serveRun, TOKEN, type FakeRun } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

async function run(
  fake: FakeRun,
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionRun & { calls: string[] }> {
  service = await serveRun(fake);
  const result = await runAction({ inputs: inputsFor(service, inputs) });
  return { ...result, calls: service.calls };
}

const FOUR = [entry(0), entry(1), entry(2), finalAnswer(3)];
const PLAIN: FakeRun = {
  entries: FOUR,
  moments: [{ status: 'ACTIVE', entries: 1 }, { entries: 3 }, { status: 'COMPLETE', entries: 4, result: 'Fixed it.' }],
};

describe('create', () => {
  it('returns everything the contract promises', async () => {
    const { outputs, exitCode, stdout, stderr, summary, calls } = await run(PLAIN);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    expect(Object.keys(outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
    expect(outputs).toMatchObject({
      agent_run_id: '77',
      web_url: 'https://agents.example.com/runs/77',
      status: 'COMPLETE',
      outcome: 'succeeded',
      result: 'Fixed it.',
      result_json: '',
      total_logs: '4',
      resumed: 'false',
      requests: '6',
      pull_requests: '[]',
      comment_url: '',
      error_code: '',
      error_message: '',
      skip_reason: '',
    });
    expect(Number(outputs['duration_seconds'])).toBeLessThan(10);
    expect(jsonLines(outputs['logs_file'])).toEqual(FOUR);
    expect(readFileSync(outputs['result_file'] ?? '', 'utf8')).toBe('Fixed it.');
    expect(readFileSync(outputs['report_file'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
    // The last read of the log is for entries that were filled in.
    expect(calls).toEqual(['POST create', 'GET logs', 'GET logs', 'GET logs', 'GET logs', 'GET run']);
    expect(stdout).toContain('https://agents.example.com/runs/77');
    expect(stdout).toMatch(/Outcome: succeeded/);
    expect(summary).toContain('Fixed it.');
    expect(summary).toContain('[Open the run](https://agents.example.com/runs/77)');
  });

  it('sends exactly what the spec requires', async () => {
    await run(PLAIN, { repo_id: '42' });
    const [create, ...reads] = service?.requests ?? [];
    expect(create).toMatchObject({
      method: 'POST',
      path: '/v1/organizations/1/agent/run',
      body: { prompt: 'Fix the bug.', repo_id: 42 },
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'user-agent': `agent-run-action/${VERSION}`,
      },
    });
    for (const read of reads) {
      expect(read.headers).toMatchObject({
        authorization: `Bearer ${TOKEN}`,
        'user-agent': `agent-run-action/${VERSION}`,
      });
      expect(read.headers['content-type']).toBeUndefined();
    }
    // One entry of overlap with what is known.
    expect(reads.slice(0, 3).map(({ query }) => query.get('skip'))).toEqual(['0', '0', '2']);
    expect(reads[0]?.query.get('limit')).toBe('100');
  });

  it('keeps a path prefix and accepts a trailing slash', async () => {
    service = await serveRun(PLAIN);
    await runAction({ inputs: { ...inputsFor(service), base_url: `${service.url}/prefix/` } });
    expect(service.requests[0]?.path).toBe('/prefix/v1/organizations/1/agent/run');
  });

  it('reads the prompt from a file', async () => {
    service = await serveRun(PLAIN);
    const inputs = { ...inputsFor(service), prompt: '', prompt_file: 'task.md' };
    const { exitCode } = await runAction({ inputs, files: { 'task.md': 'From a file: ä.\n' } });
    expect(exitCode).toBe(0);
    expect(service.requests[0]?.body).toEqual({ prompt: 'From a file: ä.\n' });
  });
});

describe('status words', () => {
  it('warns once about an unrecognized status and names the inputs', async () => {
    const { stdout, outputs } = await run({
      entries: FOUR,
      moments: [{ status: 'THINKING' }, {}, {}, { status: 'COMPLETE' }],
    });
    expect(outputs['outcome']).toBe('succeeded');
    expect(stdout.match(/::warning[^\n]*THINKING/g)).toHaveLength(1);
    expect(stdout).toMatch(/::warning[^\n]*success_statuses[^\n]*failure_statuses/);
  });
});

describe('the result', () => {
  it('is read once more at the end', async () => {
    const { outputs } = await run({
      ...PLAIN,
      answer: (call) =>
        call === 'GET run'
          ? {
              body: {
                id: 77,
                status: 'COMPLETE',
                result: 'The final word.',
                github_pull_requests: [{ url: 'https://github.com/o/r/pull/5' }],
              },
            }
          : undefined,
    });
    expect(outputs['result']).toBe('The final word.');
    expect(outputs['pull_requests']).toBe('["https://github.com/o/r/pull/5"]');
  });
});

describe('logs_file', () => {
  it('may be in a folder that does not exist yet', async () => {
    service = await serveRun(PLAIN);
    const result = await runAction({ inputs: inputsFor(service, { logs_file: 'out/agent/run.jsonl' }) });
    expect(result.outputs['logs_file']).toBe(`${realpathSync(result.workspace)}/out/agent/run.jsonl`);
    expect(jsonLines(result.outputs['logs_file'])).toEqual(FOUR);
  });
});
