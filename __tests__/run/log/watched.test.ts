/** Entries that are filled in later, and services that cap their pages (contract 4.7). */
import { describe, expect, it } from '@jest/globals';
import { LogCursor } from '../../../src/run/log/cursor.ts';
import { isFilledIn } from '../../../src/run/log/watched.ts';
import { entry } from '../../support/memory-client.ts';

type Value = Record<string, unknown>;

/** A service that shows `log()`, at most `cap` entries a page. */
function reader(
  log: () => readonly Value[],
  { order = 'asc', cap = 100 }: { order?: 'asc' | 'desc'; cap?: number } = {},
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
      const taken = cursor.take(asked, { logs, total_logs: all.length });
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

it.each([
  ['set', { a: null }, { a: 1 }, true],
  ['new', {}, { a: 1 }, true],
  ['changed', { a: 1 }, { a: 2 }, false],
  ['taken back', { a: 1 }, { a: null }, false],
] as const)('a field that was %s', (...[, old, filled, expected]) => {
  const at = { created_at: '2026-01-01T00:00:00Z', message_type: 'ACTION' };
  expect(isFilledIn({ ...at, ...old }, { ...at, ...filled })).toBe(expected);
  expect(isFilledIn({ ...at, ...old }, { ...at, ...filled, created_at: '2026-01-01T00:00:01Z' })).toBe(false);
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
});
