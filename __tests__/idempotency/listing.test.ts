import { describe, expect, it } from '@jest/globals';
import type { Identity } from '../../src/idempotency/key.ts';
import { foundIn, MAX_PAGES, scanPage, scanStart, type ListedRun, type Scan } from '../../src/idempotency/listing.ts';
import { withIdentity } from '../../src/idempotency/metadata.ts';
import fc from '../support/fast-check.ts';

const KEY = 'a'.repeat(32);
const ASKED = 'b'.repeat(32);
const NOW = Date.UTC(2026, 0, 2);
const MINUTE = 60_000;

const run = (id: number, fields: Partial<ListedRun> & { identity?: Partial<Identity> } = {}): ListedRun => {
  const { identity, ...rest } = fields;
  const own = identity && withIdentity({}, { key: KEY, generation: 1, asked: ASKED, ...identity });
  const metadata: unknown = own === undefined ? null : (own as { metadata?: unknown }).metadata;
  return { id, status: 'ACTIVE', webUrl: null, createdAt: NOW, metadata, ...rest };
};

function scanned(pages: readonly (readonly ListedRun[])[], search: Partial<Scan['search']> = {}): Scan {
  let scan = scanStart({ key: KEY, generation: null, notBefore: NOW - 5 * MINUTE, readBackTo: null, ...search });
  pages.forEach((runs, index) => {
    if (scan.state === 'more') scan = scanPage(scan, { runs, next: index === pages.length - 1 ? null : index + 1 });
  });
  return scan;
}

describe('a search in the list of runs', () => {
  it('finds the run of its key among others', () => {
    const scan = scanned([[run(3), run(2, { identity: {} }), run(1, { identity: { key: 'c'.repeat(32) } })]]);
    expect(foundIn(scan, ASKED)).toMatchObject({ kind: 'one', run: { id: 2 }, identity: { generation: 1 } });
  });

  it('returns the newest generation if any is accepted, otherwise only the requested one', () => {
    const runs = [run(9, { identity: { generation: 3 } }), run(5, { identity: { generation: 1 } })];
    expect(foundIn(scanned([runs]), ASKED)).toMatchObject({ kind: 'one', run: { id: 9 } });
    expect(foundIn(scanned([runs], { generation: 1 }), ASKED)).toMatchObject({ kind: 'one', run: { id: 5 } });
    expect(foundIn(scanned([runs], { generation: 2 }), ASKED)).toEqual({ kind: 'none' });
  });

  it('reports two runs of one generation, and a run with another request', () => {
    const both = scanned([[run(9, { identity: {} }), run(8, { identity: {} })]]);
    expect(foundIn(both, ASKED)).toMatchObject({ kind: 'ambiguous', why: 'several', runs: [{ id: 9 }, { id: 8 }] });
    const other = scanned([[run(9, { identity: { asked: 'd'.repeat(32) } })]]);
    expect(foundIn(other, ASKED)).toMatchObject({ kind: 'ambiguous', why: 'other_request', runs: [{ id: 9 }] });
  });

  it('counts a run once if new runs move it to the next page', () => {
    const ours = run(2, { identity: {} });
    expect(
      foundIn(
        scanned([
          [run(3), ours],
          [ours, run(1)],
        ]),
        ASKED,
      ),
    ).toMatchObject({ kind: 'one', run: { id: 2 } });
  });

  it('reads until entries are too old, including the whole of that page', () => {
    const old = run(1, { createdAt: NOW - 6 * MINUTE });
    expect(scanned([[run(5)], [run(4)], [run(3)]]).pages).toBe(3);
    const scan = scanned([[run(5)], [run(4), old, run(3, { identity: {} })], [run(2)]]);
    expect([scan.pages, scan.state]).toEqual([2, 'complete']);
    expect(foundIn(scan, ASKED)).toMatchObject({ kind: 'one' });
  });

  it('reads no further than the runs created at the time of a match', () => {
    const pages = [[run(9, { identity: {} })], [run(8, { createdAt: NOW - 10 * MINUTE })], [run(7)]];
    expect(scanned(pages, { notBefore: null }).pages).toBe(2);
  });

  it('gives up after 20 pages and says so', () => {
    const pages = Array.from({ length: MAX_PAGES + 5 }, (_, index) => [run(index + 10)]);
    const scan = scanned(pages);
    expect([scan.pages, scan.state]).toEqual([MAX_PAGES, 'bound']);
    expect(foundIn(scan, ASKED)).toEqual({ kind: 'bound', by: 'pages', oldest: NOW });
    expect(scanned(pages.slice(0, MAX_PAGES)).state).toBe('complete');
  });

  it('without an age limit reads to the end of the list, whatever the dates of the runs', () => {
    const years = run(3, { createdAt: 0 });
    const scan = scanned([[run(5), years], [run(4, { createdAt: null })], [run(2, { identity: {} })]], {
      notBefore: null,
    });
    expect(foundIn(scan, ASKED)).toMatchObject({ kind: 'one', run: { id: 2 } });
    const pages = Array.from({ length: MAX_PAGES + 1 }, () => [run(9, { createdAt: 0 })]);
    expect(foundIn(scanned(pages, { notBefore: null }), ASKED)).toEqual({ kind: 'bound', by: 'pages', oldest: 0 });
  });

  it('reports the oldest run of a list that is too long, as far as its runs are dated', () => {
    const pages = (createdAt: number | null) =>
      Array.from({ length: MAX_PAGES }, (_, index) => [run(index, { createdAt }), run(99, { createdAt: null })]);
    const oldest = (createdAt: number | null) => foundIn(scanned([...pages(createdAt), [run(9)]]), ASKED);
    expect(oldest(NOW - MINUTE)).toEqual({ kind: 'bound', by: 'pages', oldest: NOW - MINUTE });
    expect(oldest(null)).toEqual({ kind: 'bound', by: 'pages', oldest: null });
  });

  it('reads five minutes further back than the oldest of several matches', () => {
    const matches = [run(9, { identity: { generation: 2 } }), run(8, { createdAt: NOW - 3 * MINUTE, identity: {} })];
    const pages = (minutes: number) => [matches, [run(7, { createdAt: NOW - minutes * MINUTE })], [run(6)]];
    expect([7, 8].map((minutes) => scanned(pages(minutes), { notBefore: null }).pages)).toEqual([3, 3]);
    expect(scanned(pages(8.1), { notBefore: null }).pages).toBe(2);
  });

  it('stops at the same age with a match that is not dated', () => {
    const match = run(9, { createdAt: null, identity: {} });
    expect(scanned([[match], [run(8, { createdAt: NOW - 6 * MINUTE })], [run(7)]]).pages).toBe(2);
  });

  it('does not stop early at a page whose last run is newer than its first', () => {
    const page = [run(5), run(4, { createdAt: NOW - 6 * MINUTE }), run(6, { createdAt: NOW + 1 })];
    expect(scanned([page, [run(3)]]).pages).toBe(2);
  });

  it('reads back to a bound, and reports that older runs are unknown', () => {
    const search = { notBefore: null, readBackTo: NOW - 60 * MINUTE };
    const old = run(4, { createdAt: NOW - 61 * MINUTE });
    const match = run(3, { createdAt: NOW - 62 * MINUTE, identity: {} });
    const scan = scanned([[run(5)], [run(9), old], [match]], search);
    expect([scan.pages, scan.state]).toEqual([2, 'age']);
    expect(foundIn(scan, ASKED)).toMatchObject({ kind: 'bound', by: 'age' });
    expect(foundIn(scanned([[run(5), old, match], [run(1)]], search), ASKED)).toMatchObject({ kind: 'one' });
    expect(foundIn(scanned([[run(5), old]], search), ASKED)).toEqual({ kind: 'none' });
  });

  it('does not stop early in a list that begins with the oldest runs', () => {
    const pages = [[run(1, { createdAt: 0 }), run(2, { createdAt: 1 })], [run(3, { identity: {} })]];
    expect(foundIn(scanned(pages), ASKED)).toMatchObject({ kind: 'one', run: { id: 3 } });
  });

  it('never returns a run with another key, and misses none in the list', () => {
    const listed = fc.array(fc.record({ ours: fc.boolean(), generation: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(listed, fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 3 }), (flags, size, shift) => {
        const runs = flags.map(({ ours, generation }, index) =>
          run(1000 - index, { identity: { key: ours ? KEY : 'e'.repeat(32), generation } }),
        );
        // New runs are added in front between two pages, so the next page begins with entries seen before.
        const pages: ListedRun[][] = [];
        for (let at = 0; at < runs.length; at += size)
          pages.push(runs.slice(Math.max(0, at - shift), Math.max(0, at - shift) + size + shift));
        const found = foundIn(scanned(pages.length === 0 ? [[]] : pages), ASKED);
        const newest = Math.max(0, ...flags.filter(({ ours }) => ours).map(({ generation }) => generation));
        const expected = flags.filter(({ ours, generation }) => ours && generation === newest).length;
        const kind = expected === 0 ? 'none' : expected === 1 ? 'one' : 'ambiguous';
        expect(found.kind).toBe(kind);
      }),
    );
  });
});
