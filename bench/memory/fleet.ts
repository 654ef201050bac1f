/**
 * Peak resident memory of a step with 1,000 runs of 500 entries of 2 kB under
 * `--max-old-space-size=512`, compared with one such run: `npm run bench:fleet-memory`. Option
 * after `--`: `--runs 200`. In virtual time, because the rate limits alone would take hours. Fails
 * if the step does not end.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ENTRIES = 500;
const ENTRY_BYTES = 2_000;
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } });

interface Step {
  readonly peakKiB: number;
  readonly outcome: string;
  readonly totalLogs: number;
  readonly requests: number;
}

function stepWith(runs: number): Step {
  const folder = mkdtempSync(join(tmpdir(), 'agent-run-bench-'));
  try {
    const script = join(import.meta.dirname, 'fleet-step.ts');
    const args = [
      '--max-old-space-size=512',
      script,
      String(runs),
      String(ENTRIES),
      String(ENTRY_BYTES),
      folder,
    ];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const step = JSON.parse(stdout || '{}') as Partial<Step>;
    if (step.outcome !== 'succeeded' || step.totalLogs !== runs * ENTRIES) {
      throw new Error(`${runs} runs: ${stdout} ${stderr}`);
    }
    return step as Step;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runs = Number(values.runs);
const [one, many] = [stepWith(1), stepWith(runs)];
const mib = (kib: number): string => (kib / 1024).toFixed(0);
const more = (many.peakKiB - one.peakKiB) / 1024;
process.stdout.write(
  [
    `1 run       ${mib(one.peakKiB)} MiB at the peak, ${one.requests} requests`,
    `${String(runs).padEnd(5)} runs  ${mib(many.peakKiB)} MiB, ` +
      `${(many.requests / runs).toFixed(1)} requests a run`,
    `difference  ${more.toFixed(0)} MiB`,
    '',
  ].join('\n'),
);
