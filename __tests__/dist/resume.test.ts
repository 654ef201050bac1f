/** Resuming and attaching, from outside (contract 4.5, 4.6, 1.1 `prompt`). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { entry, finalAnswer, inputsFor, serveRun } from '../support/fake-run.ts';
import { jsonLines, runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

const BEFORE = [entry(0), finalAnswer(1, 'The old answer.')];

describe('a resumed run', () => {
  it('ignores the previous terminal status, and keeps only this turn', async () => {
    const turn = [
      entry(2, { message_type: 'USER_MESSAGE', observation: 'More.' }),
      entry(3),
      finalAnswer(4, 'The new answer.'),
    ];
    service = await serveRun({
      entries: [...BEFORE, ...turn],
      moments: [
        { status: 'COMPLETE', result: 'The old answer.', entries: 2 },
        {},
        { entries: 3 },
        { status: 'ACTIVE', entries: 4 },
        { status: 'COMPLETE', entries: 5 },
      ],
    });
    const { outputs, exitCode } = await runAction({ inputs: inputsFor(service, { agent_run_id: '77', repo_id: '9' }) });
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true', total_logs: '3', agent_run_id: '77' });
    // The run still shows the result from before: this turn's answer counts.
    expect(outputs['result']).toBe('The new answer.');
    expect(jsonLines(outputs['logs_file'])).toEqual(turn);
    expect(service.calls.slice(0, 3)).toEqual(['GET logs', 'POST resume', 'GET logs']);
    expect(service.requests[1]?.body).toEqual({ agent_run_id: 77, prompt: 'Fix the bug.' });
    expect(service.requests[1]?.path).toBe('/v1/organizations/1/agent/run/resume');
  });

  it('keeps the files of an earlier step for the same run, and creates a missing RUNNER_TEMP', async () => {
    service = await serveRun({ entries: BEFORE, moments: [{ status: 'COMPLETE', result: 'Done.' }] });
    const folder = mkdtempSync(join(tmpdir(), 'agent-run-steps-'));
    const temp = join(folder, 'not', 'there');
    const options = { inputs: inputsFor(service, { agent_run_id: '77', prompt: '' }), env: { RUNNER_TEMP: temp } };
    try {
      const first = await runAction(options);
      const second = await runAction(options);
      const names = ({ outputs }: ActionRun): (string | undefined)[] => [
        outputs['logs_file'],
        outputs['result_file'],
        outputs['report_file'],
      ];
      const at = (stem: string): string[] =>
        ['.jsonl', '-result.txt', '.html'].map((end) => join(temp, `${stem}${end}`));
      expect(names(first)).toEqual(at('agent-run-77'));
      expect(names(second)).toEqual(at('agent-run-77-2'));
      expect(jsonLines(first.outputs['logs_file'])).toEqual(BEFORE);
      expect(jsonLines(second.outputs['logs_file'])).toEqual(BEFORE);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('creates a missing RUNNER_TEMP even if the log file is somewhere else', async () => {
    service = await serveRun({ entries: BEFORE, moments: [{ status: 'COMPLETE', result: 'Done.' }] });
    const folder = mkdtempSync(join(tmpdir(), 'agent-run-steps-'));
    const temp = join(folder, 'not', 'there');
    const inputs = inputsFor(service, { agent_run_id: '77', prompt: '', logs_file: 'log.jsonl' });
    try {
      const { outputs } = await runAction({ inputs, env: { RUNNER_TEMP: temp } });
      expect(readFileSync(join(temp, 'agent-run-77-result.txt'), 'utf8')).toBe('Done.');
      expect([outputs['result_file'], outputs['report_file']]).toEqual([
        join(temp, 'agent-run-77-result.txt'),
        join(temp, 'agent-run-77.html'),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that never acts on the follow-up is an error at the timeout', async () => {
    service = await serveRun({ entries: BEFORE, moments: [{ status: 'COMPLETE', result: 'The old answer.' }] });
    const inputs = inputsFor(service, { agent_run_id: '77', timeout_minutes: '0.06' });
    const { outputs, exitCode } = await runAction({ inputs });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'bad_response', total_logs: '0', resumed: 'true' });
    expect(outputs['error_message']).toMatch(/never acted on it/);
    expect(exitCode).toBe(1);
  });
});

describe('an attached run', () => {
  it('is only followed: its log from the start, with its current status', async () => {
    service = await serveRun({ entries: BEFORE, moments: [{ status: 'COMPLETE', result: 'The old answer.' }] });
    const { outputs, exitCode } = await runAction({ inputs: inputsFor(service, { agent_run_id: '77', prompt: '' }) });
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      resumed: 'false',
      total_logs: '2',
      result: 'The old answer.',
    });
    expect(exitCode).toBe(0);
    expect(service.calls).toEqual(['GET logs', 'GET run']);
  });

  it('that does not exist is not_found', async () => {
    service = await serveRun({ moments: [{}], answer: () => ({ status: 404, body: { detail: 'No such run' } }) });
    const { outputs } = await runAction({ inputs: inputsFor(service, { agent_run_id: '5', prompt: '' }) });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
    expect(outputs['error_message']).toContain('No such run');
  });
});
