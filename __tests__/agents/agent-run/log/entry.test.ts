import { describe, expect, it } from '@jest/globals';
import { rawEntry, toEntry } from '../../../../src/agents/agent-run/log/entry.ts';

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0);

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
