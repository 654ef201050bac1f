/**
 * The thread of an event: whom it belongs to, what it records, and trouble with it (contract 7.1,
 * 7.2).
 */
import { describe, expect, it } from '@jest/globals';
import { readMarker, writeMarker } from '../../src/thread/record.ts';
import { readPatiently } from '../../src/thread/find.ts';
import { commentOf } from '../../src/report/comment.ts';
import { openThread } from '../../src/thread/thread.ts';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import { parseInputs } from '../../src/inputs/parse.ts';
import { stepStart, viewOf, type StepEvent } from '../../src/report/step.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { within } from '../../src/runner/within.ts';
import { BOT, type GitHubModel } from '../support/fake-github.ts';
import { INPUTS, memoryGitHub, memoryScene, refusal, TOKEN } from '../support/memory-scene.ts';

const VIEW = viewOf(stepStart(provenanceOf(readEvent({}, {}))), { now: 0, requests: 0 });
const ISSUE = { issue: { number: 7 } };

interface Setting {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: string;
  readonly payload?: unknown;
  readonly repository?: string;
  readonly github?: GitHubModel;
  /** Time left of the step in milliseconds. */
  readonly leftMs?: number;
}

async function open({
  inputs = {},
  event = 'issues',
  payload = ISSUE,
  repository = 'octo/widgets',
  github = memoryGitHub(),
  leftMs,
}: Setting = {}) {
  const scene = memoryScene({ github });
  const all: Readonly<Record<string, string>> = { ...INPUTS, ...inputs };
  const parsed = parseInputs({ input: (name) => all[name] ?? '', env: {}, files: scene.files });
  const env = {
    GITHUB_EVENT_NAME: event,
    GITHUB_REPOSITORY: repository,
    GITHUB_WORKFLOW: 'Agent',
    GITHUB_JOB: 'fix',
  };
  const context = readEvent(env, payload);
  const warnings: string[] = [];
  const told: StepEvent[] = [];
  const given = {
    ...scene.ports,
    stop: scene.stop.signal,
    inputs: parsed.inputs,
    event: context,
    headSha: null,
    warn: (message: string) => void warnings.push(message),
    step: { dispatch: (event: StepEvent) => void told.push(event) },
    deadline: scene.clock.now() + (leftMs ?? 3_600_000),
  };
  const isRead = parsed.inputs.resume === 'thread' && parsed.inputs.agentRunId === null;
  const thread = await openThread(given, {
    ...(isRead && { read: (reading) => readPatiently(reading, given) }),
  });
  const finish = (change: Partial<StepView>, budgetMs = 10_000) =>
    within({ clock: scene.clock, ms: budgetMs, signal: scene.stop.signal }, (signal) =>
      thread?.finish(commentOf({ ...VIEW, outcome: 'succeeded', ...change }), { budgetMs, signal }),
    );
  return { ...scene, warnings, told, thread, finish };
}

const PLACE = { secret: TOKEN, repository: 'octo/widgets', thread: 7, commentKey: 'Agent/fix/0' };

/** A comment of a bot that records this run. */
function record(github: GitHubModel, runId: string, commentKey = PLACE.commentKey): void {
  github.addComment(7, writeMarker({ ...PLACE, commentKey, runId }), BOT);
}

describe('no thread', () => {
  it('is opened if no input needs one', async () => {
    const { thread, githubCalls, host } = await open();
    expect([thread, githubCalls, host.annotations]).toEqual([null, [], []]);
  });

  it.each([
    ['an event without one', { event: 'push', payload: {} }],
    ['a discussion', { event: 'discussion', payload: { discussion: { number: 7 } } }],
    ['no event', { event: '', payload: {} }],
    ['no repository', { repository: '' }],
  ])('exists with %s, which a notice says', async (_, setting) => {
    const { thread, host } = await open({ ...setting, inputs: { comment: 'true' } });
    expect(thread).toBeNull();
    expect(host.messages('notice')).toEqual([expect.stringContaining('no thread')]);
  });
});

describe('the recorded run', () => {
  it('is found with resume: thread', async () => {
    const github = memoryGitHub();
    record(github, '76');
    record(github, '77');
    record(github, '78', 'Agent/other/0');
    expect(
      (await open({ github, inputs: { resume: 'thread' } })).thread?.reading?.found?.record.runId,
    ).toBe('77');
  });

  it.each([
    [403, '`permissions: issues: write`'],
    [401, 'the input `github_token`'],
  ])(
    'is given up with a warning when the token may not read the thread: %i',
    async (status, next) => {
      const github = memoryGitHub();
      const message = 'Resource not accessible by integration.';
      github.failure = { status, body: { message } };
      const { thread, warnings, clock } = await open({ github, inputs: { resume: 'thread' } });
      expect(thread?.reading).toBeNull();
      expect(warnings).toEqual([expect.stringMatching(/a new run is created/)]);
      expect(warnings[0]).toContain(next);
      expect(warnings[0]).not.toContain('..');
      expect(warnings[0]?.includes('permissions')).toBe(status === 403);
      expect(clock.elapsed).toBe(0);
    },
  );

  it('is nothing, with a notice, when the thread is gone', async () => {
    const github = memoryGitHub();
    github.failure = { status: 410, body: { message: 'This issue was deleted.' } };
    const { thread, warnings, host } = await open({ github, inputs: { resume: 'thread' } });
    expect([thread, warnings]).toEqual([null, []]);
    expect(host.messages('notice')).toEqual([
      expect.stringMatching(/#7 is gone.*This issue was deleted\.$/),
    ]);
  });

  it.each([
    [
      'a fault',
      502,
      /^The comments of this thread could not be read from GitHub for now \(HTTP 502: No\. /,
    ],
    [
      'no answer',
      null,
      /^The comments of this thread could not be read from GitHub for now \(socket hang up\)/,
    ],
  ])(
    'ends the step when %s lasts for two minutes, rather than start a second run',
    async (...[, status, message]) => {
      const github = memoryGitHub();
      github.failure = refusal(status);
      const ended = open({ github, inputs: { resume: 'thread' } });
      await expect(ended).rejects.toMatchObject({
        name: 'ThreadUnavailable',
        message: expect.stringMatching(message),
      });
    },
  );

  it('ends the step at once when GitHub leads elsewhere, rather than start a second run', async () => {
    const github = memoryGitHub();
    github.failure = refusal(301);
    await expect(open({ github, inputs: { resume: 'thread' } })).rejects.toMatchObject({
      name: 'ThreadUnavailable',
      message: expect.stringMatching(/\(HTTP 301: .*renamed or moved.* Start the workflow anew/),
    });
    expect(github.requests).toHaveLength(1);
  });

  it('is given up when the step times out', async () => {
    const github = memoryGitHub();
    github.failure = refusal(502);
    const ended = open({ github, inputs: { resume: 'thread' }, leftMs: 7_000 });
    await expect(ended).rejects.toMatchObject({ name: 'ThreadUnavailable' });
    // At once, after 2 and 4 seconds more, and when the time is up.
    expect(github.requests).toHaveLength(4);
  });

  it('is found after temporary failures', async () => {
    const github = memoryGitHub();
    record(github, '77');
    github.failure = refusal(502);
    const scene = open({ github, inputs: { resume: 'thread' } });
    await Promise.resolve();
    setImmediate(() => (github.failure = null));
    expect((await scene).thread?.reading?.found?.record.runId).toBe('77');
  });
});

describe('the comment', () => {
  it.each([
    ['an issue', 'issues', ISSUE],
    ['a comment on a pull request', 'issue_comment', { issue: { number: 7, pull_request: {} } }],
    ['a pull request', 'pull_request', { pull_request: { number: 7 } }],
  ])('on %s is written, and its address saved at once', async (...[, event, payload]) => {
    const { finish, told, host, github } = await open({
      event,
      payload,
      inputs: { comment: 'true' },
    });
    expect(await finish({ runId: '77' })).toBe(true);
    expect([github.thread.length, told]).toEqual([
      1,
      [{ type: 'known', commentUrl: expect.stringMatching(/#issuecomment-1001$/) }],
    ]);
    // What the post step is to do is not for the comment to say.
    expect(host.saved).toEqual({});
  });
});

it('ends in time if GitHub does not respond to the reaction', async () => {
  const github = memoryGitHub();
  github.faults.push({ path: /reactions$/, act: 'hang' });
  const inputs = { comment: 'true', trigger_phrase: '@agent' };
  const payload = { ...ISSUE, comment: { id: 1, body: '@agent go' } };
  const { finish, clock } = await open({ github, inputs, event: 'issue_comment', payload });
  expect(await finish({ runId: '77' }, 2_000)).toBe(true);
  expect(clock.elapsed).toBe(2_000);
});

describe('another run in the thread', () => {
  const said =
    /^Another job recorded run 9 in this thread while this one worked with run 10: .*`concurrency` group/;

  it('does not matter for a run that agent_run_id names', async () => {
    const github = memoryGitHub();
    record(github, '9');
    const { thread, finish, warnings } = await open({
      github,
      inputs: { resume: 'thread', agent_run_id: '5' },
    });
    thread?.update(commentOf({ ...VIEW, runId: '5' }));
    await finish({ runId: '5' });
    expect([warnings, readMarker(github.thread[0]?.body ?? '', PLACE)?.runId]).toEqual([[], '5']);
  });

  it.each(['true', 'false'])(
    'that appeared after the thread was read is warned of and told in the comment: %s',
    async (comment) => {
      const github = memoryGitHub();
      const { finish, warnings } = await open({ github, inputs: { resume: 'thread', comment } });
      record(github, '9');
      await finish({ runId: '10' });
      expect(warnings).toEqual([expect.stringMatching(said)]);
      expect(github.thread.map(({ body }) => body).join('\n')).toContain(warnings[0]);
    },
  );

  it('that appeared while the run went on is told at the end', async () => {
    const github = memoryGitHub();
    const { thread, finish, warnings } = await open({ github, inputs: { resume: 'thread' } });
    thread?.update(commentOf({ ...VIEW, runId: '10' }));
    await new Promise(setImmediate);
    github.comments(7)[0]!.body = writeMarker({ ...PLACE, runId: '9' });
    await finish({ runId: '10' });
    expect(warnings).toEqual([expect.stringMatching(said)]);
  });
});

it('says in the job log alone what it met and overcame, on one safe line', async () => {
  const { finish, github, warnings, host } = await open({ inputs: { comment: 'true' } });
  github.faults.push({ method: 'POST', act: refusal(502, 'Bad\n::error::gateway') });
  await finish({ runId: '77' }, 60_000);
  expect([github.thread.length, warnings, host.annotations]).toEqual([1, [], []]);
  expect(host.lines).toEqual([
    expect.stringMatching(/could not be written \(502\) : Bad .*tried again later\.$/),
  ]);
  expect(host.lines.join('\n')).not.toMatch(/^::/m);
});
