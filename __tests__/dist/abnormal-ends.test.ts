/**
 * Ends that only a process shows: a disk that is full, and a step in which nothing goes on any more
 * (contract 5, 7.3).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { describeWhere } from '../support/describe-where.ts';
import { entry, inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { scriptedService, type ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

const NO_FULL_FILE = existsSync('/dev/full')
  ? null
  : 'There is no /dev/full here, a file that is always full.';
describeWhere(NO_FULL_FILE, 'a full disk', () => {
  it('under the outputs does not lose the run', async () => {
    service = await serveRun({
      entries: [entry(0)],
      moments: [{ status: 'COMPLETE', result: 'ok' }],
    });
    const run = await runAction({
      inputs: inputsFor(service),
      env: { GITHUB_OUTPUT: '/dev/full' },
    });
    expect(run.stdout).toMatch(
      /::error title=Agent run%3A runner files::[^\n]*ENOSPC[^]*Agent run 77 created[^]*Outcome: succeeded/,
    );
    expect(run).toMatchObject({ exitCode: 1, stderr: '' });
    expect(run.state).toMatchObject({ phase: 'done', runId: '77' });
  });

  it('under the state sends nothing', async () => {
    service = await serveRun({ moments: [{ status: 'COMPLETE' }] });
    const run = await runAction({ inputs: inputsFor(service), env: { GITHUB_STATE: '/dev/full' } });
    expect(service.calls).toEqual([]);
    expect(run.outputs).toMatchObject({ outcome: 'error', error_code: 'internal' });
    expect(run).toMatchObject({ exitCode: 1, stderr: '' });
  });
});

it('a broken file of the event is named, where it is why GitHub was not asked', async () => {
  service = await serveRun({ moments: [{ status: 'COMPLETE' }] });
  const { outputs } = await runAction({
    inputs: { ...inputsFor(service), require_permission: 'write' },
    event: { name: 'issues', payload: {} },
    prepare: (workspace) => {
      writeFileSync(join(workspace, '../event.json'), '{');
    },
  });
  expect(outputs['outcome']).toBe('skipped');
  expect(outputs['skip_reason']).toMatch(
    /\(GitHub was not asked, because the file of the event could not be read: [^)]*JSON/,
  );
  expect(service.calls).toEqual([]);
});

it('a step that stops halfway is red, although Node has nothing more to wait for', async () => {
  service = await scriptedService(() => ({ status: 429, headers: { 'retry-after': '1' } }));
  // No pause ends any more, and none keeps the process.
  const files = {
    'lost.cjs': `require('node:timers/promises').setTimeout = () => new Promise(() => {});
      require('node:module').syncBuiltinESMExports();`,
  };
  const env = { NODE_OPTIONS: '--require ./lost.cjs' };
  const { exitCode, stdout } = await runAction({ inputs: inputsFor(service), files, env });
  expect(stdout).toContain('Rate limited');
  expect(stdout).not.toContain('Outcome:');
  expect(exitCode).toBe(1);
});
