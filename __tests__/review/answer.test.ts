/** Nearly right is right: what is read from the answer of a run that reviews (contract 17.1). */
import { describe, expect, it } from '@jest/globals';
import { answerSchema, reviewOf, type AnsweredFinding } from '../../src/review/answer.ts';
import { answerOf, readingOf } from '../support/review-answer.ts';
import { compiledSchema } from '../support/compiled-schema.ts';

const FINDING = {
  path: 'src/a.ts',
  line: 11,
  severity: 'error',
  title: 'Two is not TWO',
  body: 'Lower case, please.',
};
const READ: AnsweredFinding = {
  path: 'src/a.ts',
  line: 11,
  startLine: null,
  side: null,
  severity: 'error',
  title: 'Two is not TWO',
  body: 'Lower case, please.',
  suggestion: null,
};
const PROSE = 'I looked at {braces} and at `if (a) { b }`. My review:\n\n';

describe('the form that is asked for', () => {
  it.each([
    [false, { summary: '', findings: [] }, true],
    [false, { summary: '', findings: [{ ...FINDING, suggestion: null, side: 'LEFT' }] }, true],
    [false, { summary: '', findings: [{ ...FINDING, start_line: 1 }], resolved: null }, true],
    [false, { summary: '', findings: [{ ...FINDING, severity: 'fatal' }] }, false],
    [false, { findings: [] }, false],
    [true, { summary: '', findings: [] }, false],
    [true, { summary: '', findings: [], pass: 'true' }, false],
    [true, { summary: '', findings: [], pass: true, resolved: ['0123456789abcdef'] }, true],
  ])('is exact (gate: %s): %j', (gate, answer, ok) => {
    const schema = compiledSchema(answerSchema(gate));
    expect(schema.read(JSON.stringify(answer)).ok).toBe(ok);
  });
});

describe('the answer around the findings', () => {
  const review = { summary: 'Fine.', findings: [FINDING], resolved: ['0123456789abcdef'] };
  const json = JSON.stringify(review);
  it.each([
    ['as it is asked for', json],
    ['in a fence', `Done.\n\n\`\`\`json\n${json}\n\`\`\``],
    ['in prose without a fence', `${PROSE}${json}\n\nThat is {all}.`],
    ['one object around it', JSON.stringify({ review })],
    ['two objects around it', JSON.stringify({ result: { review } })],
    ['a fence that is no JSON before it', `\`\`\`ts\nconst a = {};\n\`\`\`\n${json}`],
    ['a fence with other JSON before it', `\`\`\`json\n{"a": 1}\n\`\`\`\n\n${json}`],
    ['the same twice', `\`\`\`json\n${json}\n\`\`\`\n\n\`\`\`json\n${json}\n\`\`\``],
  ])('%s', (_what, text) => {
    const { summary, findings, resolved, unreadable } = answerOf(text);
    expect({ summary, findings, resolved, unreadable }).toEqual({
      summary: 'Fine.',
      findings: [READ],
      resolved: ['0123456789abcdef'],
      unreadable: 0,
    });
  });

  it.each([
    ['a bare array of findings', JSON.stringify([FINDING]), { summary: '', findings: [READ] }],
    ['findings null', '{"summary": "So", "findings": null}', { summary: 'So', findings: [] }],
    ['no findings', '{"summary": "So"}', { summary: 'So', findings: [] }],
    ['no summary', JSON.stringify({ findings: [FINDING] }), { summary: '', findings: [READ] }],
    ['summary null', '{"summary": null, "findings": []}', { summary: '', findings: [] }],
  ])('%s', (_what, text, expected) => {
    expect(answerOf(text)).toMatchObject(expected);
  });

  it.each([
    ['no JSON', 'All is well.', ['the answer is not JSON']],
    ['another object', '{"result": "ok"}', [expect.stringContaining('"findings"')]],
    ['findings as text', '{"findings": "none"}', ['at /findings: must be array']],
    [
      'a name twice',
      '{"findings": [], "findings": []}',
      ['an object has the name "findings" twice'],
    ],
    [
      'two that differ',
      '```json\n{"findings": [], "summary": "a"}\n```\n```json\n{"findings": [], "summary": "b"}\n```',
      [expect.stringContaining('not clear which one')],
    ],
  ])('is asked for again: %s', (_what, text, errors) => {
    expect(readingOf(text)).toEqual({ ok: false, errors });
  });

  it.each([
    ['is the review', json, READ],
    ['is none', '1', undefined],
  ])('is read however many objects stand around it: what they hold %s', (_what, inner, read) => {
    const depth = 100_000;
    const reading = readingOf(`${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`);
    expect(reading.ok ? reviewOf(reading.json).findings[0] : undefined).toEqual(read);
  });

  it('is read however long its texts are', () => {
    const review = JSON.stringify({ summary: '\n'.repeat(10_000_000), findings: [] });
    expect(answerOf(`So: ${review}`).findings).toEqual([]);
  });
});

describe('the verdict', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('%s is read to the letter', (pass, expected) => {
    expect(answerOf(`{"findings": [], "pass": ${pass}}`, true).pass).toBe(expected);
  });

  it.each(['"true"', '1', 'null', '"yes"'])('%s is asked for again', (pass) => {
    const text = `{"findings": null, "pass": ${pass}}`;
    expect(readingOf(text, true)).toEqual({ ok: false, errors: ['at /pass: must be boolean'] });
  });

  it('missing is all that is asked for again', () => {
    expect(readingOf(JSON.stringify([{ ...FINDING, severity: 'High' }]), true)).toEqual({
      ok: false,
      errors: ['at /pass: must be boolean'],
    });
  });

  it('is none without a gate, whatever the answer says of one', () => {
    expect(answerOf('{"findings": [], "pass": "true"}').pass).toBeNull();
  });
});

describe('a finding', () => {
  const readOne = (changes: object): AnsweredFinding | undefined =>
    answerOf(JSON.stringify({ findings: [{ ...FINDING, ...changes }] })).findings[0];

  it.each([
    ['Error', 'error'],
    ['CRITICAL', 'error'],
    ['high', 'error'],
    ['Blocker', 'error'],
    ['major', 'error'],
    ['Warning', 'warning'],
    ['Medium', 'warning'],
    ['moderate', 'warning'],
    ['Note', 'note'],
    ['low', 'note'],
    ['minor', 'note'],
    ['info', 'note'],
    ['nit', 'note'],
    ['suggestion', 'note'],
    ['hair-raising', 'warning'],
    ['toString', 'warning'],
    [null, 'warning'],
    [undefined, 'warning'],
    [3, 'warning'],
  ])('of severity %j is a %s', (severity, expected) => {
    expect(readOne({ severity })?.severity).toBe(expected);
  });

  it.each([
    ['11', 11],
    [' 11 ', 11],
    [11, 11],
    [0, null],
    [-1, null],
    [1.5, null],
    ['eleven', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('on line %j is on %j', (line, expected) => {
    expect(readOne({ line })?.line).toBe(expected);
    expect(readOne({ start_line: line })?.startLine).toBe(expected);
  });

  it.each([
    ['right', 'RIGHT'],
    ['Left', 'LEFT'],
    ['both', null],
    [null, null],
  ])('on the side %j is on %j', (side, expected) => {
    expect(readOne({ side })?.side).toBe(expected);
  });

  it.each([
    [{ title: null, body: 'One line.\nAnother.' }, { title: 'One line. Another.' }],
    [
      { title: 'Only a title', body: null },
      { title: 'Only a title', body: '' },
    ],
    [
      { line: 2 ** 31 - 1, start_line: 2 ** 31 },
      { line: 2 ** 31 - 1, startLine: null },
    ],
    [{ line: 1e12 }, { line: null }],
    [{ path: null }, { path: null }],
    [{ path: '  ' }, { path: null }],
    [{ suggestion: 3 }, { suggestion: null }],
    [{ suggestion: '' }, { suggestion: '' }],
  ])('%j is read as %j', (changes, expected) => {
    expect(readOne(changes)).toMatchObject(expected);
  });

  it('that says nothing is left out alone', () => {
    const findings = [FINDING, { path: 'a', line: 1 }, 'text', { title: ' ', body: '' }, FINDING];
    expect(answerOf(JSON.stringify({ findings }))).toMatchObject({
      findings: [READ, READ],
      unreadable: 3,
    });
  });
});

it('what was read in another way is told once each', () => {
  const findings = [
    { ...FINDING, severity: 'High', line: '11', side: 'right' },
    { ...FINDING, severity: 'High', line: '12' },
    FINDING,
  ];
  expect(answerOf(JSON.stringify({ findings })).readAs).toEqual([
    'no `summary` as an empty one',
    'a line in quotes as a number (2 times)',
    'side "right" as `RIGHT`',
    'severity "High" as `error` (2 times)',
  ]);
  expect(answerOf(JSON.stringify({ summary: '', findings: [FINDING] })).readAs).toEqual([]);
});
