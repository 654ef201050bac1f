/** `logs_file` (contract 4.7): each entry once, as it comes, in its last form. */
import { describe, expect, it } from '@jest/globals';
import { LogFile } from '../../src/report/step-files.ts';
import { MemoryFiles } from '../support/memory-files.ts';

function opened() {
  const files = new MemoryFiles({ '/temp/log': 'from before' });
  const log = new LogFile(files, '/temp/log');
  let writes = 0;
  files.guard = () => (writes += 1);
  return { log, text: () => files.readText('/temp/log'), writes: () => writes };
}

describe('the log file', () => {
  it('is there and empty from the start', () => {
    expect(opened().text()).toBe('');
  });

  it('has each entry as soon as it comes, whatever its time', () => {
    const { log, text } = opened();
    for (const line of ['{"b":2}', '"odd"', '{"a":1}']) log.add({ line });
    expect(text()).toBe('{"b":2}\n"odd"\n{"a":1}\n');
  });

  it('writes what comes in one breath together, and lets no more than a chunk wait', () => {
    const { log, text, writes } = opened();
    for (let index = 0; index < 100; index += 1) log.add({ line: String(index) }, index < 99);
    expect([writes(), text().split('\n').length]).toEqual([1, 101]);
    log.add({ line: 'waits' }, true);
    expect(writes()).toBe(1);
    log.add({ line: 'x'.repeat(40_000) }, true);
    expect(writes()).toBe(2);
  });

  it('has what still waited, and later forms in the place of earlier ones, once it is finished', async () => {
    const { log, text, writes } = opened();
    for (const line of ['1', '2', '3']) log.add({ line }, line === '3');
    log.replace(1, { line: '2 filled in' });
    log.replace(2, { line: '3 filled in' });
    log.replace(2, { line: '3 again' });
    await log.finish();
    expect(text()).toBe('1\n2 filled in\n3 again\n');
    const written = writes();
    await log.finish();
    expect(writes()).toBe(written);
  });
});
