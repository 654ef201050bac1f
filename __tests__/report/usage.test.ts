/** What a run used, as it is shown and as workflows read it (contract 1.2). */
import { describe, expect, it } from '@jest/globals';
import type { Usage } from '../../src/agents/port.ts';
import { renderComment } from '../../src/report/comment.ts';
import { endLine } from '../../src/report/job-log.ts';
import { stepOutputs } from '../../src/report/outputs.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { usageSums, usageSumsText, usageSumValue, usageText } from '../../src/report/usage.ts';
import { stepView } from '../support/step-view.ts';

const TOKENS: Usage = { unit: 'tokens', amount: 81_234, costUsd: 0.42 };

it.each<[string, Usage | null]>([
  ['81,234 tokens (0.42 USD)', TOKENS],
  ['1 token (0.0012 USD)', { unit: 'tokens', amount: 1, costUsd: 0.00123 }],
  ['1 token (0.000001 USD)', { unit: 'tokens', amount: 1, costUsd: 0.000001 }],
  ['1 token (0.00000012 USD)', { unit: 'tokens', amount: 1, costUsd: 1.2e-7 }],
  ['1 token (0.005 USD)', { unit: 'tokens', amount: 1, costUsd: 0.005 }],
  ['12 tokens (0.00 USD)', { unit: 'tokens', amount: 12, costUsd: 0 }],
  ['9 tokens (in the plan)', { unit: 'tokens', amount: 9, costUsd: null, isInPlan: true }],
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

describe('the sum of a fleet', () => {
  const runs = (...usages: (Usage | null)[]) => usages.map((usage) => ({ usage }));

  it('is that of the runs which tell their use, and says how many do', () => {
    const sums = usageSums(runs(TOKENS, null, { ...TOKENS, amount: 100, costUsd: 0.1 }));
    expect(usageSumValue(sums)).toEqual({
      unit: 'tokens',
      amount: 81_334,
      cost_usd: 0.52,
      runs: 2,
      of: 3,
    });
    expect(usageSumsText(sums)).toBe('81,334 tokens (0.52 USD) by 2 of 3 runs');
  });

  it('has no cost unless all that tell their use tell it', () => {
    const sums = usageSums(runs(TOKENS, { ...TOKENS, costUsd: null }));
    expect(usageSumValue(sums)).toMatchObject({ amount: 162_468, cost_usd: null, runs: 2, of: 2 });
    expect(usageSumsText(sums)).toBe('162,468 tokens');
  });

  it('has no digits that no run has', () => {
    const acu: Usage = { unit: 'acu', amount: 0.1, costUsd: null };
    expect(usageSumValue(usageSums(runs(acu, { ...acu, amount: 0.2 })))).toMatchObject({
      amount: 0.3,
    });
  });

  it('tells each unit where there are several, and adds them nowhere', () => {
    const sums = usageSums(
      runs(
        { unit: 'ai_credits', amount: 33, costUsd: null },
        { unit: 'premium_requests', amount: 1, costUsd: null },
        null,
      ),
    );
    expect(usageSumValue(sums)).toBeNull();
    expect(usageSumsText(sums)).toBe(
      '33 AI credits by 1 of 3 runs and 1 premium request by 1 of 3 runs',
    );
  });

  it('is nothing where no run tells its use', () => {
    expect(usageSumValue(usageSums(runs(null, null)))).toBeNull();
    expect(usageSumsText(usageSums(runs(null, null)))).toBe('');
  });
});

it('the budget of a run stands beside what it used, in summary, comment and log (20)', () => {
  const kept = { kept: 'watched', usageOf: 'step', setBy: '`budget`' } as const;
  const budget = { amount: 5, unit: 'usd', ...kept } as const;
  const view = stepView({
    runId: '7',
    outcome: 'succeeded',
    durationMs: 60_000,
    callAt: 0,
    usage: TOKENS,
    budget,
  });
  expect(renderSummary(view)).toContain('81,234 tokens (0.42 USD) · budget 5.00 USD · 0 steps');
  expect(endLine(view)).toContain('81,234 tokens (0.42 USD), budget 5.00 USD, 0 steps');
  const comment = renderComment(view, { marker: '', full: true, now: 0 });
  expect(comment).toContain('81,234 tokens (0.42 USD) · budget 5.00 USD');
});
