import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isRecord } from '../../src/safe/json.ts';
import {
  commentBody,
  eventTime,
  payloadField,
  payloadNumber,
  payloadText,
  readEvent,
  threadNumber,
  type EventContext,
} from '../../src/github/event.ts';
import { isForkPullRequest, noSecretsHere } from '../../src/github/event-rules.ts';

function event(name: string, payload: unknown = {}, actor = 'alice'): EventContext {
  return readEvent(
    { GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/repo', GITHUB_ACTOR: actor },
    payload,
  );
}

describe('readEvent', () => {
  it('reads the variables, without trailing slashes', () => {
    expect(
      readEvent(
        {
          GITHUB_EVENT_NAME: 'push',
          GITHUB_REPOSITORY: 'octo/repo',
          GITHUB_ACTOR: 'alice',
          GITHUB_TRIGGERING_ACTOR: 'bob',
          GITHUB_WORKFLOW: 'CI',
          GITHUB_JOB: 'build',
          GITHUB_RUN_ID: '12',
          GITHUB_RUN_ATTEMPT: '3',
          GITHUB_SERVER_URL: 'https://ghe.example/',
          GITHUB_API_URL: 'https://ghe.example/api/v3/',
        },
        { a: 1 },
      ),
    ).toEqual({
      name: 'push',
      payload: { a: 1 },
      repository: 'octo/repo',
      actor: 'alice',
      triggeringActor: 'bob',
      workflow: 'CI',
      step: '',
      job: 'build',
      workflowRunId: '12',
      attempt: 3,
      serverUrl: 'https://ghe.example',
      apiUrl: 'https://ghe.example/api/v3',
      actionRepository: '',
    });
  });

  it.each([
    [' 2\n', 2],
    [undefined, 1],
    ['', 1],
    ['3', 3],
    ['0', 1],
    ['x', 1],
  ])('reads the attempt %j as %d', (text, attempt) => {
    expect(readEvent({ GITHUB_RUN_ATTEMPT: text }, {}).attempt).toBe(attempt);
  });

  it('falls back where the runner said nothing', () => {
    expect(readEvent({ GITHUB_ACTOR: 'alice' }, null)).toMatchObject({
      name: '',
      payload: {},
      triggeringActor: 'alice',
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
    });
  });

  it.each([null, undefined, 3, 'text', [1]])('takes a payload of %j for empty', (payload) => {
    expect(event('push', payload).payload).toEqual({});
  });
});

describe('payload fields', () => {
  const odd = event('x', JSON.parse('{"a":{"b":"t","n":0,"f":1.5,"i":7},"__proto__":{"c":1}}'));

  it('are read by path, and only own ones of the right kind', () => {
    expect(payloadText(odd, 'a', 'b')).toBe('t');
    expect(payloadText(odd, 'a')).toBe('');
    expect(payloadText(odd, 'a', 'constructor', 'name')).toBe('');
    expect(payloadField(odd, 'a', 'b', 'length')).toBeUndefined();
    expect(payloadNumber(odd, 'a', 'i')).toBe(7);
    for (const key of ['n', 'f', 'b', 'none']) {
      expect(payloadNumber(odd, 'a', key)).toBeNull();
    }
  });
});

describe('threadNumber', () => {
  it.each([
    ['issues', { issue: { number: 3 } }, 3],
    ['issue_comment', { issue: { number: 4 } }, 4],
    ['pull_request', { pull_request: { number: 5 } }, 5],
    ['pull_request', { number: 6 }, 6],
    ['pull_request_target', { pull_request: { number: 7 } }, 7],
    ['pull_request_review', { pull_request: { number: 8 } }, 8],
    ['pull_request_review_comment', { pull_request: { number: 9 } }, 9],
    ['discussion', { discussion: { number: 10 } }, null],
    ['discussion_comment', { discussion: { number: 10 }, comment: { id: 1 } }, null],
    ['push', { issue: { number: 3 } }, null],
    ['issues', { issue: { number: '3' } }, null],
    ['issues', {}, null],
  ])('of %s %j is %j', (name, payload, expected) => {
    expect(threadNumber(event(name, payload))).toBe(expected);
  });
});

describe('commentBody', () => {
  it.each([
    ['issue_comment', { comment: { body: 'a' } }, 'a'],
    ['pull_request_review', { review: { body: 'b' }, comment: { body: 'x' } }, 'b'],
    ['pull_request_review', { review: { body: null } }, ''],
    ['pull_request_review_comment', { comment: { body: 'c' } }, 'c'],
    ['discussion_comment', { comment: { body: 'd' } }, 'd'],
    ['issues', { issue: { body: 'e' } }, null],
    ['constructor', { comment: { body: 'e' } }, null],
  ])('of %s %j is %j', (name, payload, expected) => {
    expect(commentBody(event(name, payload))).toBe(expected);
  });
});

describe('no secrets here', () => {
  const pull = (head: unknown, base: unknown = { repo: { full_name: 'octo/repo' } }): unknown => ({
    pull_request: { head, base },
  });
  const own = pull({ repo: { full_name: 'Octo/Repo' } });
  const fork = pull({ repo: { full_name: 'eve/repo' } });

  it('knows a fork, also one that is gone', () => {
    expect(isForkPullRequest(event('pull_request', own))).toBe(false);
    expect(isForkPullRequest(event('pull_request', fork))).toBe(true);
    expect(isForkPullRequest(event('pull_request', pull({ repo: null })))).toBe(true);
    expect(
      isForkPullRequest(event('pull_request', pull({ repo: { full_name: 'octo/repo' } }, {}))),
    ).toBe(false);
    expect(isForkPullRequest(event('issue_comment', { issue: { pull_request: {} } }))).toBe(false);
  });

  it.each([
    ['pull_request', fork, 'alice', true],
    ['pull_request', own, 'alice', false],
    ['pull_request', own, 'dependabot[bot]', true],
    ['pull_request', own, 'Dependabot[bot]', true],
    ['pull_request', own, 'dependabot', false],
    ['pull_request_review', fork, 'alice', true],
    ['pull_request_target', fork, 'alice', false],
    ['push', {}, 'dependabot[bot]', false],
  ])('%s %j by %s: %j', (name, payload, ...[actor, expected]) => {
    expect(noSecretsHere(event(name, payload, actor))).toBe(expected);
  });
});

describe('the time of an event', () => {
  const examples = '../../node_modules/@octokit/webhooks-examples/api.github.com/index.json';
  const recorded = JSON.parse(
    readFileSync(resolve(import.meta.dirname, examples), 'utf8'),
  ) as readonly {
    readonly name: string;
    readonly examples: readonly Readonly<Record<string, unknown>>[];
  }[];

  it.each([
    ['issues', 'issue', 'updated_at'],
    ['issue_comment', 'comment', 'created_at'],
    ['pull_request', 'pull_request', 'updated_at'],
    ['pull_request_review', 'review', 'submitted_at'],
    ['workflow_run', 'workflow_run', 'updated_at'],
    ['release', 'release', 'published_at'],
  ])('is told by GitHub’s own %s in %s.%s', (name, ...[field, time]) => {
    const parts = recorded
      .find((one) => one.name === name)
      ?.examples.map((payload) => ({ [field]: payload[field] }));
    const events =
      parts
        ?.map((part) => event(name, part))
        .filter((one) => payloadText(one, field, time) !== '') ?? [];
    expect(events).not.toEqual([]);
    for (const one of events) {
      expect(eventTime(one)).toBe(Date.parse(payloadText(one, field, time)));
    }
  });

  it('of a push is that of the push, not that of its commit, whose clock may be ahead', () => {
    const { examples: payloads = [] } = recorded.find(({ name }) => name === 'push') ?? {};
    const [payload] = payloads.filter(({ head_commit: commit }) => isRecord(commit));
    const future = { ...payload, head_commit: { timestamp: '2030-01-01T00:00:00Z' } };
    // `repository.pushed_at` of the recorded push.
    expect(eventTime(event('push', future))).toBe(1_557_933_657_000);
    expect(eventTime(event('merge_group', future))).toBeNull();
  });

  it('is the latest of several, and null without any', () => {
    const at = '2026-01-02T03:04:05Z';
    const payload = { issue: { updated_at: '2026-01-01T00:00:00Z' }, comment: { created_at: at } };
    expect(eventTime(event('issue_comment', payload))).toBe(Date.parse(at));
    expect(eventTime(event('push', { issue: { updated_at: 'soon' } }))).toBeNull();
  });
});
