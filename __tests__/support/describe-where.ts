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
  if (missing !== null) {
    process.stderr.write(`Skipped: ${name}. ${missing}\n`);
  }
  // Skipped only where these tests could not run at all: they drive the very thing that is missing,
  // which the line above has named.
  const describeHere = missing === null ? describe : describe.skip;
  describeHere(name, tests);
}
