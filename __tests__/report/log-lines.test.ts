import { describe, expect, it } from '@jest/globals';
import { clockTime, planLine, stepLine } from '../../src/report/log-lines.ts';

describe('the first line', () => {
  it('says what will be done', () => {
    const plan = { orgId: 42, runId: null, wait: true, timeoutMs: 3_600_000 } as const;
    expect(planLine({ ...plan, mode: 'create' })).toBe(
      'Creating an agent run in organization 42, waiting up to 1h 00m for it to end.',
    );
    expect(planLine({ ...plan, mode: 'resume', runId: 7, wait: false })).toBe(
      'Resuming agent run 7 in organization 42, not waiting for it to end (wait: false).',
    );
    expect(planLine({ ...plan, mode: 'attach', runId: 7 })).toContain('Following agent run 7');
  });
});

describe('the line of a step', () => {
  const step = { index: 0, time: 0, kind: 'ACTION', tool: 'bash', headline: 'npm test', error: false, detail: null };

  it('has its time, kind, tool and first words', () => {
    expect(stepLine(step, 65_000)).toBe('   1:05  ACTION           bash  npm test');
  });

  it('begins with a sign of its own where nothing is known', () => {
    expect(stepLine({ ...step, kind: null, tool: null, headline: '' }, null)).toBe('      –  (no type)');
  });
});

describe('times', () => {
  it('are written as on a clock', () => {
    expect([-1, 0, 59_999, 60_000, 3_661_000].map(clockTime)).toEqual(['0:00', '0:00', '0:59', '1:00', '1:01:01']);
  });
});
