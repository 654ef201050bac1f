/**
 * The look-up of a repository, over an HTTP port in memory, and the input `repo` of a whole step
 * whose look-up must wait (contract 1.1, 3.2).
 */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { openAgentRun } from '../../src/agents/agent-run/index.ts';
import type { Patiently } from '../../src/agents/port.ts';
import { NotOffered } from '../../src/http/errors.ts';
import { persistently } from '../../src/http/retry.ts';
import { RUN_ID } from '../support/memory-client.ts';
import { MemoryHttp, type Answer, type Answering } from '../support/memory-http.ts';
import { memoryScene, type MemoryScene } from '../support/memory-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const NAMES = ['octo/shop', 'octo/shop-api', 'octo/docs', 'hub/shop', 'octo/legacy'];

async function find(wanted: string | number, answer: Answering) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const agent = openAgentRun({
    http,
    clock,
    env: {},
    baseUrl: 'https://a.example',
    orgId: '1',
    token: 't',
    userAgent: 'u',
  });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
  const named =
    typeof wanted === 'string'
      ? { repository: wanted, repositoryId: null }
      : { repository: null, repositoryId: wanted };
  const patiently: Patiently = (read) => persistently(read, { clock, random: () => 0 }, call);
  const found = await agent
    .repository?.({ ...named, patiently }, call)
    .catch((error: unknown) => error);
  return { found, http };
}

const page = (names: readonly string[], first = 1): unknown => ({
  items: names.map((full_name, index) => ({
    id: first + index,
    full_name,
    archived: full_name.endsWith('legacy'),
  })),
});

describe('a repository', () => {
  it.each([
    ['octo/shop', 1],
    ['Octo/DOCS', 3],
    [4, 4],
  ])('%s is found by its name in any letter case, or by its ID', async (wanted, id) => {
    const { found } = await find(wanted, () => ({ body: page(NAMES) }));
    expect(found).toMatchObject({ id, warning: null });
  });

  it('is looked for on every page, and no further', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `octo/repo-${index}`);
    const answer: Answering = ({ url }) => {
      const skip = Number(new URL(url).searchParams.get('skip'));
      return { body: { ...(page(many.slice(skip, skip + 100), skip + 1) as object), total: 250 } };
    };
    const late = await find('octo/repo-249', answer);
    expect([late.found, late.http.requests.length]).toEqual([
      expect.objectContaining({ warning: null }),
      3,
    ]);
    const early = await find('octo/repo-3', answer);
    expect([early.found, early.http.requests.length]).toEqual([
      expect.objectContaining({ warning: null }),
      1,
    ]);
  });

  it.each([
    ['a slip of the pen', 'octo/shops', ' Close names: octo/shop, hub/shop.'],
    ['another owner', 'cat/docs', ' Close names: octo/docs.'],
    ['nothing alike', 'cat/zzzzzzzzz', ''],
  ])('that is not there comes with close names: %s', async (_, wanted, close) => {
    const { found } = await find(wanted, () => ({ body: page(NAMES) }));
    expect(found).toMatchObject({
      kind: 'none',
      why: expect.stringContaining(
        `has no repository ${wanted} at the service.${close} Correct the input \`repo\``,
      ),
    });
  });

  it('is told with at most five close names', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `octo/shop${index}`);
    const { found } = await find('octo/shop', () => ({ body: page(names) }));
    expect(JSON.stringify(found).match(/octo\/shop\d/g)).toHaveLength(5);
  });

  it('is looked for again after trouble that passes, and not after a refusal', async () => {
    const passing = await find('octo/shop', (_, nth) =>
      nth <= 2 ? { status: 503 } : { body: page(NAMES) },
    );
    expect(passing.found).toMatchObject({ id: 1 });
    const refused = await find('octo/shop', () => ({ status: 401 }));
    expect([refused.found, refused.http.requests.length]).toEqual([
      expect.objectContaining({ status: 401 }),
      1,
    ]);
    const missing = await find('octo/shop', () => ({ status: 404, body: { detail: 'Not Found' } }));
    expect(missing.found).toBeInstanceOf(NotOffered);
  });
});

const MINUTE_MS = 60_000;
const REFUSED: Answer = { status: 429, headers: { 'retry-after': '150' } };
const LIST: Answer = { body: { items: [{ id: 5, full_name: 'octo/shop' }] } };

interface LookUp {
  readonly inputs?: Readonly<Record<string, string>>;
  /** Answers to the look-up, in order. The last one is repeated. */
  readonly answers: readonly Answer[];
  readonly runMs?: number;
}

async function lookUp({ inputs = {}, answers, runMs = 0 }: LookUp): Promise<MemoryScene> {
  let lookUps = 0;
  let endsAt = Infinity;
  const scene = memoryScene({
    inputs: { repo: 'octo/shop', ...inputs },
    answer: ({ method, url }) => {
      if (url.includes('/repos')) {
        return answers[Math.min(lookUps++, answers.length - 1)]!;
      }
      if (method === 'POST') {
        endsAt = scene.clock.elapsed + runMs;
      }
      const status = scene.clock.elapsed >= endsAt ? 'COMPLETE' : 'ACTIVE';
      return { body: { id: RUN_ID, status, result: 'Done.', logs: [], total_logs: 0 } };
    },
  });
  await main(scene.ports);
  return scene;
}

describe('the look-up of a repository', () => {
  it.each([
    ['a run', {}],
    ['a fleet', { tasks: '[{"key":"a"}]' }],
  ])('waits out the rate limit (%s)', async (_, inputs) => {
    const { host } = await lookUp({ inputs, answers: [REFUSED, LIST] });
    expect([host.outputs['outcome'], host.outputs['error_message']]).toEqual(['succeeded', '']);
  });

  it('is given up after two minutes of failures, not counting waits for the rate limit', async () => {
    const { host, clock } = await lookUp({ answers: [{ status: 503 }, REFUSED, { status: 503 }] });
    expect(host.outputs['outcome']).toBe('error');
    expect(clock.elapsed).toBeGreaterThan(4 * MINUTE_MS);
    expect(clock.elapsed).toBeLessThan(6 * MINUTE_MS);
  });

  it('does not shorten the timeout of a task', async () => {
    const inputs = { tasks: '[{"key":"a"}]', timeout_minutes: '3' };
    const { host } = await lookUp({ inputs, answers: [REFUSED, LIST], runMs: 2 * MINUTE_MS });
    expect(host.outputs['outcome']).toBe('succeeded');
  });
});
