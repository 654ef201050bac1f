/**
 * The review of a pull request: what is asked, where findings go, and what is posted once (contract
 * 17).
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BUILT_IN } from '../../sandbox/library.ts';
import { REVIEWED } from '../../sandbox/scenarios/review.ts';
import { answerSchema, readAnswer, type AnsweredFinding } from '../../src/review/findings.ts';
import { readPullRequest, type ReviewedPullRequest } from '../../src/review/known.ts';
import { postReview, type ReviewReport } from '../../src/review/publish.ts';
import { reviewPrompt } from '../../src/review/review.ts';
import { sarifOf } from '../../src/review/sarif.ts';
import { compileSchema } from '../../src/run/output-schema.ts';
import { type FaultAct, gitHubModel, type GitHubModel } from '../support/fake-github.ts';
import { clientOf, refusal } from '../support/memory-scene.ts';
import { loadOpenApi } from '../support/openapi.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const HEAD = 'a'.repeat(40);
const PLACE = { secret: 'tok-0123456789abcdef', repository: 'octo/shop', number: 7 };
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

const read = (place = PLACE): Promise<ReviewedPullRequest> =>
  readPullRequest(clientOf(github, clock), { place, serverUrl: 'https://github.com' }, signal);

const finding = (changes: Partial<AnsweredFinding> = {}): AnsweredFinding => ({
  path: 'src/a.ts',
  line: 2,
  severity: 'warning',
  title: 'Two is not TWO',
  body: 'Lower case, please.',
  ...changes,
});

interface Answered {
  readonly findings?: readonly AnsweredFinding[];
  readonly resolved?: string[];
  readonly pass?: boolean;
  readonly summary?: string;
  readonly place?: typeof PLACE;
  /** As it was read before. */
  readonly pull?: ReviewedPullRequest;
  readonly within?: AbortSignal;
}

async function review({
  findings = [finding()],
  place = PLACE,
  pull,
  within = signal,
  ...rest
}: Answered = {}) {
  const reviewed = pull ?? (await read(place));
  const answer = readAnswer(
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
    const prompt = reviewPrompt('Look for races.', await read());
    expect(prompt).toMatch(
      /^Look for races\.\n\nThe pull request to review:\n- Repository: octo\/shop\n/,
    );
    expect(prompt).toContain('7, https://github.com/octo/shop/pull/7');
    expect(prompt).toMatch(new RegExp(`- Base commit: [0-9a-f]{40}\\n- Head commit: ${HEAD}\\n`));
    expect(prompt).not.toMatch(/reviewed last|earlier reviews|fork/);
  });

  it('is a plain request without a prompt, and the reference of a fork’s head', async () => {
    github.pulls[0] = { ...github.pulls[0]!, fork: 'stranger/shop' };
    const prompt = reviewPrompt(null, await read());
    expect(prompt).toMatch(/^Review this pull request\./);
    expect(prompt).toContain(`${HEAD} (from a fork: fetch it as \`refs/pull/7/head\`)`);
  });

  it('names the head that was reviewed last, and the open findings as data', async () => {
    await review({ findings: [finding({ title: 'A "quoted"\ntitle' })] });
    push('c'.repeat(40));
    const prompt = reviewPrompt(null, await read());
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

  it.each([
    [false, { summary: '', findings: [] }, true],
    [
      false,
      { summary: '', findings: [{ ...finding(), suggestion: null, side: 'LEFT', start_line: 1 }] },
      true,
    ],
    [false, { summary: '', findings: [{ ...finding(), severity: 'fatal' }] }, false],
    [false, { findings: [] }, false],
    [false, { summary: '', findings: [{ ...finding(), line: 0 }] }, false],
    [true, { summary: '', findings: [] }, false],
    [true, { summary: '', findings: [], pass: 'true' }, false],
    [true, { summary: '', findings: [], pass: true, resolved: ['0123456789abcdef'] }, true],
  ])('takes the form of the answer (gate: %s): %j', (gate, answer, ok) => {
    const schema = compileSchema(answerSchema(gate));
    if (typeof schema === 'string') {
      throw new Error(schema);
    }
    const json = JSON.stringify(answer);
    expect(schema.read(json).ok).toBe(ok);
    if (ok) {
      expect(readAnswer(json, gate)).toEqual(answer);
    }
  });
});

describe('where a finding goes', () => {
  it.each<[string, Partial<AnsweredFinding>, string, object?]>([
    ['an added line', { line: 3 }, 'inline', { line: 3, side: 'RIGHT' }],
    ['an unchanged line of a hunk', { line: 5 }, 'inline'],
    ['a removed line', { line: 2, side: 'LEFT' }, 'inline', { line: 2, side: 'LEFT' }],
    ['a range', { start_line: 2, line: 4 }, 'inline', { start_line: 2, line: 4 }],
    ['a range upside down', { start_line: 9, line: 4 }, 'inline', { line: 4 }],
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

  it('has no verdict without a gate, whatever the answer says of one', () => {
    expect(readAnswer('{"summary": "", "findings": [], "pass": "true"}', false)).toEqual({
      summary: '',
      findings: [],
    });
  });

  it('tells what to do where GitHub takes it in no form', async () => {
    const message = 'User can only have one pending review per pull request';
    refuse(9, refusal(422, message));
    expect(placed(await review())).toEqual([null]);
    expect(submitted()).toHaveLength(3);
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

  it('tells the findings where there is no time left to post them', async () => {
    const pull = await read();
    const over = new AbortController();
    const meanwhile = (): void => over.abort(new Error('there was no time left'));
    github.faults.push({ method: 'POST', path: /reviews$/, meanwhile });
    const report = await review({ pull, within: over.signal });
    expect([placed(report), warnings]).toEqual([
      [null],
      [expect.stringContaining('the step ended first')],
    ]);
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

  it('a head: what a second run newly finds is only told', async () => {
    await review();
    const again = await review({ findings: [finding(), finding({ title: 'Another' })] });
    expect(placed(again)).toEqual(['known', null]);
    expect(again.url).toContain('#pullrequestreview-5001');
    expect(submitted()).toHaveLength(1);
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
    const id = (await read(other)).known.open[0]?.id ?? '';
    const before = github.reviewComments[0]?.body;
    expect(placed(await review({ place: other, resolved: [id] }))).toEqual(['known']);
    expect(github.reviewComments[0]?.body).toBe(before);
  });
});

describe('what the run no longer finds', () => {
  const resolve = async (): Promise<void> => {
    push('c'.repeat(40));
    const id = (await read()).known.open[0]?.id ?? '';
    await review({ findings: [], resolved: [id, 'unknown'] });
  };

  it('is said in its comment, once', async () => {
    await review();
    await resolve();
    expect(github.reviewComments[0]?.body).toMatch(
      /^<!-- .* -->\n\*No longer found in `ccccccc`\.\*\n\n\*\*Warning: Two is not TWO/,
    );
    expect((await read()).known.open).toEqual([]);
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
    const { findings, resolved } = readAnswer(
      BUILT_IN[scenario]?.turns[0]?.steps.at(-1)?.result ?? '',
      false,
    );
    return review({ findings, resolved: resolved ?? [] });
  };
  expect(placed(await play('review', 0))).toEqual(['inline', 'inline', 'body']);
  push('c'.repeat(40));
  expect(placed(await play('review-again', 1))).toEqual(['known', 'inline']);
  expect(github.reviewComments.map(({ body }) => body.includes('No longer found'))).toEqual([
    true,
    false,
    false,
  ]);
});

it('is SARIF that code scanning takes', async () => {
  const { findings } = await review({ findings: [finding({ path: 'src/a b.ts', start_line: 1 })] });
  const log = JSON.parse(sarifOf(findings)) as { runs: { results: object[] }[] };
  expect(log).toMatchObject({ version: '2.1.0' });
  expect(log.runs[0]?.results).toEqual([
    {
      ruleId: 'agent-review/warning',
      level: 'warning',
      message: { text: 'Two is not TWO\n\nLower case, please.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a%20b.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 1, endLine: 2 },
          },
        },
      ],
      partialFingerprints: { primaryLocationLineHash: findings[0]?.fingerprint },
    },
  ]);
});

it('is SARIF whose messages have no live link, which a plain text may embed (SARIF 2.1.0, 3.11.6)', async () => {
  const { findings } = await review({
    findings: [
      finding({
        title: '[Fix](https://evil.example)',
        body: 'Use `a[0](b)` and ![x](https://evil.example)',
      }),
    ],
  });
  const log = JSON.parse(sarifOf(findings)) as { runs: { results: object[] }[] };
  expect(log.runs[0]?.results).toMatchObject([
    {
      message: {
        text: '[Fix] (https://evil.example)\n\nUse `a[0] (b)` and ![x] (https://evil.example)',
      },
    },
  ]);
});
