/** Reads of the published API that are sent again (contract 4.1). */
import { expect, it } from '@jest/globals';
import { persistently } from '../../src/service/read-all.ts';
import { httpError } from '../support/memory-client.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

async function readAfter(status: number): Promise<string | number> {
  const clock = new VirtualClock();
  const call = { signal: new AbortController().signal, deadline: clock.start + 60_000 };
  let reads = 0;
  const read = async (): Promise<number> => {
    reads += 1;
    if (reads < 3) throw httpError(status);
    return Promise.resolve(reads);
  };
  return persistently(read, { clock, random: () => 0.5 }, call).catch(String);
}

it.each([408, 409, 425, 429, 500, 503])('sends a read again after %i', async (status) => {
  expect(await readAfter(status)).toBe(3);
});

it.each([400, 401, 403, 404, 405, 422])('takes %i as final', async (status) => {
  expect(await readAfter(status)).toContain(`HTTP ${status}`);
});
