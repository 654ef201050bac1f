/** Which entries belong to a turn (contract 4.5). */
import { describe, expect, it } from '@jest/globals';
import { rawEntry } from '../../../../src/agents/agent-run/log/entry.ts';
import { isEcho, turnBegin } from '../../../../src/agents/agent-run/log/turn.ts';
import { finalAnswer } from '../../../support/memory-client.ts';

const PROMPT = 'Also update the changelog.';

function echoes(fields: object, text = PROMPT, mark: string | null = null): boolean {
  return isEcho(
    { created_at: '2026-01-01T00:00:00Z', message_type: 'USER_MESSAGE', ...fields },
    { text, mark },
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

  it('with a mark is recognized by that, however alike the texts of two are', () => {
    const [own, other] = ['ara-00112233445566aa', 'ara-00112233445566bb'];
    const head = 'Do what the comment asks for. '.repeat(10);
    const sent = `${head}\n\n(Reference of this message: ${own})`;
    expect(echoes({ observation: sent }, sent, own)).toBe(true);
    expect(echoes({ tool_input: { message: `… ${own}` } }, sent, own)).toBe(true);
    expect(echoes({ observation: sent.replace(own, other) }, sent, own)).toBe(false);
    // The service has cut it off.
    expect(echoes({ observation: head }, sent, own)).toBe(true);
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

describe('without an echo', () => {
  it.each<[string, number, readonly unknown[], string | null | undefined, boolean]>([
    ['nothing tells', 29, [], null, false],
    ['nothing tells, after 30 s', 30, [], null, true],
    ['no answer, and the result before is known, after 30 s', 30, [], 'Old.', true],
    ['an answer, and no result before', 29, ['New.'], null, false],
    ['an answer, and the result before is not known', 29, ['New.'], undefined, false],
    ['the answer is the result before', 29, ['Old.'], 'Old.', false],
    ['the answer is the result before, after 30 s', 30, ['Old.'], 'Old.', true],
    ['an answer is another than the result before', 59, ['Old.', 'New.'], 'Old.', false],
    ['an answer is another than the result before, after 60 s', 60, ['New.'], 'Old.', true],
  ])('entries belong to the turn or not: %s', (...row) => {
    const [, second, answers, resultBefore, expected] = row;
    const entries = [
      { message_type: 'ACTION' },
      ...answers.map((text) => finalAnswer(0, text)),
    ].map(rawEntry);
    const followUp = { text: PROMPT, mark: null, isCounted: true, resultBefore };
    const begin = turnBegin(entries, { followUp, waitedMs: second * 1000 });
    expect(begin).toEqual(expected ? { index: 0, isEcho: false } : null);
  });
});

describe('where the message of somebody else stands behind what was counted before', () => {
  const followUp = { text: PROMPT, mark: null, isCounted: true, resultBefore: 'One.' };
  const other = { message_type: 'USER_MESSAGE', thought: 'Something else.' };
  const older = [other, finalAnswer(0, 'Two.')].map(rawEntry);

  it.each([1, 30, 90])('nothing before the echo counts, %i s after the follow-up', (second) => {
    expect(turnBegin(older, { followUp, waitedMs: second * 1000 })).toBeNull();
    const echoed = [...older, rawEntry({ message_type: 'USER_MESSAGE', thought: PROMPT })];
    const begin = turnBegin(echoed, { followUp, waitedMs: second * 1000 });
    expect(begin).toEqual({ index: 2, isEcho: true });
  });
});

it('the last echo begins the turn', () => {
  const echo = { message_type: 'USER_MESSAGE', thought: PROMPT };
  const entries = [echo, finalAnswer(0, 'Old.'), echo, finalAnswer(1, 'New.')].map(rawEntry);
  const followUp = { text: PROMPT, mark: null, isCounted: true, resultBefore: null };
  expect(turnBegin(entries, { followUp, waitedMs: 0 })).toEqual({ index: 2, isEcho: true });
});
