/** Features of a whole step against the sandbox's service, behind the ports and in virtual time. From outside: `__tests__/dist`. */
import { describe, expect, it } from '@jest/globals';
import type { SandboxOptions } from '../sandbox/options.ts';
import { main } from '../src/main.ts';
import { GitHubError } from '../src/github/port.ts';
import { post } from '../src/post.ts';
import { TransportError } from '../src/service/http/port.ts';
import { Cancelled } from '../src/runner/signals.ts';
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
const lost = (path: string) => (call: string, nth: number) => (call === path && nth <= 2 ? ('lost' as const) : null);
const attempt = (number: number): Pick<SandboxSceneOptions, 'env'> => ({ env: { GITHUB_RUN_ATTEMPT: String(number) } });

describe('idempotency: metadata', () => {
  const inputs = { idempotency: 'metadata' };

  it('adopts the run of a create whose answer was lost', async () => {
    const scene = await act({ inputs, disturb: lost(CREATE) });
    expect(scene.host.outputs).toMatchObject({ outcome: 'succeeded', error_code: '' });
    expect(scene.host.outputs['agent_run_id']).toBe(String(scene.store.all()[0]?.id));
    expect(count(scene, CREATE)).toBe(1);
    expect(scene.host.messages('warning')).toEqual([]);
  });

  it('gives up after two minutes where the service has no such run', async () => {
    const scene = await act({ inputs, disturb: (call) => (call === CREATE ? 503 : null) });
    expect(scene.host.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(count(scene, CREATE)).toBe(1);
    expect(scene.clock.elapsed).toBeGreaterThanOrEqual(115_000);
    expect(scene.clock.elapsed).toBeLessThanOrEqual(121_000);
  });

  it('is switched off by a service that refuses metadata, with one warning', async () => {
    const scene = await act({ inputs, sandbox: { metadata: 'refuse' } });
    expect(scene.host.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(scene.host.messages('warning')).toEqual([expect.stringContaining('metadata')]);
  });

  it('attaches a re-run to what succeeded, and starts the next generation after a failure', async () => {
    const first = await act({ inputs, sandbox: { scenario: 'quick' } });
    const again = await act({ inputs, ...attempt(2), on: first });
    expect(again.host.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(again.host.outputs['agent_run_id']).toBe(first.host.outputs['agent_run_id']);
    expect(count(again, CREATE)).toBe(0);

    const failed = await act({ inputs, sandbox: { scenario: 'failed' } });
    expect(failed.host.outputs).toMatchObject({ outcome: 'failed' });
    const next = await act({ inputs, ...attempt(2), on: failed, sandbox: { scenario: 'quick' } });
    expect(next.host.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(count(next, CREATE)).toBe(1);
  });

  it('does not adopt the run of another prompt with the same key', async () => {
    const key = { ...inputs, idempotency_key: 'release-7' };
    const first = await act({ inputs: key });
    const other = await act({ inputs: { ...key, prompt: 'Something else.' }, ...attempt(2), on: first });
    expect(other.host.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(other.host.outputs['error_message']).toContain(String(first.host.outputs['agent_run_id']));
    expect(count(other, CREATE)).toBe(0);
  });

  it('settles a resume whose answer was lost by its mark in the log', async () => {
    const first = await act({});
    const runId = first.host.outputs['agent_run_id'] ?? '';
    const resumed = await act({
      inputs: { ...inputs, agent_run_id: runId, prompt: 'More.' },
      on: first,
      disturb: (call) => (call === RESUME ? 'lost' : null),
    });
    expect(resumed.host.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    expect(count(resumed, RESUME)).toBe(1);
  });

  it('says so where the follow-up is nowhere after two minutes', async () => {
    const first = await act({});
    const inputsOfResume = { ...inputs, agent_run_id: first.host.outputs['agent_run_id'] ?? '', prompt: 'More.' };
    const resumed = await act({ inputs: inputsOfResume, on: first, disturb: (call) => (call === RESUME ? 502 : null) });
    expect(resumed.host.outputs).toMatchObject({ outcome: 'error', error_code: 'ambiguous_create' });
    expect(count(resumed, RESUME)).toBe(1);
  });

  it('finds the run of a killed step in the post step', async () => {
    const scene = await sandboxScene({ inputs, disturb: (call) => (call === CREATE ? 'lost' : null) });
    const killed = main(scene.ports);
    scene.clock.after(3_000, () => scene.stop.abort(new Cancelled('SIGTERM')));
    await killed;
    const saved = { ...scene.host.saved, phase: 'sending', run_id: '' };
    const later = await sandboxScene({ inputs, saved, on: scene });
    await post(later.ports);
    expect(`${later.host.lines.join('\n')}${later.host.messages('warning').join('\n')}`).toContain(
      String(scene.store.all()[0]?.id),
    );
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
    ['analyze-logs', { sandbox_id: '5' }, 'POST /sandbox/5/analyze-logs'],
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

describe('a thread with a mailbox', () => {
  const inputs = { resume: 'thread', trigger_phrase: '@agent', context: 'event', github_token: 'ghs' };

  class Thread {
    readonly github = new MemoryGitHub({ mona: 'write', ann: 'write' });
    #before: SandboxScene | null = null;

    say(body: string, author = 'mona'): number {
      const id = this.github.thread.length + 1;
      this.github.thread.push({ id, body, htmlUrl: `https://github.com/c/${id}`, author, authorIsBot: false });
      return id;
    }

    async job(id: number, more: Readonly<Record<string, string>> = {}): Promise<SandboxScene> {
      const { body, author } = this.github.thread[id - 1]!;
      const comment = { id, body, user: { login: author, type: 'User' }, html_url: `https://github.com/c/${id}` };
      const scene = await act({
        inputs: { ...inputs, ...more },
        github: this.github,
        sandbox: { scenario: 'quick' },
        env: { GITHUB_EVENT_NAME: 'issue_comment', GITHUB_ACTOR: author, GITHUB_RUN_ID: String(id) },
        payload: { action: 'created', issue: { number: 7, title: 'Broken' }, comment, sender: comment.user },
        ...(this.#before !== null && { on: this.#before }),
      });
      this.#before ??= scene;
      return scene;
    }
  }

  it('brings every waiting comment in one follow-up, and skips the jobs of those delivered', async () => {
    const thread = new Thread();
    const first = await thread.job(thread.say('@agent first'));
    expect(first.host.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
    const second = thread.say('@agent second', 'ann');
    thread.say('@agent uninvited', 'eve');
    const third = await thread.job(thread.say('@agent third'));
    expect(third.host.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'true' });
    const [{ prompt = '' } = {}] = third.bodies(RESUME);
    expect(prompt).toMatch(/@agent second[^]*@agent third/);
    expect(prompt).not.toMatch(/@agent first|uninvited/);
    const late = await thread.job(second);
    expect(late.host.outputs).toMatchObject({ outcome: 'skipped' });
    expect(late.http.requests).toEqual([]);
    expect(thread.github.reactions.map(({ reaction }) => reaction)).toEqual(['eyes', 'rocket', 'eyes', 'rocket']);
  });

  it('counts its turns', async () => {
    const thread = new Thread();
    for (const text of ['@agent one', '@agent two']) await thread.job(thread.say(text), { max_turns: '1' });
    const { host } = await thread.job(thread.say('@agent three'), { max_turns: '1' });
    expect(host.outputs).toMatchObject({ outcome: 'skipped' });
    expect(host.outputs['skip_reason']).toContain('max_turns');
  });

  it('waits for a GitHub that is out of order rather than start a second run', async () => {
    const thread = new Thread();
    const id = thread.say('@agent first');
    thread.github.failure = new GitHubError({ status: 503, message: 'Unavailable', retryAfterMs: null });
    const { host, clock, paths } = await thread.job(id);
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'thread_unavailable' });
    expect(clock.elapsed).toBeGreaterThan(100_000);
    expect(paths()).toEqual([]);
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

  it('believes a pull request that GitHub shows, and no other', async () => {
    const github = new MemoryGitHub();
    const inputs = { expect: 'pull_request', prompt: 'Fix the bug', github_token: 'ghs', commit_status: 'agent' };
    const env = { GITHUB_SHA: 'c'.repeat(40) };
    const claimed = await act({ inputs, env, github, sandbox: { scenario: 'bug-fix' } });
    expect(claimed.host.outputs).toMatchObject({ outcome: 'unverified', pull_request_number: '' });
    expect(github.statuses.map(({ state }) => state)).toEqual(['pending', 'failure']);
  });
});
