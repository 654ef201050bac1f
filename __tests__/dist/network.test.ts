/** The ways to the service that companies have: a proxy that wants CONNECT, an own certificate authority. */
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeWithCertificate } from '../support/certificate.ts';
import { finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { runAction } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

const DONE: FakeRun = { entries: [finalAnswer(0)], moments: [{ status: 'COMPLETE', result: 'ok' }] };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function service(): Promise<ScriptedService> {
  const started = await serveRun(DONE);
  closing.push(() => started.close());
  return started;
}

/** A proxy that only tunnels; notes where to. */
async function proxy(refuse = false): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const server = createHttpServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    if (refuse) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
    return undefined;
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, tunnels };
}

describe('behind a proxy', () => {
  it('every request goes through its tunnel', async () => {
    const [target, gate] = [await service(), await proxy()];
    const { outputs } = await runAction({ inputs: inputsFor(target), env: { HTTP_PROXY: gate.url } });
    expect(outputs).toMatchObject({ outcome: 'succeeded', requests: '3' });
    expect(new Set(gate.tunnels)).toEqual(new Set([target.url.replace('http://', '')]));
  });

  it('NO_PROXY is honoured', async () => {
    const [target, gate] = [await service(), await proxy()];
    const { outputs } = await runAction({ inputs: inputsFor(target), env: { HTTP_PROXY: gate.url, NO_PROXY: '127.0.0.1' } });
    expect(outputs['outcome']).toBe('succeeded');
    expect(gate.tunnels).toEqual([]);
  });

  it('that refuses, the service was never reached', async () => {
    const [target, gate] = [await service(), await proxy(true)];
    const inputs = inputsFor(target, { timeout_minutes: '0.03' });
    const { outputs } = await runAction({ inputs, env: { HTTP_PROXY: gate.url } });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'network', requests: '0' });
    expect(target.calls).toEqual([]);
  });
});

describeWithCertificate('a service with an own certificate authority', (certificate) => {
  async function secure(): Promise<{ target: ScriptedService; url: string }> {
    const target = await service();
    const { key, cert } = certificate;
    const server = createHttpsServer({ key, cert }, (request, response) => {
      void fetch(`${target.url}${request.url ?? ''}`, { method: request.method ?? 'GET', ...(request.method === 'POST' ? { body: '{}' } : {}) })
        .then(async (answer) => response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()));
    });
    return { target, url: `https://127.0.0.1:${await listen(server)}` };
  }

  it('is trusted by NODE_EXTRA_CA_CERTS', async () => {
    const { url } = await secure();
    const { outputs } = await runAction({ inputs: inputsFor({ url }), env: { NODE_EXTRA_CA_CERTS: certificate.caFile } });
    expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'ok' });
  });

  it('is refused at once without it, and the message names the variable', async () => {
    const { url, target } = await secure();
    const { outputs, durationMs } = await runAction({ inputs: inputsFor({ url }), env: { NODE_EXTRA_CA_CERTS: undefined } });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'network', requests: '0' });
    expect(outputs['error_message']).toContain('NODE_EXTRA_CA_CERTS');
    expect(durationMs).toBeLessThan(10_000);
    expect(target.calls).toEqual([]);
  });
});
