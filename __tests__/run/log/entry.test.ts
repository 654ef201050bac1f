import { describe, expect, it } from '@jest/globals';
import { detectOrder, inMemory, parseTime, rawEntry, toEntry } from '../../../src/run/log/entry.ts';

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0);

describe('parseTime', () => {
  it.each([
    ['2026-01-02T12:00:00Z', NOON],
    ['2026-01-02T12:00:00.250Z', NOON + 250],
    ['2026-01-02T12:00:00.000125Z', NOON + 0.125],
    ['2026-01-02T12:00:00,5Z', NOON + 500],
    ['2026-01-02 12:00:00', NOON],
    ['2026-01-02T12:00:00.5', NOON + 500],
    ['2026-01-02T12:00', NOON],
    ['2026-01-02T14:00:00+02:00', NOON],
    ['2026-01-02T14:00:00+0200', NOON],
    ['2026-01-02T06:30:00-05:30', NOON],
    ['2026-01-02T14:00:00.000125+02:00', NOON + 0.125],
    ['2026-01-02T14:00:00.000125+0200', NOON + 0.125],
    ['2026-01-02 06:30:00.000125 -05:30', NOON + 0.125],
    ['2026-01-02T12:00Z', NOON],
    ['2026-01-02T14:00:00+02', NOON],
    ['2026-01-02 06:00:00.000125-06', NOON + 0.125],
    ['20260102T120000Z', NOON],
    ['20260102T140000.5+0200', NOON + 500],
    ['2026-01-02t12:00:00z', NOON],
    [' 2026-01-02T12:00:00Z ', NOON],
    ['Fri, 02 Jan 2026 12:00:00 GMT', NOON],
  ])('reads %s', (stamp, ms) => {
    expect(parseTime(stamp)).toBeCloseTo(ms, 3);
  });

  it.each([null, '', 'yesterday', '2026-13-40T12:00:00Z', '2026-01-02T12:00:00Z or so', 'at 2026-01-02T12:00:00Z'])(
    'gives null for %p',
    (stamp) => {
      expect(parseTime(stamp)).toBeNull();
    },
  );
});

describe('rawEntry', () => {
  it.each([
    [7, 7],
    ['7', null],
    [undefined, null],
  ])('takes the run of an entry whose agent_run_id is %p as %p', (id, runId) => {
    expect(rawEntry({ agent_run_id: id }).runId).toBe(runId);
  });
});

describe('inMemory', () => {
  it('leaves an entry in memory as it is, and parses one in a file from its line', () => {
    const value = { created_at: '2026-01-02T12:00:00Z', agent_run_id: 7, thought: 'why' };
    const made = rawEntry(value);
    expect(inMemory(made)).toBe(made);
    const stored = { ...made, value: null, traits: { isEcho: true, isIncomplete: false } };
    expect(inMemory(stored)).toEqual({ ...made, value });
  });
});

const at = (...seconds: (number | null)[]) =>
  seconds.map((second) =>
    rawEntry(second === null ? { created_at: null } : { created_at: new Date(NOON + second * 1000).toISOString() }),
  );

describe('detectOrder (contract 4.7)', () => {
  it.each([
    ['rising', at(1, 2, 3), 'asc'],
    ['falling', at(3, 2, 1), 'desc'],
    ['rising with equal ones', at(1, 1, 2, 2), 'asc'],
    ['falling with equal ones', at(2, 2, 1), 'desc'],
    ['falling with one late entry', at(5, 4, 6, 3, 2), 'desc'],
    ['mostly falling', at(5, 4, 6, 3, 7, 2), 'desc'],
    ['all equal', at(1, 1, 1), null],
    ['without times', at(null, null), null],
    ['falling with gaps', at(3, null, 1), 'desc'],
    ['rising with gaps', at(1, null, 2), 'asc'],
    ['rising before 1970', at(-2e9, -1.9e9), 'asc'],
    ['one entry', at(1), null],
    ['empty', [], null],
  ] as const)('%s', (_, entries, order) => {
    expect(detectOrder(entries)).toBe(order);
  });

  it.each([
    ['is kept against a small majority', at(5, 4, 6, 3, 7, 2), 'asc', 'asc'],
    ['is refuted by twice as many', at(5, 4, 6, 3), 'asc', 'desc'],
    ['is confirmed by any majority', at(1, 2, 3, 2, 1, 2), 'asc', 'asc'],
    ['is not shown without one', at(1, 2, 1), 'asc', null],
  ] as const)('that is known %s', (...[, entries, known, order]) => {
    expect(detectOrder(entries, known)).toBe(order);
  });
});

describe('the time', () => {
  it.each([
    ['no object', 'text'],
    ['null', null],
    ['no time', {}],
    ['an odd time', { created_at: 7 }],
  ])('is null for %s', (_, value) => {
    expect(rawEntry(value).time).toBeNull();
  });
});

describe('entries', () => {
  it.each([[{ b: 1, a: [null, 'ä\u2028\n'] }], ['text'], [7], [null], [['list']]])(
    'keeps %j as one line of JSON',
    (value) => {
      const { line } = rawEntry(value);
      expect(JSON.parse(line)).toEqual(value);
      expect(line).not.toContain('\n');
    },
  );

  it('tells entries apart by everything in them', () => {
    const one = rawEntry({ created_at: 'x', thought: 'a' });
    expect(rawEntry({ created_at: 'x', thought: 'a' }).fingerprint).toBe(one.fingerprint);
    expect(rawEntry({ created_at: 'x', thought: 'b' }).fingerprint).not.toBe(one.fingerprint);
    expect(rawEntry({ created_at: 'x', thought: 'a', extra: 0 }).fingerprint).not.toBe(one.fingerprint);
    // A digest cut or written with loss would take different entries for equal.
    expect(Buffer.from(one.fingerprint, 'base64')).toHaveLength(32);
  });

  it('keeps what it can of an entry nested too deeply to write', () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
    expect(rawEntry({ thought: 'kept', tool_output: deep }).line).toBe(
      '{"thought":"kept","tool_output":"(nested too deeply to keep)"}',
    );
    expect(rawEntry(deep).line).toBe('"(nested too deeply to keep)"');
  });

  it('gives a view, a time and a place', () => {
    const value = { created_at: '2026-01-02T12:00:00Z', message_type: 'NEW_KIND', thought: 7, observation: { a: 1 } };
    expect(toEntry(rawEntry(value), 3)).toEqual({
      index: 3,
      line: JSON.stringify(value),
      time: NOON,
      view: {
        created_at: value.created_at,
        message_type: 'NEW_KIND',
        thought: null,
        tool_name: null,
        observation: { a: 1 },
        rest: { thought: 7 },
      },
    });
    expect(toEntry(rawEntry('odd'), 0).time).toBeNull();
  });
});
