import { describe, expect, it } from '@jest/globals';
import { compareShapes, isEcho, orderOf, rawEntry, shapeOf, toEntry } from '../../src/run/log.ts';

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0);

const at = (...seconds: (number | null)[]) =>
  seconds.map((second) =>
    rawEntry(
      second === null
        ? { created_at: null }
        : { created_at: new Date(NOON + second * 1000).toISOString() },
    ),
  );

describe('the order of a log, which its first two different stamps decide (contract 4.7)', () => {
  it.each([
    ['rising', at(1, 2, 3), 'asc'],
    ['falling', at(3, 2, 1), 'desc'],
    ['equal ones first', at(1, 1, 2, 2), 'asc'],
    ['equal ones first, falling', at(2, 2, 1), 'desc'],
    ['others after the first two', at(2, 1, 3, 4, 5), 'desc'],
    ['gaps', at(null, 3, null, 1), 'desc'],
    ['times before 1970', at(-2e9, -1.9e9), 'asc'],
    ['equal ones only', at(1, 1, 1), null],
    ['no times', at(null, null), null],
    ['one entry', at(1), null],
    ['none', [], null],
  ] as const)('%s', (_, entries, order) => {
    expect(orderOf(entries)).toBe(order);
  });
});

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
    expect(
      compareShapes(shapeOf(rawEntry(known)), shapeOf(rawEntry({ ...known, ...fields }))),
    ).toBe(expected);
  });

  it.each([
    ['text', 'text', 'same'],
    ['text', 'other', 'other'],
    [null, { created_at: 't' }, 'other'],
  ] as const)('may be no object: %j and %j', (one, two, expected) => {
    expect(compareShapes(shapeOf(rawEntry(one)), shapeOf(rawEntry(two)))).toBe(expected);
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

const PROMPT = 'Also update the changelog.';

function echoes(fields: object, prompt = PROMPT): boolean {
  return isEcho(
    { created_at: '2026-01-01T00:00:00Z', message_type: 'USER_MESSAGE', ...fields },
    prompt,
  );
}

describe('the entry of a follow-up', () => {
  it.each([
    ['thought', { thought: PROMPT }],
    ['observation', { observation: PROMPT }],
    ['tool_input', { tool_input: PROMPT }],
    ['tool_output', { tool_output: PROMPT }],
    ['a field of an object', { tool_input: { from: 7, message: PROMPT } }],
    ['a list', { tool_output: [null, PROMPT] }],
    ['a list where the specification has a text', { thought: [PROMPT] }],
  ])('is recognized by its text in %s', (_, fields) => {
    expect(echoes(fields)).toBe(true);
  });

  it('is a user message', () => {
    expect(echoes({ message_type: 'ACTION', thought: PROMPT })).toBe(false);
  });

  it('may wrap the text, and have other white space', () => {
    expect(echoes({ observation: '  From octo:\n\n  Also  update\tthe changelog. Thanks!' })).toBe(
      true,
    );
    expect(echoes({ observation: 'Alsoupdatethechangelog.' })).toBe(false);
    expect(echoes({ observation: PROMPT }, '\n Also\n\nupdate the   changelog.\n')).toBe(true);
  });

  it('may be cut off', () => {
    expect(echoes({ observation: 'Also update the' })).toBe(true);
    expect(echoes({ observation: 'update the' })).toBe(false);
  });

  it('of a long prompt is recognized by its first 200 characters', () => {
    const head = 'x'.repeat(199);
    expect(echoes({ observation: `> ${head}a, and so on` }, `${head}a and another end`)).toBe(true);
    expect(echoes({ observation: `> ${head}b` }, `${head}a`)).toBe(false);
    expect(echoes({ observation: `${head}a, shortened` }, `${head}a and another end`)).toBe(true);
  });

  it.each([
    ['another text', { observation: 'Also update the readme.' }],
    ['no text', {}],
    ['blank texts', { thought: '', observation: ' \n' }],
    ['texts deeper in an object', { tool_input: { message: { text: PROMPT } } }],
    ['other values', { observation: 7, tool_output: true, tool_input: [7, false, null] }],
  ])('is not one with %s', (_, fields) => {
    expect(echoes(fields)).toBe(false);
  });

  it.each(['', ' \n'])('cannot be recognized if %j was sent', (prompt) => {
    expect(echoes({ thought: 'Go on.', observation: '' }, prompt)).toBe(false);
  });
});
