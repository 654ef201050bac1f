/** Lists read page by page, with what a list may do on the way. */
import { describe, expect, it } from '@jest/globals';
import { KnownPages, readPages, tokenPage, type Page } from '../../../src/agents/kit/pages.ts';
import { httpError } from '../../support/memory-client.ts';

type Pages = Readonly<Record<string, Page<number>>>;

const page = (items: readonly number[], next: string | null): Page<number> => ({ items, next });

function reading(
  pages: Pages,
  more: { readonly pagesMax?: number; readonly enough?: number } = {},
) {
  const asked: (string | null)[] = [];
  const read = (cursor: string | null): Promise<Page<number>> => {
    asked.push(cursor);
    return Promise.resolve(pages[cursor ?? 'first'] ?? page([], null));
  };
  const { pagesMax = 10, enough = Infinity } = more;
  const isEnough = (items: readonly number[]): boolean => items.some((item) => item >= enough);
  return { asked, pages: readPages({ read, pagesMax, isEnough }) };
}

describe('a list', () => {
  it.each<[string, Pages, object]>([
    ['of one page', { first: page([1], null) }, { items: [1], isWhole: true, last: null }],
    ['that is empty', { first: page([], null) }, { items: [], isWhole: true, last: null }],
    [
      'of several',
      { first: page([1], 'a'), a: page([2], 'b'), b: page([3], null) },
      { items: [1, 2, 3], isWhole: true, last: 'b' },
    ],
    [
      'with an empty page on the way',
      { first: page([1], 'a'), a: page([], 'b'), b: page([2], null) },
      { items: [1, 2], isWhole: true, last: 'b' },
    ],
    [
      'whose last page leads to itself',
      { first: page([1], 'a'), a: page([2], 'a') },
      { items: [1, 2], isWhole: true, last: 'a' },
    ],
    [
      'that ends with empty pages, to which nobody comes back',
      { first: page([1], 'a'), a: page([], 'a') },
      { items: [1], isWhole: true, last: null },
    ],
    [
      'that goes in a circle',
      { first: page([1], 'a'), a: page([2], 'b'), b: page([3], 'a') },
      { items: [1, 2, 3], isWhole: true, last: 'b' },
    ],
  ])('%s', async (_, pages, expected) => {
    expect(await reading(pages).pages).toEqual({ ...expected, next: null });
  });

  it('that is longer than is read says where it goes on', async () => {
    const long = { first: page([1], 'a'), a: page([2], 'b'), b: page([3], null) };
    expect(await reading(long, { pagesMax: 2 }).pages).toEqual({
      items: [1, 2],
      isWhole: false,
      last: 'a',
      next: 'b',
    });
  });

  it('is read only as far as it matters', async () => {
    const long = { first: page([1], 'a'), a: page([2], 'b'), b: page([3], null) };
    const { asked, pages } = reading(long, { enough: 2 });
    expect(await pages).toMatchObject({ items: [1, 2], isWhole: true });
    expect(asked).toEqual([null, 'a']);
  });
});

describe('pages that the runs of a step share', () => {
  /** How often a page is asked for that two runs want one after the other. */
  async function requestsFor(known: Page<number>): Promise<number> {
    const pages = new KnownPages<number>();
    let requests = 0;
    const read = (): Promise<Page<number>> => {
      requests += 1;
      return Promise.resolve(known);
    };
    await pages.page(null, read);
    await pages.page(null, read);
    return requests;
  }

  it('are read once', async () => {
    expect(await requestsFor(page([1], 'a'))).toBe(1);
  });

  it('are read anew where they led nowhere, which may pass', async () => {
    expect(await requestsFor({ ...page([1], null), unreachable: httpError(200) })).toBe(2);
  });
});

describe('a page with a token', () => {
  const read = (item: unknown): number | null => (typeof item === 'number' ? item : null);
  const pageIn = (body: unknown) => tokenPage(body, { list: 'runs', next: 'token', read });

  it.each([
    ['leads on', { runs: [1, 2], token: 'a' }, page([1, 2], 'a')],
    ['is the last without one', { runs: [1] }, page([1], null)],
    ['is the last where it is empty', { runs: [1], token: '' }, page([1], null)],
    ['is the last where it is no text', { runs: [1], token: 2 }, page([1], null)],
    ['leaves out what does not fit', { runs: ['x', 1] }, page([1], null)],
  ])('%s', (_, body, expected) => {
    expect(pageIn(body)).toEqual(expected);
  });

  it.each([[{ token: 'a' }], [{ runs: {} }], [[1]], [null]])(
    'is none without a list: %j',
    (body) => {
      expect(pageIn(body)).toBeNull();
    },
  );
});
