/** `npm run demo`, as a process (contract 10). */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '../../sandbox/faces/face.ts';
import { startFakeProxy } from '../support/fake-proxy.ts';
import { COMPILED } from '../support/run-action.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ENV = { PATH: process.env['PATH'], CI: 'true', ...COMPILED };
let demo: ChildProcess | undefined;
// The whole group: what the demo starts ends with it.
afterEach(() => {
  if (demo?.pid !== undefined && demo.exitCode === null && demo.signalCode === null) {
    process.kill(-demo.pid, 'SIGKILL');
  }
});

it('needs no proxy for its own service, regardless of the environment', async () => {
  const { url, asked, close } = await startFakeProxy({ refusal: 'HTTP/1.1 403 Forbidden\r\n\r\n' });
  const proxies = {
    HTTP_PROXY: url,
    http_proxy: url,
    NO_PROXY: 'upper.example',
    no_proxy: 'lower.example',
  };
  demo = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: ROOT,
    env: { ...ENV, ...proxies },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let stdout = '';
  demo.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const [code] = (await once(demo, 'close')) as [number | null];
  await close();
  expect([code, asked]).toEqual([0, []]);
  expect(stdout).not.toMatch(/add-mask|::|mermaid/);
  expect(stdout.trimEnd().split('\n').slice(-6)).toEqual([
    'Outcome:      succeeded',
    'Pull request: https://github.com/octo/shop/pull/128',
    expect.stringMatching(/^Report: {7}\S/),
    expect.stringMatching(/^Summary: {6}\S/),
    '',
    'Next: npm run demo -- failed',
  ]);
});

describe('played by each service', () => {
  const OTHERS = SERVICES.filter((name) => name !== 'agent-run');
  const STORIES = [
    ...OTHERS.map((service) => ['bug-fix', service, 'succeeded', '128'] as const),
    ['checks', 'jules', 'succeeded', '131'],
    // It takes no message, so that what is red stays red.
    ['checks', 'copilot', 'unverified', '131'],
  ] as const;
  let shown: readonly string[];
  // All at once, because each of them waits.
  beforeAll(async () => {
    shown = await Promise.all(
      STORIES.map(async ([scenario, service]) => {
        const options = ['scripts/demo.ts', scenario, '--service', service];
        const where = { cwd: ROOT, env: ENV };
        const { stdout } = await promisify(execFile)(process.execPath, options, where);
        return stdout;
      }),
    );
  });

  it.each(STORIES)('%s, %s', (...[scenario, service, outcome, number]) => {
    const at = STORIES.findIndex(([name, of]) => name === scenario && of === service);
    expect(shown[at]?.split('\n').slice(-7, -5)).toEqual([
      `Outcome:      ${outcome}`,
      `Pull request: https://github.com/octo/shop/pull/${number}`,
    ]);
  });
});

it.each([
  [['--help'], 0, 'stdout'],
  [['nonsense'], 2, 'stderr'],
  [['--nonsense'], 2, 'stderr'],
] as const)('answers %j in words', (options, status, where) => {
  const run = spawnSync(process.execPath, ['scripts/demo.ts', ...options], {
    cwd: ROOT,
    env: ENV,
    encoding: 'utf8',
  });
  expect(run.status).toBe(status);
  expect(run[where]).toContain('npm run demo -- SCENARIO');
  expect(run.stderr).not.toMatch(/^\s+at /m);
});
