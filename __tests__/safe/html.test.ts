import { describe, expect, it } from '@jest/globals';
import { htmlMessage } from '../../src/safe/html.ts';

describe('htmlMessage', () => {
  const links = new Map([['https://a.example/7', 'https://a.example/7?a&b']]);

  it.each([
    ['See `x <b>` and <b>, `', '<p>See <code>x &lt;b&gt;</code> and &lt;b&gt;, &#96;</p>'],
    [
      'Look at https://a.example/7, not at https://b.example.',
      '<p>Look at <a href="https://a.example/7?a&amp;b" target="_blank" rel="noopener noreferrer">https://a.example/7</a>, not at https://b.example.</p>',
    ],
    ['two\nlines \u202e`https://a.example/7`', '<p>two lines <code>https://a.example/7</code></p>'],
  ])('writes %j with code, links of ours, and everything else as text', (message, html) => {
    expect(`<p>${htmlMessage(message, links)}</p>`).toBe(html);
  });
});
