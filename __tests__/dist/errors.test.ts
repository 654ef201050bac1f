/** What can go wrong, from outside (contract 5, 4.1, 1.1, 7.3). */
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeWhere } from '../support/describe-where.ts';
import { entry, inputsFor, serveRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import { scriptedService, type ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

describe('a redirect', () => {
  it.each(['GET logs', 'GET run'])(
    'of %s after the end is bad_response, with all that was received',
    async (redirected) => {
      service = await serveRun({
        entries: [entry(0)],
        moments: [{ status: 'COMPLETE', result: 'Fixed it.' }],
        answer: (call, _request, nth) =>
          call === redirected && (call === 'GET run' || nth > 1)
            ? { status: 302, headers: { location: 'https://elsewhere.example.com/' } }
            : undefined,
      });
      const run = await runAction({ inputs: inputsFor(service) });
      expect(run.outputs).toMatchObject({
        outcome: 'error',
        error_code: 'bad_response',
        status: 'COMPLETE',
        total_logs: '1',
      });
      expect(run.outputs['result']).toBe('Fixed it.');
    },
  );
});

describe('a signal', () => {
  it('while the create is in flight waits for its response', async () => {
    // The bundle says nothing when a signal comes, so something loaded before it does, once its handlers have run.
    const tell = `process.once('SIGINT',()=>setImmediate(console.log,'signal-seen'))`;
    const seen = Promise.withResolvers<true>();
    let kill = (): void => undefined;
    service = await serveRun({
      moments: [{ status: 'ACTIVE' }],
      answer: async (call) => {
        if (call === 'POST create') {
          kill();
          await seen.promise;
        }
        return undefined;
      },
    });
    const run = await runAction({
      inputs: inputsFor(service),
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` },
      onOutput: (child, stdout) => {
        kill = () => child.kill('SIGINT');
        if (stdout.includes('signal-seen')) seen.resolve(true);
      },
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', agent_run_id: '77' });
    expect(service.calls).toEqual(['POST create']);
  });

  it('while a follow-up is in flight reports that its fate is unknown, and the earlier state of the run', async () => {
    let kill = (): void => undefined;
    service = await serveRun({
      moments: [{ status: 'COMPLETE' }],
      answer: (call) => {
        if (call !== 'POST resume') return undefined;
        kill();
        return { hang: true };
      },
    });
    const run = await runAction({
      inputs: inputsFor(service, { agent_run_id: '77' }),
      onOutput: (child) => (kill = () => child.kill('SIGTERM')),
    });
    expect(run.outputs).toMatchObject({
      outcome: 'cancelled',
      agent_run_id: '77',
      status: 'COMPLETE',
      web_url: 'https://agents.example.com/runs/77',
    });
    expect(run.stdout).toMatch(/::error[^\n]*Whether the run 77 received the follow-up is not known/);
    expect(run.summary).toContain('received the follow-up is not known');
  });

  it('while a refused create waits reports that there is no run', async () => {
    service = await serveRun({
      moments: [],
      answer: () => ({ status: 429, headers: { 'retry-after': '30' }, body: {} }),
    });
    const run = await runAction({
      inputs: inputsFor(service),
      onOutput: (child, stdout) => (stdout.includes('Rate limited') ? child.kill('SIGTERM') : undefined),
    });
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', agent_run_id: '' });
    expect(run.stdout).toMatch(/::error[^\n]*No agent run was created/);
    expect(service.calls).toEqual(['POST create']);
  });

  it('leaves the post step nothing to do if everything was done', async () => {
    const post = await runAction({ inputs: {}, state: { is_post: 'true', phase: 'done', runId: '77' } });
    expect(post).toMatchObject({ stdout: '', stderr: '', exitCode: 0, summary: '' });
  });
});

const NO_FULL_FILE = existsSync('/dev/full') ? null : 'There is no /dev/full here, a file that is always full.';
describeWhere(NO_FULL_FILE, 'a full disk', () => {
  it('under the outputs does not lose the run', async () => {
    service = await serveRun({ entries: [entry(0)], moments: [{ status: 'COMPLETE', result: 'ok' }] });
    const run = await runAction({ inputs: inputsFor(service), env: { GITHUB_OUTPUT: '/dev/full' } });
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

it('a run that the service does not answer about is timed out before its follow-up, and not unreachable', async () => {
  service = await scriptedService(() => ({ hang: true }));
  const inputs = inputsFor(service, { agent_run_id: '77', timeout_minutes: '0.03' });
  const { outputs, stdout } = await runAction({ inputs });
  expect(service.calls).not.toContain('POST resume');
  expect(outputs).toMatchObject({ outcome: 'timed_out', error_code: '', agent_run_id: '77' });
  expect(stdout).toMatch(/::error[^\n]*could not be read within 0\.03 minutes.*did not answer in time/);
});

describe('what was known before a kill', () => {
  it('includes the ID of a run whose follow-up was in flight', async () => {
    let kill = (): void => undefined;
    service = await serveRun({
      entries: [entry(0)],
      moments: [{ status: 'COMPLETE' }],
      answer: (call) => {
        if (call !== 'POST resume') return undefined;
        kill();
        return { hang: true };
      },
    });
    const inputs = inputsFor(service, { agent_run_id: '77' });
    const killed = await runAction({ inputs, onOutput: (child) => (kill = () => child.kill('SIGKILL')) });
    expect(killed.outputs['agent_run_id']).toBe('77');
    const post = await runAction({ inputs, state: killed.state });
    expect(post.stdout).toMatch(/::warning[^\n]*Whether the run 77 received the follow-up is not known/);
  });
});
