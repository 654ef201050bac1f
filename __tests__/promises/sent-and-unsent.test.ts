/**
 * What was certainly not sent is sent again, what may have been sent is not (contract 4.1, 1.2
 * `requests`), with a service that is reached directly and with one behind a proxy. The servers are
 * raw sockets: each does one thing wrong, once.
 *
 * Shown red by: taking a connection that breaks after the request for one that was never made.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, describe, expect, it } from '@jest/globals';
import { describeWithCertificate, SERVER_NAME, type Certificate } from '../support/certificate.ts';
import { inputsFor, serveRun } from '../support/fake-run.ts';
import { handOn, listen } from '../support/loopback.ts';
import { runAction, type ActionRun } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';
import { DONE, Servers } from './step.ts';

// Several tests at once, because most of them wait.
const servers = new Servers();
afterAll(() => servers.close());

const fake = async (): Promise<ScriptedService> => servers.add(await serveRun(DONE));
const portOf = ({ url }: ScriptedService): number => Number(new URL(url).port);
const creates = ({ calls }: ScriptedService): number =>
  calls.filter((call) => call === 'POST create').length;

async function serve(server: Server): Promise<string> {
  return servers.add(await listen(server)).host;
}

/** Treats the first connection in its own way, and hands all others on. */
function firstOnly(port: number, first: (socket: Socket) => void): (socket: Socket) => void {
  let count = 0;
  return (socket) => {
    count += 1;
    if (count === 1) {
      first(socket);
    } else {
      handOn(socket, port);
    }
  };
}

/** Lets the request arrive as a whole, then breaks the connection. */
function swallow(socket: Socket): void {
  let text = '';
  socket
    .on('error', () => undefined)
    .on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (text.includes('Fix the bug.')) {
        socket.destroy();
      }
    });
}

/** A step that does send again must end all the same. */
const BRIEFLY = { timeout_minutes: '0.1' };

function expectSentOnce(run: ActionRun, service: ScriptedService): void {
  expect(run.outputs).toMatchObject({
    outcome: 'error',
    error_code: 'ambiguous_create',
    requests: '1',
  });
  expect(service.calls).toEqual([]);
}

function expectSucceeded(run: ActionRun, service: ScriptedService): void {
  expect(run.outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: '77' });
  expect(run.outputs['requests']).toBe(String(service.calls.length));
  expect(creates(service)).toBe(1);
}

describe('a service that is reached directly', () => {
  it.concurrent('nothing listens: nothing was sent, and no run is suspected', async () => {
    const { host, close } = await listen(createServer());
    await close();
    const { outputs } = await runAction({
      inputs: inputsFor({ url: `http://${host}` }, { timeout_minutes: '0.03' }),
    });
    expect(outputs).toMatchObject({
      outcome: 'error',
      error_code: 'network',
      requests: '0',
      agent_run_id: '',
    });
  });

  it.concurrent('the connection breaks after the request: it is not sent again', async () => {
    const service = await fake();
    const host = await serve(createServer(firstOnly(portOf(service), swallow)));
    expectSentOnce(
      await runAction({ inputs: inputsFor({ url: `http://${host}` }, BRIEFLY) }),
      service,
    );
  });

  it.concurrent(
    '429 with Retry-After: refused, so it is sent again, not before its time',
    async () => {
      const at: number[] = [];
      const service = servers.add(
        await serveRun({
          ...DONE,
          answer: (call, _, nth) => {
            if (call !== 'POST create') {
              return undefined;
            }
            at.push(performance.now());
            return nth === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
          },
        }),
      );
      const { outputs } = await runAction({ inputs: inputsFor(service) });
      expect(outputs).toMatchObject({ outcome: 'succeeded', agent_run_id: '77' });
      expect(at).toHaveLength(2);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(990);
    },
  );
});

describeWithCertificate('a service with TLS', (certificate) => {
  const trust = { NODE_EXTRA_CA_CERTS: certificate.caFile };

  it.concurrent('the handshake breaks: it is sent again', async () => {
    const service = await fake();
    const secure = await listenSecurely(service, certificate);
    const host = await serve(createServer(firstOnly(secure, (socket) => socket.destroy())));
    expectSucceeded(
      await runAction({ inputs: inputsFor({ url: `https://${host}` }), env: trust }),
      service,
    );
  });

  it.concurrent('the certificate is not trusted: nothing was sent', async () => {
    const service = await fake();
    const url = `https://127.0.0.1:${await listenSecurely(service, certificate)}`;
    const inputs = inputsFor({ url }, { timeout_minutes: '0.05' });
    const { outputs } = await runAction({ inputs, env: { NODE_EXTRA_CA_CERTS: undefined } });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'network', requests: '0' });
    expect(outputs['error_message']).toContain('NODE_EXTRA_CA_CERTS');
    expect(service.calls).toEqual([]);
  });
});

async function listenSecurely(
  service: ScriptedService,
  { key, cert }: Certificate,
): Promise<number> {
  return servers.add(
    await listen(createTlsServer({ key, cert }, (socket) => handOn(socket, portOf(service)))),
  ).port;
}

describeWithCertificate('a service behind a proxy', (certificate) => {
  const ACCEPTED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

  /** A proxy that treats its first tunnel in its own way and hands all others on. */
  async function proxyTo(port: number, first: (socket: Socket) => void): Promise<string> {
    let count = 0;
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (head: Buffer) => {
          expect(head.toString('latin1')).toMatch(new RegExp(`^CONNECT ${SERVER_NAME}:443 `));
          count += 1;
          if (count === 1) {
            first(socket);
          } else {
            handOn(socket, port, () => socket.write(ACCEPTED));
          }
        });
    });
    return `http://${await serve(server)}`;
  }

  async function behind(
    first: (socket: Socket, port: number) => void,
    more = {},
  ): Promise<[ActionRun, ScriptedService]> {
    const service = await fake();
    const port = await listenSecurely(service, certificate);
    const proxy = await proxyTo(port, (socket) => first(socket, port));
    const run = await runAction({
      inputs: inputsFor({ url: `https://${SERVER_NAME}` }, more),
      env: { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: certificate.caFile },
    });
    return [run, service];
  }

  it.concurrent('the tunnel breaks before TLS is established: it is sent again', async () => {
    expectSucceeded(
      ...(await behind((socket) => {
        socket.write(ACCEPTED);
        socket.once('data', () => socket.destroy());
      })),
    );
  });

  it.concurrent('the proxy hangs up without an answer: it is sent again', async () => {
    expectSucceeded(...(await behind((socket) => socket.destroy())));
  });

  it.concurrent('the proxy refuses: nothing reached the service', async () => {
    const service = await fake();
    const refusing = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    });
    const { outputs } = await runAction({
      inputs: inputsFor({ url: `https://${SERVER_NAME}` }, { timeout_minutes: '0.04' }),
      env: { HTTPS_PROXY: `http://${await serve(refusing)}` },
    });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'network', requests: '0' });
    expect(service.calls).toEqual([]);
  });

  it.concurrent('the tunnel breaks after the request: it is not sent again', async () => {
    const service = await fake();
    const { key, cert } = certificate;
    const swallowing = servers.add(await listen(createTlsServer({ key, cert }, swallow)));
    const proxy = await proxyTo(0, (socket) =>
      handOn(socket, swallowing.port, () => socket.write(ACCEPTED)),
    );
    const run = await runAction({
      inputs: inputsFor({ url: `https://${SERVER_NAME}` }, BRIEFLY),
      env: { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: certificate.caFile },
    });
    expectSentOnce(run, service);
  });

  it.concurrent('NO_PROXY names the service: the proxy is not asked', async () => {
    const proxy = await serve(createServer((socket) => socket.destroy()));
    const { outputs } = await runAction({
      inputs: inputsFor({ url: `https://${SERVER_NAME}` }, { timeout_minutes: '0.02' }),
      env: { HTTPS_PROXY: `http://${proxy}`, NO_PROXY: SERVER_NAME },
    });
    expect(outputs).toMatchObject({ error_code: 'network', requests: '0' });
    expect(outputs['error_message']).not.toContain(proxy);
  });

  it.concurrent('the address is on this machine: no proxy reads the token', async () => {
    const service = await fake();
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes: Buffer) => {
          asked.push(bytes.toString('latin1'));
          socket.destroy();
        });
    });
    const url = `http://${await serve(proxy)}`;
    const env = { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url };
    expectSucceeded(
      await runAction({ inputs: inputsFor(service, { timeout_minutes: '0.1' }), env }),
      service,
    );
    expect(asked).toEqual([]);
  });
});
