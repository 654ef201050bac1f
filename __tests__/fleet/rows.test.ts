/** The combined outcome of a fleet's rows, and how they are reported and stored. */
import { describe, expect, it } from '@jest/globals';
import { Journal, readJournal } from '../../src/fleet/journal.ts';
import { fileLine } from '../../src/fleet/outputs.ts';
import {
  countsOf,
  fleetOutcome,
  rowLine,
  rowOf,
  rowStart,
  sentence,
  stopsText,
  type FleetRow,
} from '../../src/fleet/rows.ts';
import { fleetSummary, fleetTable } from '../../src/fleet/summary.ts';
import type { Provenance } from '../../src/github/event.ts';
import { worstFirst } from '../../src/outcomes.ts';
import { stepStart, viewOf } from '../../src/report/step.ts';
import { SUMMARY_MAX_BYTES } from '../../src/runner/host.ts';
import { saveRunState } from '../../src/runner/saved-state.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const row = (key: string, of: Partial<FleetRow> = {}): FleetRow => ({
  ...rowStart(key, viewOf(stepStart(provenance), { now: 0, requests: 0 })),
  outcome: 'succeeded',
  ...of,
});
const withOutcomes = (...outcomes: FleetRow['outcome'][]): FleetRow[] =>
  outcomes.map((outcome, index) => row(String(index), { outcome }));
const provenance = { serverUrl: 'https://github.com', repository: 'octo/repo' } as Provenance;

describe('the outcome', () => {
  it('is succeeded only if all runs are, otherwise the worst in the order of the contract', () => {
    expect(fleetOutcome(withOutcomes('succeeded', 'succeeded'))).toBe('succeeded');
    const order = [
      'error',
      'failed',
      'timed_out',
      'cancelled',
      'needs_input',
      'unverified',
      'started',
      'skipped',
    ] as const;
    for (const [index, outcome] of order.entries()) {
      expect(fleetOutcome(withOutcomes('succeeded', ...order.slice(index).toReversed()))).toBe(
        outcome,
      );
    }
  });

  it('counts rows, and sorts the worst first', () => {
    const rows = withOutcomes('succeeded', 'failed', 'succeeded', 'error');
    expect(countsOf(rows)).toEqual({ error: 1, failed: 1, succeeded: 2 });
    expect(worstFirst(rows).map(({ key }) => key)).toEqual(['3', '1', '0', '2']);
  });
});

describe('the outputs', () => {
  it('omit nothing from the file', () => {
    const line = fileLine(
      row('a', {
        runId: '7',
        result: 'All\nof it.',
        resultFile: '/temp/a.txt',
        resultJson: '{"a":1}',
      }),
    );
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({
      key: 'a',
      agent_run_id: 7,
      result: 'All\nof it.',
      result_file: '/temp/a.txt',
    });
  });
});

describe('the journal', () => {
  const path = '/temp/state.jsonl';

  it('has the last state of each task, in the order of the tasks, even if a kill truncated its last line', () => {
    const files = new MemoryFiles();
    const journal = new Journal(files, path, () => undefined);
    for (const key of ['a', 'octo/b']) {
      journal.save(key, 'phase', 'idle');
    }
    const host = journal.host('octo/b');
    saveRunState(host, { phase: 'sending', runId: null });
    saveRunState(host, { phase: 'running', runId: '5' });
    saveRunState(host, { phase: 'running', runId: '5' });
    expect(files.readText(path).split('\n')).toHaveLength(7);
    expect([...readJournal(`${files.readText(path)}["a","phase","run`)]).toEqual([
      ['a', { phase: 'idle' }],
      ['octo/b', { phase: 'running', runId: '5' }],
    ]);
    expect(host.state('phase')).toBe('running');
  });

  it('is given up and removed if the disk is full, because an outdated one would tell what is wrong', () => {
    const files = new MemoryFiles();
    const errors: unknown[] = [];
    const journal = new Journal(files, path, (error) => void errors.push(error));
    journal.save('a', 'phase', 'idle');
    files.guard = () => {
      throw new Error('ENOSPC');
    };
    journal.save('a', 'phase', 'sending');
    journal.save('a', 'phase', 'running');
    expect([errors.length, files.isFile(path)]).toEqual([1, false]);
  });
});

it('counts the answers to requests to stop runs', () => {
  const rows = (['accepted', 'unknown', null, 'refused', 'missing'] as const).map((stopped) => ({
    runId: '7',
    stopped,
  }));
  expect(stopsText(rows)).toBe(
    'The service accepted the request to stop 1 of 4 unfinished runs (`on_cancel: stop`). It has no endpoint that stops runs: 1 run may go on. It refused to stop 1 run, which may go on. For 1 run there was no clear answer in time; the post step asks again.',
  );
  expect(stopsText(rows.slice(2, 3))).toBe('');
});

it('counts a run that was cancelled at the service as one that does not go on', () => {
  const cancelled = { outcome: 'cancelled', runId: '7' } as const;
  const rows = [
    row('a', { ...cancelled, standing: 'ended' }),
    row('b', { ...cancelled, standing: 'going_on' }),
  ];
  expect(sentence(rows, { isCut: true })).toContain('2 cancelled. 1 run may still be going on');
});

describe('the display', () => {
  it('has at most a hundred rows, worst first, without live content', () => {
    const rows = Array.from({ length: 150 }, (_, index) =>
      row(`t${index}`, { result: '@mona [x](https://evil.example)' }),
    );
    const table = fleetTable([...rows, row('bad', { outcome: 'failed', message: '| a\nb' })], {
      most: 100,
      elsewhere: '`runs_file`',
    });
    expect(table.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(102);
    // The reason stands second, where a phone shows it.
    expect(table.split('\n')[2]).toMatch(/^\| bad \| ❌ failed: \S+ a b \|/);
    expect(table).toContain('51 more tasks');
    expect(table).not.toMatch(/@mona|\]\(https:\/\/evil/);
  });

  it('has the question beside the outcome, without the words around it, and says once how to answer', () => {
    const start = viewOf(stepStart(provenance), { now: 0, requests: 0 });
    const view = { ...start, outcome: 'needs_input', runId: '7', result: 'Which port?' } as const;
    const asks = rowOf('a', view);
    expect(asks.message).toContain('To answer, run this action');
    const table = fleetTable([asks, { ...asks, key: 'b' }], { most: 100, elsewhere: '' });
    expect(table).toContain('| a | 💬 needs input: Which port? |');
    expect(table.match(/To answer/g)).toHaveLength(1);
    const unproven = rowOf('c', { ...view, outcome: 'unverified', checks: [] });
    expect(fleetTable([unproven], { most: 100, elsewhere: '' })).toContain('the run names none');
  });

  it('links the pull request of a repository that the task names', () => {
    const url = 'https://github.com/octo/shop/pull/7';
    const named = {
      provenance: { ...provenance, repositories: ['octo/shop'] },
      pullRequests: [url],
    };
    const table = fleetTable([row('a', named), row('b')], { most: 100, elsewhere: '' });
    expect(table).toContain(`| a | ✅ succeeded | [octo/shop#7](${url}) |`);
    expect(table).toContain('| b | ✅ succeeded |  |');
  });

  it('fits into a job summary whatever the service sends, and says where the rest is', () => {
    const view = viewOf(stepStart({ ...provenance, workflow: '', workflowRunUrl: null }), {
      now: 0,
      requests: 0,
    });
    const rows = (webUrl: string): FleetRow[] =>
      Array.from({ length: 120 }, (_, index) =>
        row(`t${index}`, { runId: String(index + 1), webUrl, result: '|'.repeat(200) }),
      );
    const summaryOf = (webUrl: string): string =>
      fleetSummary({ rows: rows(webUrl), view, runsFile: '/r', note: '' });
    expect(summaryOf('https://x.example')).toContain('20 more tasks');
    // Each of these characters becomes five bytes.
    const large = summaryOf(`https://x.example/${'&'.repeat(2_000)}`);
    expect(Buffer.byteLength(large)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
    expect(large).toContain('*60 more tasks: see `runs_file`.*');
    expect(large).toContain('`runs_file`: `/r`');
  });

  it('has a line per start and end in the job log', () => {
    const at = { ended: 3, tasks: 4, elapsedMs: 5_000 };
    expect(rowLine(row('w', { outcome: 'running', runId: '7' }), at)).toBe(
      `      5s        3/4  ${'w'.padEnd(20)}  running               run 7`,
    );
    const line = rowLine(row('x', { outcome: 'error', message: '::error::no\n##[group]' }), at);
    expect(line).not.toContain('\n');
    expect(line).toContain('error');
    expect(line.trimStart().startsWith('::')).toBe(false);
  });
});
