/** The ways to the service that companies have: a proxy that wants CONNECT, an own certificate authority. */
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeWithCertificate } from '../support/certificate.ts';
import { finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { startFakeProxy, type FakeProxy, type FakeProxyOptions } from '../support/fake-proxy.ts';
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

async function proxy(options: FakeProxyOptions = {}): Promise<FakeProxy> {
  const started = await startFakeProxy(options);
  closing.push(() => started.close());
  return started;
}

describe('behind a proxy', () => {
  it('every request goes through its tunnel', async () => {
    const [target, gate] = [await service(), await proxy()];
    const { outputs } = await runAction({ inputs: inputsFor(target), env: { HTTP_PROXY: gate.url } });
    expect(outputs).toMatchObject({ outcome: 'succeeded', requests: '3' });
    expect(new Set(gate.asked)).toEqual(new Set([target.url.replace('http://', '')]));
  });

  it('NO_PROXY is honoured', async () => {
    const [target, gate] = [await service(), await proxy()];
    const { outputs } = await runAction({
      inputs: inputsFor(target),
      env: { HTTP_PROXY: gate.url, NO_PROXY: '127.0.0.1' },
    });
    expect(outputs['outcome']).toBe('succeeded');
    expect(gate.asked).toEqual([]);
  });

  it('a proxy that refuses is reported, and the service was never reached', async () => {
    const [target, gate] = [await service(), await proxy({ refusal: 'HTTP/1.1 403 Forbidden\r\n\r\n' })];
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
    const server = createTlsServer({ key, cert }, (socket) => handOn(socket, Number(new URL(target.url).port)));
    const { host, close } = await listen(server);
    closing.push(close);
    return { target, url: `https://${host}` };
  }

  it('is trusted by NODE_EXTRA_CA_CERTS', async () => {
    const { url } = await secure();
    const { outputs } = await runAction({
      inputs: inputsFor({ url }),
      env: { NODE_EXTRA_CA_CERTS: certificate.caFile },
    });
    expect(outputs).toMatchObject({ outcome: 'succeeded', result: 'ok' });
  });

  it('is refused immediately without it, and the message names the variable', async () => {
    const { url, target } = await secure();
    const { outputs, durationMs } = await runAction({
      inputs: inputsFor({ url }),
      env: { NODE_EXTRA_CA_CERTS: undefined },
    });
    expect(outputs).toMatchObject({ outcome: 'error', error_code: 'network', requests: '0' });
    expect(outputs['error_message']).toContain('NODE_EXTRA_CA_CERTS');
    expect(durationMs).toBeLessThan(10_000);
    expect(target.calls).toEqual([]);
  });
});
