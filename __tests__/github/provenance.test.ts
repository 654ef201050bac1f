import { describe, expect, it } from '@jest/globals';
import { readEvent, type EventContext } from '../../src/github/event.ts';
import { provenanceOf, replyOf, subjectOf } from '../../src/github/provenance.ts';
import { serviceNamed } from '../../src/inputs/service.ts';

function event(name: string, payload: unknown = {}): EventContext {
  return readEvent({ GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'octo/repo' }, payload);
}

describe('where a step comes from', () => {
  const env = {
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_ACTOR: 'mona',
    GITHUB_TRIGGERING_ACTOR: 'hubot',
    GITHUB_REPOSITORY: 'octo/widgets',
    GITHUB_WORKFLOW: 'Agent',
    GITHUB_RUN_ID: '7001',
    GITHUB_ACTION_REPOSITORY: 'tools/agent-run-action',
  };

  it('is told by the event', () => {
    expect(provenanceOf(readEvent(env, {}))).toEqual({
      service: serviceNamed('agent-run'),
      event: 'issues',
      actor: 'hubot',
      repository: 'octo/widgets',
      workflow: 'Agent',
      serverUrl: 'https://github.com',
      workflowRunUrl: 'https://github.com/octo/widgets/actions/runs/7001',
      earlierAttemptUrl: null,
      actionUrl: 'https://github.com/tools/agent-run-action',
    });
  });

  it('knows the attempt before this one, which has the report of that time', () => {
    const again = readEvent({ ...env, GITHUB_RUN_ATTEMPT: '3' }, {});
    expect(provenanceOf(again).earlierAttemptUrl).toBe(
      'https://github.com/octo/widgets/actions/runs/7001/attempts/2',
    );
  });

  it('respects GitHub Enterprise Server (7.4)', () => {
    const { workflowRunUrl } = provenanceOf(
      readEvent({ ...env, GITHUB_SERVER_URL: 'https://git.example/' }, {}),
    );
    expect(workflowRunUrl).toBe('https://git.example/octo/widgets/actions/runs/7001');
  });

  it.each(['GITHUB_REPOSITORY', 'GITHUB_RUN_ID'])('has no address without %s', (name) => {
    expect(provenanceOf(readEvent({ ...env, [name]: '' }, {})).workflowRunUrl).toBeNull();
  });

  it('does not know the repository of an action that a folder contains', () => {
    const { actionUrl } = provenanceOf(readEvent({ ...env, GITHUB_ACTION_REPOSITORY: '' }, {}));
    expect(actionUrl).toBeNull();
  });
});

describe('replyOf', () => {
  const inputs = {
    context: 'event',
    maxTurns: 2,
    resume: 'thread',
    triggerPhrase: '@agent',
  } as const;
  const asked = event('issue_comment', { issue: { number: 7 } });

  it('is a comment in the thread, which the agent gets by `context: event`', () => {
    expect(replyOf(asked, inputs)).toEqual({
      reply: { thread: 7, phrase: '@agent', isHandedOn: true, turnsMost: 2 },
    });
    expect(replyOf(asked, { ...inputs, context: 'none' }).reply?.isHandedOn).toBe(false);
  });

  it('is none where the thread resumes nothing', () => {
    expect(replyOf(asked, { ...inputs, resume: 'never' })).toEqual({});
    expect(replyOf(event('push'), inputs)).toEqual({});
  });
});

describe('the subject', () => {
  const shown = { context: 'event', showPrompt: true } as const;

  it.each([
    ['issues', { issue: { number: 5, title: 'Prices' } }, { number: 5, title: 'Prices' }],
    ['issue_comment', { issue: { number: 5, title: 'Prices' } }, { number: 5, title: 'Prices' }],
    [
      'pull_request',
      { number: 6, pull_request: { number: 6, title: 'Cart' } },
      { number: 6, title: 'Cart' },
    ],
    ['issues', { issue: { number: 5 } }, { number: 5, title: null }],
    ['push', {}, undefined],
  ])('of %s with %j', (name, payload, subject) => {
    expect(subjectOf(event(name, payload), shown).subject).toEqual(subject);
  });

  it('is the number alone for a private prompt, and none where no text is handed over', () => {
    const given = event('issues', { issue: { number: 5, title: 'Prices' } });
    expect(subjectOf(given, { ...shown, showPrompt: false }).subject).toEqual({
      number: 5,
      title: null,
    });
    expect(subjectOf(given, { ...shown, context: 'none' })).toEqual({});
  });
});
