import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { repositoryLinks, safeHttpsUrl } from '../../src/safe/url.ts';
import { parse } from '../support/runner-parser.ts';

const wild = fc.string({ unit: 'binary' });

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
    [
      'http://127.0.0.1:8080/octo/repo/actions/runs/7',
      'http://127.0.0.1:8080/octo/repo/actions/runs/7',
    ],
    ['http://ghe.local/a[b]', 'http://ghe.local/a%5Bb%5D'],
    ['https://ghe.example.com/a', 'https://ghe.example.com/a'],
    ...[
      'http://user@ghe.local',
      'http://@ghe.local',
      'http://a`b.local',
      'http:///a',
      'ftp://ghe.local',
    ].map((url) => [url, null] as const),
  ])('accepts plain http for the runner’s own address: %j', (url, safe) => {
    expect(safeHttpsUrl(url, { allowHttp: true })).toBe(safe);
  });

  it('gives the same address when applied twice, and never a runner command', () => {
    fc.assert(
      fc.property(
        fc.oneof(wild, fc.constantFrom('##[error]', '::error::', '/a', '?', '#')),
        wild,
        (a, b) => {
          const url = safeHttpsUrl(`https://x.example/${a}${b}`);
          if (url === null) {
            return;
          }
          expect(safeHttpsUrl(url)).toBe(url);
          expect(url).toMatch(/^https:\/\/x\.example\/[!-~]*$/);
          expect(parse(url)).toBeNull();
        },
      ),
    );
  });
});

describe('repositoryLinks', () => {
  const place = {
    serverUrl: 'https://github.com/',
    repository: 'octo/shop',
    // Enterprise Managed Users are named `name_shortcode`.
    repositories: ['octo', 'octo/lib', 'mona_octo/tools'],
  };
  const read = repositoryLinks(place);
  const at = (path: string): string => `https://github.com/${path}`;

  it.each([
    ['octo/shop/issues/7/', '#7', 'octo/shop/issues/7'],
    ['Octo/Lib/pull/7', 'octo/lib#7', 'octo/lib/pull/7'],
    ['mona_octo/tools/pull/7', 'mona_octo/tools#7', 'mona_octo/tools/pull/7'],
    ['octo/lib/commit/0A1B2C3D4E', 'octo/lib@0a1b2c3', 'octo/lib/commit/0a1b2c3d4e'],
    ['octo/lib/blob/main/a/b.ts#L3-L9', 'octo/lib/a/b.ts', 'octo/lib/blob/main/a/b.ts#L3-L9'],
    ['octo/shop/blob/main/a.ts#L3#x', 'a.ts', 'octo/shop/blob/main/a.ts#L3'],
  ])('reads %s as %s', (path, label, url) => {
    expect(read(at(path))).toEqual({ label, url: at(url) });
  });

  it.each([
    ...[
      'octo/shop/issues/0',
      'octo/shop/pull/7/files',
      'octo/shop/commit/0a1b2c',
      'octo/other/pull/1',
      'octo/shop',
    ],
    ...[
      'octo/shop/blob/main/a/../b',
      'octo/shop/blob/main/a#x',
      'octo/shop/blob/main/a%20b',
      'octo/pull/1',
    ],
    `octo/shop/blob/main/${'a'.repeat(2048)}`,
  ])('reads no other address: %s', (path) => {
    expect(read(at(path))).toBeNull();
  });

  it('reads none if the server is not known', () => {
    expect(repositoryLinks({ ...place, serverUrl: '' })('null/octo/shop/issues/7')).toBeNull();
  });
});
