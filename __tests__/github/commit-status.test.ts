import { describe, expect, it } from '@jest/globals';
import {
  CommitStatusKeeper,
  statusTarget,
  type StatusOptions,
} from '../../src/github/commit-status.ts';
import { readEvent } from '../../src/github/event.ts';
import { statusOf } from '../../src/report/step-commit-status.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { type FaultAct, gitHubModel } from '../support/fake-github.ts';
import { clientOf, refusal } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SHA = 'c'.repeat(40);
const HEAD = 'a'.repeat(40);

const VIEW = {
  outcome: 'running',
  errorCode: null,
  resultJson: null,
  runId: '77',
  durationMs: 200_000,
  webUrl: 'https://agents.example.com/77',
  provenance: { workflowRunUrl: 'https://github.com/octo/repo/actions/runs/1' },
  review: null,
} as unknown as StepView;
const ended = (outcome: StepView['outcome']): StepView => ({ ...VIEW, outcome });

const never = new AbortController().signal;
const last = (outcome: StepView['outcome'], signal = never) =>
  [ended(outcome), { told: statusOf(ended(outcome), null), budgetMs: 20_000, signal }] as const;

const eventOf = (name: string, payload: unknown) =>
  readEvent({ GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/repo' }, payload);
const PULL = { pull_request: { number: 9, head: { sha: HEAD } } };
const COMMENT = { issue: { number: 9, pull_request: {} }, comment: {} };
const PLACE = { number: 9, openedAt: 1, headSha: HEAD };

function keeper({
  clock = new VirtualClock(),
  ...options
}: Partial<StatusOptions> & { clock?: VirtualClock } = {}) {
  const github = gitHubModel();
  const warnings: string[] = [];
  const pending: (string | null)[] = [];
  const stop = new AbortController();
  const keep = new CommitStatusKeeper({
    name: 'agent',
    event: eventOf('push', {}),
    sha: SHA,
    github: () => Promise.resolve(clientOf(github, clock)),
    clock,
    stop: stop.signal,
    warn: (message) => warnings.push(message),
    onLeft: (sha) => pending.push(sha),
    ...options,
  });
  return { keep, github, warnings, pending, stop };
}

describe('the target commit', () => {
  it.each([
    ['pull_request', PULL, { kind: 'commit', sha: HEAD }],
    ['pull_request_target', PULL, { kind: 'commit', sha: HEAD }],
    ['pull_request_review', PULL, { kind: 'commit', sha: HEAD }],
    ['pull_request_review_comment', PULL, { kind: 'commit', sha: HEAD }],
    ['issue_comment', COMMENT, { kind: 'pull_request', number: 9 }],
    ['issue_comment', { issue: { number: 9 } }, { kind: 'commit', sha: SHA }],
    // Their GITHUB_SHA is the newest commit of the default branch.
    ['workflow_run', { workflow_run: { head_sha: HEAD } }, { kind: 'commit', sha: HEAD }],
    ['check_run', { check_run: { head_sha: HEAD } }, { kind: 'commit', sha: HEAD }],
    ['check_suite', { check_suite: { head_sha: HEAD } }, { kind: 'commit', sha: HEAD }],
    ['check_suite', { check_suite: {} }, { kind: 'commit', sha: SHA }],
    ['push', {}, { kind: 'commit', sha: SHA }],
    ['schedule', {}, { kind: 'commit', sha: SHA }],
    ['workflow_dispatch', {}, { kind: 'commit', sha: SHA }],
  ])('on %s', (name, payload, target) => {
    expect(statusTarget(eventOf(name, payload), SHA)).toEqual(target);
  });

  it('is null if nothing names one', () => {
    expect(statusTarget(eventOf('push', {}), '')).toEqual({ kind: 'none' });
  });
});

const BAD_GATEWAY = refusal(502, 'Bad gateway');

describe('the keeper', () => {
  it('sets pending, then the final status, with a link to the run', async () => {
    const { keep, github, pending, warnings } = keeper();
    keep.begin(VIEW, statusOf(VIEW, null));
    expect(await keep.finish(...last('succeeded'))).toBe(true);
    expect(
      github.statuses.map(({ state, sha, context, target_url }) => [
        state,
        sha,
        context,
        target_url,
      ]),
    ).toEqual([
      ['pending', SHA, 'agent', 'https://agents.example.com/77'],
      ['success', SHA, 'agent', 'https://agents.example.com/77'],
    ]);
    expect([pending, warnings]).toEqual([[SHA, null], []]);
  });

  it('finds the head of a pull request with a comment', async () => {
    const { keep, github } = keeper({ event: eventOf('issue_comment', COMMENT) });
    github.pulls.push(PLACE);
    await keep.finish(...last('error'));
    expect(github.statuses).toMatchObject([{ sha: HEAD, state: 'error' }]);
  });

  it('warns once, names the permission, and leaves nothing to the post step', async () => {
    const { keep, github, pending, warnings } = keeper();
    github.failure = refusal(403, 'Resource not accessible by integration');
    keep.begin(VIEW, statusOf(VIEW, null));
    await keep.finish(...last('failed'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('statuses: write');
    expect(pending.at(-1)).toBeNull();
  });

  it.each([
    [403, 1_000, /rate limit/],
    [429, null, /rate limit/],
    [401, null, /the input `github_token`/],
    [502, null, /run the step again later/],
  ])('does not tell %s (wait %s) as a missing permission', async (status, retryAfterMs, words) => {
    const { keep, github, warnings } = keeper();
    github.failure = refusal(status, 'No', retryAfterMs);
    await keep.finish(...last('failed'));
    expect(warnings).toEqual([expect.stringMatching(words)]);
    expect(warnings[0]).not.toContain('permissions');
  });

  it('leaves the final status to the post step if GitHub does not accept it', async () => {
    const { keep, github, pending } = keeper();
    keep.begin(VIEW, statusOf(VIEW, null));
    await new Promise(setImmediate);
    github.failure = BAD_GATEWAY;
    expect(await keep.finish(...last('failed'))).toBe(false);
    expect(pending).toEqual([SHA]);
  });

  it('uses the commit on which an earlier process set pending', async () => {
    const { keep, github, pending } = keeper({ known: HEAD });
    await keep.finish(...last('cancelled'));
    expect(github.statuses).toMatchObject([{ sha: HEAD, state: 'failure' }]);
    expect(pending).toEqual([null]);
  });

  const later = 'it is left to the post step, which finds the head itself';
  const onPull = (clock: VirtualClock) => {
    const made = keeper({ event: eventOf('issue_comment', COMMENT), clock });
    made.github.pulls.push(PLACE);
    /**
     * Lets the first `times` reads of the head take `ms`, and then be answered with `act` if it is
     * given.
     */
    const disturb = (times: number, { ms = 0, act }: { ms?: number; act?: FaultAct }): void =>
      void made.github.faults.push({
        path: /pulls\/9$/,
        times,
        meanwhile: () => clock.sleep(ms),
        act,
      });
    return {
      ...made,
      disturb,
      states: () => made.github.statuses.map(({ state, sha }) => [state, sha]),
    };
  };

  it(`posts nothing after the end of a step that had no time to read the head: ${later}`, async () => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(1, { ms: 8_000 });
    keep.begin(VIEW, statusOf(VIEW, null));
    await clock.sleep(1_000);
    const over = new AbortController();
    clock.after(4_000, () => over.abort());
    expect(await keep.finish(...last('timed_out', over.signal))).toBe(false);
    await clock.sleep(10_000);
    expect([states(), pending, warnings]).toEqual([[], ['head'], []]);
    const post = keeper({
      event: eventOf('issue_comment', COMMENT),
      clock,
      known: pending.at(-1)!,
    });
    post.github.pulls.push(PLACE);
    expect(await post.keep.finish(...last('timed_out'))).toBe(true);
    expect(post.github.statuses).toMatchObject([{ state: 'error', sha: HEAD }]);
    expect(post.pending).toEqual([HEAD, null]);
  });

  it.each([1, 2, 3])('reads the head again after %i failures that may pass', async (times) => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(times, { act: BAD_GATEWAY });
    keep.begin(VIEW, statusOf(VIEW, null));
    await clock.sleep(60_000);
    expect(await keep.finish(...last('succeeded'))).toBe(true);
    expect([states(), pending, warnings]).toEqual([[['success', HEAD]], ['head', HEAD, null], []]);
  });

  it('warns once if the head cannot be read in the end either', async () => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(9, { act: BAD_GATEWAY });
    keep.begin(VIEW, statusOf(VIEW, null));
    expect(await keep.finish(...last('succeeded'))).toBe(false);
    expect([states(), pending, warnings]).toEqual([
      [],
      ['head'],
      [expect.stringContaining('(502): Bad gateway')],
    ]);
  });

  it('names the permission if GitHub refuses to show the head, and leaves nothing to the post step', async () => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(9, { act: refusal(403, 'Resource not accessible by integration') });
    keep.begin(VIEW, statusOf(VIEW, null));
    expect(await keep.finish(...last('succeeded'))).toBe(true);
    expect([states(), pending.at(-1), warnings]).toEqual([
      [],
      null,
      [expect.stringContaining('pull-requests: read')],
    ]);
  });
});

it('links what the status says, and without that the run', async () => {
  const review = 'https://github.com/octo/repo/pull/9#pullrequestreview-1';
  const { keep, github } = keeper();
  await keep.finish(ended('failed'), {
    told: { state: 'failure', description: 'no', targetUrl: review },
    budgetMs: 1_000,
    signal: never,
  });
  await keep.finish(...last('succeeded'));
  expect(github.statuses.map(({ target_url }) => target_url)).toEqual([review, VIEW.webUrl]);
});
