/**
 * What HTTP libraries hide: raw servers and proxies that each do one thing wrong, against the real
 * HTTP port. Checks the kind of fault, what it proves, and whether the request counts as having
 * reached the service.
 */
import { describe, expect, it } from '@jest/globals';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { Http, HttpResponse } from '../../src/http/port.ts';
import {
  TRANSPORT_FAULTS,
  TransportError,
  type Proof,
  type TransportKind,
} from '../../src/http/proof.ts';
import type { UndiciHttpOptions } from '../../src/http/undici.ts';
import { describeWithCertificate } from '../support/certificate.ts';
import { closeAfter, hostOf, openHttp, requestTo } from '../support/http-port.ts';
import { listen } from '../support/loopback.ts';
import { NO_SUCH_HOST } from '../support/names.ts';

/**
 * A server that passes on each connection as soon as it exists, and each request's head once it is
 * complete.
 */
async function rawServer(on: {
  readonly connection?: (socket: Socket) => void;
  readonly request?: (socket: Socket, head: string) => void;
}): Promise<string> {
  const server = createServer((socket) => {
    on.connection?.(socket);
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n')) {
        return;
      }
      const whole = head;
      head = '';
      on.request?.(socket, whole);
    });
  });
  return hostOf(server);
}

const port = (options: Partial<UndiciHttpOptions> = {}): Http =>
  openHttp({ connectTimeoutMs: 400, ...options });

interface Asked {
  readonly url: string;
  readonly post?: boolean;
  readonly headersTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
}

function ask(http: Http, { url, post = true, ...times }: Asked): Promise<HttpResponse> {
  const method = post ? 'POST' : 'GET';
  const fields = {
    method,
    body: post ? '{"prompt":"x"}' : null,
    headers: { authorization: 'Bearer t' },
  } as const;
  const request = requestTo(url, {
    ...fields,
    fresh: post,
    headersTimeoutMs: 300,
    totalTimeoutMs: 2_000,
    ...times,
  });
  return http.send(request, new AbortController().signal);
}

interface Expected {
  readonly kind: TransportKind;
  readonly proof: Proof;
  readonly reached: number;
}

/** Sends a request and expects exactly this failure. */
async function expectFault(
  http: Http,
  asked: Asked,
  { kind, proof, reached }: Expected,
): Promise<void> {
  const error: unknown = await ask(http, asked).then(
    ({ status }) => `answered ${status}`,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  const fault = error as TransportError;
  expect({
    kind: fault.kind,
    proof: TRANSPORT_FAULTS[fault.kind].proof,
    reached: http.reached(),
  }).toEqual({
    kind,
    proof,
    reached,
  });
  expect(fault.message).toMatch(/^[a-z].{10}/i);
  if (kind !== 'too_large') {
    expect(fault.cause).toBeDefined();
  }
}

/** Sends a request and expects that it certainly did not arrive, for whatever reason is given. */
async function expectUnsent(http: Http, url: string): Promise<void> {
  const error: unknown = await ask(http, { url }).catch((reason: unknown) => reason);
  const { kind } = error as TransportError;
  expect({ proof: TRANSPORT_FAULTS[kind].proof, reached: http.reached() }).toEqual({
    proof: 'unsent',
    reached: 0,
  });
}

const write =
  (...chunks: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    for (const chunk of chunks) {
      socket.write(chunk);
    }
  };
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('before the request can be sent', () => {
  it('nothing listens: refused', async () => {
    const { host, close } = await listen(createServer());
    await close();
    const asked = { url: `http://${host}/` };
    await expectFault(port(), asked, { kind: 'refused', proof: 'unsent', reached: 0 });
  });

  it('no such name: dns', async () => {
    const asked = { url: `http://${NO_SUCH_HOST}/` };
    await expectFault(port(), asked, { kind: 'dns', proof: 'unsent', reached: 0 });
  });

  it('a plain server where TLS was expected: tls', async () => {
    const at = await rawServer({
      connection: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    await expectFault(
      port(),
      { url: `https://${at}/` },
      { kind: 'tls', proof: 'unsent', reached: 0 },
    );
  });

  it('the TLS handshake is never answered: connect_timeout', async () => {
    const at = await rawServer({});
    await expectFault(
      port(),
      { url: `https://${at}/` },
      { kind: 'connect_timeout', proof: 'unsent', reached: 0 },
    );
  });

  it('the connection is closed in the middle of the TLS handshake: certainly not sent', async () => {
    const at = await rawServer({
      connection: (socket) => socket.once('data', () => socket.destroy()),
    });
    await expectUnsent(port(), `https://${at}/`);
  });
});

describeWithCertificate('a certificate', ({ key, cert }) => {
  it('that is untrusted is permanent, and the request was not sent', async () => {
    const host = await hostOf(createTlsServer({ key, cert }).on('tlsClientError', () => undefined));
    await expectFault(
      port(),
      { url: `https://${host}/` },
      { kind: 'certificate', proof: 'permanent', reached: 0 },
    );
  });
});

describe.each(['http', 'https'])('a proxy that opens no tunnel to a service with %s', (scheme) => {
  const SERVICE = `${scheme}://agents.example.com/`;
  const through = (proxy: string): Http =>
    port({ httpProxy: `http://${proxy}`, httpsProxy: `http://${proxy}` });

  it.each<[string, (socket: Socket) => void]>([
    [
      'refuses it with 403',
      (socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
    ],
    [
      'asks for a password',
      (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    ],
    [
      'cannot reach the service',
      (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
    ],
    ['closes instead', (socket) => socket.end()],
    ['resets instead', (socket) => socket.resetAndDestroy()],
    ['never answers', () => undefined],
    ['says something else than HTTP', (socket) => socket.end('who are you?\r\n\r\n')],
  ])('%s: certainly not sent', async (_, request) => {
    await expectUnsent(through(await rawServer({ request })), SERVICE);
  });

  it('is used once if it hangs up, not endlessly without pause; by reads too', async () => {
    let connections = 0;
    const proxy = await rawServer({
      request: (socket) => {
        connections += 1;
        socket.end();
      },
    });
    const http = through(proxy);
    await expectFault(http, { url: SERVICE }, { kind: 'proxy', proof: 'unsent', reached: 0 });
    await expectFault(
      http,
      { url: SERVICE, post: false },
      { kind: 'proxy', proof: 'unsent', reached: 0 },
    );
    // Enough time for many connections, if it were still trying.
    for (let turns = 0; turns < 50; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(2);
  });

  it('is unreachable: certainly not sent', async () => {
    await expectUnsent(through('127.0.0.1:1'), SERVICE);
  });
});

describe('after the request was sent', () => {
  const CASES: readonly (readonly [string, (socket: Socket) => void, TransportKind])[] = [
    ['FIN instead of an answer', (socket) => socket.end(), 'reset'],
    ['RST instead of an answer', (socket) => socket.resetAndDestroy(), 'reset'],
    ['no answer', () => undefined, 'headers_timeout'],
    ['a head that stops in the middle', write('HTTP/1.1 200 OK\r\nContent-Le'), 'headers_timeout'],
    ['a head that is cut', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'), 'reset'],
    ['a body that stalls', write(`${HEAD}Content-Length: 20\r\n\r\n{"id":`), 'body_timeout'],
    [
      'content-length: cut by FIN',
      (socket) => socket.end(`${HEAD}Content-Length: 20\r\n\r\n{"id":`),
      'reset',
    ],
    [
      'chunked: cut by FIN',
      (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n6\r\n{"id":\r\n`),
      'reset',
    ],
    [
      'chunked: cut inside a chunk',
      (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"id":`),
      'reset',
    ],
    [
      'chunked: a size that is no number',
      write(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
      'protocol',
    ],
    ['something else than HTTP', write('SSH-2.0-OpenSSH_9.9\r\n\r\n'), 'protocol'],
    [
      'two different lengths',
      write(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
      'reset',
    ],
    ['a head that is too large', write(`${HEAD}X-Big: ${'x'.repeat(80_000)}\r\n\r\n`), 'protocol'],
    [
      'a body over the cap',
      write(`${HEAD}Content-Length: 3000\r\n\r\n${' '.repeat(3000)}`),
      'too_large',
    ],
    [
      'a small body that inflates over the cap',
      write(
        `${HEAD}Content-Encoding: gzip\r\nConnection: close\r\nContent-Length: ${gzipSync(' '.repeat(9000)).length}\r\n\r\n`,
        gzipSync(' '.repeat(9000)),
      ),
      'too_large',
    ],
    [
      'gzip that is none',
      write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`),
      'protocol',
    ],
  ];

  it.each(CASES)('%s', async (_name, request, kind) => {
    const at = await rawServer({ request });
    const http = port({ bodyCapBytes: 2_048 });
    await expectFault(http, { url: `http://${at}/` }, { kind, proof: 'ambiguous', reached: 1 });
  });

  it('FIN right after accepting, before the request is read: a lost connection proves nothing', async () => {
    const at = await rawServer({ connection: (socket) => socket.end() });
    await expectFault(
      port(),
      { url: `http://${at}/` },
      { kind: 'reset', proof: 'ambiguous', reached: 1 },
    );
  });

  it('a body that drips endlessly ends with the total time, however steadily it arrives', async () => {
    const timers: NodeJS.Timeout[] = [];
    closeAfter(() => timers.forEach((timer) => clearInterval(timer)));
    const at = await rawServer({
      request: (socket) => {
        socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
        timers.push(setInterval(() => socket.write(' '), 20));
      },
    });
    const startedAt = performance.now();
    const asked = { url: `http://${at}/`, totalTimeoutMs: 400 };
    await expectFault(port(), asked, { kind: 'body_timeout', proof: 'ambiguous', reached: 1 });
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it('a kept-alive connection that the server closes meanwhile is never used for a create', async () => {
    const heads: string[] = [];
    const at = await rawServer({
      request: (socket, head) => {
        heads.push(head.slice(0, 4));
        socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
        // Closed as soon as a second request arrives on the same connection.
        socket.once('data', () => socket.resetAndDestroy());
      },
    });
    const http = port();
    await ask(http, { url: `http://${at}/`, post: false });
    expect((await ask(http, { url: `http://${at}/` })).body).toBe('{}');
    expect(heads).toEqual(['GET ', 'POST']);
  });
});

describe('unusual, but valid responses', () => {
  const answer = async (
    request: (socket: Socket) => void,
    options: Partial<UndiciHttpOptions> = {},
  ): Promise<HttpResponse> => {
    const at = await rawServer({ request });
    return ask(port(options), {
      url: `http://${at}/`,
      headersTimeoutMs: 5_000,
      totalTimeoutMs: 20_000,
    });
  };

  it('a body that ends with the connection is accepted; the JSON shows whether it is complete', async () => {
    expect(
      (await answer((socket) => socket.end(`${HEAD}Connection: close\r\n\r\n{"id":`))).body,
    ).toBe('{"id":');
  });

  it('an interim response precedes the final one', async () => {
    const got = await answer(
      write('HTTP/1.1 103 Early Hints\r\n\r\n', `${HEAD}Content-Length: 2\r\n\r\n{}`),
    );
    expect(got).toMatchObject({ status: 200, body: '{}' });
  });

  it('one line of 10 MB', async () => {
    const line = JSON.stringify({ observation: 'x'.repeat(10_000_000) });
    expect((await answer(write(`${HEAD}Content-Length: ${line.length}\r\n\r\n${line}`))).body).toBe(
      line,
    );
  });

  it('lone surrogates, NUL and invalid UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"a":"\\ud800 \\u0000 \u0000","b":"'),
      Buffer.from([0xff, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]);
    const got = await answer(write(`${HEAD}Content-Length: ${body.length}\r\n\r\n`, body));
    expect(got.body).toBe(`{"a":"\\ud800 \\u0000 \u0000","b":"${'\ufffd'.repeat(4)}"}`);
  });
});
