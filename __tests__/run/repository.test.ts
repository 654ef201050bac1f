/** Looking up a repository by its name, over the client and an HTTP port in memory. */
import { describe, expect, it } from '@jest/globals';
import { repositoryByName } from '../../src/run/repository.ts';
import { createClient } from '../../src/service/client.ts';
import { MemoryHttp, type Answering } from '../support/memory-http.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const NAMES = ['octo/shop', 'octo/shop-api', 'octo/docs', 'hub/shop', 'octo/legacy'];

async function find(fullName: string, answer: Answering) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, answer);
  const client = createClient({ http, clock, baseUrl: 'https://a.example', orgId: 1, token: 't', userAgent: 'u' });
  const call = { signal: new AbortController().signal, deadline: clock.now() + 600_000 };
  const ports = { published: client.published, clock, random: () => 0, orgId: 1 };
  const found = await repositoryByName(fullName, ports, call).catch((error: unknown) => error);
  return { found, http, clock };
}

const page = (names: readonly string[], first = 1): unknown => ({
  items: names.map((full_name, index) => ({ id: first + index, full_name, archived: full_name.endsWith('legacy') })),
});

describe('a repository', () => {
  it.each([
    ['octo/shop', 1],
    ['Octo/DOCS', 3],
  ])('%s is found in any letter case', async (fullName, id) => {
    const { found } = await find(fullName, () => ({ body: page(NAMES) }));
    expect(found).toMatchObject({ id, archived: false });
  });

  it('is looked for on every page, and no further', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `octo/repo-${index}`);
    const answer: Answering = ({ url }) => {
      const skip = Number(new URL(url).searchParams.get('skip'));
      return { body: { ...(page(many.slice(skip, skip + 100), skip + 1) as object), total: 250 } };
    };
    const late = await find('octo/repo-249', answer);
    expect([late.found, late.http.requests.length]).toEqual([expect.objectContaining({ archived: false }), 3]);
    const early = await find('octo/repo-3', answer);
    expect([early.found, early.http.requests.length]).toEqual([expect.objectContaining({ archived: false }), 1]);
  });

  it.each([
    ['a slip of the pen', 'octo/shops', ' Close names: octo/shop, hub/shop.'],
    ['another owner', 'cat/docs', ' Close names: octo/docs.'],
    ['nothing alike', 'cat/zzzzzzzzz', ''],
  ])('that is not there comes with close names: %s', async (_, wanted, close) => {
    const { found } = await find(wanted, () => ({ body: page(NAMES) }));
    expect(found).toContain(`has no repository ${wanted} at the service.${close} Correct the input \`repo\``);
  });

  it('is told with at most five close names', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `octo/shop${index}`);
    const { found } = await find('octo/shop', () => ({ body: page(names) }));
    expect(String(found).match(/octo\/shop\d/g)).toHaveLength(5);
  });

  it('that is not among the first 10,000 is not told as one that does not exist', async () => {
    const { found, http } = await find('octo/last', ({ url }) => {
      const skip = Number(new URL(url).searchParams.get('skip'));
      const names = Array.from({ length: 100 }, (_, index) => `octo/repo-${skip + index}`);
      return { body: { ...(page(names, skip + 1) as object), total: 20_000 } };
    });
    expect([found, http.requests.length]).toEqual([expect.stringMatching(/first 10,000.*`repo_id`/), 100]);
  });

  it('is looked for again after trouble that passes, and not after a refusal', async () => {
    const passing = await find('octo/shop', (_, nth) => (nth <= 2 ? { status: 503 } : { body: page(NAMES) }));
    expect(passing.found).toMatchObject({ id: 1 });
    const refused = await find('octo/shop', () => ({ status: 401 }));
    expect([refused.found, refused.http.requests.length]).toEqual([expect.objectContaining({ status: 401 }), 1]);
    const missing = await find('octo/shop', () => ({ status: 404, body: { detail: 'Not Found' } }));
    expect(missing.found).toMatchObject({ notOffered: true });
  });

  it('is given up on when the time is up', async () => {
    const { found, clock } = await find('octo/shop', () => ({ status: 503 }));
    expect(found).toMatchObject({ status: 503 });
    expect(clock.elapsed).toBeLessThanOrEqual(600_000);
  });
});
