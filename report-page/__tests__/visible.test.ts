import { describe, expect, it } from '@jest/globals';
import { visible, visiblePieces } from '../src/data/visible.ts';
import { processorMs } from '../../__tests__/support/processor-time.ts';

describe('unseen characters', () => {
  it.each([
    ['if (isAdmin\u202e) {', 'if (isAdmin⟨U+202E⟩) {'],
    ['a\u200bb\u2066c', 'a⟨U+200B⟩b⟨U+2066⟩c'],
    ['\u0000\u001b[31m', '⟨U+0000⟩⟨U+001B⟩[31m'],
    ['tag \u{e0041}', 'tag ⟨U+E0041⟩'],
    ['\ud800', '⟨U+D800⟩'],
    ['1️⃣ a\u200b 2️⃣ ❤️\u200b', '1️⃣ a⟨U+200B⟩ 2️⃣ ❤️⟨U+200B⟩'],
  ])('are shown as marks: %j', (text, shown) => expect(visible(text)).toBe(shown));

  it.each(['plain', 'tab\tand\nline', 'Ünïcode 漢字', '👩‍👩‍👧 ❤️ 🏳️‍🌈', ''])(
    'are not found in %j',
    (text) =>
      expect(visiblePieces(text)).toEqual(
        [{ text, isMark: false }].filter(() => text !== '' || visible(text) === ''),
      ),
  );

  it('do not take long to find', () => {
    expect(processorMs(() => visible('x'.repeat(400_000) + '\u202e'))).toBeLessThan(5_000);
  });
});
