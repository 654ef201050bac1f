import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isOwnComment } from '../../src/github/own-comment.ts';
import { EMPTY_MAILBOX } from '../../src/thread/mailbox.ts';
import { type MarkerContent, readMarker, type ThreadRecord, withMarker, writeMarker } from '../../src/thread/marker.ts';

const run = (body: string, place: MarkerContent): number | null => readMarker(body, place)?.runId ?? null;

const content: MarkerContent = {
  secret: 'api-token',
  repository: 'Octo/Repo',
  thread: 7,
  commentKey: 'ci/agent/0',
  runId: 4711,
};

describe('the hidden marker', () => {
  it('is one HTML comment on one line that contains the run', () => {
    const marker = writeMarker(content);
    expect(marker).toMatch(/^<!-- [^>\n]*-->$/);
    expect(run(`${marker}\n**Done**`, content)).toBe(4711);
    expect(run(`${marker}\r\n**Done**`, content)).toBe(4711);
    expect(run(marker, { ...content, repository: 'octo/repo' })).toBe(4711);
  });

  it.each(['-->', '--><script>', 'a\nb', 'x'.repeat(500), '', '\ud800'])(
    'stays one hidden line whatever the key is: %j',
    (commentKey) => {
      const marker = writeMarker({ ...content, commentKey });
      expect(marker).toMatch(/^<!-- agent-run-action:v2 run=4711 sig=[0-9a-f]{64} -->$/);
      expect(run(marker, { ...content, commentKey })).toBe(4711);
    },
  );

  it.each<[string, Partial<MarkerContent>]>([
    ['another token', { secret: 'other' }],
    ['no token', { secret: '' }],
    ['another repository', { repository: 'octo/fork' }],
    ['another thread', { thread: 8 }],
    ['another key', { commentKey: 'ci/agent/1' }],
  ])('does not count with %s', (_, change) => {
    expect(readMarker(writeMarker(content), { ...content, ...change })).toBeNull();
    expect(readMarker(writeMarker({ ...content, ...change }), { ...content })).toBeNull();
  });

  it('does not count when signed without a secret', () => {
    const place = { ...content, secret: '' };
    expect(readMarker(writeMarker(place), place)).toBeNull();
  });

  it('does not count when edited', () => {
    const marker = writeMarker(content);
    for (const edited of [
      marker.replace('run=4711', 'run=4712'),
      marker.replace('run=4711', 'run=04711'),
      marker.replace(/sig=./, (text) => (text === 'sig=0' ? 'sig=1' : 'sig=0')),
      marker.replace(/sig=[0-9a-f]{64}/, `sig=${'0'.repeat(64)}`),
      marker.replace(/sig=[0-9a-f]{2}/, 'sig='),
      marker.replace('v2', 'v1'),
      marker.replace(' -->', ' --> x'),
    ]) {
      expect(edited).not.toBe(marker);
      expect(readMarker(edited, content)).toBeNull();
    }
  });

  it('counts only at the very beginning of a comment', () => {
    const marker = writeMarker(content);
    for (const body of [`hello\n${marker}`, ` ${marker}`, `\n${marker}`, `\`\`\`\n${marker}\n\`\`\``, `> ${marker}`]) {
      expect(readMarker(body, content)).toBeNull();
    }
    const other = writeMarker({ ...content, runId: 1 });
    expect(run(`${marker}\n${other}`, content)).toBe(4711);
  });

  it('keeps the parts of the place apart', () => {
    const marker = writeMarker({ ...content, thread: 71, commentKey: '1' });
    expect(readMarker(marker, { ...content, thread: 7, commentKey: '11' })).toBeNull();
  });
});

describe('the content of the marker', () => {
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

  it('is read back as written', () => {
    const marker = writeMarker({ ...content, ...record });
    expect(marker).toMatch(/^<!-- [^>\n]*-->$/);
    expect(readMarker(`${marker}\ntext`, content)).toEqual(record);
    expect(readMarker(writeMarker(content), content)).toEqual({ runId: 4711, writer: null, mailbox: EMPTY_MAILBOX });
  });

  it.each<ThreadRecord>([
    { ...record, writer: { key: 'f'.repeat(32), attempt: 123, mode: 'created' } },
    { ...record, mailbox: { ...record.mailbox, intended: null } },
  ])('is read back if parts of it are absent (%#)', (other) => {
    expect(readMarker(writeMarker({ ...content, ...other }), content)).toEqual(other);
  });

  it('is signed as an HMAC-SHA256 of the place and the fields', () => {
    const marker = writeMarker(content);
    const signed = JSON.stringify(['agent-run-action/v2', 'octo/repo', 7, 'ci/agent/0', 'v2 run=4711']);
    const sig = createHmac('sha256', content.secret).update(signed).digest('hex');
    expect(marker).toBe(`<!-- agent-run-action:v2 run=4711 sig=${sig} -->`);
  });

  it('is put in front of a comment without a marker', () => {
    expect(withMarker('**Done**\ntext', writeMarker(content))).toBe(`${writeMarker(content)}\n**Done**\ntext`);
  });

  it('does not count when any of it was edited', () => {
    const marker = writeMarker({ ...content, ...record });
    for (const edited of [
      marker.replace('high=100', 'high=200'),
      marker.replace('settled=120,130', 'settled=120'),
      marker.replace('turns=3 ', ''),
      marker.replace('intended=140,150', 'intended=140'),
      marker.replace('.2.resumed', '.1.resumed'),
      marker.replace('high=100', 'high=100 high=200'),
    ]) {
      expect(edited).not.toBe(marker);
      expect(readMarker(edited, content)).toBeNull();
    }
  });

  it('is changed without touching the rest of the comment', () => {
    const before = `${writeMarker(content)}\n**Done**\n\ntext`;
    const after = withMarker(before, writeMarker({ ...content, ...record }));
    expect(readMarker(after, content)).toEqual(record);
    expect(after.split('\n').slice(1)).toEqual(before.split('\n').slice(1));
  });
});

describe('isOwnComment', () => {
  it('accepts any marker of this action, whoever signed it', () => {
    expect(isOwnComment(`${writeMarker(content)}\ntext`)).toBe(true);
    expect(isOwnComment(`edited\n${writeMarker({ ...content, secret: 'other' })}`)).toBe(true);
    expect(isOwnComment('<!-- agent-run-action:v9 something new -->')).toBe(true);
  });

  it('leaves other comments alone', () => {
    expect(isOwnComment('@agent please look at agent-run-action:v1')).toBe(false);
    expect(isOwnComment('<!-- another bot -->')).toBe(false);
  });
});
