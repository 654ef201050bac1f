/** A log that could not be read before a follow-up was sent: the cursor finds out where its turn begins (contract 4.5). */
import { describe, expect, it } from '@jest/globals';
import { countsOf, NO_BASELINE, type Baseline } from '../../../src/run/log/baseline.ts';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { rawEntry, type RawEntry } from '../../../src/run/log/entry.ts';
import { actions, entry } from '../../support/memory-client.ts';
import { Log, Reading } from './cursor-reading.ts';

const message = (at: number): Record<string, unknown> => entry(at, { message_type: 'USER_MESSAGE', thought: 'Go on.' });
const isMessage = ({ value }: RawEntry): boolean => (value as { message_type: string }).message_type === 'USER_MESSAGE';
const HOURS_MS = 5 * 3_600_000;
const sentAt = rawEntry(entry(200)).time ?? NaN;

/** @param skewMs how far the runner's clock is ahead of the log's */
function reading(log: Log, skewMs = 0, known: Partial<Baseline> = {}): Reading {
  return new Reading(log, new LogCursor({ ...NO_BASELINE, ...known, since: sentAt + skewMs }, { isEcho: isMessage }));
}

describe.each(['asc', 'desc'] as const)('a log in order %s', (order) => {
  const before = actions(180);
  const turn = [message(201), entry(202), entry(203)];

  it.each([
    ['that agree', 0],
    ['of which the log’s is hours behind', HOURS_MS],
    ['of which the log’s is hours ahead', -HOURS_MS],
  ])('with clocks %s returns only the turn and later entries', (_, skewMs) => {
    const log = new Log([...before, ...turn], { order });
    const read = reading(log, skewMs).all().all().all();
    expect(read.got).toEqual(turn);
    expect(read.last.agrees).toBe(true);
    log.entries = [...log.entries, entry(204)];
    expect(read.poll()).toHaveLength(1);
    expect(read.got).toEqual([...turn, entry(204)]);
  });

  it('does not begin the turn at an earlier message with the same text at once', () => {
    const log = new Log([message(0), ...before.slice(1)], { order });
    const read = reading(log, HOURS_MS).all();
    expect(read.got).toEqual([]);
    expect(read.last.agrees).toBe(false);
    log.entries = [...log.entries, ...turn];
    expect(read.all().got).toEqual(turn);
  });

  it('begins the turn at its last message if it is unchanged in three readings', () => {
    const log = new Log([...before, ...turn], { order });
    const read = reading(log, HOURS_MS).all().all();
    expect(read.got).toEqual([]);
    expect(read.all().got).toEqual(turn);
  });

  it('without a message begins the turn by time, and continues by position', () => {
    const log = new Log([...before, entry(202)], { order });
    const read = reading(log).all();
    expect(read.got).toEqual([entry(202)]);
    log.entries = [...log.entries, entry(203)];
    expect(read.all().got).toEqual([entry(202), entry(203)]);
  });
});

describe.each(['asc', 'desc'] as const)('a log in order %s of which only the first page was read before', (order) => {
  // The clock was hours ahead, and was set back in the middle of the log.
  const before = Array.from({ length: 130 }, (_, index) => entry(index + (index < 60 ? 4 * 3600 : 0)));
  const turn = [entry(202), entry(203)];
  const firstPage = (order === 'asc' ? before : before.toReversed()).slice(0, 100).map(rawEntry);
  const known = { seen: countsOf(firstPage), stated: before.length };

  it('returns only the turn, whatever the clocks say', () => {
    for (const skewMs of [0, HOURS_MS, -HOURS_MS]) {
      const read = reading(new Log([...before, ...turn], { order }), skewMs, known).all();
      expect(read.got).toEqual(turn);
      expect(read.last.agrees).toBe(true);
    }
  });

  it('of which no length is known, gives what is dated late enough behind the entries of that page', () => {
    const log = new Log([...before, ...turn], { order, sendsTotal: false });
    expect(reading(log, 0, { ...known, stated: null }).all().got).toEqual(turn);
  });

  it('whose stated length was wrong, goes by the time', () => {
    const read = reading(new Log([...before, ...turn], { order, lie: 5 }), 0, { ...known, stated: before.length + 5 });
    expect(read.all().got).toEqual(turn);
  });

  it('that is shorter than it was is not believed at once', () => {
    const log = new Log(before.slice(0, 120), { order });
    const read = reading(log, -HOURS_MS, known).all();
    expect(read.got).toEqual([]);
    log.entries = [...before, ...turn];
    expect(read.all().got).toEqual(turn);
  });

  it('begins with the message where that stands behind the entries of that page', () => {
    const log = new Log([...before, message(201), ...turn], { order, sendsTotal: false });
    expect(reading(log, 0, { ...known, stated: null }).all().got).toEqual([message(201), ...turn]);
  });
});

it('entries before the message are of earlier turns, however long the log is and whatever their dates say', () => {
  const before = Array.from({ length: 1_205 }, (_, index) => entry(index < 60 ? 4 * 3600 + index : index - 1_200));
  for (const order of ['asc', 'desc'] as const) {
    const log = new Log([...before, message(201), entry(202)], { order });
    const read = reading(log).all();
    expect(read.got).toEqual([message(201), entry(202)]);
    log.entries = [...before, message(201), entry(202), entry(150)];
    expect(read.all().got).toEqual([message(201), entry(202), entry(150)]);
  }
});
