import { describe } from '@jest/globals';

/**
 * Like `describe`, where nothing is missing on this machine. Elsewhere a line says what is, and the tests are skipped by name, so that the
 * count of tests shows it.
 */
export function describeWhere(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) describe(name, tests);
  else {
    process.stderr.write(`Skipped: ${name}. ${missing}\n`);
    // Not left for later: `missing` is the reason, and it goes with the machine.
    describe.skip(name, tests);
  }
}
