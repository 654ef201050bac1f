/** Entries that are filled in later, and services that cap their pages (contract 4.7). */
import { describe, expect, it, jest } from '@jest/globals';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { isFilledIn } from '../../../src/run/log/watched.ts';
import { entry } from '../../support/memory-client.ts';

type Value = Record<string, unknown>;

/** A service that shows `log()`, at most `cap` entries a page. */
function reader(
  log: () => readonly Value[],
  {
    order = 'asc',
    cap = 100,
    total = (length) => length,
  }: { order?: 'asc' | 'desc'; cap?: number; total?: (length: number) => number } = {},
) {
  const cursor = new LogCursor();
  let requests = 0;
  const lines: Value[] = [];
  const amended: { was: number; now: unknown }[] = [];
  const look = (): void => {
    for (let more = true; more;) {
      const asked = cursor.next();
      const all = order === 'asc' ? log() : log().toReversed();
      const logs = all.slice(asked.skip, asked.skip + Math.min(cap, asked.limit));
      requests += 1;
      const taken = cursor.take(asked, { logs, total_logs: total(all.length) });
      for (const { now } of taken.amended ?? []) {
        const at = lines.findIndex((value) => value['created_at'] === (now.value as Value)['created_at']);
        amended.push({ was: at, now: now.value });
        lines[at] = now.value as Value;
      }
      lines.push(...taken.fresh.map(({ value }) => value as Value));
      more = taken.more && requests < 500;
    }
  };
  return { look, lines, amended, requests: () => requests };
}

const open = (second: number): Value => entry(second, { tool_output: null });

describe.each(['asc', 'desc'] as const)('an entry that is filled in later, in a log that is %s', (order) => {
  it.each([3, 90, 900])('is still one entry after %i others, at no cost', (count) => {
    let log: Value[] = [...Array.from({ length: count }, (_, index) => entry(index)), open(count)];
    const service = reader(() => log, { order });
    service.look();
    const before = service.requests();
    log = [...log.slice(0, -1), entry(count), open(count + 1)];
    service.look();
    log = [...log.slice(0, -1), entry(count + 1), entry(count + 2)];
    service.look();
    expect(service.lines).toEqual(log);
    expect(service.amended).toHaveLength(2);
    expect(service.requests() - before).toBeLessThanOrEqual(count < 100 ? 3 : 4);
  });

  it('is found while others have come after it', () => {
    let log: Value[] = [entry(0), open(1), entry(2)];
    const service = reader(() => log, { order });
    service.look();
    log = [...log, entry(3)];
    service.look();
    log = [entry(0), entry(1), ...log.slice(2), entry(4)];
    service.look();
    expect(service.lines).toEqual(log);
    expect(service.amended).toHaveLength(1);
  });
});

it('keeps one entry if another arrives late between incomplete ones', () => {
  let log: Value[] = [entry(0), open(1), open(3), entry(4)];
  const service = reader(() => log);
  service.look();
  log = [entry(0), entry(1), entry(2), open(3), entry(4)];
  service.look();
  service.look();
  expect(service.lines).toHaveLength(5);
  expect(service.lines).toEqual(expect.arrayContaining(log));
});

it('keeps one entry in a full scan long after it arrived', () => {
  let log: Value[] = [open(0), ...Array.from({ length: 70 }, (_, index) => entry(1 + index))];
  let wrong = 0;
  const service = reader(() => log, { total: (length) => length + wrong });
  service.look();
  log = [entry(0), ...log.slice(1), entry(71)];
  service.look();
  expect(service.amended).toEqual([]);
  // A total that promises more has the log read from its beginning.
  wrong = 2;
  service.look();
  wrong = 0;
  service.look();
  expect(service.lines).toEqual(log);
  expect(service.amended).toHaveLength(1);
});

describe('an older snapshot with an earlier form of an entry', () => {
  const begun = (count: number): Value[] => Array.from({ length: count }, (_, index) => entry(index));

  it('adds no second entry in a full scan', () => {
    let log: Value[] = [...begun(3), open(3), entry(4)];
    let wrong = 0;
    const service = reader(() => log, { total: (length) => length + wrong });
    service.look();
    log = [...begun(6)];
    service.look();
    expect(service.amended).toHaveLength(1);
    // A total that promises more has the log read from its beginning, by a replica that lags behind.
    wrong = 2;
    log = [...begun(3), open(3), entry(4), entry(5)];
    service.look();
    expect(service.requests()).toBeGreaterThan(3);
    wrong = 0;
    log = begun(8);
    service.look();
    service.look();
    expect(service.lines).toEqual(log);
  });

  it('adds no second entry after the log seemed shorter', () => {
    let log: Value[] = [...begun(3), open(3)];
    const service = reader(() => log);
    service.look();
    log = begun(6);
    service.look();
    log = begun(2);
    for (let looks = 0; looks < 8; looks += 1) service.look();
    log = [...begun(3), open(3), entry(4), entry(5)];
    service.look();
    log = begun(7);
    service.look();
    expect(service.lines).toEqual(log);
  });

  it.each([
    ['the newest', 'asc', {}],
    ['the newest', 'desc', {}],
    ['the newest, which is large', 'asc', { tool_output: 'x'.repeat(10_000) }],
  ] as const)('adds no second entry if a later form was read first: %s, %s', (...[, order, fields]) => {
    const whole = [...begun(3), entry(3, fields)];
    let log: Value[] = whole;
    const service = reader(() => log, { order });
    service.look();
    log = [...begun(3), open(3)];
    service.look();
    expect(service.lines).toEqual(whole);
    log = [...whole, entry(4)];
    service.look();
    expect(service.lines).toEqual(log);
    expect(service.amended).toEqual([]);
  });

  it('adds no second entry if a later form was read first and another entry was missing', () => {
    let log: Value[] = [...begun(3)];
    const service = reader(() => log, { order: 'desc', total: () => 6 });
    service.look();
    log = [...begun(1), ...begun(6).slice(2)];
    service.look();
    log = [...begun(4), open(4), entry(5)];
    service.look();
    log = begun(6);
    service.look();
    expect(service.lines).toHaveLength(log.length);
    expect(service.lines).toEqual(expect.arrayContaining(log));
  });

  it.each([20, 90])('adds no second entry after a snapshot without the last %i was read as a whole', (behind) => {
    let log: Value[] = begun(180);
    const service = reader(() => log);
    service.look();
    const snapshot = begun(180 - behind);
    log = snapshot;
    for (let looks = 0; looks < 4; looks += 1) service.look();
    log = [...snapshot, open(snapshot.length), ...begun(180).slice(snapshot.length + 1)];
    service.look();
    log = begun(181);
    service.look();
    expect(service.lines).toEqual(log);
  });

  it('adds no second entry if it shows less of a form that was read before the last', () => {
    let log: Value[] = [...begun(3), open(3)];
    const service = reader(() => log);
    service.look();
    log = begun(4);
    service.look();
    log = [...begun(3), entry(3, { tool_input: null, tool_output: null })];
    service.look();
    log = begun(5);
    service.look();
    expect(service.lines).toEqual(log);
  });

  it('causes no cycle of alternating forms', () => {
    const bare = (second: number): Value => {
      const { tool_output: _, ...rest } = entry(second);
      return rest;
    };
    let log: Value[] = [entry(0), open(1)];
    const service = reader(() => log);
    for (let turns = 0; turns < 6; turns += 1) {
      log = [entry(0), turns % 2 === 0 ? bare(1) : open(1)];
      service.look();
    }
    // Shorter for so long that the whole log is read.
    log = [bare(1)];
    for (let looks = 0; looks < 8; looks += 1) service.look();
    expect(service.lines).toHaveLength(2);
  });
});

it.each([10, 100])('keeps one entry that is filled in while the log seems empty, in pages of %i', (cap) => {
  let log: Value[] = [...Array.from({ length: 12 }, (_, index) => (index % 5 === 2 ? open(index) : entry(index)))];
  const service = reader(() => log, { cap });
  service.look();
  log = [];
  for (let looks = 0; looks < 8; looks += 1) service.look();
  log = Array.from({ length: 15 }, (_, index) => entry(index));
  service.look();
  expect(service.lines).toEqual(log);
  expect(service.amended).toHaveLength(2);
});

it.each([
  ['set', { a: null }, { a: 1 }, true],
  ['new', {}, { a: 1 }, true],
  ['changed', { a: 1 }, { a: 2 }, false],
  ['taken back', { a: 1 }, { a: null }, false],
  ['kept', { a: { b: [1, 'x', { c: true }], d: null } }, { a: { b: [1, 'x', { c: true }], d: null }, e: 1 }, true],
  ['longer within', { a: [1] }, { a: [1, 2] }, false],
  ['wider within', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, false],
  ['narrower within', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, false],
  ['another within', { a: { b: 1 } }, { a: { c: 1 } }, false],
  ['of another kind', { a: [] }, { a: {} }, false],
] as const)('a field that was %s', (...[, old, filled, expected]) => {
  const at = { created_at: '2026-01-01T00:00:00Z', message_type: 'ACTION' };
  expect(isFilledIn({ ...at, ...old }, { ...at, ...filled })).toBe(expected);
  expect(isFilledIn({ ...at, ...old }, { ...at, ...filled, created_at: '2026-01-01T00:00:01Z' })).toBe(false);
});

it('compares large and numerous entries in a short time', () => {
  const at = { created_at: '2026-01-01T00:00:00Z', message_type: 'ACTION', tool_input: null };
  const small = Array.from({ length: 900 }, (_, index) => ({ ...at, tool_output: [1], tool_name: `${index}` }));
  const large = Array.from({ length: 100 }, (_, index) => ({
    ...{ ...at, tool_name: `other ${index}` },
    tool_output: Array.from({ length: 2_000 }, () => 1),
  }));
  let log: Value[] = small;
  const service = reader(() => log);
  service.look();
  log = [...large, entry(9)];
  const stringify = jest.spyOn(JSON, 'stringify');
  for (let looks = 0; looks < 5; looks += 1) service.look();
  expect(service.lines).toHaveLength(small.length + log.length);
  // Each entry once a reading, for its fingerprint.
  expect(stringify.mock.calls.length).toBeLessThan(20 * log.length);
  stringify.mockRestore();
});

describe('a service that caps its pages at 50', () => {
  it.each(['asc', 'desc'] as const)('loses nothing: %s', (order) => {
    let log: Value[] = Array.from({ length: 230 }, (_, index) => entry(index));
    const service = reader(() => log, { order, cap: 50 });
    service.look();
    expect(service.lines).toEqual(log);
    log = [...log, ...Array.from({ length: 120 }, (_, index) => entry(230 + index))];
    service.look();
    expect(service.lines).toEqual(log);
    expect(service.requests()).toBeLessThan(16);
  });

  it('loses nothing after a total that was wrong for a while', () => {
    let log: Value[] = Array.from({ length: 130 }, (_, index) => entry(index));
    let wrong = 0;
    const service = reader(() => log, { order: 'desc', cap: 50, total: (length) => length + wrong });
    service.look();
    wrong = 3;
    for (let looks = 0; looks < 2; looks += 1) {
      log = [...log, entry(log.length)];
      service.look();
    }
    wrong = 0;
    for (let looks = 0; looks < 4; looks += 1) {
      log = [...log, ...Array.from({ length: 60 }, (_, index) => entry(log.length + index))];
      service.look();
    }
    service.look();
    expect(service.lines).toEqual(log);
  });
});
