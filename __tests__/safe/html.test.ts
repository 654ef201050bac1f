import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { htmlMessage, htmlText, htmlTitle, scriptJson } from '../../src/safe/html.ts';

const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        '`',
        '</script>',
        '<!--',
        '-->',
        '<img src=x>',
        '&amp;',
        '\u2028',
      ),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

describe('htmlMessage', () => {
  const links = new Map([['https://a.example/7', 'https://a.example/7?a&b']]);

  it.each([
    ['See `x <b>` and <b>, `', 'See <code>x &#60;b&#62;</code> and &#60;b&#62;, &#96;'],
    [
      'Look at https://a.example/7, not at https://b.example.',
      'Look at <a href="https://a.example/7?a&#38;b" target="_blank" rel="noopener noreferrer">https://a.example/7</a>, not at https://b.example.',
    ],
    ['two\nlines \u202e`https://a.example/7`', 'two lines <code>https://a.example/7</code>'],
  ])('writes %j with code, links of ours, and everything else as text', (message, html) => {
    expect(htmlMessage(message, links)).toBe(html);
  });
});

describe('htmlTitle', () => {
  it.each([
    ['At its `<max>`, not `', 'At its <code>&#60;max&#62;</code>, not &#96;'],
    ['one `\ntwo` @three', 'one &#96;\ntwo&#96; @three'],
  ])('writes %j with code on one line, and everything else as text', (title, html) => {
    expect(htmlTitle(title)).toBe(html);
  });
});

describe('htmlText', () => {
  it('renders as text only, in content and in attributes', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const safe = htmlText(text);
        const fragment = parseFragment(`<p title="${safe}" lang='${safe}'>${safe}</p>`);
        const [p] = fragment.childNodes;
        expect(fragment.childNodes).toHaveLength(1);
        expect(p).toMatchObject({ tagName: 'p', attrs: [{ name: 'title' }, { name: 'lang' }] });
        expect(
          'childNodes' in p! ? p.childNodes.filter((node) => node.nodeName !== '#text') : null,
        ).toEqual([]);
      }),
    );
  });

  it('keeps the visible text', () => {
    expect(htmlText('<a href="x">\r\n&\tb\u202e\x00')).toBe(
      '&#60;a href=&#34;x&#34;&#62;\n&#38;\tb',
    );
  });
});

describe('scriptJson', () => {
  it('parses back to the value and cannot end its element', () => {
    fc.assert(
      fc.property(fc.jsonValue(), markup, (value, text) => {
        const data = { value, [text]: text };
        const json = scriptJson(data);
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
        const [script, ...rest] = parseFragment(
          `<script type="application/json">${json}</script>`,
        ).childNodes;
        expect(rest).toEqual([]);
        expect(script).toMatchObject({ childNodes: [{ value: json }] });
      }),
    );
  });
});
