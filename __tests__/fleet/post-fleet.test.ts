/**
 * The post step of a fleet: what it reports of each run, and what it still does (contract 7.3, 13).
 */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { Cancelled } from '../../src/runner/clock.ts';
import { entry } from '../support/memory-client.ts';
import {
  memoryScene,
  memoryGitHub,
  type MemoryScene,
  type SceneOptions,
} from '../support/memory-scene.ts';
import type { Answering } from '../support/memory-http.ts';

const JOURNAL = '/temp/agent-runs.jsonl';
const SHA = 'a'.repeat(40);
const KEYS = ['done', 'over', 'works', 'resumed', 'sent', 'waits'] as const;
const webUrl = (id: number): string => `https://agents.example.com/runs/${id}`;

/** As the clock of a scene has it. */
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** One task in each state. */
const NOTES = [
  {
    key: 'done',
    phase: 'done',
    runId: '1',
    outcome: 'succeeded',
    webUrl: webUrl(1),
    durationMs: 240_000,
  },
  { key: 'over', phase: 'running', runId: '2', mode: 'created', startedAt: NOW - 300_000 },
  { key: 'works', phase: 'running', runId: '3', mode: 'created' },
  { key: 'resumed', phase: 'running', runId: '4', mode: 'resumed' },
  { key: 'sent', phase: 'sending' },
  { key: 'waits', phase: 'idle' },
];
const STATUS: Readonly<Record<number, string>> = { 2: 'COMPLETE', 3: 'ACTIVE', 4: 'COMPLETE' };

/** A service with or without a list of runs. */
function service({ listed }: { readonly listed: boolean }): Answering {
  const run = (id: number): object => ({
    id,
    status: STATUS[id] ?? null,
    web_url: webUrl(id),
    result: null,
  });
  return ({ method, url }) => {
    if (method === 'POST') {
      return { body: {} };
    }
    if (!url.includes('/runs')) {
      return { body: run(Number(/\/run\/(\d+)/.exec(url)?.[1])) };
    }
    return listed
      ? { body: { items: [2, 3, 4].map(run), total: 3 } }
      : { status: 404, body: { detail: 'Not Found' } };
  };
}

function linesFor({
  key,
  ...state
}: {
  readonly key: string;
  readonly [name: string]: unknown;
}): string[] {
  return Object.entries(state).map(
    ([name, value]) => `${JSON.stringify([key, name, String(value)])}\n`,
  );
}

async function afterwards(
  options: SceneOptions = {},
  notes: readonly Parameters<typeof linesFor>[0][] = NOTES,
): Promise<MemoryScene> {
  const scene = memoryScene({
    answer: service({ listed: true }),
    saved: { phase: 'fleet', journal: JOURNAL, startedAt: String(NOW - 360_000) },
    ...options,
    inputs: {
      prompt: '',
      tasks: JSON.stringify(KEYS.map((key) => ({ key, prompt: 'Go.' }))),
      ...options.inputs,
    },
    contents: { ...options.contents, [JOURNAL]: notes.flatMap(linesFor).join('') },
  });
  await post(scene.ports);
  return scene;
}

const linesOf = ({ host }: MemoryScene): readonly string[] => host.lines.map((line) => line.trim());

describe('after a kill', () => {
  it.each([true, false])('reports the state of every run (list of runs: %p)', async (listed) => {
    const scene = await afterwards({ answer: service({ listed }) });
    expect(linesOf(scene)).toEqual([
      'done: succeeded',
      // The words of a single run.
      expect.stringMatching(/^over: The run 2 has ended \(status COMPLETE\); look at https/),
      expect.stringMatching(/^works: The run 3 goes on at https/),
      // One read cannot tell whether this is still the end before the follow-up.
      expect.stringMatching(/^resumed: The state of the run 4 could not be confirmed/),
      expect.stringMatching(/^sent: Whether a run was created is not known/),
      'waits: Not started.',
    ]);
    expect(scene.host.messages('warning')).toEqual([
      'The step was killed. 6 agent runs: 3 cancelled, 1 skipped, 2 succeeded. 2 runs may still be going on; collect them with tasks of `key` and `agent_run_id` from the job summary. Whether a run was created for 1 task is not known: look at the list of runs in the web interface of the service.',
    ]);
    for (const words of [
      '2 runs may still be going on',
      '`cancelled` after 6m 00s',
      '4m\u00a000s',
      '5m\u00a000s',
    ]) {
      expect(scene.host.summaries.join('')).toContain(words);
    }
    const summary = scene.host.summaries.join('');
    expect(summary).toContain(
      'cancelled · [run 3](https://agents.example.com/runs/3)<br>It goes on.',
    );
    expect(summary).not.toContain('Ended at the service');
    expect(scene.http.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('tells a stop at the budget as that, and not as one of `on_cancel: stop`', async () => {
    const atBudget = {
      key: 'done',
      phase: 'done',
      runId: '1',
      outcome: 'failed',
      errorCode: 'budget_exceeded',
      errorMessage: 'It has used 6 of the 5 USD that `budget` allows.',
      stopped: 'accepted',
    };
    const { host } = await afterwards({}, [atBudget]);
    expect(host.messages('warning').join('')).not.toContain('on_cancel');
  });

  it('names the list of the service where a run may be', async () => {
    const inputs = { service: 'copilot', org_id: '', base_url: 'https://api.github.test' };
    const notes = [{ key: 'sent', phase: 'sending', startedAt: NOW }];
    const scene = await afterwards({ inputs, answer: () => ({ status: 404, body: {} }) }, notes);
    expect(scene.host.messages('warning')).toEqual([
      expect.stringMatching(
        /for 1 task is not known: look at the list of tasks at https:\/\/\S+\.$/,
      ),
    ]);
  });

  it('serves each run although what was kept of one cannot be read: a secret stood in it', async () => {
    const kept = { row: '{"row":{"passed":***}}', work: '{"fixes":***}' };
    const notes = NOTES.map((note) => (note.key === 'sent' ? note : { ...note, ...kept }));
    const { host } = await afterwards({}, notes);
    const whole = await afterwards();
    expect(host.summaries).toEqual(whole.host.summaries);
    expect(host.annotations).toEqual(whole.host.annotations);
  });

  it('refers to the job log for the tasks that the summary leaves out, because there is no runs_file', async () => {
    const notes = Array.from({ length: 103 }, (_, index) => ({ key: `t${index}`, phase: 'idle' }));
    const summary = (await afterwards({}, notes)).host.summaries.join('');
    expect(summary).toContain('*3 more tasks: see the job log.*');
    expect(summary).not.toContain('runs_file');
  });

  it('reports what is known if the runs cannot be read', async () => {
    const scene = await afterwards({ answer: () => ({ status: 500, body: {} }) });
    for (const line of linesOf(scene).slice(1, 4)) {
      expect(line).toContain('could not be confirmed');
    }
  });

  it('names the runs that it has no time left to read', async () => {
    const later = { status: 429, headers: { 'retry-after': '100' }, body: {} };
    const scene = await afterwards({ answer: () => later });
    for (const [index, line] of linesOf(scene).slice(1, 4).entries()) {
      expect(line).toContain('could not be confirmed');
      expect(line).toContain(`\`agent_run_id: ${index + 2}\``);
    }
  });

  it('reports from the journal alone if the inputs are not valid', async () => {
    const scene = await afterwards({ inputs: { org_id: 'x' } });
    expect(scene.host.messages('warning')).toEqual([
      expect.stringMatching(/6 agent runs: .*\(`org_id`: "x"\)/),
    ]);
    expect([scene.http.requests, scene.host.summaries]).toEqual([[], []]);
  });

  it('does not depend on files that the inputs name, which may be gone', async () => {
    const files = {
      tasks: 'tasks.yaml',
      prompt_file: 'task.md',
      output_schema: 'schema.json',
      images: 'screen.png',
    };
    const { host, http } = await afterwards({ inputs: { ...files, on_cancel: 'stop' } });
    expect(host.messages('warning')[0]).toContain(
      'The service accepted the request to stop 2 of 2 unfinished runs',
    );
    expect(http.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('asks to stop the runs that still work, and no others', async () => {
    const { host, http } = await afterwards({ inputs: { on_cancel: 'stop' } });
    const stopped = http.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => String(body));
    expect(stopped).toEqual([expect.stringContaining('3'), expect.stringContaining('4')]);
    expect(host.messages('warning')[0]).toContain(
      'The service accepted the request to stop 2 of 2 unfinished runs',
    );
  });

  it('does not call runs a success whose answers nobody has checked', async () => {
    const github = memoryGitHub();
    const { host } = await afterwards(
      {
        github,
        env: { GITHUB_EVENT_NAME: 'issues', GITHUB_SHA: SHA },
        payload: { issue: { number: 7 } },
        inputs: {
          expect: 'pull_request',
          comment: 'true',
          commit_status: 'agents',
          github_token: 'ghs_0123456789',
        },
        saved: { phase: 'fleet', journal: JOURNAL, statusSha: SHA },
      },
      NOTES.slice(0, 2),
    );
    const counts = '2 agent runs: 1 unverified, 1 succeeded';
    for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
      expect(text).toMatch(new RegExp(`## ❓ ${counts}`));
      expect(text).toContain('The pull request was not verified.');
    }
    expect(host.messages('warning')).toEqual([expect.stringContaining(counts)]);
    expect(github.statuses).toMatchObject([
      { state: 'failure', description: expect.stringContaining(counts) as unknown },
    ]);
  });

  it('asks to stop no run whose end was seen', async () => {
    const task = { key: 'resumed', phase: 'running', runId: '4', mode: 'resumed' };
    const inputs = { on_cancel: 'stop' };
    const scene = await afterwards({ inputs }, [{ ...task, turnSeen: 'ended' }]);
    expect(scene.http.requests.map(({ method }) => method)).toEqual(['GET']);
    expect(linesOf(scene)).toEqual([expect.stringMatching(/^resumed: The run 4 has ended/)]);
  });

  it('writes the comment and the commit status that the main step owes', async () => {
    const github = memoryGitHub();
    await afterwards({
      github,
      env: { GITHUB_EVENT_NAME: 'issues', GITHUB_SHA: SHA },
      payload: { issue: { number: 7 } },
      inputs: { comment: 'true', commit_status: 'agents', github_token: 'ghs_0123456789' },
      saved: { phase: 'fleet', journal: JOURNAL, statusSha: SHA },
    });
    expect(github.thread.map(({ body }) => body).join('')).toContain(
      '2 runs may still be going on',
    );
    expect(github.statuses).toEqual([expect.objectContaining({ sha: SHA, state: 'failure' })]);
  });
});

it.each(['', 'tasks.yaml'])('knows the secrets of the tasks (file: %j)', async (path) => {
  const secret = 'c4n-npm-0123456789';
  const session_secrets = [{ key: 'NPM', value: secret }];
  const prompt_file = 'gone.md';
  const task = { key: 'works', prompt_file, request_fields: { session_secrets } };
  const text = JSON.stringify([task]);
  const { host } = await afterwards({
    env: { GITHUB_WORKSPACE: '/workspace' },
    contents: { '/workspace/tasks.yaml': text },
    inputs: { tasks: path || text, on_cancel: 'stop' },
    answer: ({ method }) =>
      method === 'POST' ? { status: 403, body: { detail: `Not with ${secret}.` } } : { body: {} },
  });
  expect(host.masked).toContain(secret);
  expect(host.lines.join()).toContain('HTTP 403: Not with ***.');
  expect(host.everything()).not.toContain(secret);
});

it('says in the thread that a run may exist, if the step was killed during its first create', async () => {
  const github = memoryGitHub();
  const issue = { env: { GITHUB_EVENT_NAME: 'issues' }, payload: { issue: { number: 7 } } };
  await afterwards(
    { github, ...issue, inputs: { comment: 'true', github_token: 'ghs_0123456789' } },
    [
      { key: 'sent', phase: 'sending' },
      { key: 'waits', phase: 'idle' },
    ],
  );
  expect(github.thread.map(({ body }) => body).join()).toContain(
    'An agent run may have been started',
  );
});

describe('after a signal', () => {
  const saved = { phase: 'ended', journal: JOURNAL, outcome: 'cancelled', left: 'stop' };
  const due = NOTES.map((note) =>
    note.key === 'works'
      ? { ...note, phase: 'ended', outcome: 'cancelled', left: 'stop' }
      : { ...note, phase: 'done' },
  );

  it('makes the stop requests that are still due', async () => {
    const { host, http } = await afterwards({ saved, inputs: { on_cancel: 'stop' } }, due);
    const posts = http.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body }) => body)).toEqual([expect.stringContaining('3')]);
    expect(host.messages('notice')).toEqual([
      expect.stringContaining('accepted the request to stop 1 of 1'),
    ]);
    expect(host.messages('warning')).toEqual([]);
  });

  it('makes them before it reads the runs that need none', async () => {
    const cutShort = 'The step was cancelled (SIGINT).';
    const { http } = await afterwards({ saved, inputs: { on_cancel: 'stop' } }, [
      { key: 'first', phase: 'done', runId: '2', outcome: 'cancelled', cutShort },
      { key: 'owed', phase: 'ended', runId: '3', outcome: 'cancelled', cutShort, left: 'stop' },
    ]);
    const calls = http.requests.map(({ method, url }) => `${method} ${url.replace(/.*\//, '')}`);
    expect(calls).toEqual(['GET 3', 'POST ban', 'GET 2']);
  });

  it('repeats a stop request without a clear answer, and reports a refusal', async () => {
    let asked = 0;
    const answer: Answering = ({ method }) => {
      if (method !== 'POST') {
        return { body: {} };
      }
      asked += 1;
      return asked === 1
        ? { status: 500, body: {} }
        : { status: 403, body: { detail: 'Not for your role.' } };
    };
    const { host } = await afterwards({ saved, answer, inputs: { on_cancel: 'stop' } }, due);
    expect(asked).toBe(2);
    expect(host.messages('notice')).toEqual([expect.stringContaining('It refused to stop 1 run')]);
  });

  it('sees a run ended that a stop request without a clear answer has stopped', async () => {
    let asked = 0;
    const listing = service({ listed: true });
    const answer: Answering = (request, ...rest) => {
      if (request.method === 'POST') {
        asked += 1;
        return { status: 500, body: {} };
      }
      const isStopped = asked > 0 && request.url.endsWith('/run/3');
      return isStopped ? { body: { id: 3, status: 'CANCELLED' } } : listing(request, ...rest);
    };
    const works = { phase: 'ended', outcome: 'cancelled', left: 'stop', cutShort: 'It was cut.' };
    // So many that the list is read.
    const { host } = await afterwards({ saved, answer, inputs: { on_cancel: 'stop' } }, [
      { key: 'over', phase: 'done', runId: '2', outcome: 'cancelled', cutShort: 'It was cut.' },
      { key: 'works', runId: '3', mode: 'created', ...works },
      { key: 'resumed', phase: 'done', runId: '4', outcome: 'cancelled', cutShort: 'It was cut.' },
    ]);
    expect(asked).toBe(1);
    expect(host.everything()).not.toContain('1 run may still be going on');
  });

  it('announces no further requests if the last ones have no clear answer', async () => {
    const answer: Answering = () => ({ status: 500, body: {} });
    for (const changes of [{ saved }, {}]) {
      const { host } = await afterwards({ ...changes, answer, inputs: { on_cancel: 'stop' } }, due);
      const said = [
        ...host.messages('notice'),
        ...host.messages('warning'),
        ...host.summaries,
      ].join(' ');
      expect(said).toContain('For 1 run there was no clear answer, so look at the service.');
      expect(said).not.toContain('asks again');
    }
  });

  it('warns that requests are left if the inputs are not valid', async () => {
    const { http, host } = await afterwards(
      { saved, inputs: { on_cancel: 'stop', org_id: 'x' } },
      due,
    );
    expect(http.requests).toEqual([]);
    expect(host.messages('warning')).toEqual([
      expect.stringContaining('The inputs are not valid in the post step'),
    ]);
  });

  it('reads the runs and stops none without `on_cancel: stop`', async () => {
    const { http, host } = await afterwards({ saved: { ...saved, left: 'status' } }, due);
    expect(http.requests.map(({ method, url }) => method + url.slice(-2))).toEqual(['GET/3']);
    expect(host.annotations).toEqual([]);
  });

  it('reads a run that timed out, which stays so, in the words of the step', async () => {
    const github = memoryGitHub();
    const cutShort = 'The run did not end within 1 minute (timeout_minutes).';
    const { http } = await afterwards(
      {
        github,
        env: { GITHUB_EVENT_NAME: 'issues' },
        payload: { issue: { number: 7 } },
        inputs: { comment: 'true' },
        saved: { phase: 'ended', journal: JOURNAL, outcome: 'timed_out', left: 'comment' },
      },
      [{ key: 'late', phase: 'done', runId: '2', mode: 'created', outcome: 'timed_out', cutShort }],
    );
    const [{ body = '' } = {}] = github.thread;
    expect(body).toContain('1 timed out');
    expect(body).toContain(`[run 2](${webUrl(2)})<br>The run did not end within 1 minute`);
    expect(body).not.toContain('may still be going on');
    expect(http.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  interface RunFields {
    readonly logs?: readonly object[];
    readonly [name: string]: unknown;
  }
  /** What the service shows of a run beside its id. */
  type Shown = (id: number) => RunFields;

  /** The main step was cancelled while GitHub hung. Then the runs show what `later` says. */
  async function unwritten(
    inputs: SceneOptions['inputs'],
    { first: before = () => ({}), later }: { readonly first?: Shown; readonly later: Shown },
  ) {
    let shown = before;
    let created = 0;
    const answer: Answering = ({ method, url }) => {
      if (url.endsWith('/ban')) {
        return { body: {} };
      }
      created += method === 'POST' ? 1 : 0;
      const id = Number(/\/run\/(\d+)/.exec(url)?.[1] ?? created);
      const { logs = [], ...fields } = shown(id);
      const run = { id, status: 'ACTIVE', web_url: webUrl(id), result: null, ...fields };
      const unread = logs.slice(Number(new URL(url).searchParams.get('skip')));
      return { body: { ...run, logs: unread, total_logs: logs.length } };
    };
    const github = memoryGitHub({ mona: 'write' });
    github.pulls.push({ number: 12, openedAt: Date.UTC(2026, 0, 3) });
    const given: SceneOptions = {
      answer,
      github,
      env: { GITHUB_EVENT_NAME: 'issues' },
      payload: { issue: { number: 7 } },
      inputs: { prompt: 'Go.', tasks: '[{"key":"a"},{"key":"b"}]', comment: 'true', ...inputs },
    };
    const first = memoryScene(given);
    first.clock.after(60_000, () => {
      github.failure = 'hang';
      first.stop.abort(new Cancelled('SIGINT'));
    });
    await main(first.ports);
    expect(first.host.saved).toMatchObject({ phase: 'ended', left: 'comment' });
    github.failure = null;
    shown = later;
    const { saved: left } = first.host;
    const contents = { [JOURNAL]: first.files.readText(left['journal'] ?? '') };
    const saved = { ...left, journal: JOURNAL };
    const scene = memoryScene({ ...given, contents, saved, clock: first.clock });
    await post(scene.ports);
    const [{ body = '' } = {}] = github.thread.slice(-1);
    const { annotations, lines } = scene.host;
    const requests = scene.http.requests.map(({ method }) => method);
    return { told: { body, line: lines.join('') }, annotations, requests };
  }

  it.each([
    ['stop', 'ACTIVE', '2 cancelled. The service accepted the request to stop 2 of 2 unfinished'],
    ['stop', 'STOPPED', '2 cancelled. The service accepted the request to stop 2 of 2 unfinished'],
    ['leave', 'ACTIVE', '2 cancelled. 2 runs may still be going on'],
    ['leave', 'COMPLETE', '2 succeeded.'],
  ])('tells where the runs stand (on_cancel: %s, %s), and asks nothing again', async (...given) => {
    const [onCancel, later, words] = given;
    const { told, annotations, requests } = await unwritten(
      { on_cancel: onCancel },
      { later: () => ({ status: later }) },
    );
    for (const text of Object.values(told)) {
      expect(text).toContain(`2 agent runs: ${words}`);
      expect(text.includes('may still be going on')).toBe(words.includes('may still'));
    }
    expect(told.body).toContain('The step was cancelled (SIGINT). 2 agent runs');
    expect([requests, annotations]).toEqual([['GET', 'GET'], []]);
  });

  it('tells whole what the step knew of each run', async () => {
    const pulls = { github_pull_requests: [{ url: 'https://github.com/octo/widgets/pull/12' }] };
    const failure = entry(0, { message_type: 'ERROR', observation: 'The disk is full.' });
    const shown: Readonly<Record<number, RunFields>> = {
      1: { status: 'COMPLETE', result: 'Fixed.', ...pulls },
      2: { status: 'FAILED', logs: [failure] },
      3: pulls,
    };
    const tasks = ['fix', 'deploy', 'go on'].map((prompt) => ({ key: prompt[0], prompt }));
    const { told, requests } = await unwritten(
      { tasks: JSON.stringify(tasks) },
      { first: (id) => shown[id] ?? {}, later: () => ({ status: 'COMPLETE' }) },
    );
    const { body } = told;
    expect(body).toContain('1 failed, 2 succeeded');
    expect(body).toMatch(/\| f<br>fix \| \[#12\]\(\S+\) ✓ \| ✅ succeeded/);
    expect(body).toMatch(
      /\| d<br>deploy \|.*❌ failed .*<br>Error in bash, step 1: The disk is full\./,
    );
    expect(body).toMatch(/\| g<br>go on \| \[#12\]\(\S+\).* \| ✅ succeeded/);
    expect(requests).toEqual(['GET']);
  });
});
