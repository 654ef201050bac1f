/** Features of a whole step against the sandbox's service, behind the ports and in virtual time. From outside: `__tests__/dist`. */
import { describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../sandbox/options.ts';
import { main } from '../src/main.ts';
import { TransportError } from '../src/service/http/port.ts';
import { Cancelled } from '../src/runner/clock.ts';
import { MemoryHttp } from './support/memory-http.ts';
import { MemoryGitHub } from './support/memory-scene.ts';
import { sandboxScene, type SandboxScene, type SandboxSceneOptions } from './support/sandbox-scene.ts';

const CREATE = 'POST /agent/run';
const RESUME = 'POST /agent/run/resume';

async function act(
  options: SandboxSceneOptions = {},
  prepare: (scene: SandboxScene) => void = () => undefined,
): Promise<SandboxScene> {
  const scene = await sandboxScene(options);
  prepare(scene);
  await main(scene.ports);
  return scene;
}

/** Claims a pull request at once, and works for ten minutes. */
const observation = 'https://github.com/octo/widgets/pull/1';
const CLAIMING = {
  turns: [
    {
      steps: [
        { at: 0, entry: { message_type: 'INITIAL_PR_GENERATION', observation } },
        { at: 1_000, github_pull_requests: [{ url: observation }] },
        { at: '10m', status: 'COMPLETE' },
      ],
    },
  ],
};

const count = ({ paths }: SandboxScene, path: string): number => paths().filter((each) => each === path).length;

describe('a run that does not exist', () => {
  it.each([
    ['attached to', { prompt: '', agent_run_id: '999' }],
    ['resumed', { prompt: 'Go on.', agent_run_id: '999' }],
  ])('gets no files: %s', async (_, inputs) => {
    const { host, files } = await act({ inputs });
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'not_found', agent_run_id: '999' });
    expect(host.outputs).toMatchObject({ logs_file: '', result_file: '', report_file: '' });
    expect(files.paths().filter((path) => path.includes('agent-run-999'))).toEqual([]);
  });
});

describe('task: check', () => {
  it('does not go on asking a website', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' };
    const scene = await sandboxScene({ inputs: { task: 'check', prompt: '' } });
    const http = new MemoryHttp(scene.clock, () => page);
    await main({ ...scene.ports, http });
    expect(scene.host.outputs).toMatchObject({ outcome: 'error', error_code: 'bad_response' });
    expect(scene.host.outputs['error_message']).toContain('`base_url`');
    expect([http.requests.length, scene.clock.elapsed]).toEqual([1, 0]);
  });
});

describe('the organization', () => {
  it('looks a repository up by its name', async () => {
    const scene = await act({ inputs: { repo: 'Octo/Shop' } });
    expect(scene.host.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(scene.bodies(CREATE)[0]).toMatchObject({ repo_id: 1 });
  });

  it('names close ones where there is none, and creates nothing', async () => {
    const scene = await act({ inputs: { repo: 'octo/shop-ap' } });
    expect(scene.host.outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
    expect(scene.host.outputs['error_message']).toContain('octo/shop-api');
    expect(count(scene, CREATE)).toBe(0);
  });

  it('warns of an archived one', async () => {
    const { host } = await act({ inputs: { repo: 'octo/legacy-shop' } });
    expect(host.messages('warning')).toEqual([expect.stringContaining('archived')]);
  });

  it('says what to do where the service has no list', async () => {
    const { host } = await act({ inputs: { repo: 'octo/shop' }, sandbox: { api: 'spec' } });
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
    expect(host.outputs['error_message']).toContain('repo_id');
  });

  it.each([
    ['setup-commands', { repo_id: '1' }, 'POST /setup-commands/generate'],
    ['analyze-logs', { sandbox_id: '5', prompt: '' }, 'POST /sandbox/5/analyze-logs'],
  ])('task: %s', async (task, inputs, path) => {
    const scene = await act({ inputs: { task, ...inputs } });
    expect(scene.host.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(count(scene, path)).toBe(1);
    const { host } = await act({ inputs: { task, ...inputs }, sandbox: { api: 'spec' } });
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
    expect(host.outputs['error_message']).toContain(`task: ${task}`);
  });

  it('task: check', async () => {
    const scene = await act({ inputs: { task: 'check', repo: 'octo/shop' } });
    expect(scene.host.outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: '' });
    expect(scene.store.all()).toEqual([]);
  });

  it.each([
    ['a token that is not accepted', 401, 'unauthorized', '`token`'],
    ['an organization that the token may not use', 403, 'forbidden', '`org_id`'],
    ['a redirect', 302, 'bad_response', 'final address'],
    ['an address of something else', 418, 'rejected', '`base_url`'],
  ])('task: check finds %s', async (...[, status, code, advice]) => {
    const { host } = await act({ inputs: { task: 'check' }, disturb: () => status });
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: code });
    expect(host.outputs['error_message']).toContain(advice);
  });

  it('task: check looks as far as it can where the service has the spec’s endpoints alone', async () => {
    const sandbox: SandboxOptions = { api: 'spec' };
    const { host, store } = await act({ inputs: { task: 'check' }, sandbox });
    expect(host.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(store.all()).toEqual([]);
    const named = await act({ inputs: { task: 'check', repo: 'octo/shop' }, sandbox });
    expect(named.host.outputs['error_message']).toContain('repo_id');
    const unknown = await act({ inputs: { task: 'check', repo: 'octo/shap' } });
    expect(unknown.host.outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
  });

  it('sends the model and images, the images of a resume as well', async () => {
    const images = 'shot.png';
    const png = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    const contents = { '/workspace/shot.png': png };
    const scene = await act({ inputs: { model: 'large', images }, contents });
    expect(scene.bodies(CREATE)[0]).toMatchObject({
      model: 'large',
      images: [expect.stringMatching(/^data:image\/png;base64,/)],
    });
  });
});

describe('on_cancel: stop', () => {
  const inputs = { on_cancel: 'stop', timeout_minutes: '0.2', prompt: 'Take your time.' };
  const sandbox = { scenario: 'quick', speed: 0.001 };

  it('stops a run that timed out, and unblocks it before the next follow-up', async () => {
    const scene = await act({ inputs, sandbox });
    expect(scene.host.outputs).toMatchObject({ outcome: 'timed_out' });
    expect(scene.host.outputs['error_message']).toContain('stop');
    expect(count(scene, 'POST /agent/run/ban')).toBe(1);
    const agentRunId = scene.host.outputs['agent_run_id'] ?? '';
    const next = await act({ inputs: { on_cancel: 'stop', agent_run_id: agentRunId, prompt: 'Go on.' }, on: scene });
    const sent = next.paths().filter((path) => path.startsWith('POST'));
    expect(sent).toEqual(['POST /agent/run/unban', RESUME]);
  });

  it('stops a run after a signal', async () => {
    const scene = await act({ inputs, sandbox }, ({ clock, stop }) => {
      clock.after(5_000, () => stop.abort(new Cancelled('SIGINT')));
    });
    expect(scene.host.outputs).toMatchObject({ outcome: 'cancelled' });
    expect(count(scene, 'POST /agent/run/ban')).toBe(1);
  });

  it('says that the service did not accept it', async () => {
    const { host } = await act({ inputs, sandbox, disturb: (call) => (call === 'POST /agent/run/ban' ? 403 : null) });
    expect(host.outputs['error_message']).toMatch(/not|refused|could/);
  });
});

it('ends within ten seconds of its timeout even if neither GitHub nor the service responds', async () => {
  const github = new MemoryGitHub({ mona: 'write' });
  const asked: string[] = [];
  const hang = (name: string, signal: AbortSignal): Promise<never> => {
    asked.push(name);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  github.pullRequest = (_place: unknown, signal?: AbortSignal) => hang('pull request', signal!);
  github.updateComment = (_id, _body, signal) => hang('comment', signal);
  const scene = await act(
    {
      inputs: { prompt: 'Fix it.', on_cancel: 'stop', comment: 'true', github_token: 'ghs', timeout_minutes: '1' },
      env: { GITHUB_EVENT_NAME: 'issues', GITHUB_ACTOR: 'mona' },
      payload: {
        action: 'opened',
        issue: { number: 7, title: 'Broken', user: { login: 'mona' } },
        sender: { login: 'mona' },
      },
      sandbox: { scenario: CLAIMING, speed: 1 },
      github,
    },
    ({ http, clock }) => {
      const send = http.send.bind(http);
      http.send = async (request, signal) => {
        if (!request.url.endsWith('/ban')) return send(request, signal);
        asked.push('stop');
        await clock.sleep(request.totalTimeoutMs, signal);
        throw new TransportError('headers_timeout', 'no response');
      };
    },
  );
  expect(scene.host.outputs).toMatchObject({ outcome: 'timed_out' });
  expect(asked.slice(-3)).toEqual(['pull request', 'stop', 'comment']);
  expect(scene.clock.elapsed).toBeLessThanOrEqual(60_000 + 10_000);
  expect(scene.host.saved).toMatchObject({ phase: 'ended', left: 'stop,comment' });
});

describe('proof', () => {
  it('writes the trace and sends it once', async () => {
    const endpoint = 'http://127.0.0.1:4318';
    const scene = await act({ inputs: { otlp: 'true' }, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    expect(scene.host.outputs['otlp_file']).toMatch(/-otlp\.jsonl$/);
    const sent = scene.http.requests.filter(({ url }) => url.startsWith(endpoint));
    expect(sent.map(({ url }) => url)).toEqual([`${endpoint}/v1/traces`]);
    expect(sent[0]?.body).toContain('invoke_agent');
  });
});
