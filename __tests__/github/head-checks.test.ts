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
  return { names: checks.map(({ name }) => name), state, kind: state.kind };
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

  it('once all else is completed', () => {
    const waits = running('deploy', { status: 'waiting' });
    expect(judge({ runs: [waits, running('build')] }).kind).toBe('running');
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
  });

  it('of the statuses of one name is the newest', () => {
    const statuses = [
      status('ci', 'failure', { createdAt: 1 }),
      status('ci', 'success', { createdAt: 2 }),
    ];
    expect(judge({ statuses }).kind).toBe('green');
    // GitHub lists the newest first.
    const untimed = [status('ci', 'success'), status('ci', 'failure')];
    expect(judge({ statuses: untimed }).kind).toBe('green');
  });

  it('is each check run of one name in different suites', () => {
    const runs = [run('test'), run('test', { suiteId: 2, conclusion: 'failure' })];
    expect(judge({ runs })).toMatchObject({ names: ['test', 'test'], kind: 'red' });
  });

  it.each(['cancelled', 'stale'])('is not one that is %s where it was begun anew', (conclusion) => {
    const stopped = run('test', { conclusion });
    const again = run('test', { suiteId: 2 });
    expect(judge({ runs: [again, stopped] })).toMatchObject({ names: ['test'], kind: 'green' });
    const ofOther = run('test', { suiteId: 2, app: 'circle' });
    expect(judge({ runs: [ofOther, stopped] }).kind).toBe('red');
  });

  it('is nothing where there is nothing', () => {
    expect(judge({}).state).toEqual({ kind: 'none', hasOthers: false });
    const left = judge({ runs: [run('build')] }, { ignored: ['*'] });
    expect(left.state).toEqual({ kind: 'none', hasOthers: true });
    expect(judge({ suites: [suite({ conclusion: 'skipped', runCount: 0 })] }).kind).toBe('none');
  });
});
