import { describe, expect, it } from '@jest/globals';
import { fitting } from '../../src/report/sections.ts';

describe('fitting', () => {
  it.each([
    ['a text of which each character is seen', 400_000, 400_200],
    ['a text whose end is not seen', 1_000, 1_001],
    ['what no text makes shorter', 0, 1],
  ])('tries few renderings of %s', (_, seen, excessive) => {
    let tried = 0;
    const shown = fitting(400_000, {
      render: (max) => {
        tried += 1;
        return 'x'.repeat(Math.min(max, seen)) + 'y'.repeat(excessive - seen);
      },
      excess: ({ length }) => length - excessive + 1,
    });
    expect(shown.length).toBeLessThanOrEqual(excessive);
    expect(tried).toBeLessThan(40);
  });

  it('leaves out little more than what is too much', () => {
    const shown = fitting(400_000, {
      render: (max) => `${'x'.repeat(max)} and a note of how much is left out`,
      excess: ({ length }) => length - 400_000,
    });
    expect(shown.length).toBeGreaterThan(399_900);
    expect(shown.length).toBeLessThanOrEqual(400_000);
  });
});
