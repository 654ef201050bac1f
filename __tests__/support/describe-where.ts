import { describe } from '@jest/globals';

/**
 * Like `describe` if `missing` is null. Otherwise `missing` says what the tests need that this machine does not have. It is printed, and the
 * tests are skipped.
 */
export function describeWhere(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) describe(name, tests);
  else {
    process.stderr.write(`Skipped: ${name}. ${missing}\n`);
    // Skipped because of this machine, not because the tests are incomplete.
    describe.skip(name, tests);
  }
}
