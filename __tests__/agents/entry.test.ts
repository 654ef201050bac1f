import { describe, expect, it } from '@jest/globals';
import { parseTime } from '../../src/agents/entry.ts';

const NOON = Date.UTC(2026, 0, 2, 12, 0, 0);

describe('parseTime', () => {
  it.each([
    ['2026-01-02T12:00:00Z', NOON],
    ['2026-01-02T12:00:00.250Z', NOON + 250],
    ['2026-01-02T12:00:00.000125Z', NOON + 0.125],
    ['2026-01-02 12:00:00', NOON],
    ['2026-01-02T12:00:00.5', NOON + 500],
    ['2026-01-02T12:00', NOON],
    ['2026-01-02T14:00:00+02:00', NOON],
    ['2026-01-02T14:00:00+0200', NOON],
    ['2026-01-02T06:30:00-05:30', NOON],
    ['2026-01-02T14:00:00.000125+02:00', NOON + 0.125],
    ['2026-01-02T14:00:00.000125+0200', NOON + 0.125],
    ['2026-01-02 06:30:00.000125 -05:30', NOON + 0.125],
    ['2026-01-02T12:00Z', NOON],
    ['2026-01-02t12:00:00z', NOON],
    [' 2026-01-02T12:00:00Z ', NOON],
    ['Fri, 02 Jan 2026 12:00:00 GMT', NOON],
  ])('reads %s', (stamp, ms) => {
    expect(parseTime(stamp)).toBeCloseTo(ms, 3);
  });

  it.each([
    'Warning:  m in a.php on lin 3',
    null,
    '',
    'yesterday',
    '2026-13-40T12:00:00Z',
    '2026-01-02T12:00:00Z or so',
    'at 2026-01-02T12:00:00Z',
  ])('gives null for %p', (stamp) => {
    expect(parseTime(stamp)).toBeNull();
  });
});
