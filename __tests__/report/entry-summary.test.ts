import { describe, expect, it } from '@jest/globals';
import { digest, pullRequestUrls } from '../../src/report/entry-summary.ts';
import { deedOf, entryText, viewEntry } from '../../src/agents/entry.ts';
import type { StepDigest } from '../../src/report/step-view.ts';
import { measured } from '../support/measured.ts';

function digestOf(raw: Readonly<Record<string, unknown>>): StepDigest {
  return digest({ index: 3, line: JSON.stringify(raw), view: viewEntry(raw), time: 1000 });
}

function nested(depth: number): unknown {
  let value: unknown = 'https://github.com/o/r/pull/7';
  for (let level = 0; level < depth; level += 1) {
    value = { value };
  }
  return value;
}

describe('entryText', () => {
  it.each([
    ['plain', 'plain'],
    [null, ''],
    [undefined, ''],
    [{ output: 'inner' }, 'inner'],
    [{ type: 'text', text: 'inner' }, 'inner'],
    [{ output: 'x', exit_code: 1 }, '{\n  "output": "x",\n  "exit_code": 1\n}'],
    [{ output: { deep: 1 } }, '{\n  "output": {\n    "deep": 1\n  }\n}'],
    [[1, 2], '[\n  1,\n  2\n]'],
    [7, '7'],
    [nested(100_000), '(nested too deeply to show)'],
  ])('makes a value readable (%#)', (value, text) => expect(entryText(value)).toBe(text));
});

it('a long value is no longer than it came', () => {
  const value = { a: Array.from({ length: 50_000 }, (_, at) => at) };
  expect(entryText(value)).toBe(JSON.stringify(value));
});

describe('digest', () => {
  it('takes the telling field of a tool input', () => {
    expect(
      digestOf({
        message_type: 'ACTION',
        tool_name: 'bash',
        tool_input: { timeout: 5, command: 'npm  test\n' },
      }),
    ).toEqual({
      index: 3,
      time: 1000,
      kind: 'ACTION',
      tool: 'bash',
      headline: 'npm test',
      error: false,
      detail: null,
    });
  });

  it.each([
    [
      { message_type: 'ACTION', tool_input: { command: 'view', path: 'src/a.ts' } },
      'view src/a.ts',
    ],
    [
      { message_type: 'ACTION', tool_input: { command: ['git', 'log', '-1 now'] } },
      'git log -1 now',
    ],
    [{ message_type: 'ACTION', tool_input: { command: 'make', description: 'Build it' } }, 'make'],
    [{ message_type: 'ACTION', tool_input: { query: 'foo', path: 'src' } }, 'foo'],
    [{ message_type: 'ACTION', tool_input: { path: 'Makefile', content: 'all:' } }, 'Makefile'],
    [{ message_type: 'ACTION', tool_input: { name: 'x', description: 'y z' } }, 'x y z'],
    [{ message_type: 'ACTION', tool_input: { other: 'x y' } }, 'x y'],
    [{ message_type: 'ACTION', tool_input: { n: 1 } }, '{"n":1}'],
    [{ message_type: 'ACTION', tool_input: {}, thought: 'thinking' }, 'thinking'],
    [{ message_type: 'PLAN_EVALUATION', thought: 'the plan', observation: 'obs' }, 'the plan'],
    [{ message_type: 'FINAL_ANSWER', observation: { output: 'done' }, thought: 'hm' }, 'done'],
    [{ message_type: 'NEW_KIND', thought: 'said' }, 'said'],
    [{}, ''],
  ])('finds the first words of %j', (raw, words) => expect(digestOf(raw).headline).toBe(words));

  it.each<[Readonly<Record<string, unknown>>, ReturnType<typeof deedOf>]>([
    [
      { tool_name: 'bash', tool_input: { command: 'ls' } },
      { verb: 'Ran', what: 'ls' },
    ],
    [{ tool_name: 'bash', tool_input: {}, tool_output: { exit_code: 0 } }, null],
    [{ tool_name: 'bash', tool_input: { command: ' ' }, tool_output: { stdout: 'out' } }, null],
    [{ tool_name: 'read_file', tool_input: null, observation: 'contents of the file' }, null],
    [{ tool_name: 'read_file', thought: 'Where is it?' }, null],
  ])('says what was done by the input of a tool alone: %j', (raw, deed) =>
    expect(deedOf(digestOf({ message_type: 'ACTION', ...raw }))).toEqual(deed),
  );

  it('keeps at most 300 characters, whole ones', () => {
    const { headline } = digestOf({ message_type: 'FINAL_ANSWER', observation: '😀'.repeat(1000) });
    expect(headline.length).toBeLessThanOrEqual(300);
    expect(headline.isWellFormed()).toBe(true);
  });

  it.each(['ERROR', 'PR_CREATION_FAILED'])('marks %s and keeps its text', (kind) => {
    const step = digestOf({ message_type: kind, observation: { message: 'it broke' } });
    expect(step).toMatchObject({ error: true, detail: 'it broke' });
  });

  it('bounds the text of an error', () =>
    expect(digestOf({ message_type: 'ERROR', observation: 'x'.repeat(9000) }).detail).toHaveLength(
      4000,
    ));
});

describe('pullRequestUrls', () => {
  const urls = (raw: unknown): readonly string[] => pullRequestUrls(viewEntry(raw));

  it('finds them in every field, each once', () =>
    expect(
      urls({
        message_type: 'INITIAL_PR_GENERATION',
        thought: 'see https://github.com/o/r/pull/7.',
        tool_output: {
          items: [
            { html_url: 'https://github.com/o/r/pull/7/files' },
            'https://ghes.corp.example/o/r/pull/8',
          ],
        },
        observation: '[mr](https://gitlab.com/g/sub/p/-/merge_requests/9)',
      }).toSorted(),
    ).toEqual([
      'https://ghes.corp.example/o/r/pull/8',
      'https://github.com/o/r/pull/7',
      'https://gitlab.com/g/sub/p/-/merge_requests/9',
    ]));

  it.each([
    'http://github.com/o/r/pull/7',
    'https://github.com/o/r/pulls/7',
    'https://github.com/o/r/pull/seven',
    'https://github.com/o/r/pull/7abc',
    'https://user@github.com/o/r/pull/7',
    'https://github.com/pull/7',
    'javascript://github.com/o/r/pull/7',
  ])('does not take %s for one', (url) =>
    expect(urls({ message_type: 'PR_EVALUATION', observation: url })).toEqual([]),
  );

  it('looks only at entries of the PR agent', () => {
    expect(urls({ message_type: 'ACTION', observation: 'https://github.com/o/r/pull/7' })).toEqual(
      [],
    );
    expect(
      urls({ message_type: 'PR_CREATION_FAILED', observation: 'https://github.com/o/r/pull/7' }),
    ).toEqual([]);
  });

  it('stays quick on a hostile entry', () => {
    const hostile = `https://a${'/a'.repeat(100_000)}`;
    const values = [nested(5000), [hostile, Array(40).fill(hostile)]];
    for (const observation of values) {
      expect(urls({ message_type: 'PR_EVALUATION', observation })).toEqual([]);
    }
  });
});

describe('a command that failed', () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['beside its exit code', { tool_output: { exit_code: 137, stdout: 'Killed' } }],
    ['in the observation', { tool_output: { exit_code: 137 }, observation: 'Killed' }],
    ['in a field of it', { tool_output: { exit_code: 137 }, observation: { output: 'Killed' } }],
    [
      'in it, with an empty output',
      { tool_output: { exit_code: 137, stdout: '' }, observation: 'Killed' },
    ],
    ['as a message', { tool_output: { exit_code: 137, message: 'Killed' } }],
    ['with its exit code as a text', { tool_output: { exit_code: '137', stdout: 'Killed' } }],
  ])('has its output: %s', (_, fields) => {
    const step = digestOf({ message_type: 'ACTION', tool_name: 'bash', ...fields });
    expect([step.exitCode, step.detail]).toEqual([137, 'Killed']);
  });

  it.each(['', 'none', '1.5', '0x1', '9'.repeat(20)])('has no exit code in %j', (code) => {
    const step = digestOf({ message_type: 'ACTION', tool_output: { exit_code: code } });
    expect(step.exitCode).toBeUndefined();
  });

  it.each([
    [{ exit_code: 1, is_error: true }, true],
    [{ exit_code: 1 }, undefined],
    [{ exit_code: 2, is_error: true }, undefined],
  ])('tells whether the exit code of %j is one that the service told', (output, expected) => {
    expect(digestOf({ message_type: 'ACTION', tool_output: output }).isExitUntold).toBe(expected);
  });
});

describe('memory', () => {
  it('holds the words of a large entry, and not the text they were cut out of', async () => {
    const { words, error, link } = await measured(new URL('held-by-digests.ts', import.meta.url));
    expect(words).toBeLessThan(10_000);
    expect(error).toBeLessThan(20_000);
    expect(link).toBeLessThan(10_000);
  });
});
