/** The post step: what a killed main step could not finish (contract 7.3). */
import { describe, expect, it } from '@jest/globals';
import { Cancelled } from '../src/runner/clock.ts';
import { main } from '../src/main.ts';
import { post } from '../src/post.ts';
import { readKeptWork } from '../src/report/kept-work.ts';
import { reviewMarker } from '../src/review/markers.ts';
import { withIdentity } from '../src/agents/agent-run/key.ts';
import { beforeOf } from '../src/agents/cursor/memo.ts';
import type { Run } from '../src/agents/cursor/schema.ts';
import { identityText } from '../src/run/once/key.ts';
import { readMarker, type ThreadRecord, writeMarker } from '../src/thread/record.ts';
import { BOT, type GitHubModel } from './support/fake-github.ts';
import { actions, RUN_ID, WEB_URL } from './support/memory-client.ts';
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
import { suspendedSession } from './support/suspended-session.ts';
import { VirtualClock } from './support/virtual-clock.ts';

const RUNNING = { phase: 'running', runId: RUN_ID, webUrl: WEB_URL };
const ACTIVE = service(actions(2), { fields: { status: 'ACTIVE', result: null } });

const ISSUE = { env: { GITHUB_EVENT_NAME: 'issues' }, payload: { issue: { number: 7 } } };
const COMMENTED = { ...ISSUE, inputs: { comment: 'true' } };
const writable = (): GitHubModel => memoryGitHub({ mona: 'write' });

/** As the clock of a scene has it. */
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const SETTLED = { phase: 'ended', left: 'summary', outcome: 'succeeded' };
const ODD = service(actions(2), { fields: { status: 'ODD', result: null } });
const FAILED = service(actions(2), { fields: { status: 'FAILED', result: null } });
const OLD_END = service(actions(2), { fields: { status: 'COMPLETE', result: 'the old result' } });

const SENT = { key: 'a'.repeat(32), generation: 2, asked: 'b'.repeat(32) };
const KEYED = { phase: 'sending', identity: identityText(SENT) };

/** A service whose list of runs holds runs with these generations of the key. */
function listing(...generations: readonly number[]): Answering {
  const items = generations.map((generation, index) =>
    withIdentity(
      { id: Number(RUN_ID) + index, status: 'ACTIVE', web_url: WEB_URL },
      { ...SENT, generation },
    ),
  );
  return (request, ...rest) =>
    request.url.includes('/runs?')
      ? { body: { items, total: items.length } }
      : ACTIVE(request, ...rest);
}

async function run(options: SceneOptions = {}): Promise<MemoryScene> {
  const scene = memoryScene({ answer: ACTIVE, ...options });
  await post(scene.ports);
  expect(scene.host.masked[0]).toBe(TOKEN);
  expect(scene.host.everything()).not.toContain(TOKEN);
  return scene;
}

const silent = ({ host, http, githubCalls }: MemoryScene): void => {
  expect([host.annotations, host.lines, host.summaries, http.requests, githubCalls]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
};

describe('the post step', () => {
  it.each([
    ['all was done', { ...RUNNING, phase: 'done' }],
    ['the run is not known', { phase: 'running', runId: '' }],
    [
      'the run of a commit status is not known',
      { phase: 'running', runId: '', statusSha: 'd'.repeat(40) },
    ],
  ])('does nothing when %s', async (_, saved) => {
    silent(await run({ saved, inputs: { commit_status: 'agent' } }));
  });

  it.each([
    ['nothing was saved', {}, /before it had saved anything: nothing was sent/],
    ['the phase is odd', { ...RUNNING, phase: 'odd' }, /before it had saved anything/],
    ['nothing was carried out yet', { ...RUNNING, phase: 'idle' }, /before it had a run/],
  ])('says so and ends when %s', async (_, saved, line) => {
    const inputs = { commit_status: 'agent', comment: 'true', on_cancel: 'stop' };
    const { host, http, githubCalls } = await run({ ...ISSUE, inputs, saved });
    expect(host.lines).toEqual([expect.stringMatching(line)]);
    expect([host.annotations, host.summaries, http.requests, githubCalls]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('only stops the run if everything else was done', async () => {
    const { host, http, githubCalls } = await run({
      ...ISSUE,
      inputs: { comment: 'true', on_cancel: 'stop' },
      saved: { ...RUNNING, phase: 'ended', outcome: 'cancelled', left: 'stop' },
    });
    expect([host.messages('warning'), host.summaries, githubCalls]).toEqual([[], [], []]);
    expect(http.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(host.messages('notice')).toEqual([
      expect.stringContaining('the request to stop run 77'),
    ]);
  });

  it('stops the run of a killed step that still works, and no other', async () => {
    const inputs = { on_cancel: 'stop' };
    const working = await run({ inputs, saved: RUNNING });
    expect(working.http.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(working.host.messages('warning')).toEqual([
      expect.stringContaining('the request to stop run 77'),
    ]);
    const over = await run({ inputs, saved: { ...RUNNING, mode: 'created' }, answer: OLD_END });
    expect(over.http.requests.map(({ method }) => method)).toEqual(['GET']);
    const early = await run({ inputs, saved: { ...RUNNING, phase: 'idle', left: 'stop' } });
    expect(early.http.requests).toEqual([]);
  });

  it('reads a run once that may have got a follow-up, stops it, and tells of both everywhere', async () => {
    const github = writable();
    const { host, http } = await run({
      ...COMMENTED,
      github,
      inputs: { ...COMMENTED.inputs, on_cancel: 'stop' },
      saved: { ...RUNNING, phase: 'sending' },
    });
    expect(http.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    const told =
      /the request to stop run 77.*Whether the run 77 received the follow-up is not known/s;
    expect(host.summaries).toEqual([expect.stringMatching(told)]);
    expect(host.summaries[0]).toContain('status ACTIVE');
    expect(github.thread.at(-1)?.body).toMatch(told);
  });

  it('takes the old end of a run that may have got a follow-up for no end', async () => {
    const { host, http } = await run({
      inputs: { on_cancel: 'stop' },
      saved: { ...RUNNING, phase: 'sending' },
      answer: OLD_END,
    });
    expect(http.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(host.summaries[0]).not.toContain('succeeded');
  });

  it('titles its warnings', async () => {
    for (const saved of [RUNNING, { phase: 'sending' }]) {
      const { host } = await run({ saved });
      expect(host.annotations.map(({ level, title }) => [level, title])).toEqual([
        ['warning', 'Agent run: killed'],
      ]);
    }
  });

  it('says that nothing is known of many runs without their journal', async () => {
    const { host } = await run({ saved: { phase: 'fleet', journal: '/temp/lost.jsonl' } });
    expect(host.messages('warning')).toEqual([
      expect.stringMatching(/^The step was killed\. What it had started could not be recorded/),
    ]);
  });

  it.each(['77', ''])(
    'sets the commit status whose commit the main step could not read (run %j)',
    async (runId) => {
      const scene = memoryScene({
        env: { GITHUB_EVENT_NAME: 'issue_comment' },
        payload: { issue: { number: 9, pull_request: {} }, comment: {} },
        inputs: { commit_status: 'agent', github_token: 'ghs_0123456789' },
        saved: {
          ...RUNNING,
          phase: 'ended',
          left: 'status',
          runId,
          statusSha: 'head',
          statusState: 'error',
          statusText: 'Late.',
        },
        answer: ACTIVE,
      });
      const headSha = 'a'.repeat(40);
      scene.github.pulls.push({ number: 9, openedAt: 1, headSha });
      await post(scene.ports);
      expect(scene.github.statuses).toMatchObject([
        { sha: headSha, state: 'error', description: 'Late.' },
      ]);
      expect([scene.host.annotations, scene.host.saved['statusSha']]).toEqual([[], '']);
    },
  );

  it('says nothing when a signal ends it', async () => {
    const scene = memoryScene({
      ...COMMENTED,
      saved: { ...RUNNING, phase: 'ended', left: 'comment' },
      answer: ACTIVE,
    });
    await post({ ...scene.ports, github: () => Promise.reject(new Cancelled('SIGTERM')) });
    expect(scene.host.annotations).toEqual([]);
  });

  it.each([
    [
      'a create',
      { phase: 'sending', identity: `${'a'.repeat(32)}.2.${'b'.repeat(32)}.1` },
      'Whether a run was created is not known',
    ],
    [
      'a resume',
      { ...RUNNING, phase: 'sending', mark: 'ara-0123456789abcdef' },
      'Whether the run 77 received the follow-up is not known',
    ],
  ])(
    'reports %s that was in flight once, even if the inputs are not valid',
    async (_, saved, words) => {
      const { host, http } = await run({ saved, inputs: { org_id: 'x' } });
      expect(host.messages('warning')).toEqual([
        expect.stringMatching(new RegExp(`${words}.*org_id`)),
      ]);
      expect([http.requests, host.summaries]).toEqual([[], []]);
    },
  );

  it('finds the run of a create that was in flight when the step was cancelled, stops it and tells it in the thread', async () => {
    const { host, http, github } = await run({
      ...ISSUE,
      answer: listing(2),
      github: writable(),
      inputs: { comment: 'true', on_cancel: 'stop', idempotency: 'on' },
      saved: { ...KEYED, outcome: 'cancelled', left: 'stop,comment' },
    });
    expect(http.requests.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
      expect.stringContaining('/run/ban'),
    ]);
    expect(github.thread.map(({ body }) => body)).toEqual([
      expect.stringContaining(`run ${RUN_ID}`),
    ]);
    // The cancelled step has written its summary.
    expect([host.messages('warning'), host.summaries]).toEqual([[], []]);
  });

  it.each([
    [
      'a run',
      RUNNING,
      `The state of the run 77 could not be confirmed: look at ${WEB_URL}, or follow it`,
    ],
    [
      'a run without address',
      { ...RUNNING, webUrl: '' },
      'look at the service, or follow it with `agent_run_id: 77`',
    ],
    ['a comment', { ...RUNNING, phase: 'ended', left: 'comment' }, null],
    ['a stop request', { ...RUNNING, phase: 'ended', left: 'stop' }, null],
  ])('warns that %s is left unfinished if the inputs are not valid', async (_, saved, words) => {
    const { host, http, githubCalls } = await run({
      saved,
      inputs: { org_id: 'x', timeout_minutes: '0' },
    });
    const why =
      'The inputs are not valid in the post step (`org_id`: "x"; `timeout_minutes`: "0"), so a comment,';
    expect(host.messages('warning')).toEqual([expect.stringContaining(why)]);
    expect(host.messages('warning')[0]).toContain(words ?? '');
    expect(host.messages('warning')[0]?.startsWith(why)).toBe(words === null);
    expect(host.annotations.map(({ title }) => title)).toEqual(['Agent run: killed']);
    expect([http.requests, githubCalls]).toEqual([[], []]);
  });

  it('asks nobody anything when the inputs are not valid and nothing was left', async () => {
    const inputs = { org_id: 'x' };
    silent(await run({ inputs, saved: { ...RUNNING, phase: 'done' } }));
    for (const saved of [{ phase: 'idle' }, { phase: 'idle', left: 'stop' }]) {
      const { host, http, githubCalls } = await run({ inputs, saved });
      expect([host.annotations, http.requests, githubCalls]).toEqual([[], [], []]);
    }
  });

  it('finishes the step although the files that its inputs name are gone', async () => {
    const github = writable();
    const files = {
      prompt: '',
      prompt_file: 'task.md',
      output_schema: 'schema.json',
      images: 'screen.png',
    };
    const { host, http } = await run({
      ...ISSUE,
      inputs: { ...files, comment: 'true', commit_status: 'agent', on_cancel: 'stop' },
      saved: { ...RUNNING, statusSha: 'd'.repeat(40) },
      github,
    });
    expect(host.messages('warning')).toEqual([
      expect.stringContaining('the request to stop run 77'),
    ]);
    expect(http.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(github.thread).toHaveLength(1);
    expect(github.statuses.map(({ state }) => state)).toEqual(['failure']);
  });

  it('finds the run of a create by its key, and reports it everywhere', async () => {
    const github = writable();
    const inputs = { comment: 'true', idempotency: 'on' };
    const { host, http } = await run({
      ...ISSUE,
      github,
      saved: KEYED,
      inputs,
      answer: listing(2, 1),
    });
    expect(host.messages('warning')).toEqual([
      expect.stringContaining(`The run 77 goes on at ${WEB_URL}`),
    ]);
    expect(host.messages('warning')[0]).toContain(`\`agent_run_id: ${RUN_ID}\` and no \`prompt\``);
    for (const text of [host.summaries.join(''), github.thread.map(({ body }) => body).join('')]) {
      expect(text).toContain(WEB_URL);
      expect(text).not.toContain('not known');
    }
    expect(host.summaries.join('')).toContain(`run ${RUN_ID}`);
    expect(http.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it.each([
    ['the list does not show it', listing(1)],
    ['the service does not answer', () => 'hang' as const],
  ])('reports that the state is unknown when %s', async (_, answer) => {
    const { host, clock, http } = await run({ saved: KEYED, answer });
    expect(host.messages('warning')).toEqual([
      expect.stringContaining('Whether a run was created is not known'),
    ]);
    expect(http.requests.every(({ method }) => method === 'GET')).toBe(true);
    expect(clock.elapsed).toBeLessThanOrEqual(8_000);
  });

  it.each([
    ['a create', {}, 'Whether a run was created is not known'],
    [
      'a resume',
      { runId: RUN_ID, webUrl: WEB_URL },
      'received the follow-up is not known: look at [https',
    ],
  ])('reports it in the summary as well (%s)', async (_, saved, words) => {
    const reads = 'runId' in saved ? ['GET'] : [];
    const sending = { phase: 'sending', ...saved };
    const { host, http } = await run({ saved: sending });
    expect(http.requests.map(({ method }) => method)).toEqual(reads);
    expect(host.messages('warning')).toEqual([expect.stringContaining(words.slice(0, 30))]);
    expect(host.summaries.join('')).toContain(words);
    expect((await run({ saved: sending, inputs: { summary: 'false' } })).host.summaries).toEqual(
      [],
    );
  });

  it.each([
    ['created', ''],
    ['resumed', ' (resumed)'],
    ['attached', ' (attached)'],
  ])('reports how the step got its run: %s', async (mode, words) => {
    const { host } = await run({ saved: { ...RUNNING, mode } });
    expect(host.summaries.join('')).toContain(
      `[run 77](${WEB_URL})${words} at the agent run service · `,
    );
  });

  it('reads from the state how a killed step got its run', async () => {
    const scene = memoryScene({ answer: ACTIVE, inputs: { timeout_minutes: '1' } });
    const killed = new Promise<Readonly<Record<string, string>>>((resolve) => {
      scene.clock.after(20_000, () => resolve({ ...scene.host.saved }));
    });
    await main(scene.ports);
    expect(await killed).toMatchObject({ phase: 'running', mode: 'created' });
  });

  it('does not repeat notices of the main step about the thread', async () => {
    const asked = { comment: 'true', resume: 'thread' };
    const noThread = await run({ saved: RUNNING, inputs: asked });
    expect(noThread.host.messages('notice')).toEqual([]);
    const github = memoryGitHub();
    github.failure = refusal(403, 'Resource not accessible');
    const unread = await run({ ...ISSUE, inputs: asked, github, saved: RUNNING });
    expect(unread.host.messages('warning').join('\n')).toContain('Resource not accessible');
    expect(unread.host.messages('warning').join('\n')).not.toContain('a new run is created');
  });

  it.each([
    [{}, '/temp/agent-run-77-result.txt'],
    [{ fileStem: '/temp/agent-run-77-2' }, '/temp/agent-run-77-2-result.txt'],
  ])(
    'uses the saved result if the step had seen the end of a resumed run: %j',
    async (named, path) => {
      const github = writable();
      const saved = {
        ...RUNNING,
        phase: 'ended',
        left: 'comment',
        mode: 'resumed',
        outcome: 'succeeded',
        ...named,
      };
      const scene = memoryScene({ ...COMMENTED, github, saved, answer: OLD_END });
      scene.files.write('/temp/agent-run-77-result.txt', 'Of the first step.');
      scene.files.write(path, 'The new result.');
      await post(scene.ports);
      expect(github.thread[0]?.body).toMatch(/succeeded[^]*The new result\./);
      expect(github.thread[0]?.body).not.toMatch(/the old result|Of the first step/);
    },
  );

  it.each([
    ['the service fails', 'created', () => ({ status: 500 }), ''],
    ['it shows an end that may be old', 'resumed', OLD_END, ' (it shows COMPLETE)'],
  ])('reports everywhere that the state is unknown when %s', async (...[, mode, answer, shown]) => {
    const github = writable();
    const { host } = await run({ ...COMMENTED, github, answer, saved: { ...RUNNING, mode } });
    for (const text of [
      ...host.messages('warning'),
      ...host.summaries,
      ...github.thread.map(({ body }) => body),
    ]) {
      expect(text).toContain(`The state of the run 77 could not be confirmed${shown}: look`);
    }
    for (const text of [host.everything(), github.thread[0]?.body]) {
      expect(text).toContain('was cancelled');
      expect(text).not.toMatch(/succeeded|the old result|has ended|goes on|not the run/);
    }
  });

  it.each([
    ['a follow-up', { mode: 'resumed' }],
    ['a mend', { mode: 'created', repair: 'accepted' }],
  ])('believes an end of %s once the run was seen at work on it', async (_, turn) => {
    const inputs = { on_cancel: 'stop' };
    const told = async (seen: object): Promise<readonly unknown[]> => {
      const saved = { ...RUNNING, ...turn, ...seen };
      const { host, http } = await run({ inputs, saved, answer: OLD_END });
      const asked = http.requests.filter(({ method }) => method === 'POST').length;
      return [host.messages('warning').join(), asked];
    };
    expect(await told({})).toEqual([expect.stringContaining('the request to stop run 77'), 1]);
    const ended = expect.stringContaining('The run 77 has ended (status COMPLETE)') as unknown;
    expect(await told({ turnSeen: 'at_work' })).toEqual([ended, 0]);
  });

  it.each<[string, Record<string, string>, Answering]>([
    ['a run', { mode: 'created' }, OLD_END],
    ['a follow-up', { mode: 'resumed' }, OLD_END],
    ['a mend', { mode: 'created', repair: 'accepted' }, OLD_END],
    ['a run that cannot be read', { mode: 'created' }, () => ({ status: 500 })],
  ])('stops nothing once the end of %s was seen (19.7)', async (...[, turn, answer]) => {
    const { host, http } = await run({
      inputs: { on_cancel: 'stop', expect: 'checks' },
      saved: { ...RUNNING, ...turn, turnSeen: 'ended' },
      answer,
    });
    expect(http.requests.map(({ method }) => method)).not.toContain('POST');
    expect(host.messages('warning').join()).toContain('The run 77 has ended');
  });

  it.each<[string, Record<string, string>, Answering]>([
    ['cannot be read', { turnSeen: 'ended' }, () => ({ status: 500 })],
    ['is shown by a word that says nothing', { turnSeen: 'ended' }, ODD],
    ['is that of a mend that failed', { repair: 'accepted', turnSeen: 'at_work' }, FAILED],
  ])(
    'says of an end that %s where it is, and not that the service has cancelled it',
    async (...[, seen, answer]) => {
      const { host, github } = await run({
        ...COMMENTED,
        inputs: { comment: 'true', commit_status: 'agent' },
        saved: { ...RUNNING, mode: 'created', statusSha: 'd'.repeat(40), ...seen },
        github: writable(),
        answer,
      });
      for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
        expect(text).toContain('The step that waited for agent run 77 was cancelled');
        expect(text).toMatch(
          /The step was killed\. The run 77 has ended \(status [^)]+\); look at/,
        );
        expect(text).not.toMatch(/cancelled at the service|start a new run/);
      }
      expect(github.statuses.at(-1)?.description).toMatch(/^The step that waited for agent run 77/);
    },
  );

  it('says that the service has cancelled a run which the killed step had seen cancelled', async () => {
    const ended = { phase: 'ended', outcome: 'cancelled', left: 'summary', turnSeen: 'ended' };
    const { host } = await run({
      saved: { ...RUNNING, mode: 'created', ...ended },
      answer: () => ({ status: 500 }),
    });
    expect(host.summaries.join('')).toContain('The run was cancelled at the service');
  });

  it('stops a run that may work on a mend, although its end was seen before', async () => {
    const { http, host } = await run({
      inputs: { on_cancel: 'stop', expect: 'checks' },
      saved: { ...RUNNING, mode: 'created', repair: 'sent', turnSeen: 'ended' },
      answer: OLD_END,
    });
    expect(http.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(host.messages('warning').join()).toContain('received the follow-up is not known');
  });

  it('says which checks nobody waited for where the end of a follow-up was seen', async () => {
    const { host, github } = await run({
      ...COMMENTED,
      github: writable(),
      inputs: { ...COMMENTED.inputs, expect: 'checks' },
      saved: { ...RUNNING, mode: 'resumed', turnSeen: 'ended' },
      answer: OLD_END,
    });
    for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
      expect(text).toContain('The checks of its pull request were not waited for.');
      expect(text).not.toContain('could not be confirmed');
    }
  });

  it('does not tell a mend that failed as a failure of the work before it (19.4)', async () => {
    const saved = { ...RUNNING, mode: 'created', repair: 'accepted', turnSeen: 'at_work' };
    const { host } = await run({ saved, answer: FAILED });
    expect(host.messages('warning').join()).toMatch(/The run 77 has ended \(status FAILED\)/);
    expect(host.summaries.join('')).toContain('was cancelled');
    expect(host.summaries.join('')).not.toContain('run failed');
  });

  it.each([
    ['a follow-up', { mode: 'resumed' }, 'has ended (status FINISHED)'],
    [
      'a repair',
      { mode: 'created', runId: 'bc-a/run-1', repair: 'accepted', followed: 'bc-a/run-2' },
      'has ended (status FINISHED)',
    ],
    [
      'a repair whose run is not known',
      { mode: 'created', runId: 'bc-a/run-2', repair: 'sent' },
      'received the follow-up is not known',
    ],
  ])('tells the end of %s by the run itself where each turn is one', async (_, given, words) => {
    const { host, http } = await run({
      inputs: { service: 'cursor', org_id: '', repo: 'acme/shop' },
      saved: { phase: 'running', runId: 'bc-a/run-2', ...given },
      answer: ({ url }) => ({
        body: url.endsWith('/runs/run-2')
          ? { id: 'run-2', agentId: 'bc-a', status: 'FINISHED', result: 'The answer.' }
          : { id: 'bc-a', status: 'ACTIVE', latestRunId: 'run-2' },
      }),
    });
    expect(http.requests.map(({ method }) => method)).not.toContain('POST');
    expect(host.messages('warning').join()).toContain(words);
    expect(host.summaries.join()).toContain('The answer.');
    expect(host.summaries.join()).not.toContain('from before the follow-up');
  });

  describe('a follow-up in flight that brings a run of its own (18.4)', () => {
    const { memo } = beforeOf([{ id: 'run-1' } as Run], []);
    const inFlight = [
      ['of a killed step', { phase: 'sending' }],
      ['of a step that ended in order', { phase: 'ended', outcome: 'cancelled', left: 'stop' }],
      ['that corrects an answer', { phase: 'running', repair: 'sent' }],
    ] as const;
    const stopsOf = async (newest: string, state: object): Promise<readonly string[]> => {
      const { http } = await run({
        inputs: { service: 'cursor', org_id: '', repo: 'acme/shop', on_cancel: 'stop' },
        saved: { runId: 'bc-a/run-1', mode: 'resumed', before: memo, ...state },
        answer: ({ url }) => ({
          body: url.includes('/runs/')
            ? { id: url.split('/')[6], agentId: 'bc-a', status: 'RUNNING' }
            : { id: 'bc-a', status: 'ACTIVE', latestRunId: newest },
        }),
      });
      const posts = http.requests.filter(({ method }) => method === 'POST');
      return posts.map(({ url }) => new URL(url).pathname);
    };

    it.each(inFlight)('%s: the run that was there before is not stopped', async (_, state) => {
      expect(await stopsOf('run-1', state)).toEqual([]);
    });

    it.each(inFlight)('%s: the run that has come of it is stopped', async (_, state) => {
      expect(await stopsOf('run-2', state)).toEqual(['/v1/agents/bc-a/runs/run-2/cancel']);
    });
  });

  it.each([
    ['the service fails', () => ({ status: 500 })],
    ['its word is not known', ODD],
  ])('reports the end that the killed step had seen, although %s', async (_, answer) => {
    const saved = {
      ...RUNNING,
      phase: 'ended',
      left: 'summary',
      mode: 'resumed',
      outcome: 'succeeded',
    };
    const { host } = await run({ saved, answer });
    expect(host.messages('warning')).toEqual([
      expect.stringMatching(/outcome succeeded.*The run 77 has ended/),
    ]);
    expect(host.summaries.join('')).toContain('succeeded');
  });

  it('writes the line that says how to go on whole, however long the ids of the service are', async () => {
    const agent = 'bc-0f8fad5b-d9cb-469f-a165-70867728950e';
    const turn = 'run-7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const runId = `${agent}/${turn}`;
    const webUrl = `https://cursor.com/agents?id=${agent}`;
    const { host } = await run({
      inputs: { service: 'cursor', org_id: '', repo: 'acme/shop', comment: 'true' },
      saved: { phase: 'ended', left: 'comment', mode: 'created', runId, webUrl },
      answer: () => ({ body: { id: turn, agentId: agent, status: 'RUNNING' } }),
    });
    expect(host.lines).toEqual([
      `The run 0f8fad5b goes on at ${webUrl}; follow it with \`agent_run_id: ${runId}\` and no \`prompt\`.`,
    ]);
  });

  it('keeps the outcome of a step that was killed while it wrote its files', async () => {
    const ended = {
      outcome: 'error',
      errorCode: 'schema_mismatch',
      errorMessage: 'The result does not satisfy it.',
    };
    const saved = {
      ...RUNNING,
      phase: 'ended',
      left: 'summary,comment',
      mode: 'created',
      ...ended,
    };
    const { host } = await run({ saved, answer: OLD_END });
    expect(host.messages('warning')).toEqual([
      expect.stringMatching(
        /killed while it wrote its files \(outcome error\), so some may be missing/,
      ),
    ]);
    expect(host.summaries.join('')).toContain('schema_mismatch');
    expect(host.summaries.join('')).not.toContain('succeeded');
  });

  const LATE = { ...RUNNING, phase: 'ended', left: 'summary,comment', mode: 'created' };

  it.each([
    ['its checks', { turnSeen: 'ended', lacks: 'checks' }, 'has ended, but its checks timed out'],
    ['the run, which has ended since', { turnSeen: 'at_work' }, 'timed out'],
  ])('says what timed out, as the step has said it: %s', async (_, ended, told) => {
    const work = JSON.stringify({
      claims: null,
      fixes: 0,
      headChecks: null,
      pullRequests: [],
      usage: null,
    });
    const saved = { ...LATE, outcome: 'timed_out', cutShort: 'It took too long.', work, ...ended };
    const options = { ...COMMENTED, inputs: { comment: 'true', expect: 'checks' } };
    const { host, github } = await run({ ...options, saved, answer: OLD_END, github: writable() });
    for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
      expect(text).toContain(`run 77 ${told}`);
    }
  });

  it('says what a run lacks that `expect` asks for, as the step has said it', async () => {
    const saved = { ...LATE, outcome: 'unverified', lacks: 'result', turnSeen: 'ended' };
    const answer = service(actions(2), { fields: { status: 'COMPLETE', result: null } });
    const { host } = await run({ inputs: { expect: 'result' }, saved, answer });
    expect(host.summaries.join('')).toContain('or remove `expect: result`');
    const work = JSON.stringify({ ...readKeptWork(null), isUnread: true });
    const unread = await run({ inputs: { expect: 'result' }, saved: { ...saved, work }, answer });
    expect(unread.host.summaries.join('')).toContain('To read the result, follow the run with');
  });

  it('reports the end of a run that was not resumed', async () => {
    const answer: SceneOptions['answer'] = (...asked) => ({
      ...(OLD_END(...asked) as object),
      delayMs: 2_000,
    });
    const { host } = await run({ saved: { ...RUNNING, mode: 'created' }, answer });
    expect(host.messages('warning')).toEqual([
      expect.stringContaining('has ended (status COMPLETE)'),
    ]);
    expect(host.summaries.join('')).toMatch(/succeeded[^]*the old result/);
    // How long it took is not known.
    expect(host.summaries.join('')).not.toMatch(/after \d/);
  });

  it.each<[string, Record<string, string>, RegExp, RegExp]>([
    ['that it sent', {}, /has used 5 ACU of the 5 ACU that `budget` allows/, /max_acu_limit/],
    [
      'during a mend',
      { repair: 'accepted', turnSeen: 'at_work' },
      /was cancelled/,
      /`budget` allows|budget_exceeded/,
    ],
  ])(
    'tells a run that its service has ended at the limit %s',
    async (...[, saved, told, untold]) => {
      const session = suspendedSession('aa', 'usage_limit_exceeded');
      const { host, github } = await run({
        ...COMMENTED,
        inputs: { ...COMMENTED.inputs, service: 'devin', org_id: 'org-1', budget: '5 acu' },
        saved: { phase: 'running', runId: 'devin-aa', mode: 'created', ...saved },
        github: writable(),
        answer: () => ({ body: session }),
      });
      for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
        expect(text).toMatch(told);
        expect(text).not.toMatch(untold);
      }
    },
  );

  it.each([
    [{ output_schema: '{"type":"object"}' }, 'The answer was not checked against `output_schema`'],
    [
      { output_schema: 'schema-that-is-gone.json' },
      'The answer was not checked against `output_schema`',
    ],
    [{ expect: 'pull_request' }, 'The pull request was not verified'],
    [{ expect: 'checks' }, 'The checks of its pull request were not waited for'],
    [{ expect: 'result' }, 'Whether there is a result text was not checked'],
    [{ review: 'advise' }, 'The findings were not posted'],
    [{ review: 'gate' }, 'The findings were not posted'],
  ])('reports everywhere what was not done with the answer: %j', async (asked, words) => {
    const { host, github } = await run({
      env: { GITHUB_EVENT_NAME: 'pull_request' },
      payload: { pull_request: { number: 7 } },
      inputs: { ...asked, comment: 'true', commit_status: 'agent' },
      saved: { ...RUNNING, mode: 'created', statusSha: 'd'.repeat(40) },
      github: writable(),
      answer: OLD_END,
    });
    for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
      expect(text).toMatch(/❓ Fix it\.\n\n\*\*Agent run 77 succeeded, but is unverified/);
      expect(text).toContain(words);
      expect(text).not.toContain('✅');
    }
    expect(host.messages('warning')).toEqual([expect.stringContaining(words)]);
    expect(github.statuses).toMatchObject([
      { state: 'failure', description: 'Agent run 77 succeeded, but is unverified' },
    ]);
  });

  it.each([
    ['the run goes on', { output_schema: '{"type":"object"}' }, {}, ACTIVE],
    ['the step had settled its outcome', { output_schema: '{"type":"object"}' }, SETTLED, OLD_END],
    ['there is no schema', {}, {}, OLD_END],
    [
      'the run failed',
      { review: 'gate' },
      {},
      service([], { fields: { status: 'FAILED', result: null } }),
    ],
  ])('does not report that where %s', async (...[, inputs, saved, answer]) => {
    const { host } = await run({
      saved: { ...RUNNING, mode: 'created', ...saved },
      answer,
      inputs,
    });
    expect(host.summaries).toHaveLength(1);
    expect(host.summaries.join('')).not.toMatch(/was not checked against|were not posted/);
  });

  it.each([
    ['killed', { phase: 'running' }, '5m 00s'],
    [
      'that ended in order and could not write its comment',
      { ...SETTLED, left: 'comment', durationMs: '240000' },
      '4m 00s',
    ],
  ])('tells the task and the time of a step %s', async (_, saved, time) => {
    const { host, github } = await run({
      ...COMMENTED,
      github: writable(),
      answer: OLD_END,
      saved: { ...RUNNING, mode: 'created', startedAt: String(NOW - 300_000), ...saved },
    });
    for (const text of [...host.summaries, github.thread[0]?.body]) {
      expect(text).toMatch(new RegExp(`✅ Fix it\\.[^]*succeeded\\W* after ${time}`));
    }
  });

  it('still reports if the service cannot be read, within a short time', async () => {
    const failing = await run({
      saved: { ...RUNNING, webUrl: '' },
      answer: () => ({ status: 503 }),
    });
    expect(failing.host.messages('warning')).toHaveLength(1);
    const hanging = await run({ saved: RUNNING, answer: () => 'hang' });
    expect(hanging.host.messages('warning')).toHaveLength(1);
    expect(hanging.clock.elapsed).toBeLessThan(8_000);
  });

  it.each([true, false])('reports a bug, with its stack when debugging: %j', async (debugOn) => {
    const scene = memoryScene({
      saved: RUNNING,
      answer: () => new RangeError('a bug\n##[error]owned'),
    });
    scene.host.debugOn = debugOn;
    await post(scene.ports);
    expect(scene.host.messages('warning')).toEqual([expect.stringContaining('RangeError: a bug')]);
    expect(scene.host.messages('warning').join()).not.toMatch(/##\[|\bat .*\.ts/);
    expect(scene.host.debugged.map((text) => /\n +at /.test(text))).toEqual(debugOn ? [true] : []);
  });

  // Contract 6.1, 7.3 and 15: no status stays `pending`, and no comment "is running".
  it.each([
    ['a fault', refusal(503), 100],
    ['a lost connection', refusal(null), 100],
    ['a limit', refusal(403, 'You have exceeded a secondary rate limit.', 10_000), 100],
    ['a limit with a long wait', refusal(429, 'Too many.', 90_000), 100],
  ])('waits for GitHub after %s, for up to two minutes', async (_, act, lastsS) => {
    const github = writable();
    const issue = { ...COMMENTED, inputs: { comment: 'true', commit_status: 'agent' }, github };
    const sha = 'd'.repeat(40);
    const scene = memoryScene({
      ...issue,
      saved: { ...RUNNING, mode: 'created', statusSha: sha },
      answer: OLD_END,
    });
    github.failure = act;
    scene.clock.after(lastsS * 1_000, () => (github.failure = null));
    await post(scene.ports);
    expect(github.statuses.at(-1)).toMatchObject({ state: 'success' });
    expect(github.thread.at(-1)?.body).toMatch(/✅.*succeeded/s);
    expect(scene.clock.elapsed).toBeLessThanOrEqual(130_000);
  });

  it('ends at once, and has told what is known, when a signal comes while GitHub is waited for', async () => {
    const github = writable();
    const scene = memoryScene({
      ...COMMENTED,
      inputs: { comment: 'true', commit_status: 'agent' },
      github,
      saved: { ...RUNNING, mode: 'created', statusSha: 'd'.repeat(40) },
      answer: OLD_END,
    });
    github.failure = refusal(503);
    scene.clock.after(20_000, () => scene.stop.abort(new Cancelled('SIGTERM')));
    await post(scene.ports);
    expect(scene.clock.elapsed).toBe(20_000);
    expect(scene.host.messages('warning')[0]).toContain('The run 77 has ended');
    expect(scene.host.messages('warning')[1]).toMatch(/may not show the end\. The step was cancel/);
    expect(scene.host.summaries).toHaveLength(1);
  });

  it.each([
    ['read', RUNNING, 'The state of the run 77 could not be confirmed'],
    ['found', KEYED, 'Whether a run was created is not known'],
  ])('reports that the run could not be %s if a signal ends that', async (_, saved, words) => {
    const answer = () => (scene.stop.abort(new Cancelled('SIGTERM')), 'hang' as const);
    const scene: MemoryScene = memoryScene({ saved, answer });
    await post(scene.ports);
    expect(scene.host.messages('warning')).toEqual([expect.stringContaining(words)]);
    expect(scene.host.summaries.join('')).toContain(words);
  });

  it('updates the comment and says in the job log where the run stands, if only that was left', async () => {
    const github = writable();
    const issue = {
      ...ISSUE,
      inputs: { comment: 'true', resume: 'thread', timeout_minutes: '1' },
      github,
    };
    await main(memoryScene({ ...issue, answer: ACTIVE }).ports);
    const before = github.thread[0]?.body;
    const { host } = await run({
      ...issue,
      saved: { ...RUNNING, phase: 'ended', left: 'comment' },
    });
    expect(github.thread).toHaveLength(1);
    expect(github.thread[0]?.body).not.toBe(before);
    expect(github.thread[0]?.body).toMatch(/cancelled/i);
    expect([host.annotations, host.summaries]).toEqual([[], []]);
    expect(host.lines).toEqual([expect.stringMatching(/^The run 77 goes on at /)]);
  });
});

describe('the turn of a killed step in its thread', () => {
  const place = { secret: TOKEN, repository: 'octo/widgets', thread: 7, commentKey: 'ours' };
  const comment = { id: 5, body: '@agent go', user: { login: 'mona', type: 'User' } };
  const issue = {
    env: { GITHUB_EVENT_NAME: 'issue_comment', GITHUB_RUN_ID: '7001' },
    payload: { issue: { number: 7 }, comment },
    inputs: { resume: 'thread', comment_key: 'ours', trigger_phrase: '@agent' },
  };
  const ours = { workflowRun: '7001', attempt: 1 };

  /** By default, the thread's comment records the run, with one follow-up. */
  async function left(
    saved: Readonly<Record<string, string>>,
    {
      shown = { turns: 1 },
      ...options
    }: SceneOptions & { readonly shown?: Partial<ThreadRecord> | null } = {},
  ) {
    const github = writable();
    if (shown !== null) {
      const marker = writeMarker({ ...place, runId: RUN_ID, ...shown });
      github.addComment(7, `${marker}\nAt work.`, BOT);
    }
    const made = await run({ ...issue, github, saved: { ...RUNNING, ...saved }, ...options });
    return { ...made, record: readMarker(github.thread.at(-1)?.body ?? '', place) };
  }

  it.each([
    ['nothing was sent', { phase: 'idle' }, { turns: 1 }],
    ['all was recorded', { phase: 'done' }, { turns: 1 }],
    ['the follow-up was accepted', { phase: 'running', mode: 'resumed' }, { turns: 2 }],
    ['it was found', { mode: 'resumed', sentBy: 'earlier_attempt' }, { turns: 2 }],
    ['a run was created instead', { phase: 'running', mode: 'created' }, { turns: 1 }],
    ['the follow-up may have been sent', { phase: 'sending' }, { turns: 1 }],
  ])('is recorded as far as it is known: %s', async (_, saved, recorded) => {
    const { record } = await left(saved);
    expect(record).toMatchObject(recorded);
  });

  it('that an earlier attempt has sent and recorded does not count again', async () => {
    const first = await left({ phase: 'running', mode: 'resumed' });
    const { record } = await left(
      { phase: 'running', mode: 'resumed', sentBy: 'earlier_attempt' },
      {
        shown: first.record,
        env: { ...issue.env, GITHUB_RUN_ATTEMPT: '2' },
      },
    );
    expect(record).toEqual(first.record);
  });

  it('is recorded beside the run of the create, which stays known', async () => {
    const { record } = await left(
      { phase: 'running', mode: 'resumed' },
      { shown: { runId: '70', turns: 0 } },
    );
    expect(record).toMatchObject({ runId: RUN_ID, createdRunId: '70', turns: 1 });
  });

  it.each([
    ['accepts it', { status: 200, body: {} }, true],
    ['may have accepted it', { status: 502, body: {} }, true],
    ['refuses it', { status: 409, body: { message: 'No.' } }, false],
    ['cannot be asked that', { status: 404, body: {} }, false],
  ])('records that the run was asked to stop where the service %s', async (...given) => {
    const [, answered, isStopped] = given;
    const running = service([], { fields: { status: 'ACTIVE', result: null } });
    const { record } = await left(
      { phase: 'running', mode: 'resumed' },
      {
        inputs: { ...issue.inputs, on_cancel: 'stop' },
        answer: (request, nth) => (request.url.endsWith('/ban') ? answered : running(request, nth)),
      },
    );
    expect(record).toMatchObject({ turns: 2, isStopped });
  });

  it.each([
    ['goes on', ACTIVE, 'accepted the request to stop run 77'],
    ['has ended since', service([], { fields: { status: 'STOPPED' } }), 'status STOPPED'],
  ])('is recorded as stopped if the comment alone was left, and the run %s', async (...given) => {
    const [, answer, words] = given;
    const github = writable();
    const inputs = { ...issue.inputs, comment: 'true', on_cancel: 'stop' };
    const first = memoryScene({ ...issue, github, inputs, answer: ACTIVE });
    first.clock.after(20_000, () => {
      github.failure = 'hang';
      first.stop.abort(new Cancelled('SIGINT'));
    });
    await main(first.ports);
    expect(first.host.saved).toMatchObject({ phase: 'ended', left: 'comment' });
    github.failure = null;
    const { host, http } = await run({
      ...issue,
      github,
      inputs,
      answer,
      saved: first.host.saved,
    });
    const [{ body = '' } = {}] = github.thread.slice(-1);
    expect(readMarker(body, place)).toMatchObject({ runId: RUN_ID, isStopped: true });
    for (const told of [body, host.lines.join('')]) {
      expect(told).toContain(words);
      expect(told).not.toContain('goes on');
    }
    expect([http.requests.map(({ method }) => method), host.annotations]).toEqual([['GET'], []]);
  });

  it('is told as one that may have arrived, and not looked for', async () => {
    const { host, http } = await left({ phase: 'sending' });
    const reads = http.requests.filter(({ url }) => url.includes('/logs'));
    expect(reads).toEqual([]);
    expect(host.messages('warning').join('')).toContain('received the follow-up is not known');
    expect(host.messages('warning').join('')).toContain(WEB_URL);
  });

  it('is not counted twice if the killed step had recorded it', async () => {
    const first = await left({ phase: 'running', mode: 'resumed' });
    const again = await run({
      ...issue,
      github: first.github,
      saved: { ...RUNNING, mode: 'resumed' },
    });
    expect(readMarker(again.github.thread[0]?.body ?? '', place)).toEqual(first.record);
  });

  it('is recorded in a new comment if it was the first one', async () => {
    const { record } = await left({ phase: 'running', mode: 'created' }, { shown: null });
    expect(record).toMatchObject({ runId: RUN_ID, creator: ours, writer: ours, turns: 0 });
  });

  it('is told in the thread if a run may have been created', async () => {
    const { github, record } = await left({ phase: 'sending', runId: '' }, { shown: null });
    expect(record).toBeNull();
    expect(github.thread.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^<!-- agent-run-action:note -->\n.*An agent run may have been started/,
      ),
    ]);
  });

  it('is recorded as sent where the list of runs shows the run of its create', async () => {
    const { host, record } = await left(
      { ...KEYED, runId: '' },
      { answer: listing(2), shown: null },
    );
    expect(host.lines).toEqual([
      `Run 77 carries the key of the create that the killed step had sent: look at ${WEB_URL}.`,
    ]);
    expect(record).toMatchObject({ runId: RUN_ID, creator: ours, writer: ours });
  });
});

describe('what the killed step knew of the work of its run', () => {
  const TOLD = 'https://github.com/octo/widgets/pull/31';
  const CONFIRMED = `(${TOLD} "GitHub confirms this pull request") ✓`;
  const LOG = [
    ...actions(2),
    { message_type: 'INITIAL_PR_GENERATION', observation: `Opened ${TOLD}`, created_at: at(3) },
  ];

  function at(second: number): string {
    return new Date(NOW + second * 1_000).toISOString();
  }

  interface Kill {
    readonly after: 'end' | number;
    readonly inputs?: Readonly<Record<string, string>>;
    readonly log?: readonly object[];
  }

  /** A step of a run that opens a pull request, its state at each second, and its post step. */
  async function stepAndPost(fields: object, { after, inputs = {}, log = LOG }: Kill) {
    const github = writable();
    github.pulls.push({ number: 31, openedAt: NOW + 1_000, headSha: 'd'.repeat(40) });
    const options = {
      ...COMMENTED,
      inputs: { comment: 'true', timeout_minutes: '1', ...inputs },
      github,
      answer: service(log, { fields }),
    };
    const first = memoryScene(options);
    let saved = {};
    if (after !== 'end') {
      first.clock.after(after, () => (saved = { ...first.host.saved }));
    }
    await main(first.ports);
    if (after === 'end') {
      saved = { ...first.host.saved, phase: 'ended', left: 'summary,comment' };
    }
    // What is read again tells nothing of it.
    const { host } = await run({ ...options, saved, answer: service([], { fields }) });
    return { first, texts: [host.summaries.join(''), github.thread[0]?.body ?? ''] };
  }

  async function killed(fields: object, kill: Kill): Promise<readonly string[]> {
    return (await stepAndPost(fields, kill)).texts;
  }

  it('is told as the step has told it: the pull request, and that GitHub confirms it', async () => {
    for (const text of await killed({}, { after: 'end' })) {
      expect(text).toMatch(/✅ .*succeeded/s);
      expect(text).toContain(CONFIRMED);
    }
  });

  it.each(['pull_request', 'checks'])(
    'is why it does not prove the run, as the step has said it: %s',
    async (expected) => {
      const kill = { after: 'end', inputs: { expect: expected }, log: actions(2) } as const;
      const { first, texts } = await stepAndPost({ result: 'Opened pull request #404.' }, kill);
      for (const text of [...first.host.summaries, ...texts]) {
        expect(text).toMatch(/the agent.{1,8}s text names \S+ which does not exist/);
      }
    },
  );

  it.each(['6000', 'null'])(
    'may be lost to a secret that stands in it (%s), and nothing else is',
    async (value) => {
      const secrets = { session_secrets: [{ key: 'PORT', value }] };
      const inputs = { request_fields: JSON.stringify(secrets) };
      for (const text of await killed({}, { after: 'end', inputs })) {
        expect(text).toMatch(/✅ .*succeeded/s);
        expect(text.includes(CONFIRMED)).toBe(value === 'null');
      }
    },
  );

  it('is told of a run that goes on, as far as it was known', async () => {
    for (const text of await killed({ status: 'ACTIVE', result: null }, { after: 30_000 })) {
      expect(text).toContain('The step was killed.');
      expect(text).toContain(TOLD);
    }
  });

  const NOTHING = { claims: null, fixes: null, headChecks: null, pullRequests: [], usage: null };

  it.each<[string, object, boolean]>([
    ['one of its own', { work: JSON.stringify({ ...NOTHING, pullRequests: [TOLD] }) }, true],
    ['none', {}, false],
  ])('is not mixed with what a read shows of earlier turns: %s was known', async (...given) => {
    const [, work, isTold] = given;
    const earlier = 'https://github.com/octo/widgets/pull/30';
    const { host } = await run({
      saved: { ...RUNNING, mode: 'resumed', turnSeen: 'at_work', ...work },
      answer: service([], { fields: { github_pull_requests: [{ url: earlier }, { url: TOLD }] } }),
    });
    const summary = host.summaries.join('');
    expect(summary.includes(TOLD)).toBe(isTold);
    expect(summary).not.toContain(earlier);
  });

  it('is what the turn has used, where a read counts all turns of a conversation', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    const conversation = {
      id,
      sandbox_status: 'RUNNING',
      execution_status: 'running',
      metrics: { accumulated_cost: 9, accumulated_token_usage: { prompt_tokens: 9_000 } },
    };
    const usage = { unit: 'tokens', amount: 1_000, costUsd: 2 };
    const nothing = { claims: null, fixes: null, headChecks: null };
    const work = JSON.stringify({ ...nothing, pullRequests: [], usage });
    const { host } = await run({
      inputs: { service: 'openhands', org_id: '', base_url: 'https://openhands.example' },
      saved: { ...RUNNING, runId: id, mode: 'resumed', turnSeen: 'at_work', work },
      answer: ({ url }) => ({
        body: url.includes('/events/') ? { items: [], next_page_id: null } : [conversation],
      }),
    });
    expect(host.summaries.join('')).toContain('1,000 tokens (2.00 USD)');
  });

  it('is which checks of its head were awaited', async () => {
    const check = { conclusion: null, verdict: 'running', run: null, description: '' };
    const headChecks = {
      repository: 'octo/widgets',
      number: 31,
      here: true,
      headSha: 'd'.repeat(40),
      state: { kind: 'running', waitsFor: ['build'] },
      checks: [{ ...check, name: 'build', addresses: [] }],
    };
    const work = { claims: null, fixes: 0, headChecks, pullRequests: [TOLD], usage: null };
    const { host } = await run({
      saved: { ...RUNNING, mode: 'created', turnSeen: 'ended', work: JSON.stringify(work) },
      answer: service([], {}),
    });
    expect(host.summaries.join('')).toMatch(/Checks of `ddddddd`: 0 of 1 passed[^]*build running/);
  });

  it.each([
    ['the pull request that `expect` asks for', 'pull_request', true, null],
    ["one that is not the run's", 'pull_request', false, 'The pull request was not verified.'],
    ['its checks were not seen', 'checks', true, 'of its pull request were not waited for.'],
  ])('proves the run as far as it does: %s', async (...[, asked, byRun, unchecked]) => {
    const headSha = 'd'.repeat(40);
    const pull = { repository: 'octo/widgets', number: 31, author: null, title: 'T', headSha };
    const pullRequest = { ...pull, headBranch: 'b', here: true, byRun, isEmpty: false };
    const claims = [{ state: 'exists', url: TOLD, timeUnread: null, pullRequest }];
    const work = JSON.stringify({ ...NOTHING, claims, pullRequests: [TOLD] });
    const { host } = await run({
      inputs: { expect: asked },
      saved: { ...RUNNING, mode: 'created', turnSeen: 'ended', work },
      answer: OLD_END,
    });
    const summary = host.summaries.join('');
    expect(summary).toContain('succeeded');
    expect(summary.includes('unverified')).toBe(unchecked !== null);
    expect(summary).toContain(unchecked ?? CONFIRMED);
  });

  it('is no number of steps or requests: those of the post step are not its own', async () => {
    const [summary] = await killed({}, { after: 'end' });
    expect(summary).toContain('status COMPLETE');
    expect(summary).not.toMatch(/\d steps?\b|\d requests?\b/);
  });
});

describe('a step that was killed with its review', () => {
  const HEAD = 'd'.repeat(40);
  const REPOSITORY = 'octo/widgets';
  const PLACE = { secret: TOKEN, repository: REPOSITORY, number: 7, key: 'reviewer' };
  const ADDRESS = `https://github.com/${REPOSITORY}/pull/7#pullrequestreview-5`;

  /** @param by the workflow run that posted the review that GitHub has, or null for none */
  async function killed(
    saved: Readonly<Record<string, string>>,
    by: string | null,
    outOfReachMs = 0,
  ) {
    const github = writable();
    const clock = new VirtualClock();
    if (outOfReachMs > 0) {
      github.failure = refusal(503);
      clock.after(outOfReachMs, () => (github.failure = null));
    }
    github.pulls.push({ number: 7, openedAt: 1, headSha: HEAD });
    if (by !== null) {
      const mark = reviewMarker(PLACE, { head: HEAD, run: by, findings: [], listed: [] });
      github.reviews.push({ id: 5, pull: 7, author: BOT, commitId: HEAD, body: `${mark}\nSo.` });
    }
    const scene = await run({
      env: {
        GITHUB_EVENT_NAME: 'pull_request',
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: '900',
      },
      payload: { pull_request: { number: 7 } },
      inputs: { review: 'gate', comment_key: PLACE.key, commit_status: 'agent' },
      saved: { ...RUNNING, mode: 'created', statusSha: HEAD, ...saved },
      github,
      answer: OLD_END,
      clock,
    });
    expect(
      github.requests.some(({ method, path }) => method + path.slice(-7) === 'POSTreviews'),
    ).toBe(false);
    return { scene, status: github.statuses.at(-1) };
  }

  it('while it was posted: says where it stands, and that its verdict was not told', async () => {
    const { scene, status } = await killed({ reviewHead: HEAD }, '900');
    const stands = `The review stands at ${ADDRESS}.`;
    expect(scene.host.messages('warning')).toEqual([expect.stringContaining(stands)]);
    expect(scene.host.summaries.join('')).toContain('The verdict of the review was not told');
    expect(scene.host.summaries.join('')).not.toContain('not posted');
    expect(status).toMatchObject({ state: 'failure' });
  });

  it.each([null, '899'])('before it was posted (GitHub has that of %s): says so', async (other) => {
    const { scene, status } = await killed({ reviewHead: HEAD }, other);
    expect(scene.host.summaries.join('')).toContain('The findings were not posted');
    expect(scene.host.everything()).not.toContain('stands at');
    expect(status).toMatchObject({ state: 'failure' });
  });

  it('while GitHub is out of reach: says at once where it stands, and what is not known', async () => {
    const { scene } = await killed({ reviewHead: HEAD }, '900', 300_000);
    expect(scene.host.lines[0]).toMatch(/The step was killed\. The run 77 .*its review was posted/);
    expect(scene.host.summaries.join('')).toContain(
      'Whether the findings were posted could not be read from GitHub',
    );
    const { scene: later } = await killed({ reviewHead: HEAD }, '900', 60_000);
    const stands = `The review stands at ${ADDRESS}.`;
    expect(later.host.messages('warning')).toEqual([expect.stringContaining(stands)]);
  });

  const NONE = { error: 0, warning: 0, note: 0 };
  const ONE = { ...NONE, error: 1 };

  const CANCELLED = {
    phase: 'ended',
    left: 'comment,status',
    outcome: 'cancelled',
    cutShort: 'The step was cancelled (SIGINT).',
  };

  it.each<[string, object, object, string]>([
    ['killed', {}, { pass: true, counts: NONE }, 'passes: nothing found'],
    ['killed', {}, { pass: false, counts: ONE }, 'does not pass: 1 finding (1 error)'],
    ['cancelled', CANCELLED, { pass: true, counts: NONE }, 'passes: nothing found'],
  ])('%s between review and verdict: tells the verdict', async (...[, ended, found, words]) => {
    const saved = {
      reviewHead: HEAD,
      review: JSON.stringify({ number: 7, url: ADDRESS, ...found }),
    };
    const { scene, status } = await killed({ ...saved, ...ended }, '900');
    const told = `The review of pull request 7 ${words}`;
    const { lines, summaries } = scene.host;
    const said = [...scene.host.messages('warning'), ...lines].join('');
    expect(said).toContain(`${told}. The review stands at ${ADDRESS}.`);
    expect(said).not.toMatch(/not posted|not told/);
    expect(status).toMatchObject({
      state: words.startsWith('passes') ? 'success' : 'failure',
      description: told,
      target_url: ADDRESS,
    });
    expect(summaries.join('').includes(told)).toBe(ended !== CANCELLED);
  });

  it.each<[string, boolean, string | null, number, string]>([
    ['posted, as GitHub shows', true, '900', 0, `The review stands at ${ADDRESS}.`],
    ['not posted, as GitHub shows', true, null, 0, 'The review is not on the pull request.'],
    ['perhaps posted', true, '900', 300_000, 'The review may stand on the pull request'],
    ['refused, so that GitHub is not asked', false, '900', 0, 'The review of pull request 7'],
  ])('cancelled while it was posted: %s', async (...[, mayBePosted, by, outOfReachMs, words]) => {
    const review = { number: 7, url: null, pass: true, counts: NONE, mayBePosted };
    const saved = { ...CANCELLED, reviewHead: HEAD, review: JSON.stringify(review) };
    const { scene } = await killed(saved, by, outOfReachMs);
    expect(scene.host.lines.join('')).toContain(words);
    expect(scene.host.everything()).not.toContain('was killed');
    expect(scene.host.everything().includes('stands at')).toBe(words.includes('stands at'));
  });

  it.each([
    ['passes', NONE, 'nothing found.', 'success', '✅'],
    ['does not pass', ONE, '1 finding (1 error).', 'failure', '❌'],
  ] as const)('after the verdict that it %s: tells that, and links the review', async (...row) => {
    const [words, counts, found, state, mark] = row;
    const verdict = `The review of pull request 7 ${words}: ${found}`;
    const pass = state === 'success';
    const { scene, status } = await killed(
      {
        reviewHead: HEAD,
        review: JSON.stringify({ number: 7, pass, counts, url: ADDRESS }),
        outcome: pass ? 'succeeded' : 'failed',
        ...(pass ? {} : { errorMessage: verdict }),
        statusState: state,
        statusText: verdict,
        statusUrl: ADDRESS,
      },
      '900',
    );
    const stands = `${verdict} The review stands at ${ADDRESS}.`;
    const summary = scene.host.summaries.join('');
    expect(scene.host.messages('warning')).toEqual([expect.stringContaining(stands)]);
    expect(summary).toContain(`## ${mark} ${verdict.slice(0, -1)}\n`);
    expect(summary.split(`pull request 7 ${words}`)).toHaveLength(2);
    expect(status).toMatchObject({ state, description: verdict, target_url: ADDRESS });
  });

  const FINDING = { path: 'a.ts', line: 1, severity: 'error', title: 'Two is loud', body: 'So.' };

  it.each<[string, Record<string, string>, object, RegExp]>([
    [
      'does not pass',
      { review: 'gate' },
      { findings: [FINDING], pass: false },
      /❌ The review of pull request 7 does not pass: 1 finding \(1 error\)/,
    ],
    [
      'passes',
      { review: 'gate' },
      { findings: [], pass: true },
      /✅ The review of pull request 7 passes: nothing found/,
    ],
    ['has no verdict', { review: 'advise' }, { findings: [FINDING] }, /✅ .*run 77 succeeded/s],
  ])(
    'after a review that %s: tells it as the step would have, and links it',
    async (...[, asked, answer, title]) => {
      const github = writable();
      github.pulls.push({ number: 7, openedAt: 1, headSha: HEAD });
      const result = JSON.stringify({ summary: 'Louder.', ...answer });
      const options = {
        env: {
          GITHUB_EVENT_NAME: 'pull_request',
          GITHUB_REPOSITORY: REPOSITORY,
          GITHUB_RUN_ID: '900',
        },
        payload: { pull_request: { number: 7, head: { repo: { full_name: REPOSITORY } } } },
        inputs: { ...asked, repo_id: '1', comment: 'true' },
        github,
        answer: service(actions(2), { fields: { result } }),
      };
      const first = memoryScene(options);
      await main(first.ports);
      const saved = { ...first.host.saved, phase: 'ended', left: 'summary,comment' };
      const { host } = await run({ ...options, saved });
      const address = `https://github.com/${REPOSITORY}/pull/7#pullrequestreview-5001`;
      expect(first.host.outputs['review_url']).toBe(address);
      for (const text of [host.summaries.join(''), github.thread[0]?.body]) {
        expect(text).toMatch(title);
        expect(text).toContain(`[Open the review](${address})`);
        expect(text).not.toMatch(/Louder|narrower|what to do differently|1 warning/);
      }
      expect(host.messages('warning').join()).toContain(`The review stands at ${address}.`);
    },
  );
});
