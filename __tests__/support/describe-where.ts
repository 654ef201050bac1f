import { describe } from '@jest/globals';

/**
 * `describe` on a machine that has what the tests need, where `missing` is null. Elsewhere they are
 * skipped.
 *
 * What may be missing: Chromium, openssl, the Python packages of OpenTelemetry, `/dev/full`
 * (outside Linux), and the recorded hash of the Node binary of another platform. `.ci/run` installs
 * what it can of these.
 */
export function describeWhere(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) {
    describe(name, tests);
    return;
  }
  process.stderr.write(`Skipped: ${name}. ${missing}\n`);
  // Skipped because these tests drive the very thing that is missing, and cannot run without it; a
  // file with no test at all would fail.
  describe.skip(name, tests);
}
