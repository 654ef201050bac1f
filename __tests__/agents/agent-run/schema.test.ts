/** Tolerant parsing of the spec's shapes (contract 2.2; spec 2.1 to 2.4). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { viewEntry } from '../../../src/agents/entry.ts';
import { MESSAGE_TYPES } from '../../../src/message-types.ts';
import { parseLogsPage, parseRun } from '../../../src/agents/agent-run/schema.ts';

const NOTHING = {
  id: null,
  status: null,
  web_url: null,
  created_at: null,
  github_pull_requests: [],
  metadata: null,
};

describe('a run', () => {
  it('is parsed as in the spec', () => {
    const run = {
      id: 7,
      status: 'ACTIVE',
      created_at: '2026-01-01T00:00:00Z',
      web_url: 'https://a.example/7',
      result: 'R',
    };
    expect(parseRun({ ...run, organization_id: 1 })).toEqual({
      ...run,
      id: '7',
      github_pull_requests: [],
      metadata: null,
    });
  });

  it.each([
    ['unknown fields', { extra: { a: 1 } }, {}],
    ['its source', { source_type: 'API' }, { source_type: 'API' }],
    ['absent fields', {}, {}],
    [
      'null fields',
      { id: null, status: null, web_url: null, result: null, github_pull_requests: null },
      { result: null },
    ],
    [
      'fields of a wrong type',
      { id: {}, status: 7, web_url: [], result: 1, created_at: true, organization_id: 'x' },
      {},
    ],
    ['an object as result', { result: { a: [1, null] } }, { result: '{"a":[1,null]}' }],
    ['a list as result', { result: [] }, { result: '[]' }],
    ['an id as digits', { id: '77' }, { id: '77' }],
    ['an id that is no positive integer', { id: -1 }, {}],
    ['an id with a fraction', { id: 1.5 }, {}],
    ['an id of 0', { id: '0' }, {}],
    ['an id with too many digits', { id: '12345678901234567890' }, {}],
    [
      'pull requests',
      { github_pull_requests: [{ id: 1, url: 'https://github.com/o/r/pull/1' }] },
      { github_pull_requests: [{ url: 'https://github.com/o/r/pull/1' }] },
    ],
    [
      'odd pull requests',
      { github_pull_requests: ['odd', { url: 7 }, null] },
      { github_pull_requests: [{ url: null }, { url: null }, { url: null }] },
    ],
  ])('with %s is accepted', (_, fields, expected) => {
    expect(parseRun(fields)).toEqual({ ...NOTHING, ...expected });
  });

  it.each([[null], ['text'], [7], [[]], [undefined]])('is null for %p', (body) => {
    expect(parseRun(body)).toBeNull();
  });
});

describe('a page of logs', () => {
  it('keeps entries as received, whatever they are', () => {
    const logs = [{ message_type: 'NEW_KIND', extra: 1 }, 'odd', null, 7];
    expect(parseLogsPage({ logs, total_logs: 4, page: 1, size: 100, pages: 1 })).toEqual({
      ...NOTHING,
      logs,
      total_logs: 4,
    });
  });

  it.each([undefined, null, -1, 1.5, '4', {}])('with a total of %p has none', (total_logs) => {
    expect(parseLogsPage({ logs: [], total_logs })?.total_logs).toBeNull();
  });

  it('may be null if there are no entries', () => {
    expect(parseLogsPage({ logs: null, total_logs: 0, status: 'ACTIVE' })).toEqual({
      ...NOTHING,
      status: 'ACTIVE',
      logs: [],
      total_logs: 0,
    });
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ logs: null }],
    [{ logs: null, total_logs: 1 }],
    [{ logs: {} }],
    [{ logs: 'x' }],
  ])('makes no sense as %j', (body) => {
    expect(parseLogsPage(body)).toBeNull();
  });
});

describe('a view of an entry', () => {
  const EMPTY = { created_at: null, message_type: null, thought: null, tool_name: null };

  it.each([...MESSAGE_TYPES, 'SOMETHING_NEW'])('of type %s', (message_type) => {
    expect(
      viewEntry({ message_type, thought: 'T', tool_name: null, observation: { a: 1 } }),
    ).toEqual({
      ...EMPTY,
      message_type,
      thought: 'T',
      observation: { a: 1 },
    });
  });

  it.each([['text'], [7], [['list']], [false]])(
    'of the malformed entry %j contains it as the rest',
    (value) => {
      expect(viewEntry(value)).toEqual({ ...EMPTY, rest: value });
    },
  );

  it.each([[null], [undefined], [{}], [{ agent_run_id: 7, thought: null }]])(
    'of %j is empty',
    (value) => {
      expect(viewEntry(value)).toEqual(EMPTY);
    },
  );

  it('contains texts of a wrong type as the rest, and free-form fields unchanged', () => {
    expect(
      viewEntry({
        thought: 7,
        message_type: {},
        tool_input: [1],
        tool_output: 'text',
        observation: 0,
      }),
    ).toEqual({
      ...EMPTY,
      tool_input: [1],
      tool_output: 'text',
      observation: 0,
      rest: { thought: 7, message_type: {} },
    });
  });

  it('contains unknown fields if the type is unknown too', () => {
    const odd = { message_type: 'NEW_KIND', thought: 'T', payload: [1], agent_run_id: 7 };
    expect(viewEntry(odd)).toEqual({
      ...EMPTY,
      message_type: 'NEW_KIND',
      thought: 'T',
      rest: { payload: [1] },
    });
    expect(viewEntry({ ...odd, message_type: 'ACTION' }).rest).toBeUndefined();
  });

  it('equals what a schema of the same shape would return', () => {
    const text = z.catch(z.nullable(z.string()), null);
    const free = z.optional(z.unknown());
    const shape = z.object({
      created_at: text,
      message_type: text,
      thought: text,
      tool_name: text,
      tool_input: free,
      tool_output: free,
      observation: free,
    });
    const names = [
      'created_at',
      'message_type',
      'thought',
      'tool_name',
      'tool_input',
      'tool_output',
      'observation',
    ];
    const key = fc.oneof(fc.constantFrom(...names, '__proto__', 'toString', 'extra'), fc.string());
    const entry = fc.oneof(
      fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })),
      fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(fc.string(), fc.constant(null), fc.integer()),
      ),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(entry, (given) => {
        const value: unknown = JSON.parse(JSON.stringify(given));
        const parsed = shape.safeParse(value);
        const { rest, ...view } = viewEntry(value);
        expect(view).toEqual(parsed.success ? parsed.data : EMPTY);
        // Nothing of a malformed entry is lost.
        if (!parsed.success) {
          expect(rest).toEqual(value ?? undefined);
        } else if (view.message_type === null) {
          for (const [name, field] of Object.entries(value as object)) {
            if (field !== null) {
              expect({ ...view, ...(rest as object | undefined) }).toHaveProperty([name], field);
            }
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
