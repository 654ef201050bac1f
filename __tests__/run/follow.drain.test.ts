/**
 * What is read after the end of a run was seen: the rest of the log, and the final result (contract
 * 4.4, 2.3).
 */
import { describe, expect, it } from '@jest/globals';
import { NotOffered, type ServiceError } from '../../src/http/errors.ts';
import { ClientLimiter } from '../../src/http/limits.ts';
import { actions, entry, finalAnswer, httpError, linkError } from '../support/memory-client.ts';
import { drain, readFinal, readsOf as anyReads } from '../support/reads-of.ts';

const MINUTE = 60_000;

/** Of a turn whose end was seen. */
const readsOf: typeof anyReads = (script, setting = {}) =>
  anyReads(script, { ended: true, ...setting });

const FOUR = [...actions(3), finalAnswer(3)];

const asLines = (entries: readonly unknown[]): string[] =>
  entries.map((value) => JSON.stringify(value));

describe('draining', () => {
  it('reads a log that ends with its answer once', async () => {
    const { reads, client, lines, warnings } = readsOf({ entries: FOUR });
    await drain(reads);
    expect([lines(), warnings(), client.times('logs')]).toEqual([asLines(FOUR), [], [0]]);
  });

  it.each([
    ['500', () => httpError(500)],
    ['502', () => httpError(502)],
    ['409', () => httpError(409)],
    ['a lost connection', () => linkError('reset')],
    ['a timeout', () => linkError('headers_timeout')],
  ])('outlasts four seconds of %s just as the run ends', async (_, error) => {
    const { reads, lines, warnings } = readsOf({
      entries: FOUR,
      answer: ({ name, at }) => (name === 'logs' && at < 4_000 ? error() : undefined),
    });
    await drain(reads);
    expect([lines(), warnings()]).toEqual([asLines(FOUR), []]);
  });

  describe('a log that was read before', () => {
    const NOT_FOUND = httpError(404, { body: '{"message":"Agent run not found"}' });
    const NOWHERE = new NotOffered(NOT_FOUND, { advice: '' });
    /** The log is not found from 40 seconds on, for this long. */
    const missing = (error: ServiceError, forMs: number) =>
      readsOf({
        entries: FOUR,
        moments: [
          { at: 0, entries: 2 },
          { at: 40_000, entries: 4 },
        ],
        answer: ({ name, at }) =>
          name === 'logs' && at >= 40_000 && at < 40_000 + forMs ? error : undefined,
      });

    it.each([
      ['404', NOT_FOUND],
      ['404 at both of its addresses', NOWHERE],
    ])('outlasts %s just as the run ends (4.1, 4.7)', async (_, error) => {
      const { reads, clock, lines, warnings } = missing(error, 4_000);
      await reads.poll();
      await clock.sleep(40_000);
      await drain(reads);
      expect([lines(), warnings()]).toEqual([asLines(FOUR), []]);
    });

    it.each([
      ['404', NOT_FOUND],
      ['404 at both of its addresses', NOWHERE],
    ])('is given up 30 seconds after the first %s', async (_, error) => {
      const { reads, clock, warnings } = missing(error, Infinity);
      await reads.poll();
      await clock.sleep(40_000);
      await drain(reads);
      expect(clock.elapsed).toBeGreaterThan(65_000);
      expect(clock.elapsed).toBeLessThanOrEqual(70_000);
      expect(warnings()).toEqual([
        'The end of the log could not be read; 2 entries of this turn received.',
      ]);
    });
  });

  it('ends after 30 seconds without progress, and says that entries may be missing', async () => {
    const { reads, clock, warnings } = readsOf({ answer: () => httpError(500) });
    await drain(reads);
    expect(clock.elapsed).toBeGreaterThan(25_000);
    expect(clock.elapsed).toBeLessThanOrEqual(30_000);
    expect(warnings()).toEqual([
      'The end of the log could not be read; 0 entries of this turn received.',
    ]);
  });

  it.each([
    [3, 'The log is incomplete: 4 entries of this turn received, 3 more announced.'],
    [
      -1,
      'The log has 1 entry more than the service announced; what was received (4 entries) is kept.',
    ],
  ])(
    'reads the log once more where the total disagrees by %i, and says so',
    async (more, warning) => {
      const page = (given: Readonly<Record<string, unknown>>) => ({
        ...given,
        total_logs: 4 + more,
      });
      const { reads, client, clock, lines, warnings } = readsOf({ entries: FOUR, page });
      await drain(reads);
      expect([lines(), warnings()]).toEqual([asLines(FOUR), [warning]]);
      expect(reads.record.isUnread).toBe(more > 0);
      expect(client.calls.filter(({ skip }) => skip === 0).length).toBeGreaterThan(1);
      expect(clock.elapsed).toBeLessThanOrEqual(31_000);
    },
  );

  it('tries a log that failed for half a minute, or for good, once more', async () => {
    for (const [status, lastsMs] of [
      [500, 35_000],
      [403, 0],
    ] as const) {
      const { reads, client, clock } = readsOf({
        answer: ({ name }) => (name === 'logs' ? httpError(status) : { status: 'ACTIVE' }),
      });
      for (let poll = 1; poll <= 2; poll += 1) {
        await reads.poll();
      }
      await clock.sleep(lastsMs);
      const before = client.times('logs').length;
      await drain(reads);
      expect([status, client.times('logs').length - before]).toEqual([status, 1]);
    }
  });

  it('reads on where a log that failed for half a minute can be read again', async () => {
    const entries = [...actions(300), finalAnswer(300)];
    const { reads, clock, lines, warnings } = readsOf({
      entries,
      moments: [
        { at: 0, entries: 158 },
        { at: 50_000, entries: entries.length },
      ],
      answer: ({ name, at }) =>
        name === 'logs' && at >= 5_000 && at < 50_000 ? httpError(500) : undefined,
    });
    while ((await reads.poll()).more) {
      // A page of the first 158.
    }
    await clock.sleep(5_000);
    await reads.poll();
    await clock.sleep(45_000);
    // The first page that can be read has but entries that are known.
    await drain(reads);
    expect(lines()).toEqual(asLines(entries));
    expect(warnings()).toEqual([]);
  });

  it('does not count the time that the service asks to wait as lack of progress', async () => {
    const { reads, lines } = readsOf({
      entries: FOUR,
      answer: ({ at }) =>
        at < 70_000 ? httpError(429, { headers: { 'retry-after': '20' } }) : undefined,
    });
    await drain(reads);
    expect(lines()).toEqual(asLines(FOUR));
  });

  it('is not held up by a service that asks to wait for longer than its limit takes', async () => {
    const { reads, clock, warnings } = readsOf({
      entries: FOUR,
      answer: () => httpError(429, { headers: { 'retry-after': '300' } }),
    });
    await drain(reads);
    expect(clock.elapsed).toBeLessThanOrEqual(30_000);
    expect(warnings()).toEqual([
      'The end of the log could not be read; 0 entries of this turn received.',
    ]);
  });

  it('goes on until the timeout while pages bring entries, whatever the rate limit makes it wait', async () => {
    const entries = actions(30_000);
    const { reads, client, clock, lines, warnings } = readsOf(
      { entries },
      { timeoutMs: 5 * MINUTE },
    );
    const limiter = new ClientLimiter(clock);
    const logs = client.logs.bind(client);
    Object.assign(client, {
      limiter,
      logs: async (...[page, call]: Parameters<typeof logs>) => {
        const permit = await limiter.acquire('standard', call);
        permit.done({ throttled: false, retryAfterMs: null, unsent: false });
        return logs(page, call);
      },
    });
    await drain(reads);
    // Sixty a minute for five minutes, less the one that is kept for the final read.
    expect(client.times('logs')).toHaveLength(295);
    expect(lines()).toHaveLength(29_500);
    expect(warnings()).toEqual([
      'The log is incomplete: 29500 entries of this turn received, 500 more announced.',
    ]);
  });

  it.each([
    ['needs no further page if the last one is full and agrees with the total', 100, 1],
    ['needs another page if the service sends no total', null, 2],
  ])('%s', async (_, total, pages) => {
    const { reads, client } = readsOf({
      entries: [...actions(99), finalAnswer(99)],
      page: (page) => ({ ...page, total_logs: total }),
    });
    await drain(reads);
    expect(client.times('logs')).toHaveLength(pages);
  });

  it.each([
    ['for late entries if there was no FINAL_ANSWER', FOUR],
    ['not longer if none come', actions(3)],
  ])('waits two seconds %s', async (_, entries) => {
    const moments = [
      { at: 0, entries: 3 },
      { at: 1_500, entries: entries.length },
    ];
    const { reads, clock, client, lines } = readsOf({ entries, moments });
    await drain(reads);
    expect([client.times('logs'), clock.elapsed]).toEqual([[0, 2_000], 2_000]);
    expect(lines()).toEqual(asLines(entries));
  });

  it('ends with the last entries that fit into an answer, where a hundred are too large', async () => {
    const entries = [...actions(119), finalAnswer(119)];
    const { reads, client, lines } = readsOf({
      entries,
      answer: ({ limit }) => (limit > 50 ? linkError('too_large') : undefined),
    });
    await drain(reads);
    const before = client.times('logs').length;
    expect(lines()).toEqual(asLines(entries));
    await drain(reads);
    expect(client.times('logs').length - before).toBeLessThanOrEqual(2);
  });

  it('does not wait for the text of a FINAL_ANSWER if the run has a result', async () => {
    const entries = [...actions(3), finalAnswer(3, null)];
    const { reads, clock } = readsOf({
      entries,
      moments: [{ at: 0, status: 'COMPLETE', result: 'Fixed it.' }],
    });
    await drain(reads);
    expect(clock.elapsed).toBe(0);
  });

  it('ends a second before the deadline', async () => {
    const { reads, clock } = readsOf({ answer: () => httpError(500) }, { timeoutMs: 10_000 });
    await drain(reads);
    expect(clock.elapsed).toBeLessThanOrEqual(9_000);
  });

  it('does not take an older copy of the run for news', async () => {
    const { reads, events } = readsOf({
      entries: FOUR,
      moments: [{ at: 0, status: 'ACTIVE' }],
    });
    await drain(reads);
    expect(events.filter(({ type }) => type === 'status')).toEqual([]);
  });
});

describe('the final read', () => {
  it('waits for a result that is null, longer if one is expected', async () => {
    for (const [outcome, waitedMs] of [
      ['succeeded', 10_000],
      ['needs_input', 10_000],
      ['failed', 2_000],
      ['cancelled', 2_000],
    ] as const) {
      const { reads, clock } = readsOf({ moments: [{ at: 0, status: 'COMPLETE' }] });
      await readFinal(reads, outcome);
      expect([outcome, clock.elapsed]).toEqual([outcome, waitedMs]);
    }
  });

  it('brings a late result, and is over at once where there is one', async () => {
    const late = readsOf({
      moments: [
        { at: 0, status: 'COMPLETE' },
        { at: 4_000, result: 'Done.' },
      ],
    });
    await readFinal(late.reads, 'succeeded');
    expect(late.reads.record.result).toBe('Done.');
    const told = readsOf({ entries: FOUR, moments: [{ at: 0, status: 'COMPLETE' }] });
    await drain(told.reads);
    await readFinal(told.reads, 'succeeded');
    expect([told.client.times('run').length, told.clock.elapsed]).toEqual([1, 0]);
  });

  it('uses the time until the timeout for a result that is null, up to its last second', async () => {
    const { reads, client } = readsOf(
      { moments: [{ at: 0, status: 'COMPLETE' }] },
      { timeoutMs: 4_000 },
    );
    await readFinal(reads, 'succeeded');
    expect(client.times('run')).toEqual([0, 2_000, 3_000]);
  });

  it.each([
    ['500', () => httpError(500)],
    ['404, which a replica that lags behind may answer', () => httpError(404)],
    ['403', () => httpError(403)],
  ])('warns if it fails with %s and nothing else tells the result', async (_, error) => {
    const { reads, clock, warnings } = readsOf({ answer: () => error() });
    await readFinal(reads, 'succeeded');
    expect(warnings()).toHaveLength(1);
    expect(clock.elapsed).toBeLessThanOrEqual(30_000);
  });

  it('gives refusals up to three minutes', async () => {
    const { reads, clock } = readsOf({
      moments: [{ at: 0, status: 'COMPLETE', result: 'Done.' }],
      answer: ({ at }) =>
        at < 100_000 ? httpError(429, { headers: { 'retry-after': '15' } }) : undefined,
    });
    await readFinal(reads, 'succeeded');
    expect([reads.record.result, clock.elapsed < 3 * MINUTE]).toEqual(['Done.', true]);
  });

  it('is left out where the service asks to wait long, and the result is told', async () => {
    const { reads, clock, warnings } = readsOf({
      entries: FOUR,
      moments: [{ at: 0, status: 'COMPLETE', result: 'Done.' }],
      answer: ({ name }) =>
        name === 'run' ? httpError(429, { headers: { 'retry-after': '300' } }) : undefined,
    });
    await drain(reads);
    await readFinal(reads, 'succeeded');
    expect(reads.record.result).toBe('Done.');
    expect(warnings()).toEqual([expect.stringMatching(/^The final result could not be read/)]);
    expect(clock.elapsed).toBeLessThanOrEqual(30_000);
  });

  it('waits no longer, and not faster, where reads fail after the result was null', async () => {
    const { reads, client, clock } = readsOf({
      moments: [{ at: 0, status: 'COMPLETE' }],
      answer: ({ nth }) => (nth > 1 ? httpError(503) : undefined),
    });
    await readFinal(reads, 'failed');
    expect([client.times('run'), clock.elapsed]).toEqual([[0, 2_000], 2_000]);
  });

  it('rejects with a bug', async () => {
    const bug = new Error('bug');
    const { reads } = readsOf({ entries: [entry(0)], answer: () => Promise.reject(bug) });
    await expect(readFinal(reads, 'succeeded')).rejects.toBe(bug);
  });
});
