import { describe, expect, it } from '@jest/globals';
import { askedHash, attemptOf, keyOf, keyPartsOf, type KeyParts } from '../../src/idempotency/key.ts';
import { followUpMark, isEcho, isMark, withMark } from '../../src/idempotency/mark.ts';
import { carriesIdentity, identityIn, withIdentity } from '../../src/idempotency/metadata.ts';
import { viewEntry } from '../../src/service/entry.ts';

const parts: KeyParts = {
  repository: 'octo/widgets',
  ownKey: null,
  workflowRunId: '7001',
  job: 'fix',
  matrixIndex: 0,
  action: '__octo_agent',
  commentKey: 'Agent/fix/0',
  turn: 0,
  task: null,
};
const identity = { key: keyOf(parts), generation: 2, asked: askedHash({ prompt: 'Go', schema: null, eventText: '' }) };

describe('the key of a request', () => {
  it('is the same for the same step, regardless of the case of the repository', () => {
    expect(keyOf(parts)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf({ ...parts, repository: 'Octo/Widgets' })).toBe(keyOf(parts));
  });

  it.each<Partial<KeyParts>>([
    { repository: 'octo/other' },
    { workflowRunId: '7002' },
    { ownKey: '7001' },
    { job: 'test' },
    { matrixIndex: 1 },
    { action: '__octo_agent_2' },
    { commentKey: 'review' },
    { turn: 1 },
    { task: 'docs' },
  ])('differs with %j', (change) => {
    expect(keyOf({ ...parts, ...change })).not.toBe(keyOf(parts));
  });

  it('spans workflow runs if the user set one', () => {
    const own = { ...parts, ownKey: 'release-1.2' };
    expect(keyOf({ ...own, workflowRunId: '7002' })).toBe(keyOf(own));
  });

  // A later version of this action must find the runs that an earlier one created.
  it('stays what it is', () => {
    expect(keyOf(parts)).toBe('1a478381c558517478f725874b320542');
    expect(keyOf({ ...parts, ownKey: 'release-1.2' })).toBe('439e91cf4425b3fe54f497cf31441906');
  });

  it('is made of what the runner tells of the step', () => {
    const event = { repository: 'octo/widgets', workflowRunId: '7001', job: 'fix' };
    expect(keyPartsOf(event, { GITHUB_ACTION: ' __octo_agent\n' })).toEqual({ ...event, action: '__octo_agent' });
    expect(keyPartsOf(event, {})).toEqual({ ...event, action: '' });
  });

  it.each([
    [' 2\n', 2],
    [undefined, 1],
    ['', 1],
    ['1', 1],
    ['3', 3],
    ['0', 1],
    ['x', 1],
  ])('reads the attempt %j as %d', (text, attempt) => {
    expect(attemptOf({ GITHUB_RUN_ATTEMPT: text })).toBe(attempt);
  });
});

describe('the hash of a request', () => {
  const asked = { prompt: 'Go', schema: null, eventText: '' };

  it('stays what it is', () => {
    expect(askedHash(asked)).toBe('51571267c7a2f0dd0f9e2963d8b42ac7');
  });

  it.each([{ prompt: 'Go on' }, { schema: '{}' }, { eventText: 'Go' }])('differs with %j', (change) => {
    expect(askedHash({ ...asked, ...change })).not.toBe(askedHash(asked));
  });
});

describe('the identity in metadata', () => {
  it("is stored next to the user's own fields", () => {
    const body = withIdentity({ prompt: 'Go', metadata: { team: 'core' } }, identity);
    expect(body).toMatchObject({ prompt: 'Go', metadata: { team: 'core' } });
    expect(identityIn(JSON.parse(JSON.stringify(body.metadata)))).toEqual(identity);
    expect(carriesIdentity(body.metadata, identity)).toBe(true);
    expect(carriesIdentity(body.metadata, { ...identity, generation: 3 })).toBe(false);
  });

  it.each([null, undefined, 'text', [], {}, { agent_run_action_key: 'x' }])('is not found in %j', (metadata) => {
    expect(identityIn(metadata)).toBeNull();
  });
});

describe('the mark of a follow-up', () => {
  const mark = followUpMark(identity);
  const entry = (fields: object) => ({ view: viewEntry(fields), line: JSON.stringify(fields) });

  it('is short, and different for each generation', () => {
    expect(isMark(mark)).toBe(true);
    expect(mark).toBe('ara-f496837ddbb06f36');
    expect([isMark(`x${mark}`), isMark(`${mark}0`), isMark('')]).toEqual([false, false, false]);
    expect(followUpMark({ ...identity, generation: 3 })).not.toBe(mark);
  });

  it('stands on a line of its own, if there is one', () => {
    expect(withMark('Go on', mark)).toBe('Go on\n\n(Reference of this message: ara-f496837ddbb06f36)');
    expect(withMark('Go on', null)).toBe('Go on');
  });

  it('is only found in the echo of the follow-up, wherever the service puts its text', () => {
    const text = withMark('Go on', mark);
    expect(isEcho(entry({ message_type: 'USER_MESSAGE', observation: text }), mark)).toBe(true);
    expect(isEcho(entry({ message_type: 'USER_MESSAGE', message: { text } }), mark)).toBe(true);
    expect(isEcho(entry({ message_type: 'USER_MESSAGE', observation: 'Go on' }), mark)).toBe(false);
    expect(isEcho(entry({ message_type: 'ACTION', thought: text }), mark)).toBe(false);
  });
});
