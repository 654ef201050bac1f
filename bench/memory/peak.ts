/**
 * Preloaded into the measured process. Writes its peak resident memory in KiB to the given file.
 */
import { writeFileSync } from 'node:fs';

const file = process.env['INPUT_BENCH_PEAK_FILE'];
process.on('exit', () => {
  if (file !== undefined) {
    writeFileSync(file, String(process.resourceUsage().maxRSS));
  }
});
