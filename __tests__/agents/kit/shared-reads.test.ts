/** What the runs of a step read once for all of them. */
import { describe, expect, it } from '@jest/globals';
import { SharedReads } from '../../../src/agents/kit/shared-reads.ts';
import { httpError } from '../../support/memory-client.ts';

/** Two readers of one thing: the first read is settled by the test, the second gives 2. */
function twoReaders() {
  const reads = new SharedReads<string, number>();
  const first = Promise.withResolvers<number>();
  const pending = [first.promise, Promise.resolve(2)];
  let begun = 0;
  const reader = (): Promise<unknown> =>
    reads
      .read('key', () => pending[begun++] ?? Promise.reject(new Error('too many reads')))
      .catch((error: unknown) => error);
  return { first, readers: Promise.all([reader(), reader()]), reader };
}

describe('two readers', () => {
  it('share an answer, and so does a later one', async () => {
    const { first, readers, reader } = twoReaders();
    first.resolve(1);
    expect([await readers, await reader()]).toEqual([[1, 1], 1]);
  });

  it('share a failure of the service, and a later one reads again', async () => {
    const { first, readers, reader } = twoReaders();
    const failure = httpError(503);
    first.reject(failure);
    expect([await readers, await reader()]).toEqual([[failure, failure], 2]);
  });

  it('do not share the end of the one who began', async () => {
    const { first, readers } = twoReaders();
    const halted = new Error('Halted.');
    first.reject(halted);
    expect(await readers).toEqual([halted, 2]);
  });
});
