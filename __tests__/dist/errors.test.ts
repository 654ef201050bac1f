/** What can go wrong, from outside (contract 5, 4.1, 1.1, 7.3). */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OUTPUT_NAMES } from '../../src/runner/outputs.ts';
import { describeWhere } from '../support/describe-where.ts';
import { entry, inputsFor, serveRun, TOKEN } from '../support/fake-run.ts';
import { jsonLines, runAction } from '../support/run-action.ts';
import { scriptedService, type Reply, type ScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

describe('a create that fails', () => {
  it.each<[string, Reply, string]>([
    ['401', { status: 401, body: { message: 'Bad token' } }, 'unauthorized'],
    ['402', { status: 402, body: { error: { message: 'Out of credit' } } }, 'quota_exceeded'],
    ['403', { status: 403, body: { detail: 'Not yours' } }, 'forbidden'],
    ['404', { status: 404, body: 'Nothing here' }, 'not_found'],
    ['400', { status: 400, body: { message: 'Bad prompt' } }, 'rejected'],
    ['409', { status: 409, body: { message: 'Conflict' } }, 'rejected'],
    ['422', { status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'too long' }] } }, 'rejected'],
    ['418', { status: 418 }, 'rejected'],
    ['302', { status: 302, headers: { location: 'https://example.com/' } }, 'bad_response'],
    ['500', { status: 500, body: { message: 'Oops' } }, 'ambiguous_create'],
    ['503', { status: 503 }, 'ambiguous_create'],
    ['408', { status: 408 }, 'ambiguous_create'],
    ['a 2xx without an id', { status: 201, body: { status: 'ACTIVE' } }, 'ambiguous_create'],
    ['a 2xx that is not JSON', { body: '<html>' }, 'ambiguous_create'],
    ['a lost connection', { reset: true }, 'ambiguous_create'],
  ])('with %s is sent once and says so', async (_, reply, code) => {
    service = await scriptedService(() => reply);
    const { outputs, exitCode, stdout, summary } = await runAction({ inputs: inputsFor(service) });
    expect(service.calls).toEqual(['POST create']);
    expect(Object.keys(outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
    expect(outputs).toMatchObject({ outcome: 'error', error_code: code, agent_run_id: '', requests: '1' });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('::error title=Agent run');
    expect(summary).not.toBe('');
    expect(stdout).not.toMatch(/\n\s+at /);
  });

  it("quotes the service's message", async () => {
    service = await scriptedService(() => ({
      status: 422,
      body: { detail: [{ loc: ['body', 'prompt'], msg: 'too long' }] },
    }));
    const { outputs } = await runAction({ inputs: inputsFor(service) });
    expect(outputs['error_message']).toContain('body.prompt: too long');
  });

  it('that never connected until the timeout is network', async () => {
    service = await scriptedService(() => ({}));
    const { url } = service;
    await service.close();
    const { outputs } = await runAction({ inputs: { ...inputsFor({ url }), timeout_minutes: '0.02' } });
    expect(outputs).toMatchObject({ error_code: 'network', requests: '0' });
  });

  it('that was refused until the timeout is rate_limited', async () => {
    service = await scriptedService(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    const { outputs, durationMs } = await runAction({ inputs: { ...inputsFor(service), timeout_minutes: '0.03' } });
    expect(outputs).toMatchObject({ error_code: 'rate_limited', requests: '1' });
    expect(durationMs).toBeGreaterThan(1700);
  });

  it('with fail_on: none is green', async () => {
    service = await scriptedService(() => ({ status: 401 }));
    const { outputs, exitCode } = await runAction({ inputs: inputsFor(service, { fail_on: 'none' }) });
    expect([outputs['error_code'], exitCode]).toEqual(['unauthorized', 0]);
  });
});

describe('invalid inputs', () => {
  it('are reported all at once, send nothing and always fail', async () => {
    service = await scriptedService(() => ({}));
    const { outputs, exitCode } = await runAction({
      inputs: {
        token: TOKEN,
        org_id: '-1',
        base_url: `${service.url}?x=1`,
        repo_id: '1.5',
        resume: 'often',
        wait: 'yes',
        timeout_minutes: '0',
        logs: 'loud',
        fail_on: 'never',
        request_fields: '{"prompt": "x"}',
        output_schema: '{"type": 5}',
      },
    });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'invalid_input', requests: '0' });
    for (const name of [
      'org_id',
      'base_url',
      'prompt',
      'repo_id',
      'resume',
      'wait',
      'timeout_minutes',
      'logs',
      'fail_on',
      'request_fields',
      'output_schema',
    ]) {
      expect(outputs['error_message']).toContain(`\`${name}\`: got`);
    }
    expect(exitCode).toBe(1);
    expect(service.calls).toEqual([]);
  });

  it('fail the step even with fail_on: none', async () => {
    const { exitCode, outputs } = await runAction({ inputs: { token: 'with space', fail_on: 'none' } });
    expect([exitCode, outputs['error_code']]).toEqual([1, 'invalid_input']);
    expect(outputs['error_message']).not.toContain('with space');
  });
});

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

describe('the token', () => {
  it('appears nowhere but in the mask, even with debug logging', async () => {
    service = await serveRun({
      entries: [entry(0, { thought: `I saw ${TOKEN}` })],
      moments: [{ status: 'COMPLETE', result: `It is ${TOKEN}` }],
    });
    const run = await runAction({ inputs: inputsFor(service, { logs: 'full' }), env: { RUNNER_DEBUG: '1' } });
    const masked = run.stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
    const files = ['logs_file', 'result_file', 'report_file'].map((name) =>
      readFileSync(run.outputs[name] ?? '', 'utf8'),
    );
    const everything = [
      ...masked,
      run.stderr,
      run.summary,
      JSON.stringify(run.outputs),
      JSON.stringify(run.state),
      ...files,
    ];
    expect(everything.join('\n')).not.toContain(TOKEN);
    expect(run.outputs['result']).toBe('It is ***');
    expect(run.stdout.startsWith(`::add-mask::${TOKEN}`)).toBe(true);
  });
});

describe('a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s keeps everything that is known', async (signal) => {
    service = await serveRun({ entries: [entry(0), entry(1)], moments: [{ status: 'RUNNING' }] });
    let sentAt = 0;
    const run = await runAction({
      inputs: inputsFor(service, { poll_interval_seconds: '0.2' }),
      onOutput: (child, stdout) => {
        if (sentAt > 0 || !stdout.includes('step 1')) return;
        sentAt = performance.now();
        child.kill(signal);
      },
    });
    expect(performance.now() - sentAt).toBeLessThan(2000);
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ outcome: 'cancelled', status: 'RUNNING', agent_run_id: '77', total_logs: '2' });
    expect(jsonLines(run.outputs['logs_file'])).toHaveLength(2);
    expect(existsSync(run.outputs['report_file'] ?? '')).toBe(true);
    expect(run.summary).toContain('https://agents.example.com/runs/77');
    expect(run.stdout).toMatch(/::error[^\n]*goes on/);
  });

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

  it('SIGKILL is handled by the post step', async () => {
    service = await serveRun({ entries: [entry(0)], moments: [{ status: 'RUNNING' }] });
    const inputs = inputsFor(service);
    const killed = await runAction({
      inputs,
      onOutput: (child, stdout) => (stdout.includes('step 0') ? child.kill('SIGKILL') : undefined),
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(killed.outputs).toMatchObject({ agent_run_id: '77', web_url: 'https://agents.example.com/runs/77' });
    const post = await runAction({ inputs, state: killed.state });
    expect(post.stdout).toMatch(/::warning[^\n]*killed[^\n]*https:\/\/agents\.example\.com\/runs\/77/);
    expect(post.summary).toContain('77');
    expect(post.exitCode).toBe(0);
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
  // No timer fires any more, and none keeps the process.
  const files = { 'lost.cjs': 'const real = setTimeout; globalThis.setTimeout = () => real(() => {}, 1).unref();' };
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
