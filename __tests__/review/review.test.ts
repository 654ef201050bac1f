/**
 * The review of a pull request: what is asked, where findings go, and what is posted once (contract
 * 17).
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BUILT_IN } from '../../sandbox/library.ts';
import { REVIEWED } from '../../sandbox/scenarios/review.ts';
import type { ReviewAnswer } from '../../src/review/answer.ts';
import { reviewRequest } from '../../src/review/prompt.ts';
import type { ReviewRequest } from '../../src/review/markers.ts';
import { postReview, type ReviewReport } from '../../src/review/publish.ts';
import { readPullRequest, type ReviewedPullRequest } from '../../src/review/pull-request.ts';
import { answerOf } from '../support/review-answer.ts';
import { type FaultAct, gitHubModel, type GitHubModel } from '../support/fake-github.ts';
import { clientOf, refusal } from '../support/memory-scene.ts';
import { loadOpenApi } from '../support/openapi.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const HEAD = 'a'.repeat(40);
const PLACE = {
  secret: 'tok-0123456789abcdef',
  repository: 'octo/shop',
  number: 7,
  key: 'Review/security/0',
};
const MALLORY = { login: 'mallory', type: 'User' } as const;
const PATCH =
  '@@ -1,4 +1,5 @@\n one\n-two\n+TWO\n+and a half\n three\n four\n@@ -20,2 +21,3 @@\n twenty\n+new\n end';

const judge = loadOpenApi('api.github.com');

let github: GitHubModel;
let clock: VirtualClock;
let warnings: string[];
let signal: AbortSignal;

beforeEach(() => {
  github = gitHubModel({ repository: 'octo/shop' });
  clock = new VirtualClock();
  warnings = [];
  ({ signal } = new AbortController());
  github.files.set(7, [{ filename: 'src/a.ts', previous_filename: 'src/old.ts', patch: PATCH }]);
  push(HEAD);
});
afterEach(() => expect(github.requests.flatMap(judge)).toEqual([]));

/** The pull request's head from now on. */
function push(headSha: string): void {
  github.pulls.splice(0, 1, { number: 7, openedAt: 1, headSha, commits: [HEAD] });
}

interface Submitted {
  readonly commit_id?: string;
  readonly body: string;
  readonly comments: readonly { readonly start_line?: number; readonly body: string }[];
}

/** Reviews as they were sent, the refused ones too. */
const submitted = (): Submitted[] =>
  github.requests.flatMap(({ method, path, body }) =>
    /^POST.*reviews$/.test(method + path) ? [body as Submitted] : [],
  );

/** Refuses reviews, before or after they are carried out. */
const refuse = (times: number, act: FaultAct, processed = false): void =>
  void github.faults.push({ method: 'POST', path: /reviews$/, times, act, processed });

interface Asked {
  readonly place?: typeof PLACE;
  readonly workflowRunId?: string;
  readonly by?: ReviewRequest;
  /** By a comment. */
  readonly isAskedFor?: boolean;
  /** The head that a re-run is about. */
  readonly askedHead?: string | null;
}

async function read({
  place = PLACE,
  workflowRunId = '900',
  by = { attempt: 1, asked: 'security' },
  isAskedFor = false,
  askedHead = null,
}: Asked = {}): Promise<ReviewedPullRequest> {
  const serverUrl = 'https://github.com';
  const order = { place, serverUrl, workflowRunId, by, isAskedFor, askedHead };
  const reading = await readPullRequest(clientOf(github, clock), order, signal);
  if (reading.kind === 'closed') {
    throw new Error('the pull request is closed');
  }
  return reading.pull;
}

/** As the run writes it. */
interface Written {
  readonly path?: string | null;
  readonly line?: number | string | null;
  readonly start_line?: number;
  readonly side?: string;
  readonly severity?: string;
  readonly title?: string;
  readonly body?: string;
  readonly suggestion?: string;
}

const finding = (changes: Written = {}): Written => ({
  path: 'src/a.ts',
  line: 2,
  severity: 'warning',
  title: 'Two is not TWO',
  body: 'Lower case, please.',
  ...changes,
});

interface Answered extends Asked {
  readonly findings?: readonly Written[];
  readonly resolved?: string[];
  readonly pass?: boolean;
  readonly summary?: string;
  /** As it was read before. */
  readonly pull?: ReviewedPullRequest;
  readonly within?: AbortSignal;
}

async function review({
  findings = [finding()],
  pull,
  within = signal,
  place,
  workflowRunId,
  by,
  isAskedFor,
  ...rest
}: Answered = {}) {
  const reviewed = pull ?? (await read({ place, workflowRunId, by, isAskedFor } as Asked));
  const answer: ReviewAnswer = answerOf(
    JSON.stringify({ summary: 'Fine.', findings, ...rest }),
    rest.pass !== undefined,
  );
  const context = {
    github: clientOf(github, clock),
    clock,
    signal: within,
    warn: (message: string) => warnings.push(message),
  };
  return postReview(context, { pull: reviewed, answer });
}

const placed = ({ findings }: ReviewReport): (string | null)[] =>
  findings.map((each) => each.placed);

describe('what is asked', () => {
  it('is the user’s own words first, then the pull request', async () => {
    const prompt = reviewRequest('Look for races.', await read());
    expect(prompt).toMatch(
      /^Look for races\.\n\nThe pull request to review:\n- Repository: octo\/shop\n/,
    );
    expect(prompt).toContain('7, https://github.com/octo/shop/pull/7');
    expect(prompt).toMatch(new RegExp(`- Base commit: [0-9a-f]{40}\\n- Head commit: ${HEAD}\\n`));
    expect(prompt).not.toMatch(/reviewed last|earlier reviews|fork/);
  });

  it('is a plain request without a prompt, and the reference of a fork’s head', async () => {
    github.pulls[0] = { ...github.pulls[0]!, fork: 'stranger/shop' };
    const prompt = reviewRequest(null, await read());
    expect(prompt).toMatch(/^Review this pull request\./);
    expect(prompt).toContain(`${HEAD} (from a fork: fetch it as \`refs/pull/7/head\`)`);
  });

  it('names the head that was reviewed last, and the open findings as data', async () => {
    await review({ findings: [finding({ title: 'A "quoted"\ntitle' })] });
    push('c'.repeat(40));
    const prompt = reviewRequest(null, await read());
    expect(prompt).toContain(`reviewed last: ${HEAD}`);
    expect(JSON.parse(/^\{.*\}$/m.exec(prompt)?.[0] ?? '')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      path: 'src/a.ts',
      line: 2,
      title: 'A "quoted"\ntitle',
    });
  });

  it('is read again where the head moves while the diff is read', async () => {
    github.faults.push({ path: /files$/, meanwhile: () => push('c'.repeat(40)) });
    expect((await read()).headSha).toBe('c'.repeat(40));
  });
});

describe('where a finding goes', () => {
  it.each<[string, Written, string, object?]>([
    ['an added line', { line: 3 }, 'inline', { line: 3, side: 'RIGHT' }],
    ['an unchanged line of a hunk', { line: 5 }, 'inline'],
    ['a removed line', { line: 2, side: 'LEFT' }, 'inline', { line: 2, side: 'LEFT' }],
    ['a range', { start_line: 2, line: 4 }, 'inline', { start_line: 2, line: 4 }],
    ['a range upside down', { start_line: 4, line: 2 }, 'inline', { start_line: 2, line: 4 }],
    ['a range upside down over two hunks', { start_line: 22, line: 4 }, 'body'],
    ['a line in quotes', { line: '3' }, 'inline', { line: 3, side: 'RIGHT' }],
    ['a side in lower case', { line: 2, side: 'left' }, 'inline', { line: 2, side: 'LEFT' }],
    ['no line', { line: null }, 'body'],
    ['no path', { path: null }, 'body'],
    ['a path with the repository in front', { path: 'shop/src/a.ts' }, 'inline'],
    ['a path with a position behind', { path: '`src\\a.ts:12`' }, 'inline', { path: 'src/a.ts' }],
    ['a renamed file by its earlier name', { path: 'src/old.ts' }, 'inline', { path: 'src/a.ts' }],
    ['a path with a dot', { path: './src/a.ts' }, 'inline', { path: 'src/a.ts' }],
    ['a range over two hunks', { start_line: 5, line: 22 }, 'body'],
    ['a line between the hunks', { line: 12 }, 'body'],
    ['a file that was not changed', { path: 'src/b.ts' }, 'body'],
  ])('%s: %j', async (_what, ...[changes, where, comment = {}]) => {
    const report = await review({ findings: [finding(changes)] });
    expect(placed(report)).toEqual([where]);
    expect(submitted()[0]).toMatchObject({
      commit_id: HEAD,
      comments: where === 'inline' ? [comment] : [],
    });
    expect(submitted()[0]?.body.includes('Two is not TWO')).toBe(where === 'body');
  });

  it('is the body for a file without a patch', async () => {
    github.files.get(7)?.push({ filename: 'big.bin' });
    expect(placed(await review({ findings: [finding({ path: 'big.bin' })] }))).toEqual(['body']);
  });

  it('is inline for at most thirty, the most severe first', async () => {
    const findings = Array.from({ length: 40 }, (_, at) =>
      finding({ title: `Finding ${'x'.repeat(at)}`, severity: at === 39 ? 'error' : 'note' }),
    );
    const report = await review({ findings });
    expect(placed(report)).toEqual([
      ...Array<string>(30).fill('inline'),
      ...Array<string>(10).fill('body'),
    ]);
    expect(report.findings[0]?.severity).toBe('error');
  });

  it('is the job summary where the body has no room left', async () => {
    const findings = Array.from({ length: 60 }, (_, at) =>
      finding({
        path: `other/${at}`,
        title: `Finding ${'x'.repeat(at)}`,
        body: 'word '.repeat(600),
      }),
    );
    const report = await review({ findings });
    const body = submitted()[0]?.body ?? '';
    expect(body.length).toBeLessThan(65_536);
    const [, left] = /\*(\d+) more findings in the job summary of this step\.\*$/.exec(body) ?? [];
    expect(placed(report).slice(-Number(left))).toEqual(Array<null>(Number(left)).fill(null));
    expect(placed(report).slice(0, -Number(left))).toEqual(
      Array<string>(60 - Number(left)).fill('body'),
    );
  });
});

describe('what is posted', () => {
  it('offers a suggestion on the right side alone, in a fence that it cannot leave', async () => {
    const suggestion = 'a\n```\nb\n';
    await review({
      findings: [finding({ suggestion }), finding({ side: 'LEFT', suggestion, title: 'Left' })],
    });
    const [right = '', left = ''] = submitted()[0]?.comments.map(({ body }) => body) ?? [];
    expect(right).toMatch(/\n````suggestion\na\n```\nb\n````$/);
    expect(left).toMatch(/\n````text\na\n```\nb\n````$/);
  });

  it('shows a suggestion for several lines as text where the comment is on one line alone', async () => {
    refuse(1, refusal(422));
    await review({ findings: [finding({ start_line: 1, suggestion: 'one\ntwo' })] });
    const [ranged = '', single = ''] = submitted().map(({ comments }) => comments[0]?.body);
    expect(ranged).toContain('```suggestion\none\ntwo\n```');
    expect(single).toContain('```text\none\ntwo\n```');
  });

  it('shows no text of the agent alive', async () => {
    const hostile =
      '@octocat <img src=x> [link](https://evil.example) <!-- agent-run-action:finding -->';
    await review({ summary: hostile, findings: [finding({ title: hostile, body: hostile })] });
    const [sent] = submitted();
    for (const text of [sent?.body ?? '', ...(sent?.comments ?? []).map(({ body }) => body)]) {
      expect(text).not.toMatch(/@octocat|<img|\]\(https:\/\/evil/);
      expect(text.match(/<!--/g)).toHaveLength(1);
    }
  });

  it('says how much of a text is shown where it is cut', async () => {
    const body = 'word '.repeat(1_700).trimEnd();
    await review({
      summary: 'word '.repeat(5_000).trimEnd(),
      findings: [finding({ body }), finding({ body, line: 12 })],
    });
    const [{ body: whole = '', comments = [] } = {}] = submitted();
    expect(whole).toMatch(/\*The summary is cut: \d{5} of 24999 characters are shown\.\*/);
    const said = /\*The text of the finding is cut: \d{4} of 8499 characters are shown\.\*/;
    expect(whole).toMatch(said);
    expect(comments[0]?.body).toMatch(said);
  });

  it.each([
    ['signs that are syntax', '<'.repeat(14_000)],
    ['lines of nested quotes', `${'> '.repeat(29)}a\n${'b\n'.repeat(2_000)}`],
  ])('fits where a text is many times as long once it is harmless: %s', async (_what, wild) => {
    const report = await review({
      summary: wild,
      findings: [finding({ body: wild }), finding({ body: wild, line: 12 })],
    });
    expect(placed(report)).toEqual(['inline', 'body']);
    const [{ body: whole = '', comments = [] } = {}] = submitted();
    for (const { length } of [whole, ...comments.map(({ body }) => body)]) {
      expect(length).toBeLessThan(65_536);
    }
  });

  it('says that nothing was found the first time, and nothing afterwards', async () => {
    expect((await review({ findings: [] })).url).toContain('#pullrequestreview-5001');
    expect(submitted()[0]?.body).toContain('nothing found');
    push('c'.repeat(40));
    await review({ findings: [] });
    expect(submitted()).toHaveLength(1);
  });

  it('says that the branch has moved', async () => {
    const pull = await read();
    push('c'.repeat(40));
    await review({ pull });
    expect(submitted()[0]).toMatchObject({ commit_id: HEAD });
    expect(submitted()[0]?.body).toContain('The branch has moved to `ccccccc`');
  });

  it('goes from ranges to single lines, to the body, to no commit, until GitHub takes it', async () => {
    refuse(3, refusal(422));
    const report = await review({ findings: [finding({ start_line: 1 })] });
    expect(
      submitted().map(({ commit_id, comments }) => [
        commit_id,
        comments.map((each) => each.start_line),
      ]),
    ).toEqual([
      [HEAD, [1]],
      [HEAD, [undefined]],
      [HEAD, []],
      [undefined, []],
    ]);
    expect(submitted()[3]?.body).toContain('Two is not TWO');
    expect(placed(report)).toEqual(['body']);
    expect(warnings).toEqual([]);
  });

  it('tells what to do where GitHub takes it in no form', async () => {
    const message = 'User can only have one pending review per pull request';
    refuse(9, refusal(422, message));
    expect(placed(await review())).toEqual([null]);
    expect(submitted()).toHaveLength(1);
    expect(warnings).toEqual([
      expect.stringMatching(/HTTP 422: User can only.*still pending.*run the job again/),
    ]);
    expect(warnings[0]).not.toMatch(/permission|githubstatus/);
  });

  it('is tried again where GitHub cannot be read for a moment', async () => {
    const pull = await read();
    github.faults.push({ method: 'GET', path: /reviews$/, times: 2, act: refusal(502) });
    expect([placed(await review({ pull })), warnings]).toEqual([['inline'], []]);
  });

  it.each([
    ['before it is posted', 'GET', /reviews$/, false, /could not be posted .*the step ended first/],
    ['while it is posted', 'POST', /reviews$/, true, /it may stand on the pull request/],
  ] as const)(
    'tells the findings where there is no time left: %s',
    async (...[, method, path, mayBePosted, words]) => {
      const pull = await read();
      const over = new AbortController();
      const meanwhile = (): void => over.abort(new Error('there was no time left'));
      github.faults.push({ method, path, meanwhile });
      const report = await review({ pull, within: over.signal });
      expect([placed(report), warnings]).toEqual([[null], [expect.stringMatching(words)]]);
      expect(report.mayBePosted ?? false).toBe(mayBePosted);
    },
  );

  it('may be posted where the answer is lost, and GitHub cannot be asked for it', async () => {
    const pull = await read();
    const path = /reviews$/;
    const down = refusal(503, 'Down');
    const meanwhile = (): void =>
      void github.faults.push({ method: 'GET', path, times: 99, act: down });
    github.faults.push({ method: 'POST', path, times: 1, act: down, processed: true, meanwhile });
    const report = await review({ pull });
    expect(report.mayBePosted).toBe(true);
    expect([placed(report), warnings]).toEqual([
      [null],
      [expect.stringContaining('it may stand on the pull request')],
    ]);
  });

  it('is known to be missing where time is over after a refusal', async () => {
    const pull = await read();
    const over = new AbortController();
    refuse(1, refusal(403, 'secondary rate limit', 60_000));
    clock.after(5_000, () => over.abort(new Error('there was no time left')));
    const report = await review({ pull, within: over.signal });
    expect(report.mayBePosted ?? false).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('the step ended first')]);
  });

  it.each([403, 404])('warns and names the permission where GitHub answers %d', async (status) => {
    refuse(9, refusal(status, 'Resource not accessible by integration'));
    const report = await review();
    expect(placed(report)).toEqual([null]);
    expect(report.url).toBeNull();
    expect(warnings).toEqual([
      expect.stringMatching(/HTTP 40[34]: Resource not accessible.*pull-requests: write/),
    ]);
  });

  it('waits for GitHub’s rate limit', async () => {
    refuse(1, refusal(403, 'secondary rate limit', 20_000));
    expect(placed(await review())).toEqual(['inline']);
    expect(clock.elapsed).toBeGreaterThanOrEqual(20_000);
  });
});

describe('once', () => {
  it.each([true, false])('after an answer that was lost (carried out: %s)', async (processed) => {
    refuse(1, 'reset', processed);
    const report = await review();
    expect(report.url).toContain('#pullrequestreview-5001');
    expect(github.reviews).toHaveLength(1);
    expect(submitted()).toHaveLength(processed ? 1 : 2);
  });

  it('after faults of GitHub, asked again for up to two minutes', async () => {
    refuse(4, refusal(502, 'Bad Gateway'));
    expect(placed(await review())).toEqual(['inline']);
    expect(github.reviews).toHaveLength(1);
    expect(clock.elapsed).toBeLessThan(120_000);
  });

  it('not at all where the faults last', async () => {
    refuse(99, refusal(502, 'Bad Gateway'));
    expect(placed(await review())).toEqual([null]);
    expect(clock.elapsed).toBeGreaterThanOrEqual(120_000);
    expect(clock.elapsed).toBeLessThan(125_000);
    expect(warnings).toEqual([expect.stringMatching(/HTTP 502.*run the step again later/)]);
  });

  it('a head: what a second run newly finds is only told', async () => {
    await review();
    const again = await review({ findings: [finding(), finding({ title: 'Another' })] });
    expect(placed(again)).toEqual(['known', null]);
    expect(again.url).toContain('#pullrequestreview-5001');
    expect(submitted()).toHaveLength(1);
  });

  it.each([
    ['another call of this workflow run', {}, 1],
    ['the same call in an earlier attempt', { by: { attempt: 2, asked: 'security' } }, 0],
    ['an earlier attempt', { by: { attempt: 2, asked: 'style' } }, 0],
    ['another workflow run', { workflowRunId: '901' }, 0],
  ])('a head: whose review is in the way: %s (4.9)', async (_, asked, told) => {
    await review();
    const style = [finding({ title: 'Name it' })];
    const report = await review({
      by: { attempt: 1, asked: 'style' },
      findings: style,
      ...asked,
    });
    expect([placed(report), submitted().length]).toEqual([[null, 'known'], 1]);
    const advice = expect.stringMatching(/for another prompt.*its own `comment_key`/);
    expect(warnings).toEqual(Array.from({ length: told }, () => advice));
  });

  it('a finding: lines that move and digits in the title make no new one', async () => {
    await review({ findings: [finding({ line: 5, title: 'Line 5 is long' })] });
    push('c'.repeat(40));
    const patch = '@@ -1,4 +1,5 @@\n+zero\n one\n two\n three\n four';
    github.files.set(7, [{ filename: 'src/a.ts', patch }]);
    expect(
      placed(await review({ findings: [finding({ line: 5, title: 'line 4 is  long' })] })),
    ).toEqual(['known']);
    expect(submitted()).toHaveLength(1);
  });

  it('equal findings are told apart by their order', async () => {
    expect(placed(await review({ findings: [finding(), finding()] }))).toEqual([
      'inline',
      'inline',
    ]);
    push('c'.repeat(40));
    expect(placed(await review({ findings: [finding(), finding(), finding()] }))).toEqual([
      'known',
      'known',
      'inline',
    ]);
  });

  it('known in the body stays known', async () => {
    await review({ findings: [finding({ path: 'other' })] });
    push('c'.repeat(40));
    expect(placed(await review({ findings: [finding({ path: 'other' })] }))).toEqual(['known']);
  });

  it('a person’s copy of a mark counts for nothing', async () => {
    await review();
    for (const list of [github.reviewComments, github.reviews]) {
      list.splice(0, 1, { ...list[0]!, author: MALLORY } as never);
    }
    expect(placed(await review())).toEqual(['inline']);
  });

  it('with a rotated token: known, never edited', async () => {
    await review();
    push('c'.repeat(40));
    const other = { ...PLACE, secret: 'another-token' };
    const id = (await read({ place: other })).known.findings[0]?.id ?? '';
    const before = github.reviewComments[0]?.body;
    expect(placed(await review({ place: other, resolved: [id] }))).toEqual(['known']);
    expect(github.reviewComments[0]?.body).toBe(before);
  });
});

describe('what the run no longer finds', () => {
  const resolve = async (): Promise<void> => {
    push('c'.repeat(40));
    const id = (await read()).known.findings[0]?.id ?? '';
    await review({ findings: [], resolved: [id, 'unknown'] });
  };

  it('is said in its comment, once', async () => {
    await review();
    await resolve();
    expect(github.reviewComments[0]?.body).toMatch(
      /^<!-- .* -->\n\*No longer found in `ccccccc`\.\*\n\n🟡 \*\*Warning: Two is not TWO/,
    );
    expect((await read()).known.findings.map(({ gone }) => gone)).toEqual(['c'.repeat(40)]);
    push('d'.repeat(40));
    expect(placed(await review())).toEqual(['known']);
  });

  it('is left alone where somebody has answered, or the run does not name it', async () => {
    await review({ findings: [finding(), finding({ title: 'Other' })] });
    const first = github.reviewComments[0]!;
    github.reviewComments.push({
      ...first,
      id: 9001,
      author: MALLORY,
      body: 'No.',
      inReplyTo: first.id,
    });
    const before = github.reviewComments.map(({ body }) => body);
    await resolve();
    expect(github.reviewComments.map(({ body }) => body)).toEqual(before);
  });
});

it('the scenarios of the sandbox are one pull request: what the second resolves and repeats is known from the first', async () => {
  const play = async (scenario: string, push: number): Promise<ReviewReport> => {
    github.files.set(7, [{ filename: REVIEWED.path, patch: REVIEWED.patches[push] ?? '' }]);
    const { findings, resolved } = JSON.parse(
      BUILT_IN[scenario]?.turns[0]?.steps.at(-1)?.result ?? '',
    ) as { findings: Written[]; resolved: string[] };
    return review({ findings, resolved });
  };
  expect(placed(await play('review', 0))).toEqual(['inline', 'inline', 'body']);
  push('c'.repeat(40));
  // The second says nothing of the finding about the test, so that it stays open.
  expect(placed(await play('review-again', 1))).toEqual(['known', 'inline', 'known']);
  expect(github.reviewComments.map(({ body }) => body.includes('No longer found'))).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a refusal', () => {
  it.each([
    [
      422,
      'Validation Failed: {"resource":"PullRequestReview","message":"was submitted too quickly"}',
    ],
    [403, 'You have exceeded a secondary rate limit.'],
    [429, 'Too many requests'],
  ])('of too much at once (%d %s) is waited out, for a minute', async (status, message) => {
    refuse(1, refusal(status, message));
    expect(placed(await review({ findings: [finding({ start_line: 1 })] }))).toEqual(['inline']);
    expect(submitted()).toHaveLength(2);
    expect(submitted()[1]).toEqual(submitted()[0]);
    expect(clock.elapsed).toBeGreaterThanOrEqual(60_000);
    expect(warnings).toEqual([]);
  });

  // The second as GitHub words it (marcusquinn/aidevops#30280).
  it.each(['Conversation is locked', 'Unprocessable Entity: "lock prevents review"'])(
    'of a locked pull request is told as that: %s',
    async (message) => {
      refuse(9, refusal(422, message));
      expect(placed(await review())).toEqual([null]);
      expect(submitted()).toHaveLength(1);
      expect(warnings).toEqual([expect.stringMatching(/The conversation is locked: unlock it/)]);
      expect(warnings.join()).not.toContain('permissions');
    },
  );

  it.each([406, 422])('of the diff (%d) puts all findings into the body', async (status) => {
    github.faults.push({ path: /files$/, times: 9, act: refusal(status, 'Sorry, too large.') });
    const report = await review({ findings: [finding(), finding({ path: null, line: null })] });
    expect(placed(report)).toEqual(['body', 'body']);
    expect(submitted()[0]?.body).toContain('GitHub could not give the diff');
    expect(submitted()[0]).toMatchObject({ commit_id: HEAD, comments: [] });
    expect(warnings).toEqual([]);
  });

  it('of positions marks only what found room in the body: the rest comes next time', async () => {
    refuse(2, refusal(422, 'Unprocessable Entity: "Line could not be resolved"'));
    const findings = Array.from({ length: 30 }, (_, at) =>
      finding({ start_line: 1, title: `Finding ${'x'.repeat(at)}`, body: 'word '.repeat(600) }),
    );
    const first = placed(await review({ findings }));
    const left = first.filter((where) => where === null).length;
    expect(left).toBeGreaterThan(0);
    push('c'.repeat(40));
    const second = placed(await review({ findings }));
    expect(second.filter((where) => where === 'known')).toHaveLength(30 - left);
    expect(second.filter((where) => where === 'inline')).toHaveLength(left);
  });
});

describe('two reviewers', () => {
  const OTHER = { ...PLACE, key: 'Review/tests/0' };

  it('do not know each other’s findings, and end none of them', async () => {
    await review();
    const [first] = github.reviewComments;
    const other = await review({ place: OTHER });
    expect(placed(other)).toEqual(['inline']);
    expect(github.reviews).toHaveLength(2);
    push('c'.repeat(40));
    const { known } = await read();
    await review({ place: OTHER, findings: [], resolved: known.findings.map(({ id }) => id) });
    expect(github.reviewComments[0]?.body).toBe(first?.body);
    expect(github.reviewComments[1]?.body).toContain('No longer found');
  });

  it('have the hash of their keys readable in their marks', async () => {
    await review();
    await review({ place: OTHER });
    const hashes = [...github.reviews, ...github.reviewComments].map(
      ({ body }) => /^<!-- agent-run-action:\w+ key-([0-9a-f]{12})\./.exec(body)?.[1],
    );
    expect(new Set(hashes).size).toBe(2);
    expect(hashes).not.toContain(undefined);
  });
});

describe('asked again with a comment on a head that was reviewed', () => {
  const asked = { isAskedFor: true, workflowRunId: '901' };

  it('posts what is new', async () => {
    await review();
    const findings = [finding(), finding({ title: 'Another' })];
    expect(placed(await review({ ...asked, findings }))).toEqual(['known', 'inline']);
    expect(github.reviews).toHaveLength(2);
  });

  it('posts nothing where all is known', async () => {
    await review();
    expect(placed(await review(asked))).toEqual(['known']);
    expect(github.reviews).toHaveLength(1);
  });

  it('posts once, also in a re-run', async () => {
    await review();
    await review({ ...asked, findings: [finding({ title: 'Another' })] });
    const again = await review({ ...asked, findings: [finding({ title: 'A third' })] });
    expect(placed(again).toSorted()).toEqual(['known', 'known', null]);
    expect(github.reviews).toHaveLength(2);
  });

  it('settles a lost answer by its own review', async () => {
    await review();
    refuse(1, 'reset', true);
    const report = await review({ ...asked, findings: [finding({ title: 'Another' })] });
    expect(report.url).toContain(`#pullrequestreview-${github.reviews[1]?.id}`);
    expect(github.reviews).toHaveLength(2);
  });
});

describe('what is not fixed', () => {
  it('does not vanish where the run obeys, and reports nothing again', async () => {
    await review({
      findings: [finding({ severity: 'error' }), finding({ path: 'other', title: 'Elsewhere' })],
    });
    push('c'.repeat(40));
    const patch = '@@ -1,4 +1,6 @@\n+zero\n one\n-two\n+TWO\n+and a half\n three\n four';
    github.files.set(7, [{ filename: 'src/a.ts', patch }]);
    // Asked about with the line that it has by now.
    expect(reviewRequest(null, await read())).toContain(
      '"path":"src/a.ts","line":3,"title":"Two is not TWO"}',
    );
    const report = await review({ findings: [] });
    expect(submitted()).toHaveLength(1);
    expect(report.findings).toMatchObject([
      { title: 'Two is not TWO', placed: 'known', severity: 'error', line: 3, isInHead: true },
      { title: 'Elsewhere', placed: 'known', path: 'other', isInHead: false },
    ]);
    expect(report.findings.map(({ url }) => url)).toEqual([
      expect.stringMatching(/octo\/shop\/pull\/7#discussion_r\d+$/),
      expect.stringMatching(/octo\/shop\/pull\/7#pullrequestreview-\d+$/),
    ]);
  });

  it('stands in the next prompt, also what stands in a body', async () => {
    await review({ findings: [finding({ path: 'other', title: 'Elsewhere' })] });
    push('c'.repeat(40));
    expect(reviewRequest(null, await read())).toContain(
      '"path":"other","line":2,"title":"Elsewhere"}',
    );
  });

  it('is known by path and title alone where there is no diff', async () => {
    await review();
    push('c'.repeat(40));
    github.faults.push({ path: /files$/, times: 9, act: refusal(406, 'too large') });
    expect(placed(await review({ findings: [finding({ title: 'Two is not  two' })] }))).toEqual([
      'known',
    ]);
  });

  it('counts as reported where the run also says that it is gone', async () => {
    await review();
    push('c'.repeat(40));
    const id = (await read()).known.findings[0]?.id ?? '';
    expect(placed(await review({ resolved: [id] }))).toEqual(['known']);
    expect(github.reviewComments[0]?.body).not.toContain('No longer found');
  });
});

describe('what comes back', () => {
  /** Reviews once, and the next head without the finding. */
  async function fixed(changes: Written = {}): Promise<void> {
    await review({ findings: [finding(changes)] });
    push('c'.repeat(40));
    const id = (await read()).known.findings[0]?.id ?? '';
    await review({ findings: [], resolved: [id] });
    push('d'.repeat(40));
  }

  it('is said to be found again, in its comment', async () => {
    await fixed();
    expect(placed(await review())).toEqual(['known']);
    const body = github.reviewComments[0]?.body ?? '';
    expect(body).toContain('*Found again in `ddddddd`.*');
    expect(body).not.toContain('No longer found');
    expect(github.reviews).toHaveLength(1);
    expect((await read()).known.findings).toMatchObject([{ gone: null }]);
  });

  it('is posted as new where people answered, once', async () => {
    await fixed();
    const [first] = github.reviewComments;
    const answer = { ...first!, id: 9001, author: MALLORY, body: 'Done.', inReplyTo: first!.id };
    github.reviewComments.push(answer);
    expect(placed(await review())).toEqual(['inline']);
    expect(github.reviewComments[0]?.body).toContain('No longer found');
    push('e'.repeat(40));
    expect(placed(await review())).toEqual(['known']);
    expect(github.reviews).toHaveLength(2);
  });

  it('and what is fixed, is said in the body where it stands there', async () => {
    await fixed({ path: 'other', body: 'The text.' });
    const struck = github.reviews[0]?.body ?? '';
    expect(struck).toMatch(
      /\*No longer found in `ccccccc`\.\*\n\n<del>🟡 \*\*Warning: Two is not TWO\*\* · `other:2`<\/del>\n\nThe text\./,
    );
    expect(placed(await review({ findings: [finding({ path: 'other' })] }))).toEqual(['known']);
    const back = github.reviews[0]?.body ?? '';
    expect(back).toMatch(/\*Found again in `ddddddd`\.\*\n\n🟡 \*\*Warning: Two/);
    expect(back).not.toMatch(/No longer|<del>/);
  });
});

describe('a review that ends after one of a newer head', () => {
  const NEXT = 'c'.repeat(40);

  it('leaves what that one has said of a finding since', async () => {
    await review();
    push('b'.repeat(40));
    const late = await read();
    push(NEXT);
    const id = late.known.findings[0]?.id ?? '';
    await review({ findings: [], resolved: [id] });
    const before = github.reviewComments.map(({ body }) => body);
    expect(before[0]).toContain('No longer found in `ccccccc`');

    const report = await review({ pull: late });

    expect(github.reviewComments.map(({ body }) => body)).toEqual(before);
    expect(report.findings).toMatchObject([{ title: 'Two is not TWO', placed: 'known' }]);
  });

  it('says of a finding that nobody has spoken of since that it is gone', async () => {
    await review();
    push('b'.repeat(40));
    const late = await read();
    push(NEXT);
    await review({ findings: [finding({ line: 21, title: 'Of the newer one' })] });

    const id = late.known.findings[0]?.id ?? '';
    await review({ pull: late, findings: [], resolved: [id] });

    expect(github.reviewComments[0]?.body).toContain('No longer found in `bbbbbbb`');
  });
});

describe('a re-run of a head that has moved', () => {
  const NEXT = 'c'.repeat(40);

  it('takes back nothing that was said of the newer one, and says that it has moved', async () => {
    const { url } = await review();
    push(NEXT);
    const id = (await read()).known.findings[0]?.id ?? '';
    await review({ findings: [finding({ line: 21, title: 'Of the newer one' })], resolved: [id] });
    const before = github.reviewComments.map(({ body }) => body);
    expect(before[0]).toContain('No longer found in `ccccccc`');

    const report = await review({ pull: await read({ askedHead: HEAD }) });

    expect(github.reviewComments.map(({ body }) => body)).toEqual(before);
    expect(report.findings).toMatchObject([{ title: 'Two is not TWO', placed: 'known' }]);
    expect(report.url).toBe(url);
    expect(github.reviews).toHaveLength(2);
    expect(warnings).toEqual([
      'The branch has moved to `ccccccc` since: these findings are about `aaaaaaa`.',
    ]);
  });

  it('tells what was open before it, and leaves what it no longer finds to the newer one', async () => {
    await review({ findings: [finding(), finding({ path: 'other', title: 'Elsewhere' })] });
    push(NEXT);
    const id = (await read()).known.findings.find(({ path }) => path === 'other')?.id ?? '';
    await review({ findings: [finding({ line: 21, title: 'New' })] });
    push('d'.repeat(40));
    const before = github.reviews.map(({ body }) => body);

    const again = { findings: [], resolved: [id], pull: await read({ askedHead: NEXT }) };

    expect((await review(again)).findings).toMatchObject([
      { title: 'Two is not TWO', placed: 'known' },
      { title: 'New', placed: 'known' },
    ]);
    expect(github.reviews.map(({ body }) => body)).toEqual(before);
  });
});

it('says how many findings are still open, and folds a long summary', async () => {
  await review({ findings: [finding({ severity: 'error' })] });
  push('c'.repeat(40));
  await review({
    findings: [finding({ title: 'Use `a` not `b`' })],
    summary: 'Long. '.repeat(400),
  });
  const body = submitted()[1]?.body ?? '';
  expect(body).toContain('Still open from earlier reviews: 1 finding (1 error).');
  expect(body).toContain('<details><summary>What the change does</summary>');
  expect(submitted()[1]?.comments[0]?.body).toContain('**Warning: Use `a` not `b`**');
});
