/** Which checks of a head count, and what they say together (contract 19.1, 19.2). */
import { describe, expect, it } from '@jest/globals';
import { judgeHead, verdictOfConclusion, type HeadReading } from '../../src/github/head-checks.ts';
import type { CheckRun, CheckSuite, StatusOfCommit } from '../../src/github/port.ts';

const suite = (change: Partial<CheckSuite> = {}): CheckSuite => ({
  id: 1,
  app: 'github-actions',
  appName: 'GitHub Actions',
  status: 'completed',
  conclusion: 'success',
  runCount: 1,
  ...change,
});
let nextId = 100;
const run = (name: string, change: Partial<CheckRun> = {}): CheckRun => ({
  id: (nextId += 1),
  name,
  app: 'github-actions',
  suiteId: 1,
  status: 'completed',
  conclusion: 'success',
  startedAt: null,
  addresses: [],
  title: '',
  summary: '',
  annotationCount: 0,
  ...change,
});
const running = (name: string, change: Partial<CheckRun> = {}): CheckRun =>
  run(name, { status: 'in_progress', conclusion: null, ...change });
const status = (context: string, state: string, change: Partial<StatusOfCommit> = {}) => ({
  id: 1,
  context,
  state,
  description: '',
  targetUrl: null,
  createdAt: null,
  ...change,
});

interface Left {
  readonly workflowRunId?: string;
  readonly commitStatus?: string | null;
  readonly ignored?: readonly string[];
}

function judge(reading: Partial<HeadReading>, left: Left = {}) {
  const { checks, state } = judgeHead(
    { suites: [], runs: [], statuses: [], ...reading },
    { workflowRunId: '', commitStatus: null, ignored: [], ...left },
  );
  return { checks, names: checks.map(({ name }) => name), state, kind: state.kind };
}

it.each([
  ['success', 'good'],
  ['neutral', 'good'],
  ['skipped', 'good'],
  ['failure', 'bad'],
  ['timed_out', 'bad'],
  ['startup_failure', 'bad'],
  ['error', 'bad'],
  ['cancelled', 'stopped'],
  ['stale', 'stopped'],
  ['action_required', 'person'],
  ['pending', 'running'],
  ['a word that GitHub has not documented', 'bad'],
])('%s is %s', (conclusion, verdict) => {
  expect(verdictOfConclusion(conclusion)).toBe(verdict);
});

describe('running', () => {
  it.each<[string, Partial<HeadReading>]>([
    ['a check run', { suites: [suite()], runs: [running('build')] }],
    ['a check run that is queued', { runs: [running('build', { status: 'queued' })] }],
    ['a status', { statuses: [status('ci/old', 'pending')] }],
    [
      'a suite of GitHub Actions with a job that has no check run yet',
      { suites: [suite({ status: 'in_progress', conclusion: null })], runs: [run('build')] },
    ],
    [
      "another app's suite with check runs",
      {
        suites: [suite({ app: 'circle', status: 'queued', conclusion: null })],
        runs: [run('build', { app: 'circle' })],
      },
    ],
    ['beside one that failed', { runs: [running('build'), run('x', { conclusion: 'failure' })] }],
  ])('%s', (_, reading) => {
    expect(judge(reading).kind).toBe('running');
  });

  it('names what is waited for', () => {
    const { state } = judge({ runs: [running('build'), running('test'), run('lint')] });
    expect(state).toEqual({ kind: 'running', waitsFor: ['build', 'test'] });
  });

  it('names the apps where nothing else has a name yet, each once', () => {
    const open = { status: 'in_progress', conclusion: null };
    const suites = [suite(open), suite({ ...open, id: 2 })];
    const runs = [run('build'), run('test', { suiteId: 2 })];
    expect(judge({ suites, runs }).state).toEqual({
      kind: 'running',
      waitsFor: ['GitHub Actions'],
    });
    expect(judge({ suites, runs: [...runs, running('lint')] }).state).toEqual({
      kind: 'running',
      waitsFor: ['lint'],
    });
  });

  it('is a workflow whose jobs so far are left out: more of them may come', () => {
    const open = suite({ status: 'in_progress', conclusion: null });
    const left = { ignored: ['slow'] };
    expect(judge({ suites: [open], runs: [run('slow')] }, left).kind).toBe('running');
    const other = suite({ app: 'circle', status: 'in_progress', conclusion: null });
    const runs = [run('slow', { app: 'circle' }), run('build', { app: 'circle' })];
    expect(judge({ suites: [other], runs }, left).kind).toBe('running');
  });

  it("is another app's suite with check runs, whether counted or read", () => {
    const open = { app: 'circle', status: 'in_progress', conclusion: null };
    const runs = [run('build', { app: 'circle' })];
    expect(judge({ suites: [suite({ ...open, runCount: null })], runs }).kind).toBe('running');
    expect(judge({ suites: [suite({ ...open, runCount: 2 })] }).kind).toBe('queued');
    expect(judge({ suites: [suite({ ...open, runCount: null })] }).kind).toBe('none');
  });

  it("is not another app's suite without a check run", () => {
    const idle = suite({
      app: 'dependabot',
      status: 'queued',
      conclusion: null,
      runCount: 0,
      id: 2,
    });
    expect(judge({ suites: [suite(), idle], runs: [run('build')] }).kind).toBe('green');
  });

  it('is not a suite of which nothing but what is left out is open', () => {
    const open = suite({ status: 'in_progress', conclusion: null, runCount: 2 });
    const reading = { suites: [open], runs: [run('build'), running('slow nightly')] };
    expect(judge(reading, { ignored: ['slow*'] }).kind).toBe('green');
    expect(judge(reading, { ignored: ['nightly'] }).kind).toBe('running');
  });

  it.each(['github-actions', 'circle'])(
    'is not one of %s, either, beside one that counts',
    (app) => {
      const open = suite({ app, status: 'in_progress', conclusion: null, runCount: 2 });
      const slow = running('slow nightly', { app });
      const reading = { suites: [open], runs: [run('build', { app }), slow] };
      expect(judge(reading, { ignored: ['slow*'] }).kind).toBe('green');
      expect(judge(reading, { ignored: ['nightly'] }).kind).toBe('running');
    },
  );

  it('is not another app that has nothing but what is left out', () => {
    const open = suite({ app: 'circle', status: 'queued', conclusion: null });
    const suites = [suite({ id: 2 }), open];
    const runs = [run('build', { suiteId: 2 }), run('slow', { app: 'circle' })];
    expect(judge({ suites, runs }, { ignored: ['slow'] }).kind).toBe('green');
  });

  it('is a queued suite without a check run, which may never begin', () => {
    const queued = suite({ id: 2, status: 'queued', conclusion: null, runCount: 0 });
    expect(judge({ suites: [suite(), queued], runs: [run('build')] }).kind).toBe('queued');
    expect(judge({ suites: [queued], runs: [running('x')] }).kind).toBe('running');
  });
});

describe('red', () => {
  it.each(['failure', 'timed_out', 'cancelled', 'stale', 'startup_failure'])('%s', (conclusion) => {
    const { state } = judge({ runs: [run('build', { conclusion }), run('lint')] });
    expect(state).toMatchObject({ kind: 'red', failed: [{ name: 'build', conclusion }] });
  });

  it.each(['failure', 'error'])('a status: %s', (state) => {
    expect(judge({ statuses: [status('ci', state)] }).kind).toBe('red');
  });

  it('a workflow that could not begin, so that it has no check run', () => {
    const broken = suite({ conclusion: 'startup_failure', runCount: 0 });
    expect(judge({ suites: [broken] }).state).toMatchObject({
      kind: 'red',
      failed: [{ name: 'GitHub Actions', conclusion: 'startup_failure' }],
    });
  });

  it('a workflow that could not begin beside its jobs, unless they are all left out', () => {
    const suites = [suite({ conclusion: 'startup_failure' })];
    const runs = [run('build'), run('lint')];
    expect(judge({ suites, runs }).names).toEqual(['build', 'GitHub Actions', 'lint']);
    expect(judge({ suites, runs }, { ignored: ['lint'] }).kind).toBe('red');
    expect(judge({ suites, runs }, { ignored: ['build', 'lint'] }).kind).toBe('none');
  });

  it.each<[string, Partial<CheckSuite>]>([
    ['is not completed', { status: 'queued' }],
    ['has no conclusion', { conclusion: null }],
  ])('is not a suite that %s', (_, change) => {
    const broken = suite({ conclusion: 'startup_failure', runCount: 0, ...change });
    expect(judge({ suites: [broken] }).names).toEqual([]);
  });

  it.each<[string, Partial<CheckSuite>, string]>([
    ['failed without a check run', {}, 'red'],
    ['failed, and whose check runs are not counted', { runCount: null }, 'none'],
    ['failed, and whose check runs were not read', { runCount: 2 }, 'none'],
    ['is that of another app', { app: 'circle' }, 'none'],
    ['was called off', { conclusion: 'cancelled' }, 'red'],
    ['succeeded', { conclusion: 'success' }, 'none'],
  ])('a suite that %s: %j is %s', (_, change, kind) => {
    expect(judge({ suites: [suite({ conclusion: 'failure', runCount: 0, ...change })] }).kind).toBe(
      kind,
    );
  });

  it('a suite that failed is told by its check runs, where it has any', () => {
    const suites = [suite({ conclusion: 'failure', runCount: 0 })];
    expect(judge({ suites, runs: [run('build', { conclusion: 'failure' })] }).names).toEqual([
      'build',
    ]);
  });

  it('is not a suite that was called off where its app has begun a newer one', () => {
    const stopped = suite({ id: 5, conclusion: 'cancelled', runCount: 0 });
    const newer = suite({ id: 6, runCount: 0 });
    expect(judge({ suites: [stopped, newer] }).kind).toBe('none');
    const ofOther = suite({ id: 6, app: 'circle', runCount: 0 });
    expect(judge({ suites: [stopped, ofOther] }).kind).toBe('red');
    expect(judge({ suites: [stopped, suite({ id: 4, runCount: 0 })] }).kind).toBe('red');
  });

  it('comes before what waits for a person', () => {
    const waits = running('deploy', { status: 'waiting' });
    expect(judge({ runs: [waits, run('build', { conclusion: 'failure' })] }).kind).toBe('red');
  });
});

describe('waits for a person', () => {
  it.each<[string, Partial<HeadReading>, string]>([
    [
      'a suite',
      { suites: [suite({ conclusion: 'action_required', runCount: 0 })] },
      'GitHub Actions',
    ],
    ['a check run', { runs: [run('deploy', { conclusion: 'action_required' })] }, 'deploy'],
    [
      'a check run that waits, with its suite',
      {
        suites: [suite({ status: 'waiting', conclusion: null })],
        runs: [running('deploy', { status: 'waiting' }), run('build')],
      },
      'deploy',
    ],
  ])('%s', (_, reading, name) => {
    expect(judge(reading).state).toEqual({ kind: 'person', waitsFor: [name] });
  });

  it('a suite and what waits in it once, where they say the same', () => {
    const suites = [suite({ conclusion: 'action_required' })];
    const waits = run('deploy', { conclusion: 'action_required' });
    expect(judge({ suites, runs: [waits] }).names).toEqual(['deploy']);
    expect(judge({ suites, runs: [run('build')] }).names).toEqual(['build', 'GitHub Actions']);
    expect(judge({ suites, runs: [run('build'), waits] }).names).toEqual(['build', 'deploy']);
  });

  it('once all else is completed', () => {
    const waits = running('deploy', { status: 'waiting' });
    expect(judge({ runs: [waits, running('build')] }).kind).toBe('running');
  });
});

describe('a check', () => {
  it('of a check run has its conclusion and its addresses', () => {
    const addresses = ['https://ci.example/1', 'https://github.com/octo/repo/runs/1'];
    const done = run('build', { addresses });
    const open = running('test');
    expect(judge({ runs: [done, open] }).checks).toEqual([
      {
        name: 'build',
        conclusion: 'success',
        verdict: 'good',
        addresses,
        run: done,
        description: '',
      },
      {
        name: 'test',
        conclusion: null,
        verdict: 'running',
        addresses: [],
        run: open,
        description: '',
      },
    ]);
  });

  it('of a status has its state once it is settled, and its address if there is one', () => {
    const targetUrl = 'https://ci.example/7';
    const statuses = [
      status('a', 'failure', { targetUrl, description: 'two tests' }),
      status('b', 'pending'),
    ];
    const plain = { run: null, description: '' };
    expect(judge({ statuses }).checks).toEqual([
      {
        ...plain,
        name: 'a',
        conclusion: 'failure',
        verdict: 'bad',
        addresses: [targetUrl],
        description: 'two tests',
      },
      { ...plain, name: 'b', conclusion: null, verdict: 'running', addresses: [] },
    ]);
  });

  it('of a suite has the name of its app, and no address', () => {
    const suites = [suite({ conclusion: 'startup_failure', runCount: 0 })];
    expect(judge({ suites }).checks).toEqual([
      {
        name: 'GitHub Actions',
        conclusion: 'startup_failure',
        verdict: 'bad',
        addresses: [],
        run: null,
        description: '',
      },
    ]);
  });
});

describe('what counts', () => {
  it('is nothing of this very workflow run', () => {
    const address = 'https://github.com/octo/repo/actions/runs/77/job/5';
    const own = running('agent', { addresses: [address] });
    const open = suite({ status: 'in_progress', conclusion: null });
    const other = run('build', { suiteId: 2, addresses: [address.replace('77', '777')] });
    const reading = { suites: [open, suite({ id: 2 })], runs: [own, other] };
    const { names, kind } = judge(reading, { workflowRunId: '77' });
    expect([names, kind]).toEqual([['build'], 'green']);
    expect(judge({ suites: [open], runs: [own] }, { workflowRunId: '77' }).kind).toBe('none');
    const plain = running('agent', {
      addresses: [address.replace('/job/5', ''), 'https://ci.example'],
    });
    expect(judge({ runs: [plain] }, { workflowRunId: '77' }).names).toEqual([]);
    expect(judge({ runs: [plain] }, { workflowRunId: '' }).names).toEqual(['agent']);
  });

  it("is not the step's own commit status", () => {
    const statuses = [status('agent', 'pending'), status('ci', 'success')];
    expect(judge({ statuses }, { commitStatus: 'agent' })).toMatchObject({
      names: ['ci'],
      kind: 'green',
    });
  });

  it('is not what `ignore_checks` names, with `*` for any text', () => {
    const runs = [run('build (ubuntu, 20)'), running('codecov/patch'), running('a.b')];
    const { names } = judge({ runs }, { ignored: ['codecov/*', 'a?b'] });
    expect(names).toEqual(['a.b', 'build (ubuntu, 20)']);
    expect(judge({ runs: [run('two\nlines')] }, { ignored: ['two*'] }).names).toEqual([]);
  });

  it.each(['action_required', 'startup_failure', 'failure'])(
    'is not a suite that is a check itself, by the name it is told with: %s',
    (conclusion) => {
      const suites = [suite({ conclusion, runCount: 0 }), suite({ id: 2 })];
      const runs = [run('build', { suiteId: 2 })];
      const left = { ignored: ['GitHub *'] };
      expect(judge({ suites, runs }).names).toEqual(['build', 'GitHub Actions']);
      expect(judge({ suites, runs }, left)).toMatchObject({ names: ['build'], kind: 'green' });
      const alone = judge({ suites: suites.slice(0, 1) }, left);
      expect(alone.state).toEqual({ kind: 'none', hasOthers: true });
    },
  );

  it('of the statuses of one name is the newest', () => {
    const statuses = [
      status('ci', 'failure', { createdAt: 1 }),
      status('ci', 'success', { createdAt: 2 }),
    ];
    expect(judge({ statuses }).kind).toBe('green');
    // GitHub lists the newest first.
    const untimed = [status('ci', 'success'), status('ci', 'failure')];
    expect(judge({ statuses: untimed }).kind).toBe('green');
    expect(judge({ statuses: statuses.toReversed() }).kind).toBe('green');
    const older = status('ci', 'failure', { createdAt: 2, id: 7 });
    const newer = status('ci', 'success', { createdAt: 2, id: 8 });
    expect(judge({ statuses: [older, newer] }).kind).toBe('green');
    expect(judge({ statuses: [newer, older] }).kind).toBe('green');
    expect(judge({ statuses: [newer, status('ci', 'error', { id: 9 })] }).kind).toBe('green');
  });

  it('is each check run of one name in different suites', () => {
    const runs = [run('test'), run('test', { suiteId: 2, conclusion: 'failure' })];
    expect(judge({ runs })).toMatchObject({ names: ['test', 'test'], kind: 'red' });
  });

  it.each(['cancelled', 'stale'])('is not one that is %s where it was begun anew', (conclusion) => {
    const stopped = run('test', { conclusion });
    const again = run('test', { suiteId: 2 });
    expect(judge({ runs: [again, stopped] })).toMatchObject({ names: ['test'], kind: 'green' });
    const before = run('test', { suiteId: 2, startedAt: 1 });
    const stoppedLater = { ...stopped, id: before.id - 1, startedAt: 2 };
    expect(judge({ runs: [before, stoppedLater] }).kind).toBe('red');
    const stoppedEarlier = { ...stopped, id: before.id + 1, startedAt: 0 };
    expect(judge({ runs: [before, stoppedEarlier] }).kind).toBe('green');
    const untimed = { ...stopped, id: before.id - 1, startedAt: null };
    expect(judge({ runs: [before, untimed] }).kind).toBe('green');
    const untimedLater = { ...untimed, id: before.id + 1 };
    expect(judge({ runs: [before, untimedLater] }).kind).toBe('red');
    const againUntimed = { ...before, id: stoppedLater.id + 1, startedAt: null };
    expect(judge({ runs: [againUntimed, stoppedLater] }).kind).toBe('green');
    const sameTime = { ...stopped, id: before.id + 1, startedAt: 1 };
    expect(judge({ runs: [before, sameTime] }).kind).toBe('red');
    const sameTimeBefore = { ...sameTime, id: before.id - 1 };
    expect(judge({ runs: [before, sameTimeBefore] }).kind).toBe('green');
    const ofOther = run('test', { suiteId: 2, app: 'circle' });
    expect(judge({ runs: [ofOther, stopped] }).kind).toBe('red');
  });

  it('is nothing where there is nothing', () => {
    expect(judge({}).state).toEqual({ kind: 'none', hasOthers: false });
    const left = judge({ runs: [run('build')] }, { ignored: ['*'] });
    expect(left.state).toEqual({ kind: 'none', hasOthers: true });
    const both = { runs: [run('build')], statuses: [status('ci', 'success')] };
    expect(judge(both, { ignored: ['*'] }).state).toEqual({ kind: 'none', hasOthers: true });
    expect(judge({ suites: [suite({ conclusion: 'skipped', runCount: 0 })] }).kind).toBe('none');
  });
});
