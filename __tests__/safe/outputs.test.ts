import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { htmlText, scriptJson } from '../../src/safe/html.ts';
import { fileNamePart, outputValue } from '../../src/safe/text.ts';
import { safeHttpsUrl, safeRunnerUrl } from '../../src/safe/url.ts';
import { parse } from '../support/runner-parser.ts';

const wild = fc.string({ unit: 'binary' });
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", '`', '</script>', '<!--', '-->', '<img src=x>', '&amp;', '\u2028'),
      wild,
    ),
  )
  .map((parts) => parts.join(''));

describe('safeHttpsUrl', () => {
  it.each([
    ['https://x.example', 'https://x.example/'],
    [' https://X.example/a b?'.replace(' b', '%20b'), 'https://x.example/a%20b?'],
    ['https://[::1]:8443/', 'https://[::1]:8443/'],
    ['https://a_b-c.example', 'https://a_b-c.example/'],
    ['https://ä.example', 'https://xn--4ca.example/'],
    ['https://x.example:8443/run/1#top', 'https://x.example:8443/run/1#top'],
    ['https://x.example/ä/漢', 'https://x.example/%C3%A4/%E6%BC%A2'],
    ['https://x.example/##[error]x', 'https://x.example/##%5Berror%5Dx'],
    ['https://x.example/?q=`<b>"|', 'https://x.example/?q=%60%3Cb%3E%22%7C'],
  ])('accepts %j', (url, safe) => {
    expect(safeHttpsUrl(url)).toBe(safe);
  });

  it.each([
    null,
    '',
    'http://x.example',
    'HTTPS:x.example',
    'javascript:alert(1)//https://x',
    'https://user@x.example',
    'https://user:pass@x.example',
    'https://@x.example',
    'https:///x.example',
    'https://x.example\\@evil.example'.replace('\\', ' '),
    'https://x.example/a\nb',
    'https://x.exam\u200bple',
    'https://x.example/\u202e',
    `https://x.example/${'a'.repeat(3000)}`,
    'https://',
    'data:text/html,x',
    ...Array.from('`"\'{}*()$!;,=&+~', (sign) => `https://a${sign}b.example/`),
    'https://a%60b.example/',
  ])('refuses %j', (url) => {
    expect(safeHttpsUrl(url)).toBeNull();
  });

  it.each([
    ['http://127.0.0.1:8080/octo/repo/actions/runs/7', 'http://127.0.0.1:8080/octo/repo/actions/runs/7'],
    ['http://ghe.local/a[b]', 'http://ghe.local/a%5Bb%5D'],
    ['https://ghe.example.com/a', 'https://ghe.example.com/a'],
    ...['http://user@ghe.local', 'http://@ghe.local', 'http://a`b.local', 'http:///a', 'ftp://ghe.local'].map(
      (url) => [url, null] as const,
    ),
  ])('accepts plain http for the runner’s own address: %j', (url, safe) => {
    expect(safeRunnerUrl(url)).toBe(safe);
  });

  it('gives the same address when applied twice, and never a runner command', () => {
    fc.assert(
      fc.property(fc.oneof(wild, fc.constantFrom('##[error]', '::error::', '/a', '?', '#')), wild, (a, b) => {
        const url = safeHttpsUrl(`https://x.example/${a}${b}`);
        if (url === null) return;
        expect(safeHttpsUrl(url)).toBe(url);
        expect(url).toMatch(/^https:\/\/x\.example\/[!-~]*$/);
        expect(parse(url)).toBeNull();
      }),
    );
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
        expect('childNodes' in p! ? p.childNodes.filter((node) => node.nodeName !== '#text') : null).toEqual([]);
      }),
    );
  });

  it('keeps the visible text', () => {
    expect(htmlText('<a href="x">\r\n&\tb\u202e\x00')).toBe('&lt;a href=&quot;x&quot;&gt;\n&amp;\tb');
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
        const [script, ...rest] = parseFragment(`<script type="application/json">${json}</script>`).childNodes;
        expect(rest).toEqual([]);
        expect(script).toMatchObject({ childNodes: [{ value: json }] });
      }),
    );
    expect(scriptJson(undefined)).toBe('null');
  });
});

describe('outputValue', () => {
  it('changes only lone surrogates and NUL', () => {
    expect(outputValue('a\0b\ud800c😀\r\n\x1b[31m::error::x\u202e')).toBe('ab\ufffdc😀\r\n\x1b[31m::error::x\u202e');
    fc.assert(fc.property(fc.string(), (text) => expect(outputValue(text)).toBe(text.replaceAll('\0', ''))));
  });
});

describe('fileNamePart', () => {
  it('returns a plain name for any text', () => {
    fc.assert(
      fc.property(fc.oneof(wild, fc.string({ unit: fc.constantFrom('.', '/', '\\', '-', 'a', ' ') })), (text) => {
        expect(fileNamePart(text)).toMatch(/^[\w](?:[\w.-]{0,63}[\w])?$/);
        expect(fileNamePart(text)).not.toContain('..');
      }),
    );
  });

  it.each([
    ['build (ubuntu, 24)', 'build-ubuntu-24'],
    ['../../etc/passwd', 'etc-passwd'],
    ['', 'unnamed'],
    ['...', 'unnamed'],
    ['NUL.txt', '_NUL.txt'],
    ['run-12.jsonl', 'run-12.jsonl'],
  ])('turns %j into %j', (text, name) => {
    expect(fileNamePart(text)).toBe(name);
  });
});
