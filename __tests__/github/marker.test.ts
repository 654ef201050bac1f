/** The signed mark in the first line of a comment (contract 7.2, 17.3). */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  isOwnComment,
  readSignedMarker,
  withoutMarker,
  writeSignedMarker,
  type SignedPlace,
} from '../../src/github/marker.ts';

const place: SignedPlace = {
  kind: 'thread',
  secret: 'api-token',
  repository: 'Octo/Repo',
  scope: [7, 'ci/agent/0'],
};
const CONTENT = '{"runId":4711}';
const mark = writeSignedMarker(place, CONTENT);

it('is one hidden line, an HMAC-SHA256 of the place and the content', () => {
  const signed = JSON.stringify([
    'agent-run-action',
    'thread',
    'octo/repo',
    7,
    'ci/agent/0',
    CONTENT,
  ]);
  const sig = createHmac('sha256', 'api-token').update(signed).digest('hex');
  expect(mark).toBe(`<!-- agent-run-action:thread ${CONTENT} sig=${sig} -->`);
});

it.each([
  mark,
  `${mark}\ntext`,
  `${mark}\r\ntext`,
  `${mark} \t\n`,
  `${mark}\n${writeSignedMarker(place, '1')}`,
])('is read at the beginning of a body (%#)', (body) => {
  expect(readSignedMarker(body, { ...place, repository: 'octo/repo' })).toEqual({
    content: CONTENT,
    verified: true,
  });
});

it.each<[string, Partial<SignedPlace>]>([
  ['another token', { secret: 'other' }],
  ['no token', { secret: '' }],
  ['another repository', { repository: 'octo/fork' }],
  ['another thread', { scope: [8, 'ci/agent/0'] }],
  ['another key', { scope: [7, 'ci/agent/1'] }],
  ['parts that are joined in another way', { scope: ['7ci/agent/0'] }],
])('is not verified with %s', (_, change) => {
  const other = { ...place, ...change };
  expect(readSignedMarker(mark, other)?.verified).toBe(false);
  expect(readSignedMarker(writeSignedMarker(other, CONTENT), place)?.verified).toBe(false);
  expect(readSignedMarker(writeSignedMarker(other, CONTENT), other)?.verified).toBe(
    other.secret !== '',
  );
});

it.each([
  mark.replace('4711', '4712'),
  mark.replace('{"runId"', '{"x":1,"runId"'),
  mark.replace(/sig=./, (text) => (text === 'sig=0' ? 'sig=1' : 'sig=0')),
  mark.replace(/sig=[0-9a-f]{64}/, `sig=${'0'.repeat(64)}`),
])('is not verified when edited (%#)', (edited) => {
  expect(edited).not.toBe(mark);
  expect(readSignedMarker(edited, place)?.verified).toBe(false);
});

it.each([
  '',
  `hello\n${mark}`,
  ` ${mark}`,
  `\n${mark}`,
  `\`\`\`\n${mark}\n\`\`\``,
  `> ${mark}`,
  mark.replace(/sig=[0-9a-f]{2}/, 'sig='),
  mark.replace(' -->', ' --> x'),
  mark.replace('{', '{ '),
  writeSignedMarker({ ...place, kind: 'review' }, CONTENT),
])('is none that stands elsewhere, is of another kind, or is no mark at all (%#)', (body) => {
  expect(readSignedMarker(body, place)).toBeNull();
});

it('is taken away without touching the rest', () => {
  expect([
    withoutMarker(`${mark}\n**Done**\ntext`),
    withoutMarker('**Done**'),
    withoutMarker(mark),
  ]).toEqual(['**Done**\ntext', '**Done**', '']);
});

describe('an own comment', () => {
  it.each([
    [`${mark}\ntext`, true],
    [`edited\n${writeSignedMarker({ ...place, secret: 'other' }, '1')}`, true],
    ['<!-- agent-run-action:v9 something new -->', true],
    ['@agent please look at agent-run-action:v1', false],
    ['<!-- another bot -->', false],
  ])('has any mark of this action, whoever signed it (%#)', (body, isOwn) => {
    expect(isOwnComment(body)).toBe(isOwn);
  });
});
