import { describe, expect, it } from '@jest/globals';
import { endLine, type LogHost, type LogMode } from '../../src/report/job-log.ts';
import type { StepEvent } from '../../src/report/step.ts';
import { viewEntry } from '../../src/agents/entry.ts';
import { jobLogOf, stepDigest, stepView } from '../support/step-view.ts';

const START = 1_000_000;
const URL = 'https://agents.example/runs/7';

interface Bench {
  readonly tell: (event: StepEvent) => void;
  readonly out: string[];
  /** The lines of each block. */
  readonly blocks: (readonly string[])[];
  readonly entry: (seconds: number | null, raw: Readonly<Record<string, unknown>>) => void;
  readonly waiting: (elapsedSeconds: number, waitSeconds?: number) => void;
}

function bench(mode: LogMode): Bench {
  const out: string[] = [];
  const blocks: (readonly string[])[] = [];
  let now = 0;
  const titled =
    (kind: string): LogHost['warning'] =>
    (message, properties) =>
      void out.push(`${kind} [${properties?.title ?? ''}] ${message}`);
  const host: LogHost = {
    line: (text) => void out.push(text),
    block: (lines) => {
      out.push(...lines);
      blocks.push(lines);
    },
    startGroup: (title) => void out.push(`group ${title}`),
    endGroup: () => void out.push('endgroup'),
    warning: titled('warning'),
    notice: titled('notice'),
  };
  const tell = jobLogOf({
    host,
    mode,
    stopToken: 'stop-token-1',
    clock: { now: () => now, wall: () => START + now },
  });
  let index = 0;
  return {
    tell,
    out,
    blocks,
    entry(seconds, raw) {
      const time = seconds === null ? null : START + seconds * 1000;
      tell({
        type: 'entry',
        entry: { index: index++, line: JSON.stringify(raw), view: viewEntry(raw), time },
      });
    },
    waiting(elapsed, wait = 5) {
      now = elapsed * 1000;
      tell({ type: 'waiting', waitMs: wait * 1000 });
    },
  };
}

const ACTION = {
  message_type: 'ACTION',
  tool_name: 'bash',
  tool_input: { command: 'npm test' },
  tool_output: { output: 'ok' },
};
const ERROR = { message_type: 'ERROR', tool_name: 'bash', observation: 'it broke' };

describe('the beginning', () => {
  it('says that a follow-up of an earlier attempt is followed, and not that it was sent', () => {
    const { tell, out } = bench('compact');
    const facts = { runId: '7', webUrl: URL, status: 'ACTIVE', mode: 'resumed' } as const;
    tell({ type: 'started', ...facts });
    tell({ type: 'started', ...facts, isFound: true });
    expect(out.filter((line) => line.startsWith('Agent run'))).toEqual([
      'Agent run 7 resumed.',
      'Agent run 7 followed.',
    ]);
  });

  it.each(['full', 'compact', 'errors', 'none'] as const)(
    'says once where to watch it, with logs: %s',
    (mode) => {
      const { tell, out } = bench(mode);
      tell({ type: 'started', mode: 'created', runId: '7', webUrl: URL, status: 'ACTIVE' });
      tell({ type: 'status', runId: '7', webUrl: URL, status: 'RUNNING' });
      expect(out.filter((line) => line.includes(URL))).toEqual([`Watch it at ${URL}`]);
    },
  );

  it('offers no address that is not https', () => {
    const { tell, out } = bench('compact');
    tell({
      type: 'started',
      mode: 'created',
      runId: '7',
      webUrl: 'javascript:alert(1)',
      status: null,
    });
    expect(out.join('\n')).not.toContain('javascript');
  });
});

describe('steps', () => {
  it('are one line each in compact', () => {
    const { out, entry } = bench('compact');
    entry(65, ACTION);
    entry(66, { ...ACTION, tool_output: { exit_code: 2 } });
    entry(null, { message_type: 'PLAN_EVALUATION', thought: 'next:\nlook' });
    entry(3700, {});
    expect(out).toEqual([
      '  1m 05s  Action               Ran `npm test`',
      '  1m 06s  Action               Ran `npm test`  exited with 2',
      // A sign of ours all the same: matchers let blanks pass.
      '       –  Plan                 next: look',
      // A blank first, whatever the hour: problem matchers look at the beginning of a line.
      '  1h 01m  (no type)',
    ]);
  });

  it('keep the sign of an error, and defuse what only the whole line would be', () => {
    const { out, entry } = bench('compact');
    entry(1, {
      message_type: 'ERROR',
      tool_name: 'src/a.ts(3,5)',
      observation: ': error TS1: owned',
    });
    entry(2, { message_type: '\u200b', tool_name: ' ', thought: 'error' });
    expect(out.filter((line) => line.startsWith(' '))).toEqual([
      '      1s  Error                src/a.ts(3,5)  : ·error TS1: owned',
      '      2s  (no type)            error',
    ]);
  });

  it.each<[LogMode, number]>([
    ['full', 1],
    ['compact', 0],
    ['errors', 0],
  ])(
    'with logs: %s a step that says that the run failed and not why has %i lines',
    (mode, lines) => {
      const { out, tell } = bench(mode);
      const raw = { message_type: 'ERROR', observation: 'the service gave no cause' };
      const entry = { index: 0, line: JSON.stringify(raw), view: viewEntry(raw), time: START };
      tell({ type: 'entry', entry: { ...entry, namesNoCause: true } });
      expect(out.filter((line) => line.includes('Error  '))).toHaveLength(lines);
    },
  );

  it('count from the first entry of a run that was attached to later', () => {
    const { out, entry } = bench('compact');
    entry(-100, ACTION);
    entry(-90, ACTION);
    expect(out.map((line) => line.slice(0, 8))).toEqual(['      0s', '     10s']);
  });

  it('are folded groups with everything in full, with commands stopped around agent text', () => {
    const { out, entry } = bench('full');
    entry(1, { ...ACTION, thought: 'first\nthen', tool_input: { command: 'x', n: 1 } });
    expect(out[0]).toBe('group       1s  Action               Ran `x`');
    expect(out[1]).toBe('::stop-commands::stop-token-1');
    expect(out.slice(-2)).toEqual(['::stop-token-1::', 'endgroup']);
    const body = out.slice(2, -2).join('\n');
    for (const part of [
      'thought',
      'first',
      'then',
      'input',
      '"n": 1',
      'output',
      '"output": "ok"',
    ]) {
      expect(body).toContain(part);
    }
    for (const line of out.slice(2, -2)) {
      expect(line.startsWith(' ')).toBe(true);
    }
  });

  it('are one write each in full, however many lines they have', () => {
    const { out, blocks, entry } = bench('full');
    entry(1, { ...ACTION, observation: 'a line\n'.repeat(500) });
    entry(2, ACTION);
    expect(blocks).toHaveLength(2);
    expect(blocks.flat()).toEqual(out.filter((line) => !/^(?:group |endgroup$)/.test(line)));
  });

  it.each(['full', 'compact'] as const)(
    'are without the prompt where it is not shown, with logs: %s',
    (mode) => {
      const { out, entry, tell } = bench(mode);
      tell({ type: 'asked', hidesPrompt: true });
      entry(1, { message_type: 'USER_MESSAGE', observation: 'The private prompt.' });
      expect(out).toEqual(['      1s  Task']);
    },
  );

  it('show a structured answer indented', () => {
    const { out, entry } = bench('full');
    entry(1, { message_type: 'FINAL_ANSWER', observation: '{"pass":true,"files":["a.ts"]}' });
    entry(2, { message_type: 'FINAL_ANSWER', observation: '[not JSON]' });
    expect(out.map((line) => line.replace(/^ *│ /, ''))).toEqual(
      expect.arrayContaining(['{', '  "pass": true,', '    "a.ts"', '[not JSON]']),
    );
  });

  it.each<[Readonly<Record<string, unknown>>, string, string]>([
    [{ foo: { bar: 'BAZ' } }, '(no type)            {"foo":{"bar":"BAZ"}}', '"bar": "BAZ"'],
    [
      { message_type: 'NEW_KIND', payload: 'whole' },
      'NEW_KIND             whole',
      '"payload": "whole"',
    ],
    [{ message_type: 'ACTION', thought: ['odd'] }, 'Action               odd', '"odd"'],
  ])('of an odd shape are shown as they are: %j', (raw, words, whole) => {
    const compact = bench('compact');
    compact.entry(1, raw);
    expect(compact.out).toEqual([`      1s  ${words}`]);
    const full = bench('full');
    full.entry(1, raw);
    expect(full.out).toContain(' other');
    expect(full.out.join('\n')).toContain(whole);
  });

  it('of errors alone are shown with logs: errors', () => {
    const { out, entry } = bench('errors');
    entry(1, ACTION);
    entry(2, ERROR);
    expect(out).toEqual(['      2s  Error                bash  it broke']);
  });

  it('are not shown with logs: none', () => {
    const { out, entry } = bench('none');
    entry(1, ACTION);
    entry(2, ERROR);
    expect(out).toEqual([]);
  });
});

describe('what the agent met', () => {
  it('makes no annotation', () => {
    const { tell, out, entry } = bench('compact');
    for (let n = 0; n < 11; n += 1) {
      entry(n, ERROR);
    }
    tell({ type: 'note', message: 'asking once more' });
    expect(out.filter((line) => /^(?:error|warning|notice) \[/.test(line))).toEqual([]);
    expect(out).toContain('asking once more');
  });
});

it.each(['full', 'compact', 'errors', 'none'] as const)(
  'a warning is an annotation with logs: %s',
  (mode) => {
    const { tell, out } = bench(mode);
    tell({ type: 'warning', message: 'odd status' });
    expect(out).toEqual(['warning [Agent run] odd status']);
  },
);

it.each(['full', 'none'] as const)('a notice is an annotation with logs: %s', (mode) => {
  const { tell, out } = bench(mode);
  tell({ type: 'notice', message: 'Session 1 was unarchived.' });
  expect(out).toEqual(['notice [Agent run] Session 1 was unarchived.']);
});

describe('quiet times', () => {
  it('bring a line of progress every minute, with news and without', () => {
    const { tell, out, entry, waiting } = bench('compact');
    tell({ type: 'begin', runId: null, at: 0 });
    tell({ type: 'started', mode: 'created', runId: '7', webUrl: null, status: null });
    waiting(59);
    expect(out).toEqual(['Agent run 7 created.']);
    waiting(60, 20);
    expect(out.at(-1)).toBe('Still running after 1m 00s, 0 steps so far; next check in 20s.');
    waiting(100);
    entry(110, ACTION);
    waiting(125);
    expect(out.at(-1)).toBe('Still running after 2m 05s, 1 step so far; next check in 5s.');
    waiting(184);
    expect(out.filter((line) => line.startsWith('Still running'))).toHaveLength(2);
  });

  it('say of a run that is paused in mid-turn where it is gone on with, once for each time', () => {
    const { tell, out, waiting } = bench('compact');
    tell({ type: 'begin', runId: null, at: 0 });
    const run = { runId: '7', webUrl: URL, meaning: 'active' } as const;
    tell({ ...run, type: 'started', mode: 'created', status: 'RUNNING/running' });
    const shows = (status: string, waitsFor: 'paused' | null): void =>
      tell({ ...run, type: 'status', status, waitsFor });
    shows('RUNNING/paused', 'paused');
    shows('RUNNING/paused', 'paused');
    waiting(60);
    shows('RUNNING/running', null);
    waiting(120);
    expect(out.slice(3)).toEqual([
      'Status: RUNNING/paused',
      'The run is paused, by a person or by the service, and goes on once somebody takes it up ' +
        `at ${URL}.`,
      'Still paused after 1m 00s, 0 steps so far; next check in 5s.',
      'Status: RUNNING/running',
      'Still running after 2m 00s, 0 steps so far; next check in 5s.',
    ]);
  });

  it.each(['errors', 'none'] as const)('stay quiet with logs: %s', (mode) => {
    const { out, waiting } = bench(mode);
    waiting(0);
    waiting(600);
    expect(out).toEqual([]);
  });

  it('say of each wait for the run how long it is', () => {
    const { tell, out } = bench('compact');
    for (const waitMs of [9000, 30_000, 60_000, 300_000]) {
      tell({ type: 'throttled', waitMs });
    }
    expect(out.map((line) => /next \w+ in .*?(?=\.)/.exec(line)?.[0])).toEqual([
      'next try in 9s',
      'next try in 30s',
      'next try in 1m 00s',
      'next try in 5m 00s',
    ]);
    const quiet = bench('errors');
    quiet.tell({ type: 'throttled', waitMs: 300_000 });
    expect(quiet.out).toEqual([]);
  });

  it('say once that the service throttles, and each outage', () => {
    const { tell, out } = bench('full');
    tell({ type: 'started', mode: 'created', runId: '1', webUrl: null, status: null });
    out.length = 0;
    tell({ type: 'throttled', waitMs: 30_000 });
    tell({ type: 'throttled', waitMs: 60_000 });
    expect(out).toHaveLength(1);
    expect(out[0]).toContain('next check in 30s');
    tell({ type: 'outage', message: 'connect ECONNREFUSED', waitMs: 4000 });
    tell({ type: 'outage', message: 'status 503', waitMs: 499 });
    tell({ type: 'outage', message: 'no route', waitMs: 4000, sinceMs: 15_000 });
    expect(out.slice(1)).toEqual([
      'The service is having problems: connect ECONNREFUSED',
      'The run itself goes on; checking again in 4s.',
      'The service is having problems: status 503',
      'The run itself goes on; checking again now.',
      'Still no connection after 15s: no route; trying again in 4s.',
    ]);
  });
});

describe('the end', () => {
  const provenance = {
    ...stepView().provenance,
    serverUrl: 'https://github.com',
    repository: 'o/r',
  };
  const pullRequests = [1, 2, 3, 4].map((n) => `https://github.com/o/r/pull/${n}`);
  const steps = [stepDigest(0, 0, { kind: 'ERROR', tool: 'npm', error: true, detail: 'exit 1' })];

  it.each([
    [
      'the errors that a success overcame',
      { durationMs: 90_000, requests: 4, steps },
      `Outcome: succeeded after 1m 30s, 1 step, 4 requests, 1 error on the way. Details: ${URL}`,
    ],
    [
      'the pull request',
      { pullRequests: pullRequests.slice(0, 1) },
      `Pull request: ${pullRequests[0]!} Details: ${URL}`,
    ],
    [
      'all of four pull requests',
      { pullRequests, webUrl: null },
      `Pull request: ${pullRequests.join(' ')}`,
    ],
    ['no address that is not https', { webUrl: 'http://x' }, '0 requests.'],
    [
      'no cause and no address, which the annotation after it has',
      { outcome: 'failed', runId: '7', status: 'FAILED', steps },
      '1 step, 0 requests, 1 error.',
    ],
  ] as const)('tells %s', (_, change, words) => {
    const view = stepView({ outcome: 'succeeded', provenance, webUrl: URL, callAt: 0, ...change });
    expect(endLine(view).endsWith(words)).toBe(true);
  });
});
