/** Which entries of a whole log are of this turn, and what of the log before it tells that (contract 4.5, 4.7). */
import { describe, expect, it } from '@jest/globals';
import { asDescending, NO_BASELINE, withLast, type Baseline } from '../../../src/run/log/baseline.ts';
import { rawEntry, type Order } from '../../../src/run/log/entry.ts';
import { entriesOfTurn, isBefore, orderByBaseline } from '../../../src/run/log/turn-entries.ts';
import { last, lettersOf, log, timeless } from './letters.ts';

describe('the entries of this turn', () => {
  const before = (letters: string, fields: Partial<Baseline> = {}): Baseline => ({
    count: letters.length,
    last: last(log(letters)),
    order: null,
    ...fields,
  });
  const turn = (letters: string, baseline: Baseline): string => lettersOf(entriesOfTurn(log(letters), baseline));

  it('are all of them where there was nothing before', () => {
    expect(turn('abc', NO_BASELINE)).toBe('abc');
  });

  it('are those behind the count where only that is known', () => {
    expect(turn('abcd', before('ab', { last: null }))).toBe('cd');
    expect(turn('ab', before('ab', { last: null }))).toBe('');
    expect(turn('a', before('ab', { last: null }))).toBe('');
  });

  it('are those behind the newest one before', () => {
    expect(turn('abcd', before('ab'))).toBe('cd');
    expect(turn('ab', before('ab'))).toBe('');
  });

  it('are not an entry of the turn before that came late', () => {
    expect(turn('abcdz', before('abd'))).toBe('z');
    expect(turn('a12z', before('a2'))).toBe('z');
    expect(turn('abdcz', before('abd'))).toBe('z');
  });

  it('are found by place from where the clock of the service was set back', () => {
    expect(turn('mnoabc', before('mno'))).toBe('abc');
    expect(turn('mnoabcnz', before('mno'))).toBe('abcnz');
    expect(turn('mnonabz', before('mno'))).toBe('abz');
    expect(turn('mnabo', before('mno'))).toBe('');
    // A page out of order.
    expect(turn('mznab', before('mabn', { count: 3 }))).toBe('z');
  });

  it('are found by place where the time is the same: behind the newest one before, even moved back', () => {
    expect(turn('1234', before('12'))).toBe('34');
    expect(turn('13245', before('12'))).toBe('45');
    expect(turn('2134', before('12'))).toBe('34');
    expect(turn('1224', before('12'))).toBe('24');
  });

  it('are found by place where no time can be read', () => {
    const baseline = { count: 2, last: last(timeless('ab')), order: null };
    expect(lettersOf(entriesOfTurn(timeless('abcd'), baseline))).toBe('cd');
    expect(lettersOf(entriesOfTurn(timeless('acbd'), baseline))).toBe('d');
    expect(lettersOf(entriesOfTurn([...log('ab'), ...timeless('c')], before('ab')))).toBe('c');
    expect(lettersOf(entriesOfTurn(log('abc'), { count: 2, last: last(timeless('x')), order: null }))).toBe('c');
  });

  it('are those behind the count where the newest one before is gone', () => {
    expect(turn('134', before('12'))).toBe('4');
    expect(turn('13', before('12'))).toBe('');
  });

  it('are all of a log begun anew, and none from before a hole', () => {
    expect(turn('34', before('012'))).toBe('34');
    expect(turn('24', before('0123', { last: last(log('2')) }))).toBe('4');
    expect(turn('224', before('01232', { last: last(log('2')) }))).toBe('4');
    expect(turn('cd', before('aaab'))).toBe('cd');
  });
});

describe('an entry is of an earlier time', () => {
  const baseline: Baseline = { count: 3, last: last(log('c')), order: null };

  it.each([
    ['b', true],
    ['c', true],
    ['d', false],
  ])('%s: %s', (letter, expected) => {
    expect(log(letter).map((entry) => isBefore(entry, baseline))).toEqual([expected]);
  });

  it('only where both times can be read', () => {
    const [entry] = log('a');
    const [odd] = timeless('a');
    expect([isBefore(entry!, NO_BASELINE), isBefore(odd!, baseline)]).toEqual([false, false]);
    expect(isBefore(entry!, { ...baseline, last: odd! })).toBe(false);
    // A time of 0 is one as well.
    const epoch = rawEntry({ created_at: '1970-01-01T00:00:00Z' });
    expect(isBefore(epoch, NO_BASELINE)).toBe(false);
    expect(isBefore(epoch, { ...baseline, last: epoch })).toBe(true);
  });
});

describe('the order of equal time stamps', () => {
  const order = (seen: string, before: string): Order | null =>
    orderByBaseline(log(seen), { count: before.length, last: last(log(before)), order: null });

  it.each([
    ['4321', '12', 'desc'],
    ['1234', '12', null],
    ['21', '12', 'desc'],
    ['34', '12', null],
    ['2332', '12', null],
    ['432', '12', null],
    ['1', '1', null],
    ['21', '1', 'desc'],
    ['', '1', null],
  ])('of %s after %s is %s', (seen, before, expected) => {
    expect(order(seen, before)).toBe(expected);
  });

  it.each([
    ['4321', '21', 'desc'],
    ['2143', '21', null],
    ['54321', '321', 'desc'],
    ['5432', '321', null],
    ['54322', '222', null],
    ['4329', '321', null],
    ['9321', '321', 'desc'],
    ['932', '321', null],
    ['1111', '11', null],
  ])('of %s after the list %s, both of whose ends are known, is %s', (seen, before, expected) => {
    const [first] = log(before);
    expect(
      orderByBaseline(log(seen), { count: before.length, first: first!, last: last(log(before)), order: null }),
    ).toBe(expected);
  });

  it('makes the start of the list before the newest entry, where it is descending', () => {
    const [first, second] = log('21');
    const baseline = { count: 2, first: first!, last: second!, order: null };
    expect(asDescending(baseline)).toEqual({ ...baseline, last: first, order: 'desc' });
    for (const settled of [
      { ...baseline, order: 'asc' as const },
      NO_BASELINE,
      { count: 2, last: second!, order: null },
    ])
      expect(asDescending(settled)).toBe(settled);
  });

  it('cannot be told by the place where the newest one before, or the count, is not known', () => {
    expect(orderByBaseline(log('21'), { count: 2, last: null, order: null })).toBeNull();
    expect(orderByBaseline(log('21'), { count: 0, last: last(log('1')), order: null })).toBeNull();
  });
});

describe('the newest entry before the turn', () => {
  it('is kept once it is seen, and what else is known stays', () => {
    const [entry] = log('b');
    expect(withLast({ count: 2, last: null, order: 'asc' }, entry!)).toEqual({ count: 2, last: entry, order: 'asc' });
  });

  it('does not exist where there was nothing', () => {
    expect(withLast(NO_BASELINE, log('b')[0]!)).toBe(NO_BASELINE);
  });
});
