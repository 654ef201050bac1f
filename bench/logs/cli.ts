/**
 * `npm run bench:logs [-- --json]`: the CPU time of validating, sanitizing, rendering and writing
 * log entries, as a multiple of `JSON.parse` for the same bytes. Excludes reading the bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEvent } from '../../src/github/event.ts';
import { provenanceOf } from '../../src/github/provenance.ts';
import { realFiles } from '../../src/runner/files.ts';
import { JobLog, type LogHost, type LogMode } from '../../src/report/job-log.ts';
import { Step } from '../../src/report/step.ts';
import { LogFile } from '../../src/report/step-files.ts';
import { rawEntry, toEntry } from '../../src/agents/agent-run/log/entry.ts';
import { PAGE_MAX } from '../../src/agents/agent-run/logs-read.ts';
import { parseLogsPage } from '../../src/agents/agent-run/schema.ts';
import { sampleEntry } from '../entries.ts';
import { inTemporary, median } from '../step.ts';

const PAGES = 20;
const ENTRY_BYTES = 2000;
const ROUNDS = 15;
const GOAL = 3;
const { values } = parseArgs({ options: { json: { type: 'boolean' } } });

const pages = Array.from({ length: PAGES }, (_, page) =>
  JSON.stringify({
    id: 1,
    status: 'RUNNING',
    logs: Array.from({ length: PAGE_MAX }, (_, index) =>
      sampleEntry(page * PAGE_MAX + index, ENTRY_BYTES),
    ),
    total_logs: PAGES * PAGE_MAX,
  }),
);

/** CPU milliseconds, system time included. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Processes entries from parsed pages to the job log and the file. */
function passThrough(
  bodies: readonly unknown[],
  to: { readonly path: string; readonly mode: LogMode },
): number {
  let shown = 0;
  const count = (text: string): void => {
    shown += text.length;
  };
  const host: LogHost = {
    line: count,
    block: (lines) => lines.forEach(count),
    startGroup: count,
    endGroup: () => undefined,
    warning: count,
    notice: count,
  };
  const log = new JobLog({
    host,
    mode: to.mode,
    stopToken: 'bench-token',
    clock: { now: () => 0, wall: () => Date.UTC(2026, 0, 1) },
  });
  const step = new Step({ clock: { now: () => 0 }, host }, provenanceOf(readEvent({}, {})));
  const logFile = new LogFile({
    env: {},
    files: realFiles,
    step,
    inputs: { logsFile: to.path, wait: true },
  });
  step.listen((event) => logFile.take(event));
  step.listen((event, state) => log.event(event, state));
  step.dispatch({ type: 'started', mode: 'created', runId: '1', webUrl: null, status: null });
  let index = 0;
  for (const body of bodies) {
    const logs = parseLogsPage(body)?.logs ?? [];
    for (const value of logs) {
      step.dispatch({ type: 'entry', entry: toEntry(rawEntry(value), index) });
      index += 1;
    }
  }
  return shown;
}

await inTemporary((directory) => {
  const parse: number[] = [];
  const ways: Record<'compact' | 'full', number[]> = { compact: [], full: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    let bodies: unknown[] = [];
    parse.push(cpuMs(() => (bodies = pages.map((page) => JSON.parse(page) as unknown))));
    for (const mode of ['compact', 'full'] as const) {
      const path = join(directory, `${mode}.jsonl`);
      ways[mode].push(cpuMs(() => passThrough(bodies, { path, mode })));
      const kept = readFileSync(path, 'utf8').split('\n').length - 1;
      if (kept !== PAGES * PAGE_MAX) {
        throw new Error(`${kept} entries in the file`);
      }
    }
  }
  const base = median(parse);
  const figures = {
    parse_ms: base,
    compact_ratio: median(ways.compact) / base,
    full_ratio: median(ways.full) / base,
  };
  const line = (name: string, ratio: number): string =>
    `${name.padEnd(16)} ${ratio.toFixed(2)} × JSON.parse (at most ${GOAL}: ` +
    `${ratio <= GOAL ? 'reached' : 'NOT reached'})`;
  if (values.json === true) {
    console.log(JSON.stringify(figures, null, 2));
  } else {
    console.log(`JSON.parse       ${base.toFixed(1)} ms for ${PAGES * PAGE_MAX} entries`);
    console.log(line('logs: compact', figures.compact_ratio));
    console.log(line('logs: full', figures.full_ratio));
  }
  return Promise.resolve();
});
