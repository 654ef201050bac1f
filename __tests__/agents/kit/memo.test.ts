/** What is remembered of a run before a follow-up (contract 18.1). */
import { expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { memoText, readMemo } from '../../../src/agents/kit/memo.ts';

const schema = z.object({ word: z.string(), ids: z.array(z.string()) });
const many = Array.from({ length: 1_000 }, (_, nth) => `id-${nth}`);
const read = (memo: string) => readMemo({ entries: 0, memo }, schema);

it('fits into 2 kB with the newest of a list', () => {
  const text = memoText({ word: 'w' }, { ids: many, others: ['one'] });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
  expect(read(text)?.ids.at(-1)).toBe('id-999');
  expect(JSON.parse(text)).toMatchObject({ others: ['one'] });
});

it('gives up its lists where the rest alone is too long', () => {
  const text = memoText({ word: 'x'.repeat(3_000) }, { ids: many });
  expect(read(text)?.ids).toEqual([]);
});

it.each(['', '7', '{"word": 1}'])('that is %j is none', (memo) => {
  expect(read(memo)).toBeNull();
});
