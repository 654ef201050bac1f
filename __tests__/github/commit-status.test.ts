import { describe, expect, it } from '@jest/globals';
import { CommitStatusKeeper, statusTarget, type StatusOptions } from '../../src/github/commit-status.ts';
import { readEvent } from '../../src/github/event.ts';
import { GitHubError, type PullRequestPlace } from '../../src/github/port.ts';
import { statusOf } from '../../src/report/step-commit-status.ts';
import type { StepView } from '../../src/report/step-view.ts';
import { MemoryGitHub } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SHA = 'c'.repeat(40);
const HEAD = 'a'.repeat(40);

const VIEW = {
  ...{ outcome: 'running', errorCode: null, runId: 77, durationMs: 200_000, webUrl: 'https://agents.example.com/77' },
  provenance: { workflowRunUrl: 'https://github.com/octo/repo/actions/runs/1' },
} as unknown as StepView;
const ended = (outcome: StepView['outcome']): StepView => ({ ...VIEW, outcome });

const never = new AbortController().signal;
const last = (outcome: StepView['outcome'], signal = never) =>
  [ended(outcome), { said: statusOf(ended(outcome), null), signal }] as const;

const eventOf = (name: string, payload: unknown) =>
  readEvent({ GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/repo' }, payload);
const PULL = { pull_request: { number: 9, head: { sha: HEAD } } };
const COMMENT = { issue: { number: 9, pull_request: {} }, comment: {} };
const PLACE = { repository: 'octo/repo', number: 9, author: '', openedAt: 1, headBranch: 'b', headSha: HEAD };

function keeper(options: Partial<StatusOptions> = {}) {
  const github = new MemoryGitHub();
  const warnings: string[] = [];
  const pending: (string | null)[] = [];
  const stop = new AbortController();
  const keep = new CommitStatusKeeper({
    name: 'agent',
    event: eventOf('push', {}),
    sha: SHA,
    github: () => Promise.resolve(github),
    clock: new VirtualClock(),
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

describe('the keeper', () => {
  it('sets pending, then the final status, with a link to the run', async () => {
    const { keep, github, pending, warnings } = keeper();
    keep.begin(VIEW, statusOf(VIEW, null));
    expect(await keep.finish(...last('succeeded'))).toBe(true);
    expect(github.statuses.map(({ state, sha, context, targetUrl }) => [state, sha, context, targetUrl])).toEqual([
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
    github.failure = new GitHubError({ status: 403, message: 'Resource not accessible', retryAfterMs: null });
    keep.begin(VIEW, statusOf(VIEW, null));
    await keep.finish(...last('failed'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('statuses: write');
    expect(pending.at(-1)).toBeNull();
  });

  it.each([
    [403, 1_000, /rate limit/],
    [429, null, /rate limit/],
    [401, null, /The input `github_token`/],
    [502, null, /run the step again later/],
  ])('does not tell %s (wait %s) as a missing permission', async (status, retryAfterMs, words) => {
    const { keep, github, warnings } = keeper();
    github.failure = new GitHubError({ status, message: 'No', retryAfterMs });
    await keep.finish(...last('failed'));
    expect(warnings).toEqual([expect.stringMatching(words)]);
    expect(warnings[0]).not.toContain('permissions');
  });

  it('leaves the final status to the post step if GitHub does not accept it', async () => {
    const { keep, github, pending } = keeper();
    keep.begin(VIEW, statusOf(VIEW, null));
    await Promise.resolve();
    github.failure = new GitHubError({ status: 502, message: 'Bad gateway', retryAfterMs: null });
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
    const pullRequest = made.github.pullRequest.bind(made.github);
    /** Lets the first `times` reads of the head take `ms`, and then fail with `error` unless it is null. */
    const disturb = (times: number, { ms = 0, error = null as Error | null }): void => {
      let left = times;
      Object.assign(made.github, {
        pullRequest: async (place: PullRequestPlace, signal: AbortSignal) => {
          if (left-- > 0) {
            await clock.sleep(ms, signal);
            if (error !== null) throw error;
          }
          return pullRequest(place);
        },
      });
    };
    return { ...made, disturb, states: () => made.github.statuses.map(({ state, sha }) => [state, sha]) };
  };
  const BAD_GATEWAY = new GitHubError({ status: 502, message: 'Bad gateway', retryAfterMs: null });

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
    const post = keeper({ event: eventOf('issue_comment', COMMENT), clock, known: pending.at(-1)! });
    post.github.pulls.push(PLACE);
    expect(await post.keep.finish(...last('timed_out'))).toBe(true);
    expect(post.github.statuses).toMatchObject([{ state: 'error', sha: HEAD }]);
    expect(post.pending).toEqual([HEAD, null]);
  });

  it.each([1, 2, 3])('reads the head again after %i failures that may pass', async (times) => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(times, { error: BAD_GATEWAY });
    keep.begin(VIEW, statusOf(VIEW, null));
    await clock.sleep(60_000);
    expect(await keep.finish(...last('succeeded'))).toBe(true);
    expect([states(), pending, warnings]).toEqual([[['success', HEAD]], ['head', HEAD, null], []]);
  });

  it('warns once if the head cannot be read in the end either', async () => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(9, { error: BAD_GATEWAY });
    keep.begin(VIEW, statusOf(VIEW, null));
    expect(await keep.finish(...last('succeeded'))).toBe(false);
    expect([states(), pending, warnings]).toEqual([[], ['head'], [expect.stringContaining('(502): Bad gateway')]]);
  });

  it('names the permission if GitHub refuses to show the head, and leaves nothing to the post step', async () => {
    const clock = new VirtualClock();
    const { keep, pending, warnings, states, disturb } = onPull(clock);
    disturb(9, { error: new GitHubError({ status: 403, message: 'Forbidden', retryAfterMs: null }) });
    keep.begin(VIEW, statusOf(VIEW, null));
    expect(await keep.finish(...last('succeeded'))).toBe(true);
    expect([states(), pending.at(-1), warnings]).toEqual([[], null, [expect.stringContaining('pull-requests: read')]]);
  });
});
