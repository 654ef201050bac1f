/** Which entry is the follow-up's own message (contract 4.5). */
import { describe, expect, it } from '@jest/globals';
import { isEcho } from '../../../src/run/log/echo.ts';
import { viewEntry } from '../../../src/service/entry.ts';

const PROMPT = 'Also update the changelog.';

function echoes(fields: object, prompt: string | null = PROMPT): boolean {
  return isEcho(viewEntry({ created_at: '2026-01-01T00:00:00Z', message_type: 'USER_MESSAGE', ...fields }), prompt);
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
    expect(echoes({ observation: '  From octo:\n\n  Also  update\tthe changelog. Thanks!' })).toBe(true);
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

  it.each([null, '', ' \n'])('cannot be recognized if %j was sent', (prompt) => {
    expect(echoes({ thought: 'Go on.', observation: '' }, prompt)).toBe(false);
  });
});
