/** The marker of the thread's comment (contract 7.2), and the key that tells several comments apart (contract 1.1). */
import { describe, expect, it } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import { commentKeyOf } from '../../src/github/mark.ts';
import { EMPTY_MAILBOX } from '../../src/thread/mailbox.ts';
import { readMarker, withMarker, writeMarker, type MarkerContent, type ThreadRecord } from '../../src/thread/marker.ts';

const content: MarkerContent = {
  secret: 'api-token',
  repository: 'Octo/Repo',
  thread: 7,
  commentKey: 'ci/agent/0',
  runId: 4711,
};
const record: ThreadRecord = {
  runId: 4711,
  writer: { key: 'a'.repeat(32), attempt: 2, mode: 'resumed' },
  mailbox: {
    turns: 3,
    since: 90,
    high: 100,
    settled: [120, 130],
    intended: { ids: [140, 150], mark: 'ara-0123456789abcdef' },
  },
};

describe('the marker', () => {
  it.each<Partial<ThreadRecord>>([
    {},
    record,
    { ...record, writer: { key: 'f'.repeat(32), attempt: 123, mode: 'created' } },
    { ...record, mailbox: { ...record.mailbox, intended: null } },
  ])('is read back as written (%#)', (given) => {
    const marker = writeMarker({ ...content, ...given });
    expect(marker).toMatch(/^<!-- [^>\n]*-->$/);
    const expected = { runId: 4711, writer: null, mailbox: EMPTY_MAILBOX, ...given };
    expect(readMarker(`${marker}\ntext`, content)).toEqual(expected);
  });

  it.each(['-->', '--><script>', 'a\nb', 'x'.repeat(500), '', '\ud800'])(
    'stays one hidden line whatever the key is: %j',
    (commentKey) => {
      const marker = writeMarker({ ...content, commentKey });
      expect(marker).toMatch(/^<!-- agent-run-action:thread \{"runId":4711,[^ <>]*\} sig=[0-9a-f]{64} -->$/);
      expect(readMarker(marker, { ...content, commentKey })?.runId).toBe(4711);
    },
  );

  it.each<[string, Partial<MarkerContent>]>([
    ['another token', { secret: 'other' }],
    ['no token', { secret: '' }],
    ['another repository', { repository: 'octo/fork' }],
    ['another thread', { thread: 8 }],
    ['another key', { commentKey: 'ci/agent/1' }],
    ['parts that are joined in another way', { thread: 71, commentKey: '' }],
  ])('does not count with %s', (_, change) => {
    expect(readMarker(writeMarker(content), { ...content, ...change })).toBeNull();
    expect(readMarker(writeMarker({ ...content, ...change }), content)).toBeNull();
  });

  it('is put in front of a comment, and changed without touching the rest of it', () => {
    const before = withMarker('**Done**\n\ntext', writeMarker(content));
    expect(before).toBe(`${writeMarker(content)}\n**Done**\n\ntext`);
    const after = withMarker(before, writeMarker({ ...content, ...record }));
    expect(after).toBe(`${writeMarker({ ...content, ...record })}\n**Done**\n\ntext`);
  });
});

describe('the key', () => {
  it.each([
    ['the only step of the action', '__octo_agent-run-action', 'Agent/fix/3'],
    ['the only step of a local action', '__self', 'Agent/fix/3'],
    ['no name', '', 'Agent/fix/3'],
    ['a second step', '__self_2', 'Agent/fix/3/__self_2'],
    ['a step with an ID', 'review', 'Agent/fix/3/review'],
  ])('is by default workflow, job, matrix index and what tells the step from others: %s', (_, step, key) => {
    const event = readEvent({ GITHUB_WORKFLOW: 'Agent', GITHUB_JOB: 'fix', GITHUB_ACTION: step }, {});
    expect(commentKeyOf({ commentKey: null, siblingIndex: 3 }, event)).toBe(key);
    expect(commentKeyOf({ commentKey: 'mine', siblingIndex: 3 }, event)).toBe('mine');
  });
});
