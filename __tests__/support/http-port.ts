/**
 * The real HTTP port, and servers on loopback for it. All are closed after each test, the last one
 * first.
 */
import type { Server } from 'node:net';
import { afterEach } from '@jest/globals';
import type { Http, HttpRequest } from '../../src/http/port.ts';
import { UndiciHttp, type UndiciHttpOptions } from '../../src/http/undici.ts';
import { listen } from './loopback.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) {
    await close();
  }
});

export const closeAfter = (close: () => unknown): void => void closers.push(close);

/** `127.0.0.1:port` of a server that listens from now on. */
export async function hostOf(server: Server): Promise<string> {
  const { host, close } = await listen(server);
  closeAfter(close);
  return host;
}

/** Without a proxy by default. */
export function openHttp(options: Partial<UndiciHttpOptions> = {}): Http {
  const http = new UndiciHttp({
    httpProxy: undefined,
    httpsProxy: undefined,
    noProxy: undefined,
    ...options,
  });
  closeAfter(() => http.close());
  return http;
}

/** A read by default. */
export function requestTo(url: string, fields: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    url,
    headers: {},
    body: null,
    fresh: false,
    headersTimeoutMs: 5_000,
    totalTimeoutMs: 5_000,
    ...fields,
  };
}
