/** The published API over an in-memory HTTP port: requests, tolerant parsing, pages, limits, and a service without it. */
import { describe, expect, it } from '@jest/globals';
import { createClient, type CallOptions } from '../../src/service/client.ts';
import type { Published } from '../../src/service/published.ts';
import { MemoryHttp, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const ROOT = 'https://agents.example.com/prefix/v1';
const ORG = `${ROOT}/organizations/42`;

function setUp(answer: Answering) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const options = { baseUrl: 'https://agents.example.com/prefix', orgId: 42, token: 'tok', userAgent: 'x' };
  const client = createClient({ http, clock, ...options });
  const call: CallOptions = { signal: new AbortController().signal, deadline: clock.start + 3_600_000 };
  return { clock, http, client, published: client.published, call };
}

type Call = (published: Published, call: CallOptions) => Promise<unknown>;
const PAGE = { skip: 100, limit: 50 };
const runs: Call = (published, call) => published.runs(PAGE, call);
const repositories: Call = (published, call) => published.repositories(PAGE, call);
const organizations: Call = (published, call) => published.organizations(PAGE, call);
const me: Call = (published, call) => published.me(call);
const integrations: Call = (published, call) => published.integrations(call);
const ban: Call = (published, call) => published.ban(7, call);
const unban: Call = (published, call) => published.unban(7, call);
const setup: Call = (published, call) => published.generateSetupCommands({ repo_id: 3, prompt: 'Use npm.' }, call);
const analyze: Call = (published, call) => published.analyzeLogs(9, call);

const LIST = { items: [], total: 0 };
it.each([
  ['runs', runs, 'GET', `${ORG}/agent/runs?skip=100&limit=50`, null, LIST],
  ['repositories', repositories, 'GET', `${ORG}/repos?skip=100&limit=50`, null, LIST],
  ['organizations', organizations, 'GET', `${ROOT}/organizations?skip=100&limit=50`, null, LIST],
  ['me', me, 'GET', `${ROOT}/users/me`, null, {}],
  ['integrations', integrations, 'GET', `${ORG}/integrations`, null, { integrations: [] }],
  ['ban', ban, 'POST', `${ORG}/agent/run/ban`, { agent_run_id: 7 }, {}],
  ['unban', unban, 'POST', `${ORG}/agent/run/unban`, { agent_run_id: 7 }, {}],
  [
    ...(['setup commands', setup, 'POST', `${ORG}/setup-commands/generate`] as const),
    ...([{ repo_id: 3, prompt: 'Use npm.' }, { agent_run_id: 5 }] as const),
  ],
  ['analysis', analyze, 'POST', `${ORG}/sandbox/9/analyze-logs`, null, { agent_run_id: 5 }],
] as const)('asks for %s as published', async (...[, send, method, url, body, answer]) => {
  const { http, published, call } = setUp(() => ({ body: answer }));
  await send(published, call);
  expect(http.requests).toHaveLength(1);
  expect(http.requests[0]).toMatchObject({ method, url });
  expect(JSON.parse(http.requests[0]?.body ?? 'null')).toEqual(body);
});

describe('responses are parsed tolerantly', () => {
  it.each<[string, Call, unknown, unknown]>([
    [
      'runs',
      runs,
      { items: [{ id: 5, status: null, metadata: { key: 'k' }, summary: 'Short.' }, { id: null }, 'odd'], total: 1000 },
      {
        items: [expect.objectContaining({ id: 5, status: null, metadata: { key: 'k' }, summary: 'Short.' })],
        ...{ total: 1000, next: 103 },
      },
    ],
    [
      'repositories',
      repositories,
      {
        items: [
          { id: 3, full_name: 'octo/shop', archived: null },
          { id: 4 },
          { id: 5, full_name: 'octo/old', archived: true },
        ],
      },
      {
        items: [
          { id: 3, fullName: 'octo/shop', archived: false },
          { id: 5, fullName: 'octo/old', archived: true },
        ],
        ...{ total: null, next: null },
      },
    ],
    [
      'organizations',
      organizations,
      { items: [{ id: '42', name: null }] },
      { items: [{ id: 42, name: null }], total: null, next: null },
    ],
    [
      'me',
      me,
      { id: 1, github_username: 'octo', is_admin: 1 },
      { id: 1, email: null, github_username: 'octo', full_name: null, role: null },
    ],
    [
      'integrations',
      integrations,
      { integrations: [{ integration_type: 'github', active: true }, { integration_type: 'slack', active: null }, 1] },
      { active: ['github'], inactive: ['slack'] },
    ],
    [
      'setup commands',
      setup,
      { agent_run_id: 5, status: 'ACTIVE', url: null },
      {
        ...{ id: 5, status: 'ACTIVE', web_url: null, created_at: null, organization_id: null },
        ...{ metadata: null, github_pull_requests: [] },
      },
    ],
  ])('%s', async (_, send, ...[body, value]) => {
    const { published, call } = setUp(() => ({ body }));
    expect(await send(published, call)).toEqual(value);
  });

  it.each<[string, Call, unknown]>([
    ['runs', runs, []],
    ['repositories', repositories, { items: null }],
    ['me', me, 'x'],
    ['integrations', integrations, {}],
    ['setup commands', setup, { status: 'ACTIVE' }],
    ['analysis', analyze, { agent_run_id: 0 }],
  ])('%s without required fields is an unreadable response', async (_, send, body) => {
    const { published, call } = setUp(() => ({ body }));
    await expect(send(published, call)).rejects.toMatchObject({ kind: 'body', proof: 'ambiguous' });
  });

  it.each([
    ['a full page without a total', 50, null, 150],
    ['a short page without a total', 49, null, null],
    ['a page capped by the service', 20, 500, 120],
    ['the last page by the total', 50, 150, null],
    ['an empty page, whatever the total', 0, 500, null],
  ])('the next page after %s', async (_, length, ...[total, next]) => {
    const items = Array.from({ length }, (__, index) => ({ id: index + 1 }));
    const { published, call } = setUp(() => ({ body: { items, total } }));
    expect(await published.runs(PAGE, call)).toMatchObject({ next });
  });
});

describe('limits', () => {
  it.each([
    ['setup commands', setup],
    ['log analysis', analyze],
  ] as const)('%s: five a minute', async (_, send) => {
    const { published, call, clock } = setUp(() => ({ body: { agent_run_id: 5 } }));
    for (let nth = 0; nth < 5; nth++) await send(published, call);
    expect(clock.elapsed).toBe(0);
    await send(published, call);
    expect(clock.elapsed).toBe(60_000);
  });
});
