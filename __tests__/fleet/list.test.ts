/** What a fleet reads of the list of runs (contract 13). */
import { describe, expect, it } from '@jest/globals';
import type { ServiceClient } from '../../src/agents/agent-run/client.ts';
import { ListedRuns } from '../../src/agents/agent-run/standings.ts';
import { RunList } from '../../src/fleet/list.ts';
import { createClassifier } from '../../src/run/status.ts';
import { NotOffered, ServiceError } from '../../src/http/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const RUN = {
  web_url: null,
  result: null,
  created_at: null,
  metadata: null,
  github_pull_requests: [],
};
/** Newest first, as the list has them. */
const active = (from: number, to: number): { readonly id: number; readonly status: string }[] =>
  Array.from({ length: Math.max(0, from - to + 1) }, (_, at) => ({
    id: from - at,
    status: 'ACTIVE',
  }));

describe('the watch', () => {
  const watch = (
    answers: (skip: number, nth: number) => { readonly id: number; readonly status: string }[],
  ) => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const reads: number[] = [];
    const skips: number[] = [];
    const listed = new ListedRuns(clock);
    const published = {
      runs: ({ skip }: { readonly skip: number }) => {
        reads.push(clock.elapsed);
        skips.push(skip);
        const items = answers(skip, reads.length).map((run) => ({
          ...RUN,
          ...run,
          id: String(run.id),
        }));
        return Promise.resolve({ items, next: null });
      },
    } as Partial<ServiceClient['published']> as ServiceClient['published'];
    const list = new RunList({
      clock,
      stop: stop.signal,
      classify: createClassifier({ successStatuses: [], failureStatuses: [] }),
      standings: (ids, call) => listed.read({ published }, ids, call),
    });
    const ended: number[] = [];
    const follow = (id: number): void => {
      listed.created(String(id));
      list.follow(String(id), () => void ended.push(id));
    };
    return { clock, stop, list, reads, skips, ended, follow };
  };

  it('reads one page per tick while three runs are followed, and says which have ended', async () => {
    const { clock, list, reads, ended, follow } = watch((_, nth) => [
      { id: 1, status: nth > 2 ? 'COMPLETE' : 'ACTIVE' },
      { id: 2, status: 'ACTIVE' },
      { id: 3, status: 'ACTIVE' },
    ]);
    follow(1);
    follow(2);
    expect(list.covers('1')).toBe(false);
    follow(3);
    expect([1, 2, 3].map((id) => list.covers(String(id)))).toEqual([true, true, true]);
    await clock.sleep(10_000);
    expect(reads).toEqual([3_000, 6_000, 9_000]);
    expect(ended).toEqual([1]);
    expect(list.covers('1')).toBe(false);
    for (const id of [1, 2, 3]) {
      list.leave(String(id));
    }
    await clock.sleep(60_000);
    expect(reads.length).toBeLessThanOrEqual(4);
  });

  it('reads the page whose runs were listed longest ago, taken together', async () => {
    const { clock, stop, skips, follow } = watch((skip) =>
      active(110 - skip, Math.max(1, 11 - skip)),
    );
    for (const { id } of active(110, 1).toReversed()) {
      follow(id);
    }
    await clock.sleep(19_000);
    expect(skips).toEqual([0, 0, 0, 100, 0, 0]);
    stop.abort(new Error('over'));
  });

  it('finds runs that those of others have moved to the next page', async () => {
    const theirs = active(203, 104);
    const ours = [1, 2, 3].map((id) => ({ id, status: 'COMPLETE' }));
    const { clock, stop, skips, ended, follow } = watch((skip) => (skip === 0 ? theirs : ours));
    for (const id of [1, 2, 3]) {
      follow(id);
    }
    await clock.sleep(10_000);
    expect([skips, ended]).toEqual([
      [0, 100],
      [1, 2, 3],
    ]);
    stop.abort(new Error('over'));
  });

  it('leaves runs to their own polls that four pages in a row do not have, or whose status it does not know', async () => {
    const { clock, stop, list, reads, follow } = watch(() => [{ id: 1, status: 'PONDERING' }]);
    for (const id of [1, 2, 3]) {
      follow(id);
    }
    await clock.sleep(4_000);
    expect([1, 2, 3].map((id) => list.covers(String(id)))).toEqual([false, true, true]);
    await clock.sleep(60_000);
    expect([list.covers('2'), reads.length]).toEqual([false, 4]);
    stop.abort(new Error('over'));
  });

  it.each([404, 405, 403])(
    'ends with HTTP %d: the service has no list, or shows it to others',
    async (status) => {
      const { clock, list, reads, ended, follow } = watch(() => {
        const refused = new ServiceError(`HTTP ${status}`, {
          kind: 'status',
          proof: 'permanent',
          status,
          said: '',
        });
        throw status === 405 ? new NotOffered(refused, { advice: '' }) : refused;
      });
      for (const id of [1, 2, 3]) {
        follow(id);
      }
      await clock.sleep(30_000);
      expect(reads).toHaveLength(1);
      expect([list.covers('1'), ended]).toEqual([false, [1, 2, 3]]);
    },
  );

  it('goes on after a page that could not be read, and ends with the step', async () => {
    const { clock, stop, list, reads, follow } = watch(() => {
      throw new ServiceError('HTTP 500', {
        kind: 'status',
        proof: 'ambiguous',
        status: 500,
        said: '',
      });
    });
    for (const id of [1, 2, 3]) {
      follow(id);
    }
    await clock.sleep(10_000);
    expect([reads.length, list.covers('1')]).toEqual([3, true]);
    stop.abort(new Error('over'));
    await clock.sleep(10_000);
    expect(reads).toHaveLength(3);
  });

  it('leaves no timer behind once no run is followed any more, which would keep the process alive', () => {
    const clock = new ManualClock();
    const list = new RunList({
      clock,
      stop: new AbortController().signal,
      classify: () => 'active' as const,
      standings: () => Promise.reject(new Error('not read')),
    });
    for (const id of [1, 2, 3]) {
      list.follow(String(id), () => undefined);
    }
    expect(clock.asleep()).toEqual([3_000]);
    for (const id of [1, 2, 3]) {
      list.leave(String(id));
    }
    expect(clock.asleep()).toEqual([]);
  });
});
