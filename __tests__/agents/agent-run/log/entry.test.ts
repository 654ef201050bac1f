import { describe, expect, it } from '@jest/globals';
import { compareShapes, rawEntry, toEntry } from '../../../../src/agents/agent-run/log/entry.ts';

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0);

describe('an entry in the place of a known one (contract 4.7)', () => {
  const known = {
    created_at: 't',
    message_type: 'ACTION',
    tool_input: { a: 1 },
    tool_output: null,
  };
  it.each([
    ['the same', {}, 'same'],
    ['with an absent field for a null one', { tool_output: undefined }, 'same'],
    ['with a null field set', { tool_output: { exit_code: 0 } }, 'filled_in'],
    ['with a new field', { observation: 'x' }, 'filled_in'],
    ['with another value', { tool_input: { a: 2 } }, 'other'],
    ['as it was before a field was set', { tool_input: null }, 'same'],
    ['of another time', { created_at: 'u' }, 'other'],
    ['of a run now, where it named none', { agent_run_id: 7 }, 'other'],
  ] as const)('%s: %j', (_, fields, expected) => {
    expect(compareShapes(rawEntry(known).shape, rawEntry({ ...known, ...fields }).shape)).toBe(
      expected,
    );
  });

  it.each([
    ['text', 'text', 'same'],
    ['text', 'other', 'other'],
    [null, { created_at: 't' }, 'other'],
  ] as const)('may be no object: %j and %j', (one, two, expected) => {
    expect(compareShapes(rawEntry(one).shape, rawEntry(two).shape)).toBe(expected);
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
    expect(rawEntry({ created_at: 'x', thought: 'a', extra: 0 }).fingerprint).not.toBe(
      one.fingerprint,
    );
  });

  it('keeps what it can of an entry nested too deeply to write', () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 200_000; depth += 1) {
      deep = [deep];
    }
    expect(rawEntry({ thought: 'kept', tool_output: deep }).line).toBe(
      '{"thought":"kept","tool_output":"(nested too deeply to keep)"}',
    );
    expect(rawEntry(deep).line).toBe('["(nested too deeply to keep)"]');
  });

  it('gives a view, a time and a place', () => {
    const value = {
      created_at: '2026-01-02T12:00:00Z',
      message_type: 'NEW_KIND',
      thought: 7,
      observation: { a: 1 },
    };
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

  it('shows a thousand unknown fields, keeps all, and says how many more there are', () => {
    const value = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`k${at}`, at]));
    const { line, view } = toEntry(rawEntry(value), 0);
    expect(JSON.parse(line)).toEqual(value);
    expect(Object.keys(view.rest ?? {})).toHaveLength(1_001);
    expect(view.rest).toMatchObject({ k999: 999, '…': '200 more fields in the log file' });
  });
});
