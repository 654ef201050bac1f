/** What a run used, as it is shown and as workflows read it (contract 1.2). */
import { describe, expect, it } from '@jest/globals';
import type { Usage } from '../../src/agents/port.ts';
import { stepOutputs } from '../../src/report/outputs.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { usageText } from '../../src/report/usage.ts';
import { stepView } from '../support/step-view.ts';

const TOKENS: Usage = { unit: 'tokens', amount: 81_234, costUsd: 0.42 };

it.each<[string, Usage | null]>([
  ['81,234 tokens (0.42 USD)', TOKENS],
  ['1 token (0.0012 USD)', { unit: 'tokens', amount: 1, costUsd: 0.00123 }],
  ['12 tokens (0.00 USD)', { unit: 'tokens', amount: 12, costUsd: 0 }],
  ['2.25 ACU', { unit: 'acu', amount: 2.25, costUsd: null }],
  ['1 AI credit', { unit: 'ai_credits', amount: 1, costUsd: null }],
  ['1,033.5 AI credits', { unit: 'ai_credits', amount: 1_033.5, costUsd: null }],
  ['3 premium requests', { unit: 'premium_requests', amount: 3, costUsd: null }],
  ['', null],
])('is shown as "%s"', (text, usage) => {
  expect(usageText(usage)).toBe(text);
});

describe('a run whose service', () => {
  it('tells its usage has it in the output, and beside the time', () => {
    const view = stepView({ runId: '7', outcome: 'succeeded', durationMs: 60_000, usage: TOKENS });
    expect(stepOutputs(view).usage).toBe('{"unit":"tokens","amount":81234,"cost_usd":0.42}');
    expect(renderSummary(view)).toContain('81,234 tokens (0.42 USD) · 0 steps');
  });

  it('tells nothing has an empty output', () => {
    expect(stepOutputs(stepView({ runId: '7', outcome: 'succeeded' })).usage).toBe('');
  });
});
