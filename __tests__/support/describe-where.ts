import { describe } from '@jest/globals';

/**
 * Like `describe` if `missing` is null. Otherwise the tests need something that this machine does not have: `missing` says what, and is
 * printed. The tests are reported as skipped.
 */
export function describeWhere(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) describe(name, tests);
  else {
    process.stderr.write(`Skipped: ${name}. ${missing}\n`);
    // The printed reason is the machine's; the tests themselves are complete.
    describe.skip(name, tests);
  }
}
