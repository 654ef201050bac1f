/** The main step as a whole, behind its ports and in virtual time. */
import { describe, expect, it } from '@jest/globals';
import { OUTPUT_NAMES } from '../src/runner/output-table.ts';
import { Cancelled } from '../src/runner/clock.ts';
import { main, nodeTooOld } from '../src/main.ts';
import { post } from '../src/post.ts';
import type { GitHubModel } from './support/fake-github.ts';
import { actions, entry, finalAnswer, RUN_ID, WEB_URL } from './support/memory-client.ts';
import type { Answering } from './support/memory-http.ts';
import {
  memoryScene,
  memoryGitHub,
  refusal,
  service,
  TOKEN,
  type MemoryScene,
  type SceneOptions,
} from './support/memory-scene.ts';

const FOUR = [...actions(3), finalAnswer(3)];

async function run(
  options: SceneOptions = {},
  prepare: (scene: MemoryScene) => void = () => undefined,
): Promise<MemoryScene> {
  const scene = memoryScene({ answer: service(FOUR), ...options });
  prepare(scene);
  await main(scene.ports);
  // Whatever happened: every output is set (1.2), the post step knows, and the token is nowhere.
  expect(Object.keys(scene.host.outputs).sort()).toEqual([...OUTPUT_NAMES].sort());
  expect(scene.host.saved['phase']).toBeDefined();
  const { masked, ...rest } = scene.host;
  expect(masked[0]).toBe(scene.host.inputs['token'] === '' ? undefined : TOKEN);
  expect(JSON.stringify({ ...rest, inputs: null })).not.toContain(TOKEN);
  return scene;
}

describe('a run that succeeds', () => {
  it('ends in outputs, files, summary and a green step', async () => {
    const { host, files, calls } = await run();
    expect(host.outputs).toMatchObject({
      agent_run_id: RUN_ID,
      web_url: WEB_URL,
      status: 'COMPLETE',
      outcome: 'succeeded',
      result: 'Fixed it.',
      result_file: '/temp/agent-run-77-result.txt',
      logs_file: '/temp/agent-run-77.jsonl',
      report_file: '/temp/agent-run-77.html',
      total_logs: '4',
      resumed: 'false',
      requests: '3',
      error_code: '',
    });
    expect(host.failed).toBe(false);
    expect(files.paths()).toEqual([
      '/temp/agent-run-77-result.txt',
      '/temp/agent-run-77.html',
      '/temp/agent-run-77.jsonl',
    ]);
    expect(files.readText('/temp/agent-run-77-result.txt')).toBe('Fixed it.');
    expect(files.readText('/temp/agent-run-77.jsonl')).toBe(
      FOUR.map((value) => `${JSON.stringify(value)}\n`).join(''),
    );
    expect(host.summaries.join('')).toContain('Fixed it.');
    expect(calls()).toEqual(['POST create', 'GET logs', 'GET run']);
    expect(host.saved['phase']).toBe('done');
  });

  it('sets what is known before it writes the files, which may take too long', async () => {
    const known: Record<string, string>[] = [];
    await run({}, ({ files, host }) => {
      const write = files.write.bind(files);
      Object.assign(files, {
        write: (path: string, text: string) => {
          if (path.endsWith('-result.txt')) {
            known.push({ ...host.outputs });
          }
          write(path, text);
        },
      });
    });
    expect(known).toEqual([
      expect.objectContaining({ outcome: 'succeeded', result: 'Fixed it.', status: 'COMPLETE' }),
    ]);
  });

  it('creates the folders that its files are to be in', async () => {
    const { files, host } = await run({
      env: { RUNNER_TEMP: '/temp/not/there' },
      inputs: { logs_file: 'out/log.jsonl' },
    });
    expect(host.outputs).toMatchObject({
      logs_file: '/workspace/out/log.jsonl',
      result_file: '/temp/not/there/agent-run-77-result.txt',
    });
    expect(['/workspace/out', '/temp/not/there'].map(files.isDirectory)).toEqual([true, true]);
  });

  it('masks the tokens before anything else, and lets neither out', async () => {
    const leak = entry(0, { thought: `it is ${TOKEN}`, observation: TOKEN });
    const answer = service([leak, finalAnswer(1)], { fields: { result: `token ${TOKEN}` } });
    const { host, files } = await run({
      answer,
      inputs: { github_token: 'ghs-abcdefghijkl', logs: 'full' },
    });
    expect(host.masked).toContain('ghs-abcdefghijkl');
    for (const path of files.paths()) {
      expect(files.readText(path)).not.toContain(TOKEN);
    }
  });

  it('needs no GitHub (6.5)', async () => {
    expect((await run()).githubCalls).toEqual([]);
  });

  it('writes neither summary nor report when they are not wanted', async () => {
    const { host, files } = await run({ inputs: { summary: 'false', report: 'false' } });
    expect(host.summaries).toEqual([]);
    expect(host.outputs['report_file']).toBe('');
    expect(files.paths()).not.toContain('/temp/agent-run-77.html');
  });

  it('says that it is created without a repository', async () => {
    const messages = async (inputs: Record<string, string>) =>
      (await run({ inputs })).host.messages('notice');
    expect(await messages({})).toEqual([expect.stringContaining('created without a repository')]);
    expect(await messages({ repo_id: '5' })).toEqual([]);
  });

  it('says once what has no effect in the step (1.1)', async () => {
    const attached = { agent_run_id: '77', prompt: '' };
    const { host } = await run({ inputs: { ...attached, model: 'opus', repo_id: '5' } });
    expect(host.outputs['outcome']).toBe('succeeded');
    const [notice, ...others] = host.messages('notice');
    expect(notice).toMatch(/^Without effect in this step: `repo_id` \(.*\); `model` \(.*\)\.$/);
    expect(others).toEqual([]);
  });
});

it('warns where no commit can be found for the status, and asks GitHub for nothing (15)', async () => {
  const { host, githubCalls } = await run({ inputs: { commit_status: 'agent', repo_id: '5' } });
  expect(host.outputs['outcome']).toBe('succeeded');
  expect(host.messages('warning')).toEqual([
    'The commit status "agent" was not set: the event names no commit, and `GITHUB_SHA` holds ' +
      'none. Use `commit_status` on the event of a push or of a pull request.',
  ]);
  expect(githubCalls).toEqual([]);
});

describe('an earlier run', () => {
  it('that ends without an answer of its own: the result is said to be an old one', async () => {
    let looks = 0;
    const [ended, active] = ['COMPLETE', 'ACTIVE'].map((status) =>
      service(actions(2), { fields: { status, result: 'The first answer.' } }),
    );
    const answer: Answering = (...asked) => ((looks += 1) === 4 ? active : ended)!(...asked);
    const { host } = await run({ answer, inputs: { agent_run_id: '77' } });
    expect(host.outputs).toMatchObject({ outcome: 'succeeded', result: 'The first answer.' });
    expect(host.messages('warning').join()).toContain('what the run had said before the follow-up');
    expect(host.summaries.join('')).toContain('what the run had said before the follow-up');
    expect(host.summaries.join('')).toContain('### Result from before the follow-up');
  });
});

describe('a run that was there before, and is not waited for,', () => {
  const attached = { agent_run_id: '77', prompt: '', wait: 'false' };
  const goesOn = `The run 77 goes on at [${WEB_URL}](${WEB_URL})`;

  it.each<[string, object, string, RegExp]>([
    ['has ended', { status: 'COMPLETE' }, 'has ended', /has ended \(status COMPLETE\); look at/],
    ['is at work', { status: 'ACTIVE', result: null }, 'goes on', /goes on at .*did not wait/],
    ['asks', { status: 'PAUSED', result: null }, 'needs input', /To answer, run this action/],
  ])('is told as it was read: it %s', async (...[, fields, words, standing]) => {
    const { host } = await run({ answer: service(FOUR, { fields }), inputs: attached });
    expect(host.outputs).toMatchObject({ outcome: 'started', result: '' });
    const summary = host.summaries.join('');
    expect(summary).toContain(`🚀 Agent run 77 ${words}\n`);
    expect(summary).toMatch(standing);
    expect(summary.includes(goesOn)).toBe(words === 'goes on');
  });

  it('asks, but takes no message: it is answered elsewhere', async () => {
    const id = 'a'.repeat(32);
    const exited = {
      session_id: id,
      status: 'exit',
      structured_output: { outcome: 'question', message: 'Which tax?', reference: '' },
    };
    const { host } = await run({
      answer: () => ({ body: JSON.stringify(exited) }),
      inputs: { ...attached, agent_run_id: id, service: 'devin', base_url: '', org_id: 'org-1' },
    });
    const summary = host.summaries.join('');
    expect(summary).toMatch(/🚀 Agent run \S+ needs input\n/);
    expect(summary).toContain('this service takes no message from here');
  });

  it('has got a follow-up: it was resumed', async () => {
    const inputs = { ...attached, prompt: 'Go on.' };
    const answer = service(FOUR, { fields: { status: 'ACTIVE', result: null } });
    const { host } = await run({ answer, inputs });
    expect(host.summaries.join('')).toContain('🚀 Go on.\n\n**Agent run 77 was resumed');
    expect(host.summaries.join('')).toContain(goesOn);
  });
});

describe('a step that fails', () => {
  it('met a bug: internal, with the stack only when debugging (5)', async () => {
    const { host } = await run(
      { answer: () => new RangeError('a bug') },
      (scene) => (scene.host.debugOn = true),
    );
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'internal' });
    expect(host.debugged.join('\n')).toContain('RangeError: a bug');
    expect(host.failed).toBe(true);
  });

  it('cannot write its files: a warning each, and the run is not lost', async () => {
    const { host } = await run({}, ({ files }) => {
      files.guard = () => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      };
    });
    expect(host.outputs).toMatchObject({
      outcome: 'succeeded',
      result: 'Fixed it.',
      logs_file: '',
      result_file: '',
    });
    expect(host.messages('warning').join('\n')).toContain('ENOSPC');
    expect(host.failed).toBe(false);
  });
});

describe('a step that asks the service nothing says whose it was', () => {
  const at = { service: 'cursor', base_url: '', org_id: '', repo: 'octo/widgets' };
  const summaryOf = async (options: SceneOptions): Promise<string> => {
    const { host, http } = await run(options);
    expect(http.requests).toEqual([]);
    return host.summaries.join('');
  };

  it('where it is skipped', async () => {
    const summary = await summaryOf({
      env: { GITHUB_EVENT_NAME: 'issue_comment' },
      payload: { action: 'created', comment: { body: 'Hello.' }, issue: { number: 3 } },
      inputs: { ...at, trigger_phrase: '@agent' },
    });
    expect(summary).toMatch(/^`skipped` · Cursor · /m);
  });

  it('where its inputs are refused', async () => {
    const summary = await summaryOf({ inputs: { ...at, timeout_minutes: 'soon' } });
    expect(summary).toMatch(/^`error` · Cursor · /m);
  });

  it('and names no service where `service` names none', async () => {
    const summary = await summaryOf({ inputs: { ...at, service: 'curser' } });
    expect(summary).toMatch(/^`error` · .*agent-run-action/m);
    expect(summary).not.toContain('Agent run service');
  });
});

describe('a runner whose files are full', () => {
  const full = (): never => {
    throw new Error('ENOSPC: no space left on device, write');
  };
  async function runFull(names: readonly ('output' | 'saveState')[]): Promise<MemoryScene> {
    const scene = memoryScene({ answer: service(FOUR) });
    for (const name of names) {
      Object.assign(scene.host, { [name]: full });
    }
    await main(scene.ports);
    return scene;
  }

  it('keeps the run: what is known is said in the log, once, and the step is red', async () => {
    const { host } = await runFull(['output']);
    expect(host.saved).toMatchObject({ phase: 'done', runId: '77' });
    expect(host.lines.join('\n')).toMatch(/Agent run 77 created[^]*Outcome: succeeded/);
    expect(host.messages('error')).toEqual([
      expect.stringMatching(/outputs cannot be written \(ENOSPC/),
    ]);
    expect(host.summaries.join('')).toContain('Fixed it.');
    expect(host.failed).toBe(true);
  });

  it('sends nothing where the state for the post step cannot be written from the start', async () => {
    const { host, http } = await runFull(['saveState']);
    expect(http.requests).toEqual([]);
    expect(host.outputs).toMatchObject({ outcome: 'error', error_code: 'internal', requests: '0' });
    expect(host.outputs['error_message']).toMatch(/ENOSPC[^]*Nothing was sent/);
    expect(host.failed).toBe(true);
  });

  it('goes on where the state cannot be written any more', async () => {
    const { host } = await run({}, ({ host: given }) => {
      const { saveState } = given;
      Object.assign(given, {
        saveState: (name: string, value: string) =>
          value === 'idle' ? saveState(name, value) : full(),
      });
    });
    expect(host.outputs).toMatchObject({ outcome: 'succeeded', result: 'Fixed it.' });
    expect(host.messages('warning')).toEqual([
      expect.stringMatching(/state for the post step cannot be written \(ENOSPC/),
    ]);
    expect(host.failed).toBe(false);
  });
});

describe('a signal (7.3)', () => {
  it('while the create is in flight: an answer within a moment still counts', async () => {
    const create = { delayMs: 5_500, body: { id: RUN_ID, web_url: WEB_URL } };
    const { host, clock } = await run(
      { answer: service(FOUR, { 'POST create': create }) },
      (scene) => {
        scene.clock.after(5_000, () => scene.stop.abort(new Cancelled('SIGTERM')));
      },
    );
    expect(host.outputs).toMatchObject({
      outcome: 'cancelled',
      agent_run_id: '77',
      web_url: WEB_URL,
    });
    expect(clock.elapsed).toBeLessThan(7_000);
  });

  it('while a create hangs: it is said that nobody knows', async () => {
    const { host, calls } = await run(
      { answer: service(FOUR, { 'POST create': 'hang' }) },
      ({ clock, stop }) => {
        clock.after(5_000, () => stop.abort(new Cancelled('SIGTERM')));
      },
    );
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', agent_run_id: '' });
    expect(host.messages('error')[0]).toContain('Whether a run was created is not known');
    expect(calls()).toEqual(['POST create']);
  });
});

const issue: SceneOptions = {
  env: { GITHUB_EVENT_NAME: 'issues' },
  payload: { issue: { number: 7 } },
};
const allowed = (): GitHubModel => memoryGitHub({ mona: 'write' });

describe('the last edit of the comment', () => {
  const hangingEdits = ({ faults }: GitHubModel) =>
    faults.push({ method: 'PATCH', times: 99, act: 'hang' });
  const active = service(actions(2), { fields: { status: 'ACTIVE' } });
  const commented = { ...issue, inputs: { comment: 'true' } };
  const signalAt =
    (ms: number, before: () => void = () => undefined) =>
    ({ clock, stop }: MemoryScene): void => {
      clock.after(ms, () => {
        before();
        stop.abort(new Cancelled('SIGINT'));
      });
    };

  /** The post step, with what the main step had saved. */
  async function postOf(
    { host }: MemoryScene,
    github: GitHubModel,
    answer = active,
  ): Promise<MemoryScene> {
    const scene = memoryScene({ ...commented, github, answer, saved: host.saved });
    await post(scene.ports);
    return scene;
  }

  it('after a signal is the last word when it got through: the post step has nothing to add', async () => {
    const github = allowed();
    const main = await run({ ...commented, github, answer: active }, signalAt(20_000));
    expect(main.host.saved['phase']).toBe('done');
    const body = github.thread[0]?.body;
    expect(body).toMatch(
      /### 🚫 Fix it\.\n\n\*\*The step that waited for agent run 77 was cancelled after 20s\*\*[^]*2 steps/u,
    );
    const { githubCalls, http } = await postOf(main, github);
    expect([githubCalls, http.requests, github.thread[0]?.body]).toEqual([[], [], body]);
  });

  it('after a signal is made up for by the post step when it did not', async () => {
    const github = allowed();
    const main = await run(
      { ...commented, github, answer: active },
      signalAt(20_000, () => hangingEdits(github)),
    );
    expect(main.host.saved['phase']).toBe('ended');
    github.faults.length = 0;
    await postOf(main, github);
    expect(github.thread).toHaveLength(1);
    expect(github.thread[0]?.body).toContain('was cancelled');
  });

  it('is made up for with the outcome the step had', async () => {
    const github = allowed();
    const inputs = { comment: 'true', timeout_minutes: '1' };
    const main = await run({ ...commented, inputs, github, answer: active }, () =>
      hangingEdits(github),
    );
    expect(main.host.outputs['outcome']).toBe('timed_out');
    expect(main.host.saved['phase']).toBe('ended');
    // The timeout holds within ten seconds (6.5).
    expect(main.clock.elapsed).toBeLessThan(70_000);
    github.faults.length = 0;
    await postOf(main, github);
    expect(github.thread[0]?.body).toContain('timed out');
  });

  it('is cut short by a signal; the outcome stays, and the log says why the step is red (7.3)', async () => {
    const github = allowed();
    hangingEdits(github);
    const main = await run({ ...commented, github }, signalAt(5_000));
    const { host, clock } = main;
    expect(clock.elapsed).toBeLessThan(5_000 + 6_000);
    expect(host.outputs).toMatchObject({ outcome: 'succeeded', result: 'Fixed it.' });
    expect(host.failed).toBe(true);
    expect(host.messages('error')).toEqual([
      expect.stringMatching(/\(SIGINT\)\. That was too late .* stays succeeded/),
    ]);
    expect(host.lines.at(-1)).toMatch(/^Outcome: succeeded /);
    github.faults.length = 0;
    await postOf(main, github, service(FOUR));
    expect(github.thread[0]?.body).toMatch(/ succeeded[^]*Fixed it\./);
  });

  it('that GitHub refuses for good is not left to the post step', async () => {
    const github = allowed();
    const { host } = await run({ ...commented, github }, () => {
      github.failure = refusal(403);
    });
    expect(host.saved['phase']).toBe('done');
  });
});

describe('a thread', () => {
  it('gets one comment that is kept up to date', async () => {
    const { host, github } = await run({
      ...issue,
      github: allowed(),
      inputs: { comment: 'true' },
    });
    expect(github.thread).toHaveLength(1);
    expect(github.thread[0]?.body).toContain('Fixed it.');
    expect(host.outputs['comment_url']).toContain('/octo/widgets/issues/7#issuecomment-');
  });

  it('whose run is gone gets a new one, with a notice (7.2)', async () => {
    const github = allowed();
    await run({ ...issue, github, inputs: { resume: 'thread' } });
    const gone = service(FOUR, { 'POST resume': { status: 404 } });
    const second = await run({ ...issue, github, answer: gone, inputs: { resume: 'thread' } });
    expect(second.calls()).toContain('POST create');
    expect(second.host.messages('notice').join('\n')).toContain('no longer exists at the service');
    expect(second.host.outputs).toMatchObject({ outcome: 'succeeded', resumed: 'false' });
  });

  it('that has had its follow-ups says to raise `max_turns` before it is answered in', async () => {
    const github = allowed();
    const atWork = service(FOUR, { fields: { status: 'ACTIVE' } });
    const asks = service(FOUR, { fields: { status: 'WAITING_FOR_INPUT' } });
    let isAtWork = false;
    const answer: Answering = (request, ...rest) => {
      const isSent = request.method === 'POST';
      const reply = (isSent || isAtWork ? atWork : asks)(request, ...rest);
      isAtWork = isSent;
      return reply;
    };
    const advice = async (maxTurns: string) => {
      const inputs = { comment: 'true', context: 'event', resume: 'thread', max_turns: maxTurns };
      const { host } = await run({ ...issue, github, answer, inputs });
      return [host.outputs['error_message'], github.thread[0]?.body].map(
        (text) => /To answer, (.*?) this workflow/.exec(text ?? '')?.[1],
      );
    };
    expect(await advice('1')).toEqual(['trigger', 'trigger']);
    expect(await advice('1')).toEqual([
      expect.stringMatching(
        /^run .* as `prompt`, or raise `max_turns` in the workflow and trigger$/,
      ),
      'raise `max_turns` in the workflow, then trigger',
    ]);
    expect(await advice('3')).toEqual(['trigger', 'trigger']);
  });

  it('that is none is said, and nothing else changes (7.1)', async () => {
    const { host, githubCalls } = await run({ inputs: { comment: 'true' } });
    expect(host.messages('notice').join('\n')).toContain('no thread');
    expect([githubCalls, host.outputs['outcome']]).toEqual([[], 'succeeded']);
  });

  it('that fails warns and never fails the step', async () => {
    const github = allowed();
    github.failure = refusal(403, 'Resource not accessible');
    const { host } = await run({ ...issue, github, inputs: { comment: 'true', resume: 'thread' } });
    expect(host.outputs).toMatchObject({ outcome: 'succeeded', comment_url: '' });
    expect(host.messages('warning').length).toBeGreaterThan(0);
    expect(host.failed).toBe(false);
  });
});

it('a review without `prompt` creates its run with a key as well (4.9)', async () => {
  const github = memoryGitHub({ mona: 'write' });
  github.pulls.push({ number: 7, openedAt: 1, headSha: 'a'.repeat(40) });
  const { http } = await run({
    answer: service(FOUR, { fields: { result: '{"summary": "", "findings": []}' } }),
    env: { GITHUB_EVENT_NAME: 'pull_request' },
    github,
    inputs: {
      prompt: '',
      github_token: 'ghs_token',
      repo_id: '5',
      review: 'advise',
      idempotency: 'on',
    },
    payload: {
      number: 7,
      pull_request: {
        number: 7,
        user: { login: 'mona', type: 'User' },
        head: { sha: 'a'.repeat(40), repo: { full_name: 'octo/widgets' } },
      },
    },
  });
  const [create] = http.requests.filter(({ method }) => method === 'POST');
  expect(JSON.parse(create?.body ?? '')).toMatchObject({
    metadata: { agent_run_action_key: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

it('a review without `gate` has no verdict: neither the step nor the commit status follows its `pass` (17)', async () => {
  const headSha = 'a'.repeat(40);
  const github = memoryGitHub({ mona: 'write' });
  github.pulls.push({ number: 7, openedAt: 1, headSha });
  const head = { sha: headSha, repo: { full_name: 'octo/widgets' } };
  const { host } = await run({
    answer: service(FOUR, {
      fields: { result: '{"summary": "Two is loud.", "findings": [], "pass": false}' },
    }),
    env: { GITHUB_EVENT_NAME: 'pull_request' },
    github,
    inputs: {
      github_token: 'ghs_token',
      repo_id: '5',
      review: 'advise',
      commit_status: 'agent / review',
    },
    payload: {
      number: 7,
      pull_request: { number: 7, user: { login: 'mona', type: 'User' }, head },
    },
  });
  expect(host.outputs).toMatchObject({ outcome: 'succeeded', error_message: '' });
  expect(github.reviews.map(({ body }) => body)).toEqual([expect.not.stringContaining('Verdict')]);
  expect(github.statuses.map(({ sha, state }) => [sha, state])).toEqual([
    [headSha, 'pending'],
    [headSha, 'success'],
  ]);
});

describe('a review that opens no pull request although `expect` asks for one (14, 17)', () => {
  const headSha = 'a'.repeat(40);
  const head = { sha: headSha, repo: { full_name: 'octo/widgets' } };

  async function reviewed(
    inputs: Readonly<Record<string, string>>,
    {
      pass = true,
      prepare,
    }: { readonly pass?: boolean; readonly prepare?: (scene: MemoryScene) => void } = {},
  ): Promise<MemoryScene> {
    const github = memoryGitHub({ mona: 'write' });
    github.pulls.push({ number: 7, openedAt: 1, headSha });
    const found = [{ title: 'Two is loud.', severity: 'error' }];
    const result = JSON.stringify({ summary: 'Loud. See PR #404.', findings: found, pass });
    const options = {
      answer: service(FOUR, { fields: { result } }),
      env: { GITHUB_EVENT_NAME: 'pull_request' },
      github,
      inputs: {
        github_token: 'ghs_token',
        repo_id: '5',
        expect: 'pull_request',
        commit_status: 'agent / review',
        ...inputs,
      },
      payload: {
        number: 7,
        pull_request: { number: 7, user: { login: 'mona', type: 'User' }, head },
      },
    };
    return run(options, prepare);
  }

  it.each(['advise', 'gate'])('is posted, and unverified: `%s`', async (review) => {
    const { host, github } = await reviewed({ review });
    expect(host.outputs).toMatchObject({ outcome: 'unverified', result_json: '' });
    expect(host.outputs['error_message']).toContain("the agent's text names #404, which does not");
    expect(JSON.parse(String(host.outputs['findings']))).toMatchObject([{ title: 'Two is loud.' }]);
    expect(github.reviews).toHaveLength(1);
    expect(host.outputs['review_url']).not.toBe('');
    expect(host.outputs['sarif_file']).not.toBe('');
    expect(github.statuses.map(({ state }) => state)).toEqual(['pending', 'failure']);
    expect(host.summaries.join('')).not.toContain('readAs');
  });

  it('fails a gate by its verdict, whatever `fail_on` says of the pull request', async () => {
    const inputs = { review: 'gate', fail_on: 'failed' };
    const { host, github } = await reviewed(inputs, { pass: false });
    expect(host.outputs).toMatchObject({ outcome: 'failed', result_json: '' });
    expect(host.outputs['error_message']).toContain('does not pass');
    expect(host.failed).toBe(true);
    expect(github.reviews).toHaveLength(1);
  });

  it('is told and not posted where a signal comes while that is looked up', async () => {
    const prepare = ({ github: model, stop }: MemoryScene): void => {
      const meanwhile = (): void => stop.abort(new Cancelled('The job was cancelled.'));
      model.faults.push({ path: /pulls\/404/, meanwhile });
    };
    const { host, github } = await reviewed({ review: 'advise' }, { prepare });
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', result_json: '' });
    expect(JSON.parse(String(host.outputs['findings']))).toMatchObject([{ placed: null }]);
    expect(github.reviews).toEqual([]);
  });
});

describe('the version of Node', () => {
  it.each(['18.20.4', '20.20.2', '21.7.3'])(
    'Node %s is too old, and the message says what to do',
    (version) => {
      expect(nodeTooOld(version)).toMatch(
        new RegExp(`Node ${version},.*Node 22 or later.*npm exec`),
      );
    },
  );

  it.each(['22.0.0', '24.21.0', '100.1.2', process.versions.node])('Node %s will do', (version) => {
    expect(nodeTooOld(version)).toBeNull();
  });
});
