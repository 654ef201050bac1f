import { describe } from '@jest/globals';

/**
 * Like `describe` if `missing` is null. Otherwise `missing` says what the tests need that this machine does not have. It is printed, and the
 * tests are skipped.
 */
export function describeWhere(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) describe(name, tests);
  else {
    process.stderr.write(`Skipped: ${name}. ${missing}\n`);
    describe.skip(name, tests); // The machine lacks what they need; the tests themselves are complete.
  }
}
