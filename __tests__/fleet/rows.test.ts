/** The combined outcome of a fleet's rows, and how they are reported and stored. */
import { describe, expect, it } from '@jest/globals';
import { readJournal, Journal } from '../../src/fleet/journal.ts';
import { fileLine, runsOutput } from '../../src/fleet/telling/outputs.ts';
import { countsLine, endLine } from '../../src/fleet/telling/progress.ts';
import { countsOf, fleetOutcome, rowStart, worstFirst, type FleetRow } from '../../src/fleet/telling/rows.ts';
import { fleetSummary, fleetTable } from '../../src/fleet/telling/summary.ts';
import { stepStart } from '../../src/report/step-state.ts';
import type { Provenance } from '../../src/report/step-view.ts';
import { viewOf } from '../../src/report/view-of-step.ts';
import { SUMMARY_MAX_BYTES } from '../../src/report/summary.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const row = (key: string, of: Partial<FleetRow> = {}): FleetRow => ({ ...rowStart(key), outcome: 'succeeded', ...of });
const withOutcomes = (...outcomes: FleetRow['outcome'][]): FleetRow[] =>
  outcomes.map((outcome, index) => row(String(index), { outcome }));
const provenance = { serverUrl: 'https://github.com', repository: 'octo/repo' } as Provenance;
const SURE = { cancelled: false };

describe('the outcome', () => {
  it('is succeeded only if all runs are, otherwise the worst in the order of the contract', () => {
    expect(fleetOutcome(withOutcomes('succeeded', 'succeeded'), SURE)).toBe('succeeded');
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
    for (const [index, outcome] of order.entries())
      expect(fleetOutcome(withOutcomes('succeeded', ...order.slice(index).toReversed()), SURE)).toBe(outcome);
  });

  it('is cancelled after a signal, whatever happened to the runs', () => {
    expect(fleetOutcome(withOutcomes('succeeded', 'error'), { cancelled: true })).toBe('cancelled');
  });

  it('counts rows, and sorts the worst first', () => {
    const rows = withOutcomes('succeeded', 'failed', 'succeeded', 'error');
    expect(countsOf(rows)).toEqual({ error: 1, failed: 1, succeeded: 2 });
    expect(worstFirst(rows).map(({ key }) => key)).toEqual(['3', '1', '0', '2']);
  });
});

describe('the outputs', () => {
  it('contain as many whole objects as fit, in the order of the tasks', () => {
    const rows = Array.from({ length: 100 }, (_, index) => row(`key-${index}`, { errorMessage: 'x'.repeat(500) }));
    const { json, left } = runsOutput(rows, 10_000);
    const runs = JSON.parse(json) as { key: string }[];
    expect(json.length).toBeLessThanOrEqual(10_000);
    expect(runs.length + left).toBe(100);
    expect(runs.map(({ key }) => key)).toEqual(rows.slice(0, runs.length).map(({ key }) => key));
    expect(runs.length).toBeGreaterThan(10);
  });

  it('omit nothing from the file', () => {
    const line = fileLine(
      row('a', { runId: 7, result: 'All\nof it.', resultFile: '/temp/a.txt', resultJson: '{"a":1}' }),
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
  it('has the last state of each task, even if a kill truncated its last line', () => {
    const files = new MemoryFiles();
    const journal = new Journal(files, '/temp/state.jsonl', ['a', 'b', 'c']);
    journal.note({ key: 'a', phase: 'sending' });
    journal.note({ key: 'a', phase: 'running', runId: 5, webUrl: 'https://x.example/5', resumed: false });
    journal.note({ key: 'b', phase: 'sending', runId: null });
    journal.note({ key: 'a', phase: 'ended', outcome: 'failed' });
    expect(readJournal(`${files.readText('/temp/state.jsonl')}{"key":"c","phase":"run`)).toEqual([
      { key: 'a', phase: 'ended', runId: 5, webUrl: 'https://x.example/5', resumed: false, outcome: 'failed' },
      { key: 'b', phase: 'sending' },
      { key: 'c', phase: 'idle' },
    ]);
  });

  it('is given up if the disk is full', () => {
    const files = new MemoryFiles();
    const journal = new Journal(files, '/temp/state.jsonl', ['a']);
    files.guard = () => {
      throw new Error('ENOSPC');
    };
    expect(() => journal.note({ key: 'a', phase: 'sending' })).not.toThrow();
  });
});

describe('the display', () => {
  it('has at most a hundred rows, worst first, without live content', () => {
    const rows = Array.from({ length: 150 }, (_, index) =>
      row(`t${index}`, { result: '@mona [x](https://evil.example)' }),
    );
    const table = fleetTable([...rows, row('bad', { outcome: 'failed', errorMessage: '| a\nb' })], { provenance });
    expect(table.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(102);
    expect(table.split('\n')[2]).toContain('| bad |');
    expect(table).toContain('51 more tasks');
    expect(table).not.toMatch(/@mona|\]\(https:\/\/evil/);
  });

  it('fits into a job summary whatever the service sends, and says where the rest is', () => {
    const view = viewOf(stepStart({ ...provenance, workflow: '', workflowRunUrl: null }), {
      now: 0,
      requests: 0,
    });
    const rows = (webUrl: string): FleetRow[] =>
      Array.from({ length: 120 }, (_, index) =>
        row(`t${index}`, { runId: index + 1, webUrl, result: '|'.repeat(200) }),
      );
    const summaryOf = (webUrl: string): string =>
      fleetSummary({ rows: rows(webUrl), outcome: 'succeeded', view, runsFile: '/r', reportFile: null, note: null });
    expect(summaryOf('https://x.example')).toContain('20 more tasks');
    // Each of these characters becomes five bytes.
    const large = summaryOf(`https://x.example/${'&'.repeat(2_000)}`);
    expect(Buffer.byteLength(large)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
    expect(large).toContain('*70 more tasks: see `runs_file`.*');
    expect(large).toContain('`runs_file`: `/r`');
  });

  it('has a line per end in the job log, and counts with the remaining time', () => {
    const rows = [
      ...withOutcomes('succeeded', 'succeeded', 'failed').map((one) => ({ ...one, durationMs: 60_000 })),
      row('w', { outcome: 'waiting' }),
    ];
    expect(countsLine(rows, { elapsedMs: 125_000, perMinute: 10 })).toBe(
      '   2:05  3 of 4 ended (1 failed, 2 succeeded), 0 at work, 1 to start, about 1m 06s left',
    );
    const line = endLine(row('x', { outcome: 'error', errorMessage: '::error::no\n##[group]' }), {
      ...{ ended: 3, tasks: 4, elapsedMs: 5_000 },
    });
    expect(line).not.toContain('\n');
    expect(line).toContain('error');
    expect(line.trimStart().startsWith('::')).toBe(false);
  });
});
