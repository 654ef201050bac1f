import { describe, expect, it } from '@jest/globals';
import { clockTime, endLine, inTime, planLine, stepLine } from '../../../src/report/job-log/lines.ts';

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

it('a wait that rounds to no second is now', () => {
  expect([0, 499, 500, 5_000].map(inTime)).toEqual(['now', 'now', 'in 1s', 'in 5s']);
});

describe('the line of a step', () => {
  const step = { index: 0, time: 0, kind: 'ACTION', tool: 'bash', headline: 'npm test', error: false, detail: null };

  it('has its time, kind, tool and first words', () => {
    expect(stepLine(step, { sinceStart: 65_000 })).toBe('   1:05  Action               bash  npm test');
  });

  it('begins with a sign of its own where nothing is known', () => {
    expect(stepLine({ ...step, kind: null, tool: null, headline: '' }, { sinceStart: null })).toBe(
      '      –  (no type)',
    );
  });
});

describe('the line of an error', () => {
  it('is red from behind its time on, where colours are shown', () => {
    const step = { index: 0, time: 0, kind: 'ERROR', tool: 'npm', headline: 'exit 1', error: true, detail: 'exit 1' };
    expect(stepLine(step, { sinceStart: 0, colour: true })).toBe(
      '   0:00  \u001b[31mError                npm  exit 1\u001b[0m',
    );
    expect(stepLine(step, { sinceStart: 0 })).toBe('   0:00  Error                npm  exit 1');
  });
});

describe('the last line', () => {
  it('has the outcome, the pull requests and where to look', () => {
    const pullRequests = [128, 129, 130, 131].map((n) => `https://github.com/o/r/pull/${n}`);
    const end = { durationMs: 61_000, requests: 3, steps: 1, errors: 0, webUrl: 'https://agents.example/runs/7' };
    expect(endLine({ ...end, outcome: 'succeeded', pullRequests: pullRequests.slice(0, 1) })).toBe(
      'Outcome: succeeded after 1m 01s, 1 step, 3 requests. Pull request: https://github.com/o/r/pull/128 Details: https://agents.example/runs/7',
    );
    expect(endLine({ ...end, outcome: 'failed', webUrl: 'http://x', pullRequests })).toMatch(/pull\/130 and 1 more$/);
  });
});

describe('times', () => {
  it('are written as on a clock', () => {
    expect([-1, 0, 59_999, 60_000, 3_661_000].map(clockTime)).toEqual(['0:00', '0:00', '0:59', '1:00', '1:01:01']);
  });
});
