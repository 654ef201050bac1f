import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { startFakeProxy } from './fake-proxy.ts';
import { startFakeGitHub } from './fake-github.ts';
import { scriptedService } from './scripted-service.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Sends the text, waits for an answer if one is expected, and resets the connection. */
async function rudely(url: string, text: string, answer: boolean): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(text);
  await (answer ? once(socket, 'data') : new Promise((resolve) => setImmediate(resolve)));
  socket.resetAndDestroy();
  await once(socket, 'close');
}

// An unhandled error fails the current test. Several clients, because such errors depend on timing.
it('a client that leaves in the middle is no error of a test: the proxy', async () => {
  const proxy = await startFakeProxy({ refusal: 'HTTP/1.1 403 Forbidden\r\n\r\n' });
  closers.push(proxy.close);
  const head = 'CONNECT host.invalid:443 HTTP/1.1\r\nHost: host.invalid\r\n\r\n';
  for (let client = 0; client < 20; client += 1) await rudely(proxy.url, head, true);
  expect(proxy.asked).toHaveLength(20);
});

it('a client that leaves in the middle is no error of a test: the services', async () => {
  let answers = 0;
  const service = await scriptedService(() => ({ status: (answers += 1) }));
  const github = await startFakeGitHub();
  closers.push(service.close, github.close);
  const half = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":';
  for (const { url } of [service, github])
    for (let client = 0; client < 20; client += 1) await rudely(url, half, false);
  expect([answers, service.calls, github.requests]).toEqual([0, [], []]);
});
