/**
 * Which hosts the bundle contacts, and when (docs/security.md): every connection is noted, and
 * refused unless the row names it.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { startSandbox } from '../../sandbox/server.ts';
import { startFakeGitHub, type FakeGitHub } from '../support/fake-github.ts';
import { entry, finalAnswer, inputsFor, serveRun, type FakeRun } from '../support/fake-run.ts';
import { listen } from '../support/loopback.ts';
import {
  runAction,
  signalWhen,
  type ActionOptions,
  type ActionRun,
} from '../support/run-action.ts';

const PRELOAD = resolve(import.meta.dirname, '../support/refuse-network.mjs');
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) {
    await close();
  }
});

interface Egress extends ActionRun {
  /** What the process tried to reach, each once. */
  readonly tried: readonly string[];
}

async function watched(options: ActionOptions, allowed: readonly string[] = []): Promise<Egress> {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const env = {
    NODE_OPTIONS: `--import=${PRELOAD}`,
    EGRESS_LOG: log,
    EGRESS_ALLOWED: allowed.join(' '),
  };
  const run = await runAction({ ...options, env: { ...options.env, ...env } });
  const tried = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return { ...run, tried: [...new Set(tried)].sort() };
}

const hostOf = (url: string): string => new URL(url).host;

/** Everything the agent can say an address in. */
const LURED: FakeRun = {
  entries: [
    entry(0, {
      thought: '![x](https://image.example/x.png) <img src="https://html.example/">',
      tool_output: 'https://tool.example',
    }),
    entry(1, {
      message_type: 'PR_CREATION',
      observation: 'https://github.com/octo/repo/pull/9 https://git.example/o/r/pull/1',
    }),
    finalAnswer(2, 'See [here](https://link.example) and https://bare.example/.'),
  ],
  moments: [
    { status: 'ACTIVE' },
    { status: 'COMPLETE', result: '![r](https://result.example/x.svg)' },
  ],
  extra: {
    web_url: 'https://web.example/runs/77',
    github_pull_requests: [{ id: 1, url: 'https://github.com/octo/repo/pull/9', title: 'x' }],
  },
};

async function service(run: FakeRun = LURED): Promise<{ url: string; host: string }> {
  const started = await serveRun(run);
  closing.push(() => started.close());
  return { url: started.url, host: hostOf(started.url) };
}

async function github(): Promise<{ url: string; host: string; fake: FakeGitHub }> {
  const fake = await startFakeGitHub();
  fake.permissions.set('mona', { permission: 'write', role_name: 'write' });
  closing.push(() => fake.close());
  return { url: fake.url, host: hostOf(fake.url), fake };
}

const COMMENT = {
  name: 'issue_comment',
  payload: {
    action: 'created',
    issue: {
      number: 7,
      title: 'T',
      body: '![i](https://issue.example/i.png)',
      user: { login: 'mona', type: 'User' },
    },
    comment: {
      id: 1,
      body: '@agent look at https://comment.example',
      user: { login: 'mona', type: 'User' },
    },
    repository: { full_name: 'octo/repo' },
    sender: { login: 'mona', type: 'User' },
  },
};
const FORK = { name: 'pull_request', payload: { pull_request: { head: { repo: null } } } };
const HERE = { GITHUB_REPOSITORY: 'octo/repo', GITHUB_SHA: 'd'.repeat(40) };

describe('only the service', () => {
  it('is contacted for a run, whatever addresses the agent names', async () => {
    const { url, host } = await service();
    const { tried, outputs } = await watched({ inputs: inputsFor({ url }) }, [host]);
    expect(outputs['outcome']).toBe('succeeded');
    expect(tried).toEqual([host]);
  });

  it.each([
    { tasks: '[{"key":"a"},{"key":"b"}]' },
    { output_schema: '{"$ref":"https://schema.example/s.json"}' },
    { output_schema: '{"$schema":"https://schema.example/meta","type":"object"}' },
    { task: 'check' },
    { repo: 'octo/repo' },
  ])('is contacted at most with %j', async (more) => {
    const sandbox = await startSandbox({ scenario: 'bug-fix', speed: 1000 });
    closing.push(() => sandbox.close());
    const host = hostOf(sandbox.url);
    const inputs = inputsFor(sandbox, { token: sandbox.token, timeout_minutes: '0.1', ...more });
    const { tried } = await watched({ inputs }, [host]);
    expect([[], [host]]).toContainEqual(tried);
  });

  it('is contacted by the post step of a killed step', async () => {
    const { url, host } = await service({ moments: [{ status: 'ACTIVE' }] });
    const inputs = inputsFor({ url });
    const created = signalWhen('SIGKILL', (stdout) => stdout.includes('77 created'));
    const killed = await watched({ inputs, ...created }, [host]);
    const { tried } = await watched({ inputs, state: killed.state }, [host]);
    expect(tried).toEqual([host]);
  });

  it('is contacted, even after a redirect', async () => {
    const server = createServer((_, response) =>
      response.writeHead(307, { location: 'https://other.example/' }).end(),
    );
    const { host, close } = await listen(server);
    closing.push(close);
    const { tried, outputs } = await watched({ inputs: inputsFor({ url: `http://${host}` }) }, [
      host,
    ]);
    expect(outputs['error_code']).toBe('bad_response');
    expect(tried).toEqual([host]);
  });
});

describe('GitHub', () => {
  it.each([
    ['comment', { comment: 'true' }, 'issue_comment'],
    ['resume: thread', { resume: 'thread' }, 'issue_comment'],
    ['commit_status', { commit_status: 'agent' }, 'workflow_dispatch'],
    ['expect', { expect: 'pull_request' }, 'workflow_dispatch'],
    ['a claimed pull request', {}, 'workflow_dispatch'],
    ['the permission of those behind a comment', {}, 'issue_comment'],
  ])('is contacted in addition to the service for %s', async (_, more, event) => {
    const [agent, hub] = [await service(), await github()];
    const inputs = inputsFor(agent, { github_token: 'ghs_x', context: 'event', ...more });
    const { tried } = await watched(
      {
        inputs,
        env: { ...HERE, GITHUB_API_URL: hub.url },
        event: event === COMMENT.name ? COMMENT : { name: event, payload: {} },
      },
      [agent.host, hub.host],
    );
    expect(tried).toEqual([agent.host, hub.host].sort());
  });

  it('is contacted alone until it is known who caused the event', async () => {
    const { tried, outputs } = await watched({
      inputs: inputsFor({ url: 'https://agents.example.com' }, { github_token: 'ghs_x' }),
      event: COMMENT,
      env: { GITHUB_API_URL: 'https://api.github.com' },
    });
    expect(outputs['outcome']).toBe('skipped');
    expect(tried).toEqual(['api.github.com:443']);
    // A GitHub that cannot be reached is waited out for two minutes (contract 6.1).
  }, 180_000);
});

describe('other hosts', () => {
  it('include the collector for the trace, and no more', async () => {
    const { url, host } = await service();
    const got: string[] = [];
    const collector = await listen(
      createServer((request, response) => {
        got.push(String(request.url));
        request.resume();
        response.end('{}');
      }),
    );
    closing.push(() => collector.close());
    const { tried } = await watched(
      {
        inputs: inputsFor({ url }, { otlp: 'true' }),
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.host}` },
      },
      [host, collector.host],
    );
    expect(tried).toEqual([collector.host, host].sort());
    expect(got).toEqual(['/v1/traces']);
  });

  it("include the proxy, in which case the service's name is not even resolved", async () => {
    const inputs = inputsFor({ url: 'https://agents.example.com' }, { timeout_minutes: '0.02' });
    const { tried } = await watched({ inputs, env: { HTTPS_PROXY: 'http://proxy.example:3128' } });
    expect(tried).toEqual(['proxy.example:3128']);
  });

  it.each([
    {
      why: 'a wrong input',
      more: { org_id: '-1' },
      event: { name: 'push', payload: {} },
      outcome: 'error',
    },
    { why: 'no token on a fork', more: { token: '' }, event: FORK, outcome: 'skipped' },
    { why: 'no phrase', more: { trigger_phrase: '/go' }, event: COMMENT, outcome: 'skipped' },
  ])('are never contacted with $why', async ({ more, event, outcome }) => {
    const inputs = inputsFor(
      { url: 'https://agents.example.com' },
      { github_token: 'ghs_x', ...more },
    );
    const { tried, outputs } = await watched({ inputs, event });
    expect(outputs['outcome']).toBe(outcome);
    expect(tried).toEqual([]);
  });
});

it('are detected by the monitor: names, sockets, datagrams and processes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  const script = join(folder, 'bad.mjs');
  writeFileSync(
    script,
    `import { connect } from 'node:tls';
     import { lookup } from 'node:dns/promises';
     import { createSocket } from 'node:dgram';
     import { spawn } from 'node:child_process';
     await fetch('http://fetched.example/').catch(() => undefined);
     await lookup('looked-up.example').catch(() => undefined);
     connect({ host: 'tls.example', port: 443 }).on('error', () => undefined);
     for (const use of [() => createSocket('udp4'), () => spawn('curl')]) try { use(); } catch {}`,
  );
  const { tried } = await watched({ inputs: {}, script });
  expect(tried).toEqual([
    'a datagram',
    'fetched.example:80',
    'name of looked-up.example',
    'process curl',
    'tls.example:443',
  ]);
});
