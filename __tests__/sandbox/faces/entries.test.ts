/** What faces whose services have texts alone make of an entry. */
import { describe, expect, it } from '@jest/globals';
import { asWords, printedBy, type ScriptedEntry } from '../../../sandbox/faces/entries.ts';

const entry = (change: Partial<ScriptedEntry>): ScriptedEntry => ({
  message_type: 'ACTION',
  thought: null,
  tool_name: 'bash',
  tool_input: {},
  tool_output: null,
  observation: null,
  ...change,
});

describe('what a tool printed', () => {
  it.each<[string, Partial<ScriptedEntry>, string]>([
    ['on standard output', { tool_output: { stdout: 'ok', exit_code: 0 } }, 'ok'],
    ['on standard error alone', { tool_output: { exit_code: 1, stderr: 'no' } }, 'no'],
    ['on both', { tool_output: { stdout: 'a', stderr: 'b' }, observation: 'seen' }, 'a\nb'],
    ['as it was observed', { tool_output: { exit_code: 1 }, observation: 'red' }, 'red'],
    ['that is nothing', { tool_output: { exit_code: 0 } }, ''],
    ['in a form of its own', { tool_output: { changed: 1 } }, '{"changed":1}'],
    ['as text', { tool_output: 'plain' }, 'plain'],
  ])('%s', (_, change, text) => {
    expect(printedBy(entry(change))).toBe(text);
  });
});

it('an object is told in words', () => {
  expect(asWords({ check: 'lint', conclusion: 'failure' })).toBe(
    'check: lint, conclusion: failure',
  );
  expect(asWords('as it is')).toBe('as it is');
  expect(asWords(null)).toBe('');
});
