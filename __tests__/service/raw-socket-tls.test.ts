/** Certificates and proxies with raw servers: what they prove about a request, and whether it reached the service. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { TRANSPORT_PROOF } from '../../src/service/errors.ts';
import type { Http, HttpAnswer, TransportError } from '../../src/service/http/port.ts';
import { createUndiciHttp, type UndiciHttpOptions } from '../../src/service/http/undici.ts';
import { describeWithCertificate } from '../support/certificate.ts';
import { handOn, listen } from '../support/loopback.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function portOf(server: Server): Promise<number> {
  const listening = await listen(server);
  closers.push(listening.close);
  return listening.port;
}

/** A plain service that answers every request. */
function service(): Promise<number> {
  return portOf(createServer((socket) => socket.on('data', () => socket.write(ANSWER))));
}

/** A proxy that handles the head of each CONNECT with `connected`. */
function proxy(connected: (socket: Socket, head: string) => void): Promise<number> {
  return portOf(createServer((socket) => socket.once('data', (bytes) => connected(socket, bytes.toString('latin1')))));
}

function port(options: Partial<UndiciHttpOptions> = {}): Http {
  const none = { httpProxy: undefined, httpsProxy: undefined, noProxy: undefined };
  const http = createUndiciHttp({ ...none, connectTimeoutMs: 500, ...options });
  closers.push(() => http.close());
  return http;
}

function post(http: Http, url: string): Promise<HttpAnswer> {
  const request = { method: 'POST', url, headers: {}, body: '{}', fresh: true } as const;
  return http.send({ ...request, headersTimeoutMs: 1_000, totalTimeoutMs: 3_000 }, new AbortController().signal);
}

async function faultOf(http: Http, url: string): Promise<{ kind: string; proof: string; reached: number }> {
  const error: unknown = await post(http, url).then(
    ({ status }) => ({ kind: `answered ${status}` }),
    (reason: unknown) => reason,
  );
  const { kind } = error as TransportError;
  return { kind, proof: TRANSPORT_PROOF[kind], reached: http.reached() };
}

describeWithCertificate('certificates', (certificate) => {
  it('that is untrusted is permanent, and the request was not sent', async () => {
    const server = createTlsServer({ key: certificate.key, cert: certificate.cert }, (socket) => socket.end(ANSWER));
    server.on('tlsClientError', () => undefined);
    const at = await portOf(server);
    expect(await faultOf(port(), `https://127.0.0.1:${at}/`)).toEqual({
      kind: 'certificate',
      proof: 'permanent',
      reached: 0,
    });
  });
});

describe('proxies', () => {
  it('tunnels: the request reaches the service through it', async () => {
    const at = await service();
    const heads: string[] = [];
    const through = await proxy((socket, head) => {
      heads.push(head.split('\r\n', 1)[0] ?? '');
      handOn(socket, at, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    });
    const http = port({ httpProxy: `http://127.0.0.1:${through}` });
    expect(await post(http, 'http://agents.example.com/')).toMatchObject({ status: 200, body: '{}' });
    expect(http.reached()).toBe(1);
    expect(heads).toHaveLength(1);
  });

  const REFUSALS: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['refuses the tunnel with 403', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')],
    [
      'asks for a password',
      (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
    ],
    [
      'says it cannot reach the service',
      (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    ],
    ['closes instead of opening the tunnel', (socket) => socket.end()],
    ['resets instead of opening the tunnel', (socket) => socket.resetAndDestroy()],
    ['never answers', () => undefined],
    ['says something else than HTTP', (socket) => socket.end('who are you?\r\n\r\n')],
  ];
  it.each(REFUSALS)('%s: certainly not sent', async (_name, refuse) => {
    const through = await proxy(refuse);
    const http = port({ httpsProxy: `http://127.0.0.1:${through}` });
    const { kind, proof, reached } = await faultOf(http, 'https://agents.example.com/');
    expect(kind).toMatch(/^(proxy|refused|connect_timeout|tls)$/);
    expect({ proof, reached }).toEqual({ proof: 'unsent', reached: 0 });
  });

  it('is used once if it hangs up, not endlessly without pause; by reads too', async () => {
    let connections = 0;
    const through = await proxy((socket) => {
      connections += 1;
      socket.end();
    });
    const http = port({ httpsProxy: `http://127.0.0.1:${through}` });
    expect(await faultOf(http, 'https://agents.example.com/')).toEqual({ kind: 'proxy', proof: 'unsent', reached: 0 });
    const read = { method: 'GET', url: 'https://agents.example.com/', headers: {}, body: null, fresh: false } as const;
    const sent = http.send({ ...read, headersTimeoutMs: 500, totalTimeoutMs: 500 }, new AbortController().signal);
    await expect(sent).rejects.toMatchObject({ kind: 'proxy' });
    const before = connections;
    // Enough time for many connections, if it were still trying.
    for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(connections).toBe(before);
    expect(connections).toBeLessThanOrEqual(4);
  });

  it('is unreachable: certainly not sent', async () => {
    const http = port({ httpsProxy: 'http://127.0.0.1:1' });
    expect(await faultOf(http, 'https://agents.example.com/')).toMatchObject({ proof: 'unsent', reached: 0 });
  });
});
