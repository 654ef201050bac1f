import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type FakeGitHub, startFakeGitHub } from '../support/fake-github.ts';
import { ManualClock } from '../support/manual-clock.ts';

let fake: FakeGitHub;
let proxy: Server;
const tunnels: string[] = [];

beforeEach(async () => {
  fake = await startFakeGitHub({ prefix: '/api/v3' });
  // Whatever name is asked for, the tunnel ends at the fake: the name itself cannot be resolved.
  proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(String(request.url));
    const upstream = connect(Number(new URL(fake.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await fake.close();
  await new Promise((resolve) => proxy.close(resolve));
});

it('goes through the proxy the environment names', async () => {
  process.env['http_proxy'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env['GITHUB_API_URL'] = 'http://ghes.invalid/api/v3';
  // The proxy is looked up when the package is loaded.
  const { createGitHub } = await import('../../src/action/github.ts');
  const github = createGitHub({
    token: 'gh-token',
    apiUrl: 'http://ghes.invalid/api/v3',
    repository: 'octo/repo',
    userAgent: 'agent-run-action/1',
    clock: new ManualClock(),
  });
  const comment = await github.createComment(7, 'hello', new AbortController().signal);
  expect(comment.body).toBe('hello');
  expect(tunnels).toEqual(['ghes.invalid:80']);
  expect(fake.log()).toEqual(['POST /repos/octo/repo/issues/7/comments']);
});
