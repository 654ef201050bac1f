/**
 * `expect: checks` ends well only with a pull request that is green, and says otherwise why not;
 * what fails is mended by the same run, once for each head (contract 19).
 *
 * Shown red by: counting only the first page of check runs, or green that was read once.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actionsSuite } from '../support/fake-github-checks.ts';
import { signalWhen } from '../support/run-action.ts';
import {
  FIRST,
  GREEN,
  playAll,
  RED,
  RUNNING,
  SECOND,
  servers,
  type Act,
  type Acted,
} from './checks-scene.ts';
import { annotations } from './step.ts';

afterAll(() => servers.close());

const MANY = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [`check ${at}`, at === 119 ? 'failure' : 'success']),
);
const forbidden = (path: RegExp): Act => ({
  checks: GREEN,
  prepare: ({ faults }) => {
    faults.push({ path, times: 99, act: { status: 403, body: { message: 'Not accessible' } } });
  },
});
const stop = signalWhen('SIGINT', (stdout) => stdout.includes('waiting for build'));

/** All at once, because green is waited for. */
const STORIES = {
  green: { checks: GREEN },
  mended: { checks: RED, mended: GREEN },
  unmended: { checks: RED },
  'red on the second page': { checks: actionsSuite(MANY), inputs: { max_fixes: '0' } },
  ignored: { checks: RED, inputs: { ignore_checks: 'bui*' } },
  'an own job': {
    checks: {
      runs: [
        ...GREEN.runs,
        { name: 'agent', id: 7, url: 'https://github.com/octo/repo/actions/runs/7001/job/7' },
      ],
    },
  },
  person: { checks: { suites: [{ id: 1, conclusion: 'action_required' }] } },
  'hidden checks': forbidden(/check-runs/),
  'hidden statuses': forbidden(/statuses/),
  'out of time': { checks: RUNNING, inputs: { timeout_minutes: '0.2' } },
  signal: { checks: RUNNING, options: { onStart: stop.onStart } },
  shown: { checks: RED, inputs: { expect: 'none' } },
  'hidden where nobody waits': { ...forbidden(/check/), inputs: { expect: 'none' } },
} satisfies Readonly<Record<string, Act>>;
type Story = keyof typeof STORIES;

let played: Readonly<Record<Story, Acted>>;
beforeAll(async () => {
  played = await playAll(STORIES);
});

describe('succeeded', () => {
  it('with a pull request that is green, read twice, 30 seconds apart', () => {
    const { outputs, exitCode, reads, durationMs } = played.green;
    expect(outputs).toMatchObject({ outcome: 'succeeded', fixes: '0', head_sha: FIRST });
    expect(JSON.parse(String(outputs['checks']))).toEqual([
      {
        name: 'build',
        conclusion: 'success',
        url: 'https://github.com/octo/repo/actions/runs/5/job/1000',
      },
      { name: 'lint', conclusion: 'skipped', url: expect.any(String) as unknown },
    ]);
    expect([exitCode, reads]).toEqual([0, 2]);
    expect(durationMs).toBeGreaterThan(30_000);
  });

  it('after the same run has mended what failed, with what its last turn said', () => {
    const { outputs, asked, stdout } = played.mended;
    expect(outputs).toMatchObject({
      outcome: 'succeeded',
      fixes: '1',
      head_sha: SECOND,
      result: 'Mended.',
      resumed: 'false',
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^Pull request #9.*\n\nFix the tax\.\n\n/);
    expect(asked[0]).toMatch(/ara-[0-9a-f]{16}-fix1-aaaaaaaaaaaa\)$/);
    expect(stdout).toContain('Not green: build failed. Asking the run to mend it (1 of 2).');
  });

  it.each<[string, Story, string]>([
    ['what `ignore_checks` names', 'ignored', 'lint'],
    ['a job of this very workflow run', 'an own job', 'build,lint'],
  ])('whatever is said by %s', (_, story, names) => {
    const { outputs } = played[story];
    expect(outputs).toMatchObject({ outcome: 'succeeded' });
    const checks = JSON.parse(String(outputs['checks'])) as readonly { readonly name: string }[];
    expect(checks.map(({ name }) => name).join()).toBe(names);
  });
});

describe('unverified', () => {
  it.each<[Story, RegExp, number]>([
    ['unmended', /not green: build failed\. .*changed nothing/, 1],
    ['red on the second page', /not green: check 119 failed/, 0],
    ['person', /wait for a person/, 0],
    ['hidden checks', /`permissions: checks: read`/, 0],
    ['hidden statuses', /`permissions: statuses: read`/, 0],
  ])('%s', (story, why, mends) => {
    const run = played[story];
    expect(run.outputs).toMatchObject({ outcome: 'unverified', error_code: '' });
    expect(run.outputs['error_message']).toMatch(why);
    expect(annotations(run, 'error')).toHaveLength(1);
    expect([run.exitCode, run.asked.length]).toEqual([1, mends]);
  });
});

it('at the end of the time what is still running is named, and that the run has ended', () => {
  const { outputs } = played['out of time'];
  expect(outputs).toMatchObject({ outcome: 'timed_out' });
  expect(outputs['error_message']).toMatch(/The run itself has ended.*waiting for build/);
});

it('a signal ends the wait at once, and nothing is sent after it', () => {
  const { outputs, asked } = played.signal;
  expect(outputs).toMatchObject({ outcome: 'cancelled', result: 'Opened #9.' });
  expect(JSON.parse(String(outputs['checks']))[0]).toMatchObject({ conclusion: null });
  expect(asked).toEqual([]);
});

describe('without `expect: checks`', () => {
  it('they are read once, and shown', () => {
    const { outputs, summary, reads } = played.shown;
    expect(outputs).toMatchObject({ outcome: 'succeeded', checks: '', fixes: '' });
    expect(summary).toContain('[build](https://github.com/octo/repo/actions/runs/5/job/1000)');
    expect(reads).toBe(1);
  });

  it('nothing is said where they may not be read', () => {
    const run = played['hidden where nobody waits'];
    expect(run.outputs).toMatchObject({ outcome: 'succeeded' });
    expect(run.summary).not.toContain('hecks');
    expect(annotations(run, 'warning')).toEqual([]);
  });
});
