/** What the cursor keeps outside of memory, and when it lets go of it (contract 6.5). */
import { describe, expect, it } from '@jest/globals';
import { NO_BASELINE } from '../../../src/run/log/baseline.ts';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { EntryStore } from '../../../src/run/log/entry-store.ts';
import { actions } from '../../support/memory-client.ts';
import { MemoryScratch } from '../../support/memory-scratch.ts';
import { Log, Reading } from './cursor-reading.ts';

/** A cursor whose store has no memory, so that the entries of each full scan go to a scratch file. */
function stored(log: Log): { readonly reading: Reading; readonly open: MemoryScratch[] } {
  const open: MemoryScratch[] = [];
  const store = new EntryStore(() => new MemoryScratch(open), { memory: 0 });
  return { reading: new Reading(log, new LogCursor(NO_BASELINE, { store })), open };
}

const descending = (count: number): Log => new Log(actions(count), { order: 'desc', sendsTotal: false });

describe('the entries of a full scan', () => {
  it('can be read until the next request, and are then released', () => {
    const { reading, open } = stored(descending(150));
    while (reading.got.length === 0) reading.read();
    expect(reading.got).toEqual(actions(150));
    expect(open).toHaveLength(1);
    reading.cursor.next();
    expect(open).toEqual([]);
    expect(reading.all().got).toEqual(actions(150));
  });

  it('are released if the scan is disturbed', () => {
    const { reading, open } = stored(descending(250));
    reading.read().read();
    expect([reading.cursor.midway, open.length]).toEqual([true, 1]);
    reading.read((asked) => ({ logs: actions(700).slice(600 - asked.skip), total_logs: null }));
    expect([reading.cursor.midway, open.length]).toEqual([true, 0]);
  });

  it.each([
    ['during the scan', true],
    ['after it', false],
  ])('are released if the cursor is closed %s', (_, midway) => {
    const { reading, open } = stored(descending(150));
    while (midway ? !reading.cursor.midway : reading.got.length === 0) reading.read();
    expect(open).toHaveLength(1);
    reading.cursor.close();
    expect(open).toEqual([]);
    reading.cursor.close();
    expect(reading.cursor.midway).toBe(false);
  });
});
