import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type FakeGitHub, startFakeGitHub } from '../support/fake-github.ts';
import { type FakeProxy, startFakeProxy } from '../support/fake-proxy.ts';
import { ManualClock } from '../support/manual-clock.ts';

let fake: FakeGitHub;
let proxy: FakeProxy;

beforeEach(async () => {
  fake = await startFakeGitHub({ prefix: '/api/v3' });
  // Everything ends at the fake whatever the host name, because the name itself cannot be resolved.
  proxy = await startFakeProxy({ port: Number(new URL(fake.url).port) });
});

afterEach(async () => {
  await fake.close();
  await proxy.close();
});

it('uses the proxy of the environment', async () => {
  process.env['http_proxy'] = proxy.url;
  process.env['GITHUB_API_URL'] = 'http://ghes.invalid/api/v3';
  // The proxy is read when the package is loaded.
  const { createGitHub } = await import('../../src/github/octokit.ts');
  const github = createGitHub({
    token: 'gh-token',
    apiUrl: 'http://ghes.invalid/api/v3',
    repository: 'octo/repo',
    userAgent: 'agent-run-action/1',
    clock: new ManualClock(),
  });
  const comment = await github.createComment(7, 'hello', new AbortController().signal);
  expect(comment.body).toBe('hello');
  expect(proxy.asked).toEqual(['http://ghes.invalid/api/v3/repos/octo/repo/issues/7/comments']);
  expect(fake.log()).toEqual(['POST /repos/octo/repo/issues/7/comments']);
});
