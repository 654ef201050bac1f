/**
 * Features of a whole step against the sandbox's service, behind the ports and in virtual time.
 * From outside: `__tests__/dist`.
 */
import { describe, expect, it } from '@jest/globals';
import { SERVICE_NAMES, SERVICE_TABLE, type ServiceName } from '../src/agents/service-table.ts';
import { main } from '../src/main.ts';
import { TransportError } from '../src/http/proof.ts';
import { MemoryHttp } from './support/memory-http.ts';
import { memoryGitHub, type MemoryScene } from './support/memory-scene.ts';
import { sandboxScene, type SandboxSceneOptions } from './support/sandbox-scene.ts';

async function act(
  options: SandboxSceneOptions = {},
  prepare: (scene: MemoryScene) => void = () => undefined,
): Promise<MemoryScene> {
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

describe('a run that does not exist', () => {
  it.each([
    ['attached to', { prompt: '', agent_run_id: '999' }],
    ['resumed', { prompt: 'Go on.', agent_run_id: '999' }],
  ])('gets no files: %s', async (_, inputs) => {
    const { host, files } = await act({ inputs });
    expect(host.outputs).toMatchObject({
      outcome: 'error',
      error_code: 'not_found',
      agent_run_id: '999',
    });
    expect(host.outputs).toMatchObject({ logs_file: '', result_file: '', report_file: '' });
    expect(files.paths().filter((path) => path.includes('agent-run-999'))).toEqual([]);
  });
});

describe('task: check', () => {
  it('does not go on asking a website', async () => {
    const page = {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Welcome</h1>',
    };
    const scene = await sandboxScene({ inputs: { task: 'check', prompt: '' } });
    const http = new MemoryHttp(scene.clock, () => page);
    await main({ ...scene.ports, http });
    expect(scene.host.outputs).toMatchObject({ outcome: 'error', error_code: 'bad_response' });
    expect(scene.host.outputs['error_message']).toContain('`base_url`');
    expect([http.requests.length, scene.clock.elapsed]).toEqual([1, 0]);
  });
});

describe('a request to stop the run that is put off at the timeout', () => {
  const ALONE = { base_url: '', org_id: '', repo: 'acme/shop' };

  /** A step whose first `times` requests to stop the run are answered 429. */
  async function stopped(
    service: ServiceName,
    { waitS, times }: { readonly waitS: number; readonly times: number },
  ) {
    const given = SERVICE_TABLE[service].baseUrl.kind === 'required' ? {} : ALONE;
    let asked = 0;
    const scene = await act(
      {
        inputs: { prompt: 'Fix it.', on_cancel: 'stop', timeout_minutes: '1', service, ...given },
        sandbox: { scenario: CLAIMING, service, speed: 1 },
      },
      ({ http }) => {
        const send = http.send.bind(http);
        http.send = async (request, signal) => {
          if (!/\/(?:archive|ban|cancel|interrupt)$/.test(request.url)) {
            return send(request, signal);
          }
          asked += 1;
          const headers = { 'retry-after': String(waitS) };
          return asked > times ? send(request, signal) : { status: 429, headers, body: '{}' };
        };
      },
    );
    const { outputs, saved } = scene.host;
    expect(outputs).toMatchObject({ outcome: 'timed_out' });
    return { message: outputs['error_message'], left: saved['left'], asked, scene };
  }

  it.each(SERVICE_NAMES.filter((name) => SERVICE_TABLE[name].can.stop))(
    'is made again within the time that is left: %s',
    async (service) => {
      const { message, left, asked, scene } = await stopped(service, { waitS: 2, times: 1 });
      expect(message).toMatch(/accepted/);
      expect([asked, left]).toEqual([2, '']);
      expect(scene.clock.elapsed).toBeLessThanOrEqual(60_000 + 5_000);
    },
  );

  it('is left to the post step where that is too long', async () => {
    const { message, left, asked, scene } = await stopped('agent-run', { waitS: 30, times: 1 });
    expect(message).toMatch(/was not stopped: .*HTTP 429/);
    expect([asked, left]).toEqual([1, 'stop']);
    expect(scene.clock.elapsed).toBeLessThanOrEqual(60_000 + 1_000);
  });
});

it('ends within ten seconds of its timeout even if neither GitHub nor the service responds', async () => {
  const github = memoryGitHub({ mona: 'write' });
  const asked: string[] = [];
  for (const [name, path] of [
    ['pull request', /pulls/],
    ['comment', /issues\/comments/],
  ] as const) {
    github.faults.push({ path, times: 99, meanwhile: () => asked.push(name), act: 'hang' });
  }
  const scene = await act(
    {
      inputs: {
        prompt: 'Fix it.',
        on_cancel: 'stop',
        comment: 'true',
        github_token: 'ghs',
        timeout_minutes: '1',
      },
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
        if (!request.url.endsWith('/ban')) {
          return send(request, signal);
        }
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
