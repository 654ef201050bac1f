import { describe, expect, it } from '@jest/globals';
import { resultText } from '../../src/report/entry-summary.ts';

describe('the result text', () => {
  it.each([
    ['nothing', null, ''],
    ['nothing at all', undefined, ''],
    ['text as it is', ' Done.\n\n- one\n', ' Done.\n\n- one\n'],
    ['Markdown, HTML and commands as data', '<b>x</b> ::error::y', '<b>x</b> ::error::y'],
  ])('of %s', (_, source, text) => {
    expect(resultText(source)).toBe(text);
  });

  it('of an object without text in it is its JSON', () => {
    expect(JSON.parse(resultText({ score: 3, list: [1] }))).toEqual({ score: 3, list: [1] });
  });
});
