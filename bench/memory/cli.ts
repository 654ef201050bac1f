/**
 * `npm run bench:memory [-- --json]`: peak resident memory of the bundle with 5,500 log entries of 2 KB, compared with
 * 100 entries. The service runs in this process, the bundle in another.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { finalAnswer, sampleEntry } from '../entries.ts';
import { exited, inTemporary, median, sendJson, serve, startStep } from '../step.ts';

const FEW = 100;
const MANY = 5500;
const ENTRY_BYTES = 2000;
const ROUNDS = 3;
const GOAL_MIB = 40;
const { values } = parseArgs({ options: { json: { type: 'boolean' } } });

/** Peak memory in MiB of a step whose run has this many entries. */
async function peakMiB(entries: number): Promise<number> {
  const run = { id: 1, organization_id: 1, status: 'COMPLETE', web_url: 'https://example.com/1', result: 'done' };
  const server = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    if (!url.pathname.endsWith('/logs')) return sendJson(response, run);
    const [skip, limit] = [Number(url.searchParams.get('skip') ?? 0), Number(url.searchParams.get('limit') ?? 100)];
    const size = Math.max(0, Math.min(limit, entries - skip));
    const logs = Array.from({ length: size }, (_, index) =>
      skip + index === entries - 1 ? finalAnswer(skip + index) : sampleEntry(skip + index, ENTRY_BYTES),
    );
    sendJson(response, { ...run, logs, total_logs: entries, page: 1, size: limit, pages: 1 });
  });
  try {
    return await inTemporary(async (directory) => {
      const peakFile = join(directory, 'peak');
      const inputs = { base_url: server.baseUrl, bench_peak_file: peakFile };
      const child = startStep(inputs, { directory, node: ['--import', join(import.meta.dirname, 'peak.ts')] });
      const code = await exited(child);
      const kept = readFileSync(join(directory, 'agent-run-1.jsonl'), 'utf8').split('\n').length - 1;
      if (code !== 0 || kept !== entries) throw new Error(`the step ended with ${code ?? 'a signal'}, ${kept} entries`);
      return Number(readFileSync(peakFile, 'utf8')) / 1024;
    });
  } finally {
    server.close();
  }
}

const few: number[] = [];
const many: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  few.push(await peakMiB(FEW));
  many.push(await peakMiB(MANY));
}
const figures = { few_mib: median(few), many_mib: median(many), more_mib: median(many) - median(few) };
process.stdout.write(
  values.json === true
    ? `${JSON.stringify(figures, null, 2)}\n`
    : [
        `${FEW} entries    ${figures.few_mib.toFixed(0)} MiB at the peak`,
        `${MANY} entries   ${figures.many_mib.toFixed(0)} MiB`,
        `difference      ${figures.more_mib.toFixed(0)} MiB (at most ${GOAL_MIB}: ${figures.more_mib <= GOAL_MIB ? 'reached' : 'NOT reached'})`,
        '',
      ].join('\n'),
);
