import { expect, it } from '@jest/globals';
import { appended, EMPTY_LIST, itemsOf, replaceAt, type AppendList } from '../../src/report/append-list.ts';

it('drops the middle of a very long list, and still counts it', () => {
  let list: AppendList<number> = EMPTY_LIST;
  for (let item = 0; item < 30_000; item += 1) list = appended(list, item);
  const items = itemsOf(list);
  expect(list.length).toBe(30_000);
  expect(items.length).toBeLessThan(11_000);
  expect([items[0], items[2_047], items.at(-1), items.at(-7_900)]).toEqual([0, 2_047, 29_999, 22_100]);
  expect(itemsOf(replaceAt(list, 29_999, -1)).at(-1)).toBe(-1);
  expect(itemsOf(replaceAt(list, 10_000, -1))).toEqual(items);
});
