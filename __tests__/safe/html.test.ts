import { describe, expect, it } from '@jest/globals';
import { htmlMessage } from '../../src/safe/html.ts';

describe('htmlMessage', () => {
  const links = new Map([['https://a.example/7', 'https://a.example/7?a&b']]);

  it.each([
    ['See `x <b>` and <b>, `', 'See <code>x &lt;b&gt;</code> and &lt;b&gt;, &#96;'],
    [
      'Look at https://a.example/7, not at https://b.example.',
      'Look at <a href="https://a.example/7?a&amp;b" target="_blank" rel="noopener noreferrer">https://a.example/7</a>, not at https://b.example.',
    ],
    ['two\nlines \u202e`https://a.example/7`', 'two lines <code>https://a.example/7</code>'],
  ])('writes %j with code, links of ours, and everything else as text', (message, html) => {
    expect(htmlMessage(message, links)).toBe(html);
  });
});
