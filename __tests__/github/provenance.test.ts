import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';

describe('where a step comes from', () => {
  const env = {
    GITHUB_EVENT_NAME: 'issues',
    GITHUB_ACTOR: 'mona',
    GITHUB_TRIGGERING_ACTOR: 'hubot',
    GITHUB_REPOSITORY: 'octo/widgets',
    GITHUB_WORKFLOW: 'Agent',
    GITHUB_RUN_ID: '7001',
  };

  it('is told by the event', () => {
    expect(provenanceOf(readEvent(env, {}))).toEqual({
      event: 'issues',
      actor: 'hubot',
      repository: 'octo/widgets',
      workflow: 'Agent',
      serverUrl: 'https://github.com',
      workflowRunUrl: 'https://github.com/octo/widgets/actions/runs/7001',
      promptHash: null,
      orgId: null,
    });
  });

  it('respects GitHub Enterprise Server (7.4)', () => {
    const { workflowRunUrl } = provenanceOf(readEvent({ ...env, GITHUB_SERVER_URL: 'https://git.example/' }, {}));
    expect(workflowRunUrl).toBe('https://git.example/octo/widgets/actions/runs/7001');
  });

  it.each(['GITHUB_REPOSITORY', 'GITHUB_RUN_ID'])('has no address without %s', (name) => {
    expect(provenanceOf(readEvent({ ...env, [name]: '' }, {})).workflowRunUrl).toBeNull();
  });
});
