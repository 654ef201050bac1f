/**
 * `npm run bench:memory [-- --json]`: peak resident memory of the bundle with long logs under
 * `--max-old-space-size=512` (contract 6.5). The service runs in this process, the bundle in
 * another.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { finalAnswer, sampleEntry } from '../entries.ts';
import { exited, inTemporary, median, sendJson, serve, startStep } from '../step.ts';

const ENTRY_BYTES = 10_000;
const ROUNDS = 3;
/** Entries of a log, and the bound in MiB, where there is one. */
const LOGS = [
  { entries: 100, boundMiB: null },
  { entries: 5_500, boundMiB: 400 },
  { entries: 12_000, boundMiB: 400 },
] as const;
const { values } = parseArgs({ options: { json: { type: 'boolean' } } });

/** Peak memory in MiB of a step whose run has this many entries. */
async function peakMiB(entries: number): Promise<number> {
  const run = {
    id: 1,
    organization_id: 1,
    status: 'COMPLETE',
    web_url: 'https://example.com/1',
    result: 'done',
  };
  const server = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    if (!url.pathname.endsWith('/logs')) {
      return sendJson(response, run);
    }
    const [skip, limit] = [
      Number(url.searchParams.get('skip') ?? 0),
      Number(url.searchParams.get('limit') ?? 100),
    ];
    const size = Math.max(0, Math.min(limit, entries - skip));
    const logs = Array.from({ length: size }, (_, index) =>
      skip + index === entries - 1
        ? finalAnswer(skip + index)
        : sampleEntry(skip + index, ENTRY_BYTES),
    );
    sendJson(response, { ...run, logs, total_logs: entries, page: 1, size: limit, pages: 1 });
  });
  try {
    return await inTemporary(async (directory) => {
      const peakFile = join(directory, 'peak');
      const inputs = { base_url: server.baseUrl, bench_peak_file: peakFile };
      const child = startStep(inputs, {
        directory,
        node: ['--max-old-space-size=512', '--import', join(import.meta.dirname, 'peak.ts')],
      });
      const code = await exited(child);
      const kept =
        readFileSync(join(directory, 'agent-run-1.jsonl'), 'utf8').split('\n').length - 1;
      if (code !== 0 || kept !== entries) {
        throw new Error(`the step ended with ${code ?? 'a signal'}, ${kept} entries`);
      }
      return Number(readFileSync(peakFile, 'utf8')) / 1024;
    });
  } finally {
    await server.close();
  }
}

const peaks = LOGS.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, { entries }] of LOGS.entries()) {
    peaks[index]?.push(await peakMiB(entries));
  }
}
const figures = LOGS.map(({ entries, boundMiB }, index) => ({
  entries,
  boundMiB,
  peakMiB: median(peaks[index] ?? []),
}));
const lines = figures.map(({ entries, boundMiB, peakMiB: peak }) => {
  const verdict =
    boundMiB === null
      ? ''
      : ` (at most ${boundMiB}: ${peak <= boundMiB ? 'reached' : 'NOT reached'})`;
  return (
    `${String(entries).padStart(6)} entries of ${ENTRY_BYTES / 1000} kB   ` +
    `${peak.toFixed(0)} MiB at the peak${verdict}\n`
  );
});
process.stdout.write(
  values.json === true ? `${JSON.stringify(figures, null, 2)}\n` : lines.join(''),
);
