import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitHubError, type GitHub } from '../../src/github/port.ts';
import { commentOf, type CommentWords } from '../../src/report/comment.ts';
import type { ThreadCommentOptions } from '../../src/thread/comment-writer.ts';
import { EDIT_INTERVAL_MS, ThreadComment } from '../../src/thread/thread-comment.ts';
import { readThread } from '../../src/thread/find.ts';
import { type MarkerPlace, NEW_TURN, writeMarker } from '../../src/thread/record.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { serviceNamed } from '../../src/inputs/service.ts';
import { BOT, type Fault, gitHubModel, type GitHubModel } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { clientOf } from '../support/memory-scene.ts';
import { loadOpenApi } from '../support/openapi.ts';
import { stepView } from '../support/step-view.ts';

const LIST = 'GET /repos/octo/repo/issues/7/comments?per_page=100&page=1';
const POST = 'POST /repos/octo/repo/issues/7/comments';
const place: MarkerPlace = {
  secret: 'api-token',
  repository: 'octo/repo',
  thread: 7,
  commentKey: 'ci/agent/0',
};
const OWN = { key: 'a'.repeat(32), workflowRun: '900', attempt: 1 };
const signal = new AbortController().signal;
const budget = { budgetMs: 20_000, signal };
const judge = loadOpenApi('api.github.com');

let fake: GitHubModel;
let clock: ManualClock;
let warnings: string[];
let notes: string[];
let notices: string[];
let known: string[];

const foundIn = async (...[from, stop]: readonly [GitHub, AbortSignal]) =>
  (await readThread(from, place, stop)).found;

const github = (): GitHub => clientOf(fake, clock);

function open(change: Partial<ThreadCommentOptions> = {}): ThreadComment {
  const given = change.github ?? github();
  return new ThreadComment({
    place,
    own: OWN,
    find: async (signal) => (await readThread(given, change.place ?? place, signal)).found,
    recordedTurn: () => NEW_TURN,
    github: given,
    clock,
    kind: 'issue',
    full: true,
    known: null,
    warn: (message) => warnings.push(message),
    note: (message) => notes.push(message),
    notice: (message) => notices.push(message),
    onComment: (url) => known.push(url),
    ...change,
  });
}

function view(change: Partial<StepView> = {}): CommentWords {
  const provenance = {
    service: serviceNamed('agent-run'),
    event: '',
    actor: '',
    repository: '',
    workflow: '',
    serverUrl: 'https://github.com',
    workflowRunUrl: null,
    earlierAttemptUrl: null,
    actionUrl: null,
  };
  const shown = stepView({
    standing: 'going_on',
    durationMs: 1_000,
    requests: 1,
    provenance,
    runId: '42',
    ...change,
  });
  return commentOf(shown);
}

const done = view({ outcome: 'succeeded', result: 'the result' });
const patch = (id: number) => `PATCH /repos/octo/repo/issues/comments/${id}`;
const bodies = () => fake.comments(7).map(({ body }) => body);
const runs = () => bodies().map((body) => Number(/"runId":"(\d+)"/.exec(body)?.[1] ?? 0));

/** The first comment is written and the next edit is 30 seconds away. */
async function start(comment: ThreadComment, first = view()): Promise<void> {
  comment.update(first);
  await clock.sleeping(EDIT_INTERVAL_MS);
}

beforeEach(() => {
  fake = gitHubModel();
  clock = new ManualClock();
  warnings = [];
  notes = [];
  notices = [];
  known = [];
});
afterEach(() => {
  // Whatever a test did, GitHub describes every request it led to.
  expect(
    fake.requests
      .map(({ method, path, query, headers, body }) => ({ method, path, query, headers, body }))
      .flatMap((request) => judge(request)),
  ).toEqual([]);
});

it('says what tells two calls of one reusable workflow apart, where it meets the other', async () => {
  const marker = writeMarker({ ...place, runId: '41', writer: OWN });
  fake.addComment(7, `${marker}\ntext`, BOT);
  await start(open());
  expect(warnings).toEqual([expect.stringMatching(/told of run 41.*its own `comment_key`/)]);
});

describe('the reading of a thread', () => {
  const find = () => foundIn(github(), signal);
  const valid = (runId: string, change: Partial<MarkerPlace> = {}) =>
    `${writeMarker({ ...place, ...change, runId })}\ntext`;

  it('ignores a marker written by a person, even with a valid signature', async () => {
    fake.addComment(7, valid('1'), BOT);
    fake.addComment(7, valid('2'), { login: 'mallory', type: 'User' });
    fake.addComment(7, valid('3'), { login: 'github-actions', type: 'User' });
    expect((await find())?.record.runId).toBe('1');
  });

  it('accepts the own login of a personal token, which it requests once and only if needed', async () => {
    fake = gitHubModel({ user: 'Mona' });
    fake.addComment(7, 'chatter');
    expect(await find()).toBeNull();
    expect(fake.log()).toEqual([LIST]);
    fake.addComment(7, valid('1'), { login: 'mona', type: 'User' });
    fake.addComment(7, valid('2'), { login: 'mallory', type: 'User' });
    expect((await find())?.record.runId).toBe('1');
    expect(fake.log()).toEqual([LIST, LIST, 'GET /user']);
  });

  it.each<[string, Fault['act']]>([
    ['403', { status: 403 }],
    ['401', { status: 401 }],
  ])('accepts only bots if the token’s owner is unknown: %s', async (_, act) => {
    fake.faults.push({ path: /^\/user$/, times: 9, act });
    fake.addComment(7, valid('1'), { login: 'mallory', type: 'User' });
    expect(await find()).toBeNull();
    fake.addComment(7, valid('2'), BOT);
    fake.addComment(7, valid('3'), { login: 'mallory', type: 'User' });
    expect((await find())?.record.runId).toBe('2');
    // Asked once a search.
    expect(fake.log().filter((request) => request === 'GET /user')).toHaveLength(2);
  });

  it.each<[string, Fault['act']]>([
    ['500', { status: 500 }],
    ['a rate limit', { status: 403, headers: { 'retry-after': '7' } }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['no answer', 'reset'],
  ])(
    'fails if the token’s owner is unknown for now, because the marker may be valid: %s',
    async (_, act) => {
      fake.faults.push({ path: /^\/user$/, times: 9, act });
      fake.addComment(7, valid('1'), { login: 'mona', type: 'User' });
      await expect(find()).rejects.toThrow(GitHubError);
    },
  );
});

describe('the life of a comment', () => {
  it('is written once, edited every 30 seconds with the latest view only, and once at the end', async () => {
    const comment = open();
    await start(comment);
    const [{ id } = { id: 0 }] = fake.comments(7);
    const htmlUrl = `https://github.test/octo/repo/issues/7#issuecomment-${id}`;
    expect(known).toEqual([htmlUrl]);
    comment.update(view({ durationMs: 10_000 }));
    clock.advance(29_999);
    expect(fake.log()).toEqual([LIST, POST]);
    comment.update(view({ durationMs: 77_000 }));
    clock.advance(1);
    await fake.arrived(3);
    await clock.sleeping(EDIT_INTERVAL_MS);
    expect(bodies()[0]).toContain('1m 17s so far');
    comment.update(view({ durationMs: 99_000 }));
    expect(await comment.finish(done, budget)).toBe(true);
    expect(bodies()).toEqual([expect.stringContaining('the result')]);
    expect(fake.log()).toEqual([LIST, POST, patch(id), patch(id)]);
    expect(runs()).toEqual([42]);
    expect([warnings, known.length, clock.asleep()]).toEqual([[], 1, []]);
  });

  it('writes immediately again after a quiet time', async () => {
    const comment = open();
    await start(comment);
    clock.advance(EDIT_INTERVAL_MS);
    clock.advance(EDIT_INTERVAL_MS);
    comment.update(view({ durationMs: 61_000 }));
    await fake.arrived(3);
    await comment.finish(done, budget);
    expect(fake.requests).toHaveLength(4);
  });

  it('sends no request to GitHub without a run', async () => {
    const comment = open();
    comment.update(view({ runId: null }));
    expect(await comment.finish(view({ runId: null, outcome: 'error' }), budget)).toBe(true);
    comment.update(view());
    expect(fake.requests).toEqual([]);
    expect(clock.asleep()).toEqual([]);
  });

  it('reuses the comment of an earlier run on any page', async () => {
    fake.addComment(7, `${writeMarker({ ...place, runId: '7' })}\nold`, BOT);
    for (let i = 0; i < 120; i++) {
      fake.addComment(7, 'chatter');
    }
    const comment = open();
    await comment.finish(done, budget);
    expect(known.at(-1)).toContain('#issuecomment-1001');
    expect(fake.log()).toEqual([LIST, LIST.replace(/1$/, '2'), patch(1001)]);
    expect(runs()[0]).toBe(42);
    expect((await foundIn(github(), signal))?.record.runId).toBe('42');
  });

  it('edits the given comment without a search', async () => {
    const { id } = fake.addComment(7, 'x', BOT);
    const comment = open({ known: { id, htmlUrl: 'https://x', body: 'x' } });
    await comment.finish(view({ outcome: 'cancelled' }), budget);
    expect(fake.log()).toEqual([patch(id)]);
    expect(known).toEqual([expect.stringContaining(`#issuecomment-${id}`)]);
    expect(bodies()[0]).toContain('was cancelled');
  });

  it('writes a new one if the given comment is gone', async () => {
    await open({ known: { id: 5, htmlUrl: 'https://x', body: 'x' } }).finish(done, budget);
    expect(fake.log()).toEqual([patch(5), POST]);
  });

  it('is one line without `full`, and not edited when it would say the same', async () => {
    const comment = open({ full: false });
    await start(comment, view({ durationMs: 0 }));
    comment.update(view({ durationMs: 0, totalLogs: 9 }));
    clock.advance(EDIT_INTERVAL_MS);
    await clock.sleeping(EDIT_INTERVAL_MS);
    expect(fake.log()).toEqual([LIST, POST]);
    await comment.finish(done, budget);
    expect(fake.requests).toHaveLength(3);
    expect(bodies()[0]?.split('\n')).toHaveLength(2);
  });
});

describe('an ambiguous answer to the first comment', () => {
  it.each<[string, boolean]>([
    ['reset', true],
    ['reset', false],
    ['502', true],
    ['502', false],
    ['408', true],
  ])(
    '%s (carried out: %s): the thread is searched before another is written',
    async (act, processed) => {
      fake.faults.push({
        method: 'POST',
        processed,
        act: act === 'reset' ? 'reset' : { status: Number(act) },
      });
      const comment = open();
      await start(comment);
      expect(known).toEqual([]);
      comment.update(view({ durationMs: 5_000 }));
      clock.advance(EDIT_INTERVAL_MS);
      await fake.arrived(4);
      await clock.sleeping(EDIT_INTERVAL_MS);
      expect(fake.log()).toEqual([LIST, POST, LIST, processed ? patch(1001) : POST]);
      expect(bodies()).toEqual([expect.stringContaining('5s so far')]);
      await comment.finish(done, budget);
      // It was overcome, so that the job log alone says it (contract 6.4).
      expect([warnings, notes]).toEqual([
        [],
        [expect.stringMatching(/could not be written.*tried again later/)],
      ]);
    },
  );

  it('no answer at all, at the end', async () => {
    fake.faults.push({ method: 'POST', processed: true, act: 'hang' });
    const pending = open().finish(done, budget);
    await fake.arrived(2);
    clock.advance(10_000);
    await clock.sleeping(2_000);
    clock.advance(2_000);
    await pending;
    expect(known.at(-1)).toContain('#issuecomment-1001');
    // It says what was to be said.
    expect(fake.log()).toEqual([LIST, POST, LIST]);
    expect(bodies()).toHaveLength(1);
  });

  it('cut off by the end of the step', async () => {
    fake.faults.push({ method: 'POST', processed: true, act: 'hang' });
    const comment = open();
    comment.update(view());
    await fake.arrived(2);
    const pending = comment.finish(done, { budgetMs: 1_500, signal });
    clock.advance(750);
    await pending;
    expect(known.at(-1)).toContain('#issuecomment-1001');
    expect(bodies()).toEqual([expect.stringContaining('the result')]);
    expect(warnings).toEqual([]);
  });
});

describe('a failure of GitHub', () => {
  it('is logged once, and the next edit is tried', async () => {
    fake.faults.push({ times: 2, act: { status: 503 } });
    const comment = open();
    await start(comment);
    comment.update(view());
    clock.advance(EDIT_INTERVAL_MS);
    await fake.arrived(2);
    await clock.sleeping(EDIT_INTERVAL_MS);
    expect(notes).toHaveLength(1);
    await comment.finish(done, budget);
    expect(bodies()).toHaveLength(1);
    expect([warnings, notes.length]).toEqual([[], 1]);
  });

  it.each([1, 3])('is tried again although nothing more happens: %i times', async (times) => {
    fake.faults.push({ method: 'POST', times, act: { status: 503 } });
    const comment = open();
    await start(comment);
    for (let nth = 0; nth < times; nth += 1) {
      expect(bodies()).toEqual([]);
      clock.advance(EDIT_INTERVAL_MS);
      await clock.sleeping(EDIT_INTERVAL_MS);
    }
    expect(bodies()).toHaveLength(1);
    clock.advance(EDIT_INTERVAL_MS);
    expect(clock.asleep()).toEqual([]);
  });

  it('at the end is retried within the budget', async () => {
    fake.faults.push({ skip: 1, times: 99, act: { status: 500 } });
    const comment = open();
    const pending = comment.finish(done, { ...budget, budgetMs: 5_000 });
    await clock.sleeping(2_000);
    clock.advance(2_000);
    expect([await pending, known]).toEqual([false, []]);
    // The next wait would end after the budget.
    expect(fake.log()).toEqual([LIST, POST, LIST]);
    expect(warnings).toEqual([
      expect.stringMatching(/may not show the end\. GitHub said last: .*500/),
    ]);
    expect(notes).toEqual([expect.stringContaining('500')]);
    expect(clock.asleep()).toEqual([]);
  });

  it.each([403, 429])('a secondary limit (%i): waits as long as GitHub says', async (status) => {
    fake.faults.push({ method: 'POST', act: { status, headers: { 'retry-after': '45' } } });
    const comment = open();
    comment.update(view());
    await clock.sleeping(45_000);
    comment.update(view());
    clock.advance(44_999);
    expect(fake.log()).toEqual([LIST, POST]);
    clock.advance(1);
    await clock.sleeping(EDIT_INTERVAL_MS);
    // It was refused for certain: no need to search again.
    expect(fake.log()).toEqual([LIST, POST, POST]);
    await comment.finish(done, budget);
    expect([warnings, notes.length]).toEqual([[], 1]);
  });

  const SECONDARY = {
    status: 403,
    body: { message: 'You have exceeded a secondary rate limit.' },
  };
  const patient = { ...budget, budgetMs: 123_000 };

  it('a secondary limit without a time is waited out for a minute by the last edit', async () => {
    fake.faults.push({ method: 'PATCH', act: SECONDARY });
    const comment = open();
    await start(comment);
    const finished = comment.finish(done, patient);
    await clock.sleeping(60_000);
    expect(fake.log()).toEqual([LIST, POST, patch(1001)]);
    clock.advance(60_000);
    expect(await finished).toBe(true);
    expect(fake.log()).toEqual([LIST, POST, patch(1001), patch(1001)]);
    expect(warnings).toEqual([]);
  });

  it('a secondary limit without a time, met by an edit before: the last edit waits for the rest', async () => {
    fake.faults.push({ method: 'PATCH', act: SECONDARY });
    const comment = open();
    await start(comment);
    comment.update(view({ durationMs: 2_000 }));
    clock.advance(EDIT_INTERVAL_MS);
    await fake.arrived(3);
    comment.update(view({ durationMs: 3_000 }));
    await clock.sleeping(60_000);
    clock.advance(20_000);
    const finished = comment.finish(done, patient);
    await clock.sleeping(40_000);
    expect(fake.log()).toHaveLength(3);
    clock.advance(40_000);
    expect(await finished).toBe(true);
    expect(fake.log()).toEqual([LIST, POST, patch(1001), patch(1001)]);
  });

  it('a secondary limit that lasts has a last try when the two minutes end', async () => {
    fake.faults.push({ method: 'PATCH', times: 9, act: SECONDARY });
    const comment = open();
    await start(comment);
    const finished = comment.finish(done, patient);
    await clock.sleeping(60_000);
    // What each answer took makes the second wait shorter than a minute.
    clock.advance(60_001);
    await clock.sleeping(59_999);
    clock.advance(59_999);
    expect(await finished).toBe(false);
    expect(fake.log()).toHaveLength(5);
  });

  it('a limit longer than the budget ends all requests', async () => {
    fake.faults.push({ method: 'PATCH', act: { status: 403, headers: { 'retry-after': '60' } } });
    const comment = open();
    await start(comment);
    await comment.finish(done, budget);
    expect(known.at(-1)).toContain('#issuecomment-1001');
    expect(fake.log()).toEqual([LIST, POST, patch(1001)]);
    expect([warnings, notes]).toEqual([
      [expect.stringContaining('may not show the end')],
      [expect.stringContaining('403')],
    ]);
  });

  it.each(['issue', 'pull_request'] as const)(
    'no permission in an %s: names the missing line, asks no more',
    async (kind) => {
      fake.faults.push({
        method: 'POST',
        times: 9,
        act: { status: 403, body: { message: 'Resource not accessible by integration' } },
      });
      const comment = open({ kind });
      comment.update(view());
      expect([await comment.finish(done, budget), known]).toEqual([true, []]);
      expect(fake.log()).toEqual([LIST, POST]);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain('Resource not accessible by integration');
      expect(warnings[0]).toContain(
        kind === 'issue' ? '"issues: write"' : '"pull-requests: write"',
      );
    },
  );

  it('a thread that is gone is a notice', async () => {
    fake.faults.push({
      times: 9,
      act: { status: 410, body: { message: 'This issue was deleted' } },
    });
    const comment = open();
    comment.update(view());
    expect([await comment.finish(done, budget), known]).toEqual([true, []]);
    expect([fake.log(), warnings, notices]).toEqual([
      [LIST],
      [],
      [expect.stringMatching(/\(410\): This issue was deleted\. .*Nothing is written there\./)],
    ]);
  });

  it.each([401, 404, 422])('status %i for good: one warning, no second try', async (status) => {
    fake.faults.push({ times: 9, act: { status } });
    const comment = open();
    comment.update(view());
    expect([await comment.finish(done, budget), known]).toEqual([true, []]);
    expect(fake.log()).toEqual([LIST]);
    expect(warnings).toEqual([expect.stringContaining(String(status))]);
  });

  it.each([403, 404])(
    'a comment that cannot be edited (%i): one new one, and no more than one',
    async (status) => {
      fake.faults.push({ method: 'PATCH', path: /\/1001$/, times: 9, act: { status } });
      const comment = open();
      await start(comment);
      await comment.finish(done, budget);
      expect(known.at(-1)).toContain('#issuecomment-1002');
      expect(fake.log()).toEqual([LIST, POST, patch(1001), POST]);
      expect(known).toEqual([expect.stringMatching(/1001$/), expect.stringMatching(/1002$/)]);
      expect([warnings, notes]).toEqual([[], [expect.stringContaining('A new one is written')]]);
      // A later step finds the new one.
      expect((await foundIn(github(), signal))?.comment.id).toBe(1002);
    },
  );

  it('a comment deleted again and again: gives up', async () => {
    fake.faults.push({ method: 'PATCH', times: 9, act: { status: 404 } });
    const comment = open();
    await start(comment);
    comment.update(view({ durationMs: 31_000 }));
    clock.advance(EDIT_INTERVAL_MS);
    await fake.arrived(4);
    await clock.sleeping(EDIT_INTERVAL_MS);
    await comment.finish(done, budget);
    expect(fake.log()).toEqual([LIST, POST, patch(1001), POST, patch(1002)]);
    expect([warnings, notes]).toEqual([
      [expect.stringContaining('could not be edited (404)')],
      [expect.stringContaining('A new one is written')],
    ]);
  });

  it('an ambiguous replacement of a comment that cannot be edited: does not fall back to that one', async () => {
    fake.addComment(7, `${writeMarker({ ...place, runId: '1' })}\nold`, BOT);
    fake.faults.push(
      { method: 'PATCH', times: 9, act: { status: 403 } },
      { method: 'POST', act: { status: 502 } },
    );
    const pending = open().finish(done, budget);
    await clock.sleeping(2_000);
    clock.advance(2_000);
    await pending;
    expect(known.at(-1)).toContain('#issuecomment-1002');
    expect(fake.log()).toEqual([LIST, patch(1001), POST, LIST, POST]);
  });

  it('a hanging edit does not prevent the last one', async () => {
    const comment = open();
    await start(comment);
    fake.faults.push({ method: 'PATCH', act: 'hang' });
    comment.update(view({ durationMs: 40_000 }));
    clock.advance(EDIT_INTERVAL_MS);
    await fake.arrived(3);
    const pending = comment.finish(done, { budgetMs: 1_500, signal });
    clock.advance(750);
    await pending;
    expect(bodies()[0]).toContain('the result');
  });

  it('a signal cuts the last edit off, and an edit before it that hangs', async () => {
    const comment = open();
    await start(comment);
    fake.faults.push({ method: 'PATCH', times: 9, act: 'hang' });
    comment.update(view({ durationMs: 40_000 }));
    clock.advance(EDIT_INTERVAL_MS);
    await fake.arrived(3);
    const stop = new AbortController();
    const pending = comment.finish(done, { ...budget, signal: stop.signal });
    stop.abort();
    expect(await pending).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('may not show the end')]);
    expect(clock.asleep()).toEqual([]);
  });
});
