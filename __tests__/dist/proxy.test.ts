/** The bundle where proxies are set: through one to a service elsewhere, directly to one on this machine (contract 2.4). */
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeWithCertificate, SERVER_NAME } from '../support/certificate.ts';
import { startFakeProxy, type FakeProxy, type FakeProxyOptions } from '../support/fake-proxy.ts';
import { finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { handOn, listen } from '../support/loopback.ts';
import { runAction } from '../support/run-action.ts';
import type { ScriptedService } from '../support/scripted-service.ts';

const DONE: FakeRun = { entries: [finalAnswer(0)], moments: [{ status: 'COMPLETE', result: 'ok' }] };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function service(): Promise<ScriptedService> {
  const started = await serveRun(DONE);
  closing.push(() => started.close());
  return started;
}

async function proxy(options: FakeProxyOptions): Promise<FakeProxy> {
  const started = await startFakeProxy(options);
  closing.push(() => started.close());
  return started;
}

describe('a service on this machine', () => {
  it('gets the token directly, whatever proxies are set', async () => {
    const [target, gate] = [await service(), await proxy({ refusal: 'HTTP/1.1 403 Forbidden\r\n\r\n' })];
    const env = { HTTP_PROXY: gate.url, HTTPS_PROXY: gate.url };
    const { outputs } = await runAction({ inputs: inputsFor(target), env });
    expect(outputs).toMatchObject({ outcome: 'succeeded', requests: '3' });
    expect(gate.asked).toEqual([]);
  });
});

describeWithCertificate('a service elsewhere', ({ key, cert, caFile }) => {
  it('gets every request through the tunnel of the proxy', async () => {
    const target = await service();
    const server = createTlsServer({ key, cert }, (socket) => handOn(socket, Number(new URL(target.url).port)));
    const { port, close } = await listen(server);
    closing.push(close);
    const gate = await proxy({ port });
    const { outputs } = await runAction({
      inputs: inputsFor({ url: `https://${SERVER_NAME}` }),
      env: { HTTPS_PROXY: gate.url, NODE_EXTRA_CA_CERTS: caFile },
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded', requests: '3' });
    expect(new Set(gate.asked)).toEqual(new Set([`${SERVER_NAME}:443`]));
    expect(target.calls).toHaveLength(3);
  });
});
