import { describe, expect, it } from '@jest/globals';
import { plainNoProxy, proxySecrets, proxyUrl } from '../../src/http/proxy.ts';

describe('proxyUrl', () => {
  it.each([
    [undefined, ''],
    ['  ', ''],
    ['http://proxy.example:3128', 'http://proxy.example:3128/'],
    ['https://carol:x@proxy.example', 'https://carol:x@proxy.example/'],
    ['socks5://proxy.example:1080', 'socks5://proxy.example:1080'],
    ['proxy.example:3128', 'http://proxy.example:3128/'],
    ['127.0.0.1:3128', 'http://127.0.0.1:3128/'],
    ['ht!tp://carol:x@@:::', null],
    ['http://proxy.example:99999', null],
    ['ftp://proxy.example', null],
    ['http://', null],
  ])('of %j is %j', (given, url) => {
    expect(proxyUrl(given)).toBe(url);
  });
});

it('NO_PROXY is read alike for the service and for GitHub (actions/http-client#49)', () => {
  expect(plainNoProxy('*.corp.test, a.test *.b.test:8443,*')).toBe(
    '.corp.test,a.test,.b.test:8443,*',
  );
  expect(plainNoProxy('')).toBe('');
});

describe('proxySecrets', () => {
  it('are the passwords, as given and as sent', () => {
    const env = {
      https_proxy: 'http://carol:p%40ss-w@p.example',
      HTTP_PROXY: 'other:secret@q.example:1',
    };
    expect(new Set(proxySecrets(env))).toEqual(
      new Set(['p@ss-w', 'p%40ss-w', 'carol:p@ss-w', 'carol:p%40ss-w', 'secret', 'other:secret']),
    );
  });

  it('are none without a password, an address or a proxy', () => {
    expect(
      proxySecrets({
        HTTP_PROXY: 'http://carol@p.example',
        HTTPS_PROXY: 'ht!tp://a:b@@',
        http_proxy: '',
      }),
    ).toEqual([]);
  });
});
