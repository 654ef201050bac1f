/**
 * Each word by which GitHub tells how a check ended, and what it comes to (contract 19.1, 19.2):
 * green, red that is mended, nothing that could be mended, or the wait for a person.
 *
 * Shown red by: taking `stale` for a failure that can be mended, or the oldest status of a context.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeCheckRun, FakeChecks } from '../support/fake-github-checks.ts';
import type { FakeGitHub } from '../support/fake-github.ts';
import { FIRST, GREEN, playAll, servers, type Act, type Acted } from './checks-scene.ts';

afterAll(() => servers.close());

const ofConclusion = (conclusion: string): FakeChecks => ({
  suites: [{ id: 1, conclusion }],
  runs: [{ name: 'build', id: 1000, suite: 1, conclusion }],
});
const runsOf = (...runs: readonly FakeCheckRun[]): FakeChecks => ({
  suites: [{ id: 1, conclusion: 'success' }],
  runs: runs.map((run, at) => ({ id: 1000 + at, suite: 1, ...run })),
});
const withStatuses =
  (...told: readonly (readonly [context: string, state: string])[]) =>
  ({ statuses }: FakeGitHub): void => {
    for (const [context, state] of told) {
      statuses.push({ sha: FIRST, context, state, description: '', target_url: null });
    }
  };

const MINUTES = { timeout_minutes: '0.2' } as const;

const STORIES = {
  success: { checks: ofConclusion('success') },
  neutral: { checks: ofConclusion('neutral') },
  skipped: { checks: ofConclusion('skipped') },
  'a status: success': { prepare: withStatuses(['ci/old', 'success']) },
  'a status that was red, and is green now': {
    prepare: withStatuses(['ci/old', 'failure'], ['ci/old', 'success']),
  },
  'the own commit status': {
    checks: GREEN,
    inputs: { commit_status: 'agent' },
    prepare: withStatuses(['agent', 'failure']),
  },
  "another app's suite that never had a check": {
    checks: {
      ...GREEN,
      suites: [...GREEN.suites, { id: 2, app: 'idle', status: 'queued', runCount: 0 }],
    },
  },
  'a cancelled one that was begun anew': {
    checks: runsOf(
      { name: 'build', conclusion: 'cancelled', startedAt: '2026-01-01T00:00:00Z' },
      { name: 'build', conclusion: 'success', startedAt: '2026-01-01T00:05:00Z' },
    ),
  },

  failure: { checks: ofConclusion('failure') },
  timed_out: { checks: ofConclusion('timed_out') },
  'a suite: startup_failure': {
    checks: { suites: [{ id: 1, conclusion: 'startup_failure', runCount: 0 }] },
  },
  'a status: failure': { prepare: withStatuses(['ci/old', 'failure']) },
  'a status: error': { prepare: withStatuses(['ci/old', 'error']) },
  'a failed one beside a newer good one of its name': {
    checks: runsOf(
      { name: 'build', conclusion: 'failure', startedAt: '2026-01-01T00:00:00Z' },
      { name: 'build', conclusion: 'success', startedAt: '2026-01-01T00:05:00Z' },
    ),
  },
  'cancelled beside a failure': {
    checks: runsOf({ name: 'a', conclusion: 'cancelled' }, { name: 'b', conclusion: 'failure' }),
  },

  cancelled: { checks: ofConclusion('cancelled') },
  stale: { checks: ofConclusion('stale') },

  action_required: { checks: ofConclusion('action_required') },
  'a suite: action_required': {
    checks: { suites: [{ id: 1, conclusion: 'action_required', runCount: 0 }] },
  },
  waiting: {
    checks: {
      suites: [{ id: 1, status: 'waiting' }],
      runs: [{ name: 'deploy', suite: 1, status: 'waiting' }],
    },
  },

  'failed beside one that runs': {
    checks: {
      suites: [{ id: 1, status: 'in_progress' }],
      runs: [
        { name: 'build', id: 1, suite: 1, conclusion: 'failure' },
        { name: 'test', id: 2, suite: 1 },
      ],
    },
    inputs: MINUTES,
  },
  'one that waits for a person beside one that runs': {
    checks: {
      suites: [{ id: 1, status: 'in_progress' }],
      runs: [
        { name: 'deploy', id: 1, suite: 1, conclusion: 'action_required' },
        { name: 'test', id: 2, suite: 1 },
      ],
    },
    inputs: MINUTES,
  },
  'a status: pending': { prepare: withStatuses(['test', 'pending']), inputs: MINUTES },
} satisfies Readonly<Record<string, Act>>;
type Story = keyof typeof STORIES;

let played: Readonly<Record<Story, Acted>>;
beforeAll(async () => {
  played = await playAll(STORIES);
}, 200_000);

it.each<Story>([
  'success',
  'neutral',
  'skipped',
  'a status: success',
  'a status that was red, and is green now',
  'the own commit status',
  "another app's suite that never had a check",
  'a cancelled one that was begun anew',
])('green: %s', (story) => {
  const { outputs, asked } = played[story];
  expect(outputs).toMatchObject({ outcome: 'succeeded', error_message: '', fixes: '0' });
  expect(asked).toEqual([]);
});

it.each<[Story, string]>([
  ['failure', 'build'],
  ['timed_out', 'build'],
  ['a suite: startup_failure', 'GitHub Actions'],
  ['a status: failure', 'ci/old'],
  ['a status: error', 'ci/old'],
  ['a failed one beside a newer good one of its name', 'build'],
  ['cancelled beside a failure', 'a'],
])('red, and the run is asked to mend it: %s', (story, name) => {
  const { outputs, asked } = played[story];
  expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '1' });
  expect(outputs['error_message']).toMatch(
    new RegExp(`is not green: ${name} .*changed nothing`, 's'),
  );
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(`Check ${name}: `);
});

describe('nothing is sent to the run', () => {
  it.each<[Story, RegExp]>([
    ['cancelled', /is not green: build .*Nothing is wrong that could be mended/],
    ['stale', /is not green: build .*Nothing is wrong that could be mended/],
    ['action_required', /wait for a person: build/],
    ['a suite: action_required', /wait for a person: GitHub Actions/],
    ['waiting', /wait for a person: deploy/],
  ])('%s is unverified at once', (story, why) => {
    const { outputs, asked, reads } = played[story];
    expect(outputs).toMatchObject({ outcome: 'unverified', fixes: '0', error_code: '' });
    expect(outputs['error_message']).toMatch(why);
    expect([asked, reads]).toEqual([[], 1]);
  });

  it.each<Story>([
    'failed beside one that runs',
    'one that waits for a person beside one that runs',
    'a status: pending',
  ])('while a check runs: %s', (story) => {
    const { outputs, asked } = played[story];
    expect(outputs).toMatchObject({ outcome: 'timed_out', fixes: '0' });
    expect(outputs['error_message']).toMatch(/The run itself has ended.*waiting for test/s);
    expect(asked).toEqual([]);
  });
});
