/** Preloaded into the measured process: leaves its peak resident memory, in KiB, in the file it was told. */
import { writeFileSync } from 'node:fs';

const file = process.env['INPUT_BENCH_PEAK_FILE'];
process.on('exit', () => {
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
