import { describe } from '@jest/globals';

/**
 * `describe` on a machine that has what the tests need, where `missing` is null. Elsewhere the tests are skipped, and never silently: `missing`,
 * the sentence that says what is not there, goes to standard error, and so into what `.ci/run` prints.
 *
 * What may be missing: Chromium, openssl, the Python packages of OpenTelemetry, `/dev/full` (outside Linux), and the recorded hash of the Node
 * binary of another platform. `.ci/run` installs what it can of these.
 */
export function describeWhere(missing: string | null, name: string, tests: () => void): void {
  if (missing !== null) process.stderr.write(`Skipped: ${name}. ${missing}\n`);
  const describeHere = missing === null ? describe : describe.skip;
  describeHere(name, tests);
}
