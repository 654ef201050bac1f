/** What is known of a log that was read: positions, emitted entries, and those that may still be filled in (contract 4.5, 4.7). */
import { describe, expect, it } from '@jest/globals';
import { rawEntry, type RawEntry } from '../../../src/run/log/entry.ts';
import { Ledger } from '../../../src/run/log/ledger.ts';
import { entry } from '../../support/memory-client.ts';
import { last, lettersOf, log } from './letters.ts';

const action = (second: number, fields: Readonly<Record<string, unknown>> = {}): RawEntry =>
  rawEntry(entry(second, fields));
const begun = (): Ledger => new Ledger({ count: 0, last: null, order: 'asc' }, () => false);
const bare = action(1, { tool_output: null });
const filled = action(1);

describe('a ledger', () => {
  it('watches the newest entry, which may be filled in', () => {
    const ledger = begun();
    ledger.extend([action(1)]);
    expect(ledger.watchedFrom).toBe(0);
    ledger.extend([action(2), action(3)]);
    expect(ledger.watchedFrom).toBe(2);
    ledger.reconcile([action(1), action(2)], 2);
    expect(ledger.watchedFrom).toBe(1);
  });

  it.each([
    ['desc', action(1), action(1).fingerprint],
    ['desc', null, null],
    ['desc', undefined, null],
    ['asc', action(1), null],
    [null, action(1), null],
  ] as const)('knows the bottom of a log in order %s', (order, end, bottom) => {
    const baseline = { count: 2, last: action(2), order, ...(end !== undefined && { end }) };
    expect(new Ledger(baseline, () => false).bottom).toBe(bottom);
  });

  it('does not confirm a log that ends before the last known entry', () => {
    const ledger = begun();
    ledger.extend([action(1), action(2)]);
    expect(ledger.confirms([action(1)], { at: 0, last: undefined })).toBe(false);
  });

  it('confirms an entry that was filled in before the last one', () => {
    const ledger = begun();
    const newest = action(2);
    ledger.extend([bare, newest]);
    expect(ledger.confirms([filled, newest], { at: 0, last: newest })).toBe(true);
    expect(ledger.last).toBe(newest.fingerprint);
    expect(ledger.takeAmended()).toEqual([{ was: bare, now: filled }]);
    expect(ledger.takeAmended()).toEqual([]);
  });

  it('does not report that an entry of an earlier turn was filled in', () => {
    const ledger = new Ledger({ count: 1, last: bare, order: 'asc' }, () => false);
    const newest = action(2);
    expect(ledger.reconcile([bare, newest], 2)?.fresh).toEqual([newest]);
    expect(ledger.confirms([filled, newest], { at: 0, last: newest })).toBe(true);
    expect(ledger.takeAmended()).toEqual([]);
  });

  it('doubts an entry dated before the turn if the time decides', () => {
    const ledger = new Ledger({ count: 1, last: last(log('c')), order: 'asc' }, () => false);
    expect(lettersOf(ledger.reconcile(log('cd'), 2)?.fresh ?? [])).toBe('d');
    expect(ledger.extend(log('a'))).toBeNull();
    expect(lettersOf(ledger.extend(log('e')) ?? [])).toBe('e');
  });

  it('treats an earlier form that stands in the log beside the later one as another entry', () => {
    const ledger = begun();
    ledger.extend([bare]);
    ledger.confirms([filled], { at: 0, last: filled });
    expect(ledger.reconcile([filled, bare], 2)?.fresh).toEqual([bare]);
  });

  it('treats an entry as the later form of one that is gone, not of one that is still there', () => {
    const there = action(1, { tool_input: null, tool_output: null });
    const ledger = begun();
    ledger.extend([there, bare]);
    expect(ledger.reconcile([there, filled], 2)?.fresh).toEqual([]);
    expect(ledger.takeAmended()).toEqual([{ was: bare, now: filled }]);
  });
});
