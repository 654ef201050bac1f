/** Which entries of a whole log are of this turn, and what of the log before it tells that (contract 4.5, 4.7). */
import { describe, expect, it } from '@jest/globals';
import { asDescending, countsOf, NO_BASELINE, withLast, type Baseline } from '../../../src/run/log/baseline.ts';
import { rawEntry, type Order, type RawEntry } from '../../../src/run/log/entry.ts';
import {
  entriesOfTurn,
  findTurnStart,
  isBefore,
  orderByBaseline,
  orderByPlace,
  placeDecidesFrom,
  type IsEcho,
} from '../../../src/run/log/turn-entries.ts';
import { last, lettersOf, log, timeless } from './letters.ts';

const noEcho = (): boolean => false;

type SomeRead = [string, string, { seen?: string; stated: number | null }, { at: number; sure: boolean }];

describe('the entries of this turn', () => {
  const before = (letters: string, fields: Partial<Baseline> = {}): Baseline => ({
    count: letters.length,
    last: last(log(letters)),
    order: null,
    ...fields,
  });
  const turn = (letters: string, baseline: Baseline): string =>
    lettersOf(entriesOfTurn(log(letters), baseline, noEcho));

  it('are all entries if there were none before', () => {
    expect(turn('abc', NO_BASELINE)).toBe('abc');
  });

  it('are those after the count if only that is known', () => {
    expect(turn('abcd', before('ab', { last: null }))).toBe('cd');
    expect(turn('ab', before('ab', { last: null }))).toBe('');
    expect(turn('a', before('ab', { last: null }))).toBe('');
  });

  it('are those after the newest earlier one', () => {
    expect(turn('abcd', before('ab'))).toBe('cd');
    expect(turn('ab', before('ab'))).toBe('');
  });

  it('exclude a late entry of the previous turn', () => {
    expect(turn('abcdz', before('abd'))).toBe('z');
    expect(turn('a12z', before('a2'))).toBe('z');
    expect(turn('abdcz', before('abd'))).toBe('z');
  });

  it('are found by position once the service’s clock was set back', () => {
    expect(turn('mnoabc', before('mno'))).toBe('abc');
    expect(turn('mnoabcnz', before('mno'))).toBe('abcnz');
    expect(turn('mnonabz', before('mno'))).toBe('abz');
    expect(turn('mnabo', before('mno'))).toBe('');
    expect(turn('mnloaz', before('mno'))).toBe('z');
    expect(turn('mnommz', before('mno'))).toBe('z');
    // A page out of order.
    expect(turn('mznab', before('mabn', { count: 3 }))).toBe('z');
  });

  it('are found by position after the clock was set back, even if a page lacks entries of the turns before or shows them out of order', () => {
    const seen = countsOf(log('mno'));
    expect(turn('moabc', before('mno'))).toBe('abc');
    expect(turn('mnabc', before('mno'))).toBe('');
    for (const letters of ['moabc', 'mnabc', 'noabc', 'oabc', 'monabc', 'onmabc'])
      expect(turn(letters, before('mno', { seen }))).toBe('abc');
    for (const letters of ['mnaobc', 'abc']) expect(turn(letters, before('mno', { seen }))).toBe('');
  });

  it('are found by place behind the first one that is dated after the turns before, where the clock was set back into their time', () => {
    expect(turn('acegzbd', before('aceg'))).toBe('zbd');
    expect(turn('acegzfy', before('aceg'))).toBe('zfy');
    expect(turn('acegzgy', before('aceg'))).toBe('zgy');
    // An entry of the turn before came late, before this turn began.
    expect(turn('acegdzby', before('aceg'))).toBe('zby');
  });

  it('are none that was seen before, wherever a page out of order shows it', () => {
    const isEcho = ({ value }: RawEntry): boolean => (value as { thought: string }).thought === 'x';
    const seen = countsOf(log('abcd'));
    const from = (letters: string): string =>
      lettersOf(entriesOfTurn(log(letters), before('abcd', { seen }), isEcho))
        .split('')
        .sort()
        .join('');
    expect(from('abcdxyz')).toBe('xyz');
    expect(from('dyaxcbz')).toBe('xyz');
    expect(from('ybcadxz')).toBe('xyz');
    // Equal ones as often as they were there.
    const twice = before('1223', { seen: countsOf(log('1223')) });
    expect(turn('122323', twice)).toBe('23');
  });

  it('are none of the turns before, in which the clock was set back before they ended', () => {
    expect(turn('mnacde', before('mnac', { seen: countsOf(log('mnac')) }))).toBe('de');
    expect(turn('mnacb', before('mnac', { seen: countsOf(log('mnac')) }))).toBe('b');
    // Of a long log only its ends were seen.
    const ends = { seen: countsOf(log('mc')), first: last(log('m')), end: last(log('c')) };
    expect(turn('mnacde', before('mnac', ends))).toBe('de');
    expect(turn('mnacb', before('mnac', ends))).toBe('b');
    const turned = { ...ends, first: ends.end, end: ends.first, order: 'desc' as const };
    expect(turn('mnacde', before('mnac', turned))).toBe('de');
  });

  it('are found wherever a page out of order shows them, if only the ends of the turns before were seen', () => {
    const ends = before('abc', { seen: countsOf(log('ac')), first: last(log('a')), end: last(log('c')) });
    for (const letters of ['zabc', 'abzc', 'zbca', 'abcz']) expect(turn(letters, ends)).toBe('z');
    for (const letters of ['', 'a']) expect(turn(letters, ends)).toBe('');
    expect(turn('abcd', { ...before('ab'), first: last(log('a')), last: null })).toBe('cd');
  });

  it('are none that came late, although the clock was set back in the turns before', () => {
    expect(turn('mnacbz', before('mnac', { seen: countsOf(log('mnac')) }))).toBe('z');
    expect(turn('aceggdz', before('aceg'))).toBe('gz');
  });

  it('are all behind the turns before, while nothing is dated after them', () => {
    expect(turn('acegbdf', before('aceg'))).toBe('bdf');
    expect(turn('aceggb', before('aceg'))).toBe('gb');
    expect(turn('acegd', before('aceg'))).toBe('d');
  });

  it('are all from the follow-up’s message on, whatever their dates', () => {
    const isEcho = ({ value }: RawEntry): boolean => (value as { thought: string }).thought === 'b';
    const from = (letters: string, baseline: Baseline): string =>
      lettersOf(entriesOfTurn(log(letters), baseline, isEcho));
    expect(from('acegbdfz', before('aceg'))).toBe('bdfz');
    // An entry of the turn before came late, in front of the message.
    expect(from('acegdbfz', before('aceg'))).toBe('bfz');
    // The same words were sent in a turn before.
    expect(from('abegdz', before('abeg'))).toBe('z');
    expect(placeDecidesFrom(log('acegbd'), before('aceg'), isEcho)).toBe(4);
    expect(placeDecidesFrom(log('acegh'), before('aceg'), isEcho)).toBe(Infinity);
  });

  it('are found by place where the time is the same: behind the newest one before, even moved back', () => {
    expect(turn('1234', before('12'))).toBe('34');
    expect(turn('13245', before('12'))).toBe('45');
    expect(turn('2134', before('12'))).toBe('34');
    expect(turn('1224', before('12'))).toBe('24');
  });

  it('are found by position if no time can be read', () => {
    const baseline = { count: 2, last: last(timeless('ab')), order: null };
    expect(lettersOf(entriesOfTurn(timeless('abcd'), baseline, noEcho))).toBe('cd');
    expect(lettersOf(entriesOfTurn(timeless('acbd'), baseline, noEcho))).toBe('d');
    expect(lettersOf(entriesOfTurn([...log('ab'), ...timeless('c')], before('ab'), noEcho))).toBe('c');
    expect(lettersOf(entriesOfTurn(log('abc'), { count: 2, last: last(timeless('x')), order: null }, noEcho))).toBe(
      'c',
    );
  });

  it('are those after the count if the newest earlier one is gone', () => {
    expect(turn('134', before('12'))).toBe('4');
    expect(turn('13', before('12'))).toBe('');
  });

  it('are all of a restarted log, and none from before a hole', () => {
    expect(turn('34', before('012'))).toBe('34');
    expect(turn('24', before('0123', { last: last(log('2')) }))).toBe('4');
    expect(turn('224', before('01232', { last: last(log('2')) }))).toBe('4');
    expect(turn('cd', before('aaab'))).toBe('cd');
  });
});

describe('the start of a turn whose log could not be read before', () => {
  /** The time of a letter, as `log` gives it. */
  const at = (letter: string): number => log(letter)[0]?.time ?? NaN;
  const start = (letters: string, since: string, echo = 'X'): { readonly at: number; readonly sure: boolean } => {
    const isEcho = ({ value }: RawEntry): boolean => (value as { thought: string }).thought === echo;
    return findTurnStart(log(letters), { since: at(since), isEcho });
  };

  it('is the first entry dated after the follow-up', () => {
    expect(start('abcd', 'c')).toEqual({ at: 2, sure: true });
    expect(start('abd', 'c')).toEqual({ at: 2, sure: true });
    expect(start('ab', 'c')).toEqual({ at: 2, sure: true });
    expect(start('', 'c')).toEqual({ at: 0, sure: true });
  });

  it('is the message of the follow-up', () => {
    expect(start('klmno', 'c', 'n')).toEqual({ at: 3, sure: true });
    // The last one of the same words.
    expect(start('knmno', 'c', 'n')).toEqual({ at: 3, sure: true });
    expect(start('kl', 'k', 'k')).toEqual({ at: 0, sure: true });
  });

  it('is the message too where the clock of the log is far ahead, but that could be an earlier one', () => {
    const entries = log('abc');
    const isEcho = (entry: RawEntry): boolean => entry === entries[1];
    expect(findTurnStart(entries, { since: at('b') - 59_999, isEcho })).toEqual({ at: 1, sure: true });
    expect(findTurnStart(entries, { since: at('b') - 60_000, isEcho })).toEqual({ at: 1, sure: false });
  });

  it('is the message too where the clock of the log is behind, but that could be an earlier one', () => {
    expect(start('abcde', 'z', 'd')).toEqual({ at: 3, sure: false });
    expect(start('abcdz', 'z', 'b')).toEqual({ at: 4, sure: true });
  });

  it.each([
    ['the stated length', 'abcdef', { seen: 'ab', stated: 4 }, { at: 4, sure: true }],
    ['the stated length, which is what was seen', 'abcd', { seen: 'ab', stated: 2 }, { at: 2, sure: true }],
    ['the stated length, where nothing is new', 'abcz', { seen: 'ab', stated: 4 }, { at: 4, sure: true }],
    ['not the stated length of a log that was longer', 'abc', { seen: 'ab', stated: 5 }, { at: 3, sure: false }],
    ['not a stated length within what was seen', 'abcd', { seen: 'abc', stated: 2 }, { at: 4, sure: true }],
    ['behind what was seen', 'abcz', { seen: 'ab', stated: null }, { at: 3, sure: true }],
    ['behind the last entry seen', 'xbay', { seen: 'ab', stated: null }, { at: 3, sure: true }],
    ['the first recent one, where nothing was seen', 'abcz', { stated: null }, { at: 3, sure: true }],
  ])('of which some was read is %s', (...[, letters, { seen, stated }, expected]: SomeRead) => {
    const known = { stated, ...(seen !== undefined && { seen: countsOf(log(seen)) }) };
    expect(findTurnStart(log(letters), { since: at('m'), isEcho: noEcho, ...known })).toEqual(expected);
  });

  it('is the start of a log without times', () => {
    expect(findTurnStart(timeless('ab'), { since: 0, isEcho: () => false })).toEqual({ at: 0, sure: true });
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

  it('cannot be derived from positions if the newest earlier entry or the count is unknown', () => {
    expect(orderByBaseline(log('21'), { count: 2, last: null, order: null })).toBeNull();
    expect(orderByBaseline(log('21'), { count: 0, last: last(log('1')), order: null })).toBeNull();
  });
});

describe('the order by the place of the earlier entries', () => {
  const listedAs = (letters: string, order: Order | null = null): Baseline => {
    const [first = null] = log(letters);
    const end = last(log(letters));
    return { count: letters.length, first, end, last: order === 'desc' ? first : end, order };
  };
  const order = (seen: string, baseline: Baseline, isEcho: IsEcho = noEcho): Order | null =>
    orderByPlace(log(seen), baseline, isEcho);

  it.each([
    ['acb', 'acbx', 'asc'],
    ['acb', 'xacb', 'desc'],
    ['acb', 'xyzacb', 'desc'],
    ['acb', 'acb', null],
    ['acb', 'acbacb', null],
    ['acb', 'acxb', null],
    ['acb', 'xbca', null],
    ['acb', 'xac', null],
    ['acb', 'axyz', null],
    ['acb', 'xyzb', null],
    ['a', 'ax', 'asc'],
    ['a', 'xa', null],
    ['a', 'xya', null],
    ['a', 'xyza', 'desc'],
  ] as const)('of %s, now in %s, is %s', (listed, seen, expected) => {
    expect(order(seen, listedAs(listed))).toBe(expected);
  });

  it('of a single entry is descending below the follow-up’s own message, whatever their dates', () => {
    const isEcho: IsEcho = ({ fingerprint }) => fingerprint === last(log('x'))?.fingerprint;
    const seenAs = (seen: string, known: Order | null = null) => order(seen, listedAs('a', known), isEcho);
    expect([seenAs('xa'), seenAs('yxa'), seenAs('xya'), seenAs('ax')]).toEqual(['desc', 'desc', null, 'asc']);
    expect([seenAs('xa', 'asc'), seenAs('a'), seenAs('xaa')]).toEqual([null, null, null]);
  });

  it('is never another one than the order already known', () => {
    const [rising, falling] = [listedAs('acb', 'asc'), listedAs('acb', 'desc')];
    expect([order('acbx', rising), order('xacb', rising)]).toEqual(['asc', null]);
    expect([order('acbx', falling), order('xacb', falling)]).toEqual([null, 'desc']);
  });

  it('is not shown where an end of the list was not read', () => {
    expect(order('xacb', { ...listedAs('acb', 'desc'), end: null })).toBeNull();
    expect(order('acbx', { ...listedAs('acb'), last: null })).toBeNull();
    expect(order('acbx', { ...listedAs('acb'), first: null })).toBeNull();
  });
});

describe('the newest entry before the turn', () => {
  it('is set once it is seen, without changing other data', () => {
    const [entry] = log('b');
    expect(withLast({ count: 2, last: null, order: 'asc' }, entry!)).toEqual({ count: 2, last: entry, order: 'asc' });
  });

  it('does not exist in an empty log', () => {
    expect(withLast(NO_BASELINE, log('b')[0]!)).toBe(NO_BASELINE);
  });
});
