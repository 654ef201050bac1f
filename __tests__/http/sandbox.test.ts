/** The sandbox is told by its own word, which counts from this machine alone (contract 10). */
import { describe, expect, it } from '@jest/globals';
import type { Http } from '../../src/http/port.ts';
import { noticeSandbox } from '../../src/http/sandbox.ts';
import { requestTo } from '../support/http-port.ts';

function answering(headers: Readonly<Record<string, string>>): Http {
  return {
    reached: () => 0,
    close: () => Promise.resolve(),
    open: () => Promise.reject(new Error('not opened here')),
    send: () => Promise.resolve({ status: 503, headers, body: '' }),
  };
}

async function noticed(headers: Readonly<Record<string, string>>, url: string): Promise<number> {
  let count = 0;
  const http = noticeSandbox(answering(headers), () => void (count += 1));
  for (const path of ['a', 'b']) {
    await http.send(requestTo(`${url}/${path}`), new AbortController().signal);
  }
  return count;
}

const SAID = { 'x-agent-sandbox': 'true' };

describe('the sandbox', () => {
  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'https://[::1]/prefix'])(
    'is noticed once at %s, whatever it answers',
    async (url) => {
      expect(await noticed(SAID, url)).toBe(1);
    },
  );

  it.each([
    ['another machine says so', SAID, 'https://agents.example.com'],
    ['a name begins like this machine', SAID, 'https://127.0.0.1.example.com'],
    ['nothing is said', {}, 'http://127.0.0.1:8080'],
    ['the opposite is said', { 'x-agent-sandbox': 'false' }, 'http://127.0.0.1:8080'],
  ] as const)('is not noticed where %s', async (...[, headers, url]) => {
    expect(await noticed(headers, url)).toBe(0);
  });
});
