/** The search for a run whose id is its key: generations are read, and nothing is compared. */
import { expect, it } from '@jest/globals';
import { searchById } from '../../../src/agents/kit/search-by-id.ts';
import type { RequestIdentity } from '../../../src/agents/port.ts';

const identity: RequestIdentity = { key: 'k', generation: 3, asked: 'a' };

async function search(kind: 'earlier' | 'lost', newest: number) {
  const read: number[] = [];
  const found = await searchById(
    ({ generation }) => {
      read.push(generation);
      return Promise.resolve(generation <= newest ? `run-${generation}` : null);
    },
    { identity, kind },
  );
  return { found, read };
}

it('an earlier attempt: the last generation that is there counts', async () => {
  const { found, read } = await search('earlier', 2);
  expect(found).toEqual({
    kind: 'found',
    item: 'run-2',
    identity: { ...identity, generation: 2 },
  });
  expect(read).toEqual([1, 2, 3]);
});

it('a lost create: its own generation alone', async () => {
  expect(await search('lost', 2)).toEqual({ found: { kind: 'none' }, read: [3] });
});

it('a service that shows every id is asked for no more than a hundred (4.8)', async () => {
  const { found, read } = await search('earlier', Infinity);
  expect(found).toEqual({
    kind: 'open',
    why: 'the service shows more than 100 runs of this key',
  });
  expect(read).toHaveLength(100);
});
