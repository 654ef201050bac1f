/** The real HTTP port against servers on loopback (contract 2.4, 4.1). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcp, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { transportKind } from '../../src/http/transport-fault.ts';
import { startFakeProxy, type FakeProxy, type FakeProxyOptions } from '../support/fake-proxy.ts';
import { closeAfter, hostOf, openHttp as open, requestTo as get } from '../support/http-port.ts';
import { handOn } from '../support/loopback.ts';
import { measured } from '../support/measured.ts';
import { NO_SUCH_HOST } from '../support/names.ts';

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  return `http://${await hostOf(createServer((request, response) => void handle(request, response)))}`;
}

/** A server below HTTP that controls the socket once a request has arrived. */
async function serveRaw(handle: (socket: Socket) => void): Promise<string> {
  return `http://${await hostOf(createTcp((socket) => void socket.once('data', () => handle(socket))))}`;
}

const never = new AbortController().signal;

describe('an exchange', () => {
  it('sends method, headers and body, and receives status, headers and body', async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
      seen.push(
        request.method,
        request.url,
        request.headers['authorization'],
        Buffer.concat(chunks).toString(),
      );
      response.writeHead(201, { 'X-Some': 'Value', 'set-cookie': ['a=1', 'b=2'] }).end('{"ä": 1}');
    });
    const request = get(`${url}/v1/x?skip=1`, {
      method: 'POST',
      body: '{"p":"ü"}',
      headers: { authorization: 'Bearer t' },
      fresh: true,
    });
    const answer = await open().send(request, never);
    expect(seen).toEqual(['POST', '/v1/x?skip=1', 'Bearer t', '{"p":"ü"}']);
    expect(answer).toMatchObject({
      status: 201,
      body: '{"ä": 1}',
      headers: { 'x-some': 'Value', 'set-cookie': 'a=1, b=2' },
    });
  });

  it('that is answered after another one is told after it', async () => {
    let waiting: ServerResponse[] = [];
    const url = await serve((_, response) => {
      waiting = [...waiting, response];
      if (waiting.length === 2) {
        waiting.forEach((each, nth) => void each.end(String(nth)));
        waiting = [];
      }
    });
    const http = open();
    for (let round = 0; round < 20; round += 1) {
      const told: string[] = [];
      const send = async (): Promise<void> => {
        const request = get(url, { method: 'POST', body: '{}', fresh: true });
        told.push((await http.send(request, never)).body);
      };
      await Promise.all([send(), send()]);
      expect(told).toEqual(['0', '1']);
    }
  });

  it.each([301, 302, 303, 307, 308, 429, 500, 503])(
    'with %i is neither followed nor repeated',
    async (status) => {
      let requests = 0;
      const url = await serve((_, response) => {
        requests += 1;
        response.writeHead(status, { location: '/elsewhere', 'retry-after': '0' }).end('no');
      });
      expect(await open().send(get(url), never)).toMatchObject({ status, body: 'no' });
      expect(requests).toBe(1);
    },
  );

  it('counts the requests that reached the service, and none to another place', async () => {
    const url = await serve((_, response) => response.end());
    const http = open();
    expect(http.reached()).toBe(0);
    await http.send(get(url), never);
    await http.send(get(url, { fresh: true }), never);
    await http.send(get(url, { isElsewhere: true }), never);
    await expect(http.send(get('http://127.0.0.1:1/'), never)).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(http.reached()).toBe(2);
  });

  it('uses a new connection on request', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const http = open();
    await http.send(get(url), never);
    await new Promise((resolve) => setImmediate(resolve));
    await http.send(get(url), never);
    expect(ports.size).toBe(1);
    await http.send(get(url, { fresh: true }), never);
    expect(ports.size).toBe(2);
    // A new connection that fails does not cost the kept one.
    await expect(
      http.send(get('http://127.0.0.1:1/', { fresh: true }), never),
    ).rejects.toMatchObject({
      kind: 'refused',
    });
    await http.send(get(url), never);
    expect(ports.size).toBe(2);
  });
});

describe('a body', () => {
  it("is released once it was read, even if the step's signal lives on", async () => {
    const { first = NaN, later = NaN } = await measured(
      new URL('held-by-answers.ts', import.meta.url),
    );
    expect(first).toBeLessThan(1_000_000);
    expect(later - first).toBeLessThan(1_000_000);
  });

  const text = '{"text": "ä€😀"}';
  it.each([
    ['plain', null, Buffer.from(text)],
    ['with a byte order mark', null, Buffer.from(`\ufeff${text}`)],
    ['gzip', 'gzip', gzipSync(text)],
    ['x-gzip', 'X-GZIP', gzipSync(text)],
    ['deflate', 'deflate', deflateSync(text)],
    ['br', 'br', brotliCompressSync(text)],
  ] as const)('that is %s is read as UTF-8', async (...[, encoding, bytes]) => {
    const url = await serve((_, response) =>
      response.writeHead(200, encoding === null ? {} : { 'content-encoding': encoding }).end(bytes),
    );
    expect((await open().send(get(url), never)).body).toBe(text);
  });
});

describe('a fault', () => {
  it('is connect_timeout if the time is up before the connection is established', async () => {
    const url = await serveRaw(() => undefined);
    const http = open({ connectTimeoutMs: 60_000 });
    const sent = http.send(get(url.replace('http:', 'https:'), { totalTimeoutMs: 100 }), never);
    await expect(sent).rejects.toMatchObject({ kind: 'connect_timeout' });
    expect(http.reached()).toBe(0);
  });

  it("is the signal's reason on abort, before and during the request", async () => {
    const url = await serveRaw(() => stop.abort(reason));
    const stop = new AbortController();
    const reason = new Error('stop');
    const http = open();
    await expect(http.send(get(url), stop.signal)).rejects.toBe(reason);
    await expect(http.send(get(url), stop.signal)).rejects.toBe(reason);
    expect(http.reached()).toBe(1);
  });
});

describe('after an exchange', () => {
  /** Timers that keep the process alive. */
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

  it('no timer is left', async () => {
    const url = await serve((_, response) => response.end());
    const http = open();
    const before = timers();
    await http.send(get(url, { totalTimeoutMs: 3_600_000 }), never);
    await http.close();
    expect(timers()).toBe(before);
  });

  it('no separate connection is left', async () => {
    const closed = Promise.withResolvers<undefined>();
    const server = createServer((request, response) => {
      request.socket.on('close', () => closed.resolve(undefined));
      response.end();
    });
    // Otherwise the server would keep the connection.
    server.keepAliveTimeout = 0;
    await open().send(get(`http://${await hostOf(server)}`, { fresh: true }), never);
    await closed.promise;
  });

  it('nothing is left of an attempt that never connected: the next one works and is counted once', async () => {
    const server = createServer((_, response) => response.end('there'));
    const url = `http://${await hostOf(server)}`;
    await new Promise((done) => server.close(done));
    const http = open();
    await expect(http.send(get(url), never)).rejects.toMatchObject({ kind: 'refused' });
    await new Promise<void>((done) => server.listen(Number(new URL(url).port), '127.0.0.1', done));
    expect(await http.send(get(url), never)).toMatchObject({ body: 'there' });
    expect(http.reached()).toBe(1);
  });
});

describe('a proxy', () => {
  /**
   * No proxy is asked for an address of this machine, so the service has a name that only the proxy
   * can resolve.
   */
  const service = `http://${NO_SUCH_HOST}`;

  async function proxy(options: FakeProxyOptions = {}): Promise<FakeProxy> {
    const started = await startFakeProxy(options);
    closeAfter(started.close);
    return started;
  }

  it('is used', async () => {
    const url = await serve((_, response) => response.end('through'));
    const { url: httpProxy, asked } = await proxy({ port: Number(new URL(url).port) });
    const http = open({ httpProxy });
    expect((await http.send(get(`${service}/x`), never)).body).toBe('through');
    expect(asked).toEqual([`${NO_SUCH_HOST}:80`]);
    expect(http.reached()).toBe(1);
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST'])(
    'is never used for %s',
    async (hostname) => {
      const url = new URL(await serve((_, response) => response.end('direct')));
      const { url: httpProxy, asked } = await proxy({ refusal: 'HTTP/1.1 403 Forbidden\r\n\r\n' });
      const http = open({ httpProxy, httpsProxy: httpProxy });
      url.hostname = hostname;
      // Only some systems answer at the other addresses of the loopback network.
      const answer = await http.send(get(url.href), never).catch((error: unknown) => error);
      expect(answer).toMatchObject(hostname === '127.1.2.3' ? {} : { body: 'direct' });
      expect(asked).toEqual([]);
    },
  );

  it('is attributed correctly for two equal requests at a time, of which only one was sent', async () => {
    const held = Promise.withResolvers<Socket>();
    const url = await serveRaw(held.resolve);
    const refusal = Promise.withResolvers<string>();
    let tunnels = 0;
    const server = createServer().on('connect', (_, socket: Socket) => {
      tunnels += 1;
      if (tunnels === 1) {
        handOn(socket, Number(new URL(url).port), () =>
          socket.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
        );
      }
      // Only once the first request has arrived.
      else {
        void refusal.promise.then((answer) => socket.end(answer));
      }
    });
    const http = open({ httpProxy: `http://${await hostOf(server)}` });
    const first = http.send(get(service, { fresh: true }), never).catch((error: unknown) => error);
    const second = http.send(get(service, { fresh: true }), never).catch((error: unknown) => error);
    const socket = await held.promise;
    refusal.resolve('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    expect(await second).toMatchObject({ kind: 'proxy' });
    expect(http.reached()).toBe(1);
    socket.destroy();
    expect(await first).toMatchObject({ kind: 'reset' });
  });
});

describe('the kind of a fault', () => {
  const BEFORE = { sent: false, responded: false, timedOut: false };
  const SENT = { ...BEFORE, sent: true };
  it.each([
    ['ENOTFOUND', BEFORE, 'dns'],
    ['EAI_AGAIN', BEFORE, 'dns'],
    ['ECONNREFUSED', BEFORE, 'refused'],
    ['EHOSTUNREACH', BEFORE, 'refused'],
    ['ENETUNREACH', BEFORE, 'refused'],
    ['ECONNRESET', BEFORE, 'refused'],
    ['', BEFORE, 'refused'],
    ['UND_ERR_CONNECT_TIMEOUT', BEFORE, 'connect_timeout'],
    ['ETIMEDOUT', BEFORE, 'connect_timeout'],
    ['', { ...BEFORE, timedOut: true }, 'connect_timeout'],
    ['EPROTO', BEFORE, 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', BEFORE, 'tls'],
    ['UND_ERR_PRX_TLS', BEFORE, 'proxy'],
    ['UND_ERR_ABORTED', BEFORE, 'proxy'],
    ['CERT_HAS_EXPIRED', BEFORE, 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', BEFORE, 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', BEFORE, 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', BEFORE, 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', BEFORE, 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', BEFORE, 'certificate'],
    ['ECONNRESET', SENT, 'reset'],
    ['EPIPE', SENT, 'reset'],
    ['UND_ERR_SOCKET', SENT, 'reset'],
    ['', SENT, 'reset'],
    ['ETIMEDOUT', SENT, 'reset'],
    ['UND_ERR_HEADERS_TIMEOUT', SENT, 'headers_timeout'],
    ['UND_ERR_BODY_TIMEOUT', SENT, 'body_timeout'],
    ['', { ...SENT, timedOut: true }, 'headers_timeout'],
    ['', { sent: true, responded: true, timedOut: true }, 'body_timeout'],
    ['HPE_INVALID_CONSTANT', SENT, 'protocol'],
    ['UND_ERR_HEADERS_OVERFLOW', SENT, 'protocol'],
  ] as const)('with code %j at %j is %s', (code, at, kind) => {
    expect(transportKind(code, at)).toBe(kind);
  });
});

describe('a stream', () => {
  const opened = async (url: string, signal: AbortSignal = never) => {
    const http = open();
    const one = await http.open({ url, headers: { accept: 'x' }, headersTimeoutMs: 5_000 }, signal);
    if (one.kind !== 'stream') {
      throw new Error(`refused: ${one.response.status}`);
    }
    return { ...one.stream, reached: () => http.reached() };
  };
  const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
    let text = '';
    for await (const piece of pieces) {
      text += piece;
    }
    return text;
  };

  it('comes piece by piece, also where a character is split, and counts as one request', async () => {
    let response: ServerResponse | undefined;
    const url = await serve((_, given) => {
      response = given;
      given.writeHead(200, { 'x-some': 'Value' }).flushHeaders();
    });
    const stream = await opened(url);
    expect([stream.status, stream.headers['x-some'], stream.reached()]).toEqual([200, 'Value', 1]);
    const pieces = stream.pieces[Symbol.asyncIterator]();
    const [first, second] = [Buffer.from('ä').subarray(0, 1), Buffer.from('ä').subarray(1)];
    response?.write(Buffer.concat([Buffer.from('a'), first]));
    expect(await pieces.next()).toEqual({ done: false, value: 'a' });
    response?.end(second);
    expect(await pieces.next()).toEqual({ done: false, value: 'ä' });
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  it('lives longer than its headers may take, and has no cap', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200).flushHeaders();
      void response.write('x'.repeat(2_000_000), () => response.end());
    });
    const http = open({ bodyCapBytes: 1_000 });
    const one = await http.open({ url, headers: {}, headersTimeoutMs: 5_000 }, never);
    expect(one.kind === 'stream' && (await textOf(one.stream.pieces)).length).toBe(2_000_000);
  });

  it.each([302, 400, 410, 500])('status %i is refused, with its body', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end('no'));
    const one = await open().open({ url, headers: {}, headersTimeoutMs: 5_000 }, never);
    expect(one).toMatchObject({ kind: 'refused', response: { status, body: 'no' } });
  });

  it('is over when the signal aborts, and its connection is closed', async () => {
    const closed = Promise.withResolvers<unknown>();
    const url = await serve((request, response) => {
      request.on('close', () => closed.resolve('closed'));
      response.writeHead(200).write('a');
    });
    const stop = new AbortController();
    const { pieces } = await opened(url, stop.signal);
    const reading = textOf(pieces);
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(await closed.promise).toBe('closed');
  });

  it('that is cut is a reset after what came', async () => {
    const url = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n');
      setImmediate(() => socket.destroy());
    });
    const { pieces } = await opened(url);
    await expect(textOf(pieces)).rejects.toMatchObject({ kind: 'reset' });
  });

  it('without headers in time is a timeout, and without a connection nothing was sent', async () => {
    const url = await serve(() => undefined);
    const http = open();
    const late = http.open({ url, headers: {}, headersTimeoutMs: 500 }, never);
    await expect(late).rejects.toMatchObject({ kind: 'headers_timeout' });
    const nowhere = { url: 'http://127.0.0.1:1/', headers: {}, headersTimeoutMs: 5_000 };
    await expect(http.open(nowhere, never)).rejects.toMatchObject({ kind: 'refused' });
    expect(http.reached()).toBe(1);
  });

  it('that is compressed is not read', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a')),
    );
    await expect(opened(url)).rejects.toMatchObject({ kind: 'protocol' });
  });

  it('ends with the port', async () => {
    const url = await serve((_, response) => void response.writeHead(200).write('a'));
    const http = open();
    const one = await http.open({ url, headers: {}, headersTimeoutMs: 5_000 }, never);
    const reading = one.kind === 'stream' ? textOf(one.stream.pieces) : Promise.resolve('');
    const failed = expect(reading).rejects.toMatchObject({ kind: 'reset' });
    await http.close();
    await failed;
  });
});
