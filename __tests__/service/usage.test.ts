import { describe, expect, it } from '@jest/globals';
import { addUsage, readUsage, usageJson, usageText } from '../../src/service/usage.ts';

const told = (record: Record<string, unknown>): string => usageJson(readUsage(record));

describe('usage', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, ''],
    [{ metadata: null, usage: 'none', tokens: 'many' }, ''],
    [{ usage: { input_tokens: 10, output_tokens: 2 } }, '{"input_tokens":10,"output_tokens":2}'],
    [
      { metadata: { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } } },
      '{"input_tokens":1,"output_tokens":2,"total_tokens":3}',
    ],
    [{ metadata: { credits: 1.5, cost_usd: 0.25 } }, '{"credits":1.5,"cost":0.25,"currency":"usd"}'],
    [{ cost: 3, currency: 'EUR' }, '{"cost":3,"currency":"eur"}'],
    [{ cost: 3 }, '{"cost":3}'],
    [{ usage: { input_tokens: -1, credits: Number.NaN } }, ''],
  ])('of %j is %s', (record, json) => expect(told(record)).toBe(json));

  it('is formatted as text', () => {
    const usage = readUsage({ usage: { input_tokens: 1200, output_tokens: 3, cost_usd: 0.5 } });
    expect(usageText(usage)).toBe('1,200 input tokens, 3 output tokens, 0.5 USD');
    expect(usageText(null)).toBe('');
  });

  it('is summed as far as it is known', () => {
    const sum = addUsage(
      readUsage({ usage: { input_tokens: 10, cost_usd: 1 } }),
      readUsage({ usage: { input_tokens: 5 } }),
    );
    expect(usageJson(sum)).toBe('{"input_tokens":15,"cost":1,"currency":"usd"}');
    expect(addUsage(null, null)).toBeNull();
    const mixed = addUsage(readUsage({ cost_usd: 1 }), readUsage({ cost: 1, currency: 'eur', tokens: 5 }));
    expect(usageJson(mixed)).toBe('{"total_tokens":5}');
    // What was excluded from the sum stays excluded.
    const more = addUsage(mixed, readUsage({ cost_usd: 2 }));
    expect([usageJson(more), usageText(more)]).toEqual(['{"total_tokens":5}', '5 tokens']);
  });
});
