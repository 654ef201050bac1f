/** One look at a pull request and its checks: what is waited out, how it fails (contract 19). */
import { describe, expect, it } from '@jest/globals';
import { GitHubError, type GitHubPullRequest } from '../../src/github/port.ts';
import { lookAtHead, lookAtPull, type HeadLookPorts } from '../../src/step/head-look.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PULL: GitHubPullRequest = {
  repository: 'octo/widgets',
  number: 9,
  author: 'agent',
  openedAt: 0,
  headBranch: 'agent/tax',
  headSha: 'a'.repeat(40),
  headRepository: 'octo/widgets',
  baseBranch: 'main',
  baseSha: 'b'.repeat(40),
  changedFiles: 1,
  abandoned: false,
  closed: false,
};

type Read = 'check runs' | 'pull request' | 'statuses' | 'suites';

interface Told {
  /** What a read meets instead of its answer, by the times it was asked for. */
  readonly meets?: (read: Read, nth: number) => Error | null;
  readonly pull?: Partial<GitHubPullRequest>;
  /** The head that was seen before. Default: that of the pull request. */
  readonly watched?: string;
  /** For how long that is new after the start. Default: it is not. */
  readonly newForMs?: number;
}

function scene({ meets = () => null, pull = {}, watched = PULL.headSha, newForMs = 0 }: Told) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const reads: Read[] = [];
  const troubles: (number | null)[] = [];
  const answer = async <T>(read: Read, value: T): Promise<T> => {
    reads.push(read);
    const error = meets(read, reads.filter((one) => one === read).length);
    return error === null ? Promise.resolve(value) : Promise.reject(error);
  };
  const ports: HeadLookPorts = {
    pulls: { pullRequest: async () => answer('pull request', { ...PULL, ...pull }) },
    checks: {
      checkSuites: async () => answer('suites', []),
      checkRuns: async () => answer('check runs', []),
      commitStatuses: async () => answer('statuses', []),
      annotations: async () => Promise.resolve([]),
    },
    clock,
    signal: stop.signal,
    deadline: clock.now() + 10 * MINUTE,
    watch: { headSha: watched, since: clock.now() + newForMs - 2 * MINUTE },
    onTrouble: ({ status }) => troubles.push(status),
  };
  return { clock, stop, reads, troubles, ports };
}

const failure = (status: number | null, message = 'No.'): GitHubError =>
  new GitHubError({ status, message, retryAfterMs: null });

/** Meets this failure at one read, so many times. */
const failing =
  (at: Read, error: Error, times = Infinity): NonNullable<Told['meets']> =>
  (read, nth) =>
    read === at && nth <= times ? error : null;

describe('a look at a head', () => {
  it('reads the pull request, and all that is checked of the head that it has by now', async () => {
    const { ports, reads, troubles } = scene({});
    const reading = { suites: [], runs: [], statuses: [] };
    expect(await lookAtHead(PULL, ports)).toEqual({ kind: 'read', pull: PULL, reading });
    expect(reads).toEqual(['pull request', 'suites', 'check runs', 'statuses']);
    expect(troubles).toEqual([]);
  });

  it.each<[string, number | null]>([
    ['an outage', 503],
    ['a lost connection', null],
    ['a limit', 429],
  ])('waits out %s, and tells of it', async (_, status) => {
    const { ports, troubles } = scene({ meets: failing('check runs', failure(status), 2) });
    expect(await lookAtHead(PULL, ports)).toMatchObject({ kind: 'read' });
    expect(troubles).toEqual([status, status]);
  });

  it.each<[Read, string]>([
    ['pull request', 'pull_request'],
    ['suites', 'checks'],
    ['check runs', 'checks'],
    ['statuses', 'statuses'],
  ])('that GitHub refuses at the %s says so, at once and without a note', async (read, what) => {
    const error = failure(403, 'Resource not accessible by integration');
    const { ports, clock, troubles } = scene({ meets: failing(read, error) });
    expect(await lookAtHead(PULL, ports)).toEqual({ kind: 'refused', what, error });
    expect([clock.elapsed, troubles]).toEqual([0, []]);
  });

  it('names what was refused last, whatever failed before', async () => {
    const { ports } = scene({
      meets: (read, nth) => {
        if (read === 'statuses') {
          return failure(503);
        }
        return read === 'pull request' && nth === 2 ? failure(403) : null;
      },
    });
    expect(await lookAtHead(PULL, ports)).toMatchObject({ kind: 'refused', what: 'pull_request' });
  });

  it.each([404, 422])('waits for a new head that GitHub does not know yet: %i', async (status) => {
    const meets = failing('suites', failure(status), 1);
    const { ports, troubles } = scene({ meets, newForMs: 2 * MINUTE });
    expect(await lookAtHead(PULL, ports)).toMatchObject({ kind: 'read' });
    expect(troubles).toEqual([status]);
  });

  it('waits for a head that was pushed since the last look as for the first one', async () => {
    const watched = 'c'.repeat(40);
    const once = scene({ watched, meets: failing('suites', failure(422), 1) });
    expect(await lookAtHead(PULL, once.ports)).toMatchObject({ kind: 'read' });
    const never = scene({ watched, meets: failing('suites', failure(422)) });
    expect(await lookAtHead(PULL, never.ports)).toMatchObject({ kind: 'refused', what: 'checks' });
    expect(never.clock.elapsed).toBeGreaterThanOrEqual(2 * MINUTE);
    expect(never.clock.elapsed).toBeLessThanOrEqual(2.5 * MINUTE);
  });

  it.each([
    { status: 404, newForMs: 0 },
    { status: 422, newForMs: 0 },
    { status: 403, newForMs: 2 * MINUTE },
    { status: 410, newForMs: 2 * MINUTE },
  ])('does not wait after $status with a head that is new for $newForMs ms', async (given) => {
    const { newForMs } = given;
    const meets = failing('suites', failure(given.status), 1);
    const { ports, troubles } = scene({ meets, newForMs });
    expect(await lookAtHead(PULL, ports)).toMatchObject({ kind: 'refused', what: 'checks' });
    expect(troubles).toEqual([]);
  });

  it('waits for a new head as long as it is new, and no longer', async () => {
    const meets = failing('suites', failure(404));
    const { ports, clock } = scene({ meets, newForMs: 2 * MINUTE });
    expect(await lookAtHead(PULL, ports)).toMatchObject({ kind: 'refused', what: 'checks' });
    // The pauses grow to 30 seconds.
    expect(clock.elapsed).toBeGreaterThanOrEqual(2 * MINUTE);
    expect(clock.elapsed).toBeLessThanOrEqual(2.5 * MINUTE);
  });

  it('that fails until the time is over is late', async () => {
    const error = failure(503);
    const { ports, clock } = scene({ meets: failing('check runs', error) });
    expect(await lookAtHead(PULL, ports)).toEqual({ kind: 'late', error });
    expect(clock.elapsed).toBe(10 * MINUTE);
  });

  it.each([403, 503])(
    'does without the checks of a pull request that is closed: %i',
    async (at) => {
      const { ports, clock } = scene({
        pull: { closed: true },
        meets: failing('suites', failure(at)),
      });
      const pull = { ...PULL, closed: true };
      expect(await lookAtHead(PULL, ports)).toEqual({ kind: 'read', pull, reading: null });
      expect(clock.elapsed).toBe(0);
    },
  );

  it.each([false, true])('hides no bug (closed: %s)', async (closed) => {
    const bug = new TypeError('a bug');
    const { ports } = scene({ pull: { closed }, meets: failing('statuses', bug) });
    await expect(lookAtHead(PULL, ports)).rejects.toBe(bug);
  });

  it('rejects with the reason of a signal', async () => {
    const { ports, clock, stop } = scene({ meets: failing('suites', failure(503)) });
    const reason = new Error('cancelled');
    clock.after(MINUTE, () => stop.abort(reason));
    await expect(lookAtHead(PULL, ports)).rejects.toBe(reason);
    expect(clock.elapsed).toBe(MINUTE);
  });
});

describe('a look at the pull request alone', () => {
  it('reads no checks', async () => {
    const { ports, reads } = scene({});
    expect(await lookAtPull(PULL, ports)).toEqual({ kind: 'read', pull: PULL, reading: null });
    expect(reads).toEqual(['pull request']);
  });

  it('waits out an outage, and says what was refused', async () => {
    const meets: Told['meets'] = (_, nth) => failure(nth === 1 ? 502 : 403);
    const { ports, troubles } = scene({ meets });
    expect(await lookAtPull(PULL, ports)).toMatchObject({ kind: 'refused', what: 'pull_request' });
    expect(troubles).toEqual([502]);
  });
});
