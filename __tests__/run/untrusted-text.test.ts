/** What a run is told of checks that failed: 20 kB in all (contract 19.4). */
import { describe, expect, it } from '@jest/globals';
import { checksContext } from '../../src/run/untrusted-text.ts';

const fence = '5b5abd52-30ff-44ad-9dac-9a65a2886030';
const toldOf = (text: string, most = Infinity): string =>
  checksContext([{ title: 'Details of build', facts: [], text, isPlain: true }], { fence, most });
/** The line that frames the text, so that nothing was cut behind it. */
const END = `----- end of failed checks ${fence} -----`;

describe('what the checks say', () => {
  it.each([
    ['a letter', 'a'],
    ['a letter of two bytes', 'ü'],
    ['a sign of three bytes', '語'],
    ['a sign of four bytes', '🙂'],
  ])('takes at most 20,000 bytes, and most of them, whatever it consists of: %s', (_, sign) => {
    const told = toldOf(sign.repeat(30_000));
    expect(Buffer.byteLength(told)).toBeLessThanOrEqual(20_000);
    expect(Buffer.byteLength(told)).toBeGreaterThan(18_000);
    expect(told.isWellFormed()).toBe(true);
    expect(told).toMatch(/ more characters\)\n/);
    expect(told.endsWith(END)).toBe(true);
  });

  it('is told whole where it fits', () => {
    const text = '語'.repeat(5_000);
    expect(toldOf(text)).toContain(text);
  });

  it('is left out where the prompt has no room for it', () => {
    expect(toldOf('red', 400)).toBe('');
  });
});
