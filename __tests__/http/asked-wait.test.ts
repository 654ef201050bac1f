/** Response headers → delay (contract 3.2). */
import { describe, expect, it } from '@jest/globals';
import { usualWait, waitTold, waitWhenSpent } from '../../src/http/asked-wait.ts';

const WALL = Date.UTC(2026, 0, 2, 12, 0, 0);
const UNIX = WALL / 1000;

const floorOf = (headers: Record<string, string>): number | null =>
  usualWait(429, waitTold(headers, WALL));

describe('the minimum wait', () => {
  it.each<[string, Record<string, string>, number | null]>([
    ['nothing', {}, null],
    ['retry-after in seconds', { 'retry-after': '30' }, 30_000],
    ['retry-after in fractions of seconds', { 'retry-after': ' 1.5 ' }, 1_500],
    ['retry-after as an HTTP date', { 'retry-after': 'Fri, 02 Jan 2026 12:00:20 GMT' }, 20_000],
    ['white space around a date', { 'retry-after': ' Fri, 02 Jan 2026 12:00:20 GMT\t' }, 20_000],
    [
      'retry-after as an old HTTP date',
      { 'retry-after': 'Friday, 02-Jan-26 12:00:20 GMT' },
      20_000,
    ],
    [
      'a date judged by the answer’s own clock',
      { date: 'Fri, 02 Jan 2026 11:00:00 GMT', 'retry-after': 'Fri, 02 Jan 2026 11:00:09 GMT' },
      9_000,
    ],
    ['retry-after-ms', { 'retry-after-ms': '1234' }, 1_234],
    ['x-ratelimit-reset as seconds from now', { 'x-ratelimit-reset': '17' }, 17_000],
    ['x-ratelimit-reset as Unix seconds', { 'x-ratelimit-reset': `${UNIX + 12}` }, 12_000],
    ['x-ratelimit-reset as Unix milliseconds', { 'x-ratelimit-reset': `${WALL + 12_500}` }, 12_500],
    [
      'the longest of several',
      { 'retry-after': '3', 'retry-after-ms': '2900', 'x-ratelimit-reset': '8' },
      8_000,
    ],
    ['a year: a day', { 'retry-after': '31536000' }, 86_400_000],
    ['zero', { 'retry-after': '0' }, 0],
    ['zero milliseconds', { 'retry-after-ms': '0' }, 0],
    ['the present second', { 'retry-after': 'Fri, 02 Jan 2026 12:00:00 GMT' }, 0],
    ['a point less than a second ago', { 'x-ratelimit-reset': `${WALL - 999}` }, 0],
    ['a point a second ago', { 'x-ratelimit-reset': `${WALL - 1000}` }, null],
    ['zero beside something longer', { 'retry-after': '0', 'retry-after-ms': '12' }, 12],
    ['a date in the past', { 'retry-after': 'Fri, 02 Jan 2026 11:59:00 GMT' }, null],
    ['a reset in the past', { 'x-ratelimit-reset': `${UNIX - 5}` }, null],
    ['a negative number', { 'retry-after': '-5' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['a number with a unit', { 'retry-after': '5 minutes' }, null],
    ['an impossible date', { 'retry-after': 'Fri, 99 Foo 2026 12:00:20 GMT' }, null],
    [
      'garbage beside something readable',
      { 'retry-after': 'soon', 'x-ratelimit-reset': '4' },
      4_000,
    ],
    ['infinity', { 'retry-after': 'Infinity' }, null],
    ['hexadecimal', { 'retry-after-ms': '0x10' }, null],
    ['a fraction of many digits', { 'retry-after-ms': '1234.125' }, 1_234.125],
    [
      'a number with text around it',
      { 'retry-after-ms': 'in 9', 'x-ratelimit-reset': '9 s' },
      null,
    ],
    ['a number of more digits than a double holds', { 'retry-after-ms': '1234567890123456' }, null],
    ['a date of C, which means UTC as well', { 'retry-after': 'Fri Jan  2 12:00:20 2026' }, 20_000],
    ['a date of an offset', { 'retry-after': 'Fri, 02 Jan 2026 14:00:20 +0200' }, 20_000],
    ['the first Unix second', { 'x-ratelimit-reset': '1000000000' }, null],
    ['the most seconds from now', { 'x-ratelimit-reset': '999999999' }, 86_400_000],
    ['the first Unix millisecond', { 'x-ratelimit-reset': '1000000000000' }, null],
  ])('of %s', (_, headers, floor) => {
    expect(floorOf(headers)).toBe(floor);
  });

  // Date.parse accepts all of these as dates in the future.
  it.each([
    '2031-01-01T00:00:00Z',
    '5 Jan 2031',
    '+Fri, 03 Jan 2031 12:00:20 GMT',
    '(Fri), 03 Jan 2031 12:00:20 GMT',
    'Fri, 03 Jan 2031 1:00:20 GMT',
    'Fri, 03 Jan 2031 12:0:20 GMT',
    'Fri, 03 Jan 2031 12:00:2 GMT',
    'Fri, 03 Jan 2031 12:00 GMT',
    'Fr, 03 Jan 2031 12:00:20 GMT',
  ])('of "%s", which is no HTTP date', (text) => {
    expect(Date.parse(text)).toBeGreaterThan(WALL);
    expect(floorOf({ 'retry-after': text })).toBeNull();
  });

  it.each(['soon', '5', '2025-01-01T00:00:00Z'])(
    'is relative to the wall clock if the date is "%s"',
    (date) => {
      const headers = { date, 'retry-after': 'Fri, 02 Jan 2026 12:00:20 GMT' };
      expect(floorOf(headers)).toBe(20_000);
    },
  );
});

describe('the minimum wait of a response', () => {
  const told = waitTold({ 'retry-after': '3', 'x-ratelimit-reset': '30' }, WALL);

  it("uses the limit's reset time only with a 429", () => {
    expect(usualWait(429, told)).toBe(30_000);
    expect(usualWait(503, told)).toBe(3_000);
    expect(usualWait(502, { ...told, retryAfterMs: null })).toBeNull();
  });

  it.each([
    ['not used up', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '30' }, null],
    ['used up', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, 30_000],
    ['used up until a moment ago', { 'x-ratelimit-remaining': '0' }, 0],
    ['not used up, with a wait', { 'retry-after': '3', 'x-ratelimit-reset': '30' }, 3_000],
  ])('uses the reset of a limit that every response names once it is %s', (...row) => {
    const [, headers, waitMs] = row;
    expect(waitWhenSpent(waitTold(headers, WALL))).toBe(waitMs);
  });

  it('tells the time of the service, for a time that a body names', () => {
    const date = 'Fri, 02 Jan 2026 11:00:00 GMT';
    expect(waitTold({ date }, WALL).now).toBe(WALL - 3_600_000);
    expect(waitTold({}, WALL).now).toBe(WALL);
  });
});
