/** What a fleet reads of the list of runs (contract 13). */
import { describe, expect, it } from '@jest/globals';
import { afterPage, nextPage, RunList, type Listed } from '../../src/fleet/list.ts';
import { createClassifier } from '../../src/run/status.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const listed = (place: number, of: Partial<Listed> = {}): Listed => ({
  place,
  at: 0,
  meaning: 'active',
  missed: 0,
  ...of,
});
const page = (skip: number, ids: readonly number[], meaning: 'active' | 'success' = 'active') => ({
  skip,
  items: ids.map((id) => ({ id, meaning })),
});
const RUN = {
  ...{ web_url: null, result: null, created_at: null, organization_id: null, metadata: null },
  github_pull_requests: [],
};
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

describe('the next page', () => {
  it('is the one whose runs were listed longest ago, taken together', () => {
    const many = new Map(range(0, 40).map((id) => [id, listed(id - 200, { at: 5_000 })] as const));
    expect(nextPage(many, { created: 200, now: 10_000 })).toBe(0);
    expect(nextPage(new Map([...many, [900, listed(150 - 200)]]), { created: 200, now: 20_000 })).toBe(0);
    expect(nextPage(new Map([...many, [900, listed(150 - 200, { at: -90_000 })]]), { created: 200, now: 10_000 })).toBe(
      100,
    );
  });

  it('is none if the list has no news of any run', () => {
    const runs = [listed(0, { meaning: 'success' }), listed(0, { missed: 4 }), listed(0, { meaning: 'unknown' })];
    expect(nextPage(new Map(runs.entries()), { created: 9, now: 1 })).toBeNull();
  });
});

describe('a page', () => {
  const at = { created: 3, askedAt: 10, now: 20 };

  it('tells the place and meaning of its runs, also after others were created', () => {
    const after = afterPage(new Map([[7, listed(-1, { meaning: null })]]), page(0, [9, 8, 7], 'success'), at);
    expect(after.get(7)).toEqual({ place: -1, at: 20, meaning: 'success', missed: 0 });
  });

  it('without a run that it should have moves the run to the next page, unless the list ends there', () => {
    const runs = new Map([[7, listed(-1)]]);
    expect(afterPage(runs, page(0, range(100, 100)), at).get(7)).toMatchObject({ place: 97, missed: 1 });
    expect(afterPage(runs, page(0, [1]), at).get(7)).toMatchObject({ place: -1, missed: 1 });
    // It was created after the page was asked for.
    expect(afterPage(new Map([[7, listed(-1, { at: 15 })]]), page(0, [1]), at).get(7)).toMatchObject({ missed: 0 });
  });
});

describe('the watch', () => {
  const watch = (answers: (skip: number, nth: number) => { readonly id: number; readonly status: string }[]) => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const reads: number[] = [];
    const list = new RunList({
      ...{ clock, stop: stop.signal, classify: createClassifier({ successStatuses: [], failureStatuses: [] }) },
      read: ({ skip }) => {
        reads.push(clock.elapsed);
        const items = answers(skip, reads.length).map((run) => ({ ...RUN, ...run }));
        return Promise.resolve({ items, total: items.length, next: null });
      },
    });
    const ended: number[] = [];
    const follow = (id: number): void => list.follow(id, { created: true, onEnd: () => void ended.push(id) });
    return { clock, stop, list, reads, ended, follow };
  };

  it('reads one page per tick while three runs are followed, and says which have ended', async () => {
    const { clock, list, reads, ended, follow } = watch((_, nth) => [
      { id: 1, status: nth > 2 ? 'COMPLETE' : 'ACTIVE' },
      { id: 2, status: 'ACTIVE' },
      { id: 3, status: 'ACTIVE' },
    ]);
    follow(1);
    follow(2);
    expect(list.covers(1)).toBe(false);
    follow(3);
    expect([1, 2, 3].map((id) => list.covers(id))).toEqual([true, true, true]);
    await clock.sleep(10_000);
    expect(reads).toEqual([3_000, 6_000, 9_000]);
    expect(ended).toEqual([1]);
    expect(list.covers(1)).toBe(false);
    for (const id of [1, 2, 3]) list.leave(id);
    await clock.sleep(60_000);
    expect(reads.length).toBeLessThanOrEqual(4);
  });

  it.each([404, 405, 403])('ends with HTTP %d: the service has no list, or shows it to others', async (status) => {
    const { clock, list, reads, ended, follow } = watch(() => {
      throw new ServiceError(`HTTP ${status}`, { kind: 'status', proof: 'permanent', status, headers: {}, said: '' });
    });
    for (const id of [1, 2, 3]) follow(id);
    await clock.sleep(30_000);
    expect(reads).toHaveLength(1);
    expect([list.covers(1), ended]).toEqual([false, [1, 2, 3]]);
  });

  it('goes on after a page that could not be read, and ends with the step', async () => {
    const { clock, stop, list, reads, follow } = watch(() => {
      throw new ServiceError('HTTP 500', { kind: 'status', proof: 'ambiguous', status: 500, headers: {}, said: '' });
    });
    for (const id of [1, 2, 3]) follow(id);
    await clock.sleep(10_000);
    expect([reads.length, list.covers(1)]).toEqual([3, true]);
    stop.abort(new Error('over'));
    await clock.sleep(10_000);
    expect(reads).toHaveLength(3);
  });

  it('leaves no timer behind once no run is followed any more, which would keep the process alive', () => {
    const clock = new ManualClock();
    const list = new RunList({
      ...{ clock, stop: new AbortController().signal, classify: () => 'active' as const },
      read: () => Promise.reject(new Error('not read')),
    });
    for (const id of [1, 2, 3]) list.follow(id, { created: true, onEnd: () => undefined });
    expect(clock.asleep()).toEqual([3_000]);
    for (const id of [1, 2, 3]) list.leave(id);
    expect(clock.asleep()).toEqual([]);
  });
});
