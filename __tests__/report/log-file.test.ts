/** `logs_file` (contract 4.7): each entry once, oldest first. */
import { describe, expect, it } from '@jest/globals';
import { LogFile } from '../../src/report/log-file.ts';
import { rawEntry, toEntry } from '../../src/run/entry.ts';
import { entry } from '../support/memory-client.ts';
import { MemoryFiles } from '../support/memory-files.ts';

async function written(entries: readonly unknown[]) {
  const files = new MemoryFiles({ '/temp/log': 'from before' });
  let writes = 0;
  files.guard = () => (writes += 1);
  const log = new LogFile(files, '/temp/log');
  entries.forEach((value, index) => log.add(toEntry(rawEntry(value), index)));
  const before = files.readText('/temp/log');
  await log.finish();
  const lines = files.readText('/temp/log').split('\n').slice(0, -1);
  return { values: lines.map((line): unknown => JSON.parse(line)), before, writes, log, files };
}

describe('the log file', () => {
  it('is there and empty from the start', async () => {
    expect((await written([])).values).toEqual([]);
  });

  it('has each entry as soon as it comes', async () => {
    const { before } = await written([entry(1), 'odd']);
    expect(before).toBe(`${JSON.stringify(entry(1))}\n"odd"\n`);
  });

  it('writes what comes in one breath together, and has it all when the last has come', () => {
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log');
    let writes = 0;
    files.guard = () => (writes += 1);
    const values = Array.from({ length: 100 }, (_, index) => entry(index));
    for (const [index, value] of values.entries()) log.add(toEntry(rawEntry(value), index), index < 99);
    expect(writes).toBe(1);
    expect(files.readText('/temp/log')).toBe(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  });

  it('lets no more than a chunk wait', () => {
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log');
    const large = rawEntry(entry(1, { thought: 'x'.repeat(40_000) }));
    log.add(toEntry(rawEntry(entry(1)), 0), true);
    expect(files.readText('/temp/log')).toBe('');
    log.add(toEntry(large, 1), true);
    expect(files.readText('/temp/log').split('\n')).toHaveLength(3);
  });

  it('has what still waited once it is finished', async () => {
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log');
    log.add(toEntry(rawEntry(entry(1)), 0), true);
    await log.finish();
    expect(files.readText('/temp/log')).toBe(`${JSON.stringify(entry(1))}\n`);
  });

  it.each([
    ['in order', [1, 2, 3], [1, 2, 3]],
    ['with a late one', [1, 3, 2], [1, 2, 3]],
    ['backwards', [3, 2, 1], [1, 2, 3]],
  ])('is oldest first when entries came %s', async (_, seconds, expected) => {
    expect((await written(seconds.map((second) => entry(second)))).values).toEqual(
      expected.map((second) => entry(second)),
    );
  });

  it('keeps equal entries and the order of equal times', async () => {
    const twins = [entry(2, { thought: 'b' }), entry(2, { thought: 'a' }), entry(2, { thought: 'b' }), entry(1)];
    expect((await written(twins)).values).toEqual([twins[3], twins[0], twins[1], twins[2]]);
  });

  it('keeps an entry without time behind the one it came after', async () => {
    const odd = { message_type: 'ODD' };
    expect((await written([entry(3), odd, null, entry(1)])).values).toEqual([entry(1), entry(3), odd, null]);
  });

  it('puts the last entries into the order that became known, with those of equal time and those without one', async () => {
    const [first, b, odd, a, last] = [entry(1), entry(2, { thought: 'b' }), { odd: true }, entry(2), entry(3)];
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log');
    for (const [index, value] of [first, b, odd, a].entries()) log.add(toEntry(rawEntry(value), index));
    log.reorder([2, 1, 0]);
    log.add(toEntry(rawEntry(last), 4));
    await log.finish();
    const lines = files.readText('/temp/log').split('\n').slice(0, -1);
    expect(lines).toEqual([first, a, odd, b, last].map((value) => JSON.stringify(value)));
  });

  it('is not written again when nothing came late, nor twice', async () => {
    expect((await written([entry(1), entry(2)])).writes).toBe(3);
    const { log, files } = await written([entry(2), entry(1)]);
    let again = 0;
    files.guard = () => (again += 1);
    await log.finish();
    expect(again).toBe(0);
  });

  it('keeps the newest part of a log that is too large, below a line that says so', async () => {
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log', { maxBytes: 40_000 });
    const values = Array.from({ length: 100 }, (_, index) => entry(index, { thought: 'x'.repeat(1_000) }));
    for (const [index, value] of values.entries()) log.add(toEntry(rawEntry(value), index));
    expect(await log.finish()).toBeNull();
    const [mark = '', ...lines] = files.readText('/temp/log').split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.length).toBeLessThan(40);
    expect(lines).toEqual(values.slice(-lines.length).map((value) => JSON.stringify(value)));
    expect(JSON.parse(mark)).toMatchObject({
      thought: expect.stringContaining(`${100 - lines.length} older entries`) as unknown,
    });
    expect(files.paths()).toEqual(['/temp/log']);
  });

  it('puts a log in order whose older part is gone', async () => {
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log', { maxBytes: 20_000 });
    const values = Array.from({ length: 60 }, (_, index) => entry(index ^ 1, { thought: 'x'.repeat(500) }));
    for (const [index, value] of values.entries()) log.add(toEntry(rawEntry(value), index));
    await log.finish();
    const times = files
      .readText('/temp/log')
      .split('\n')
      .slice(1, -1)
      .map((line) => (JSON.parse(line) as { created_at: string }).created_at);
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual(times.toSorted());
  });

  it('stays as it is when somebody else wrote into it', async () => {
    const files = new MemoryFiles();
    const log = new LogFile(files, '/temp/log');
    for (const second of [2, 1]) log.add(toEntry(rawEntry(entry(second)), 0));
    files.append('/temp/log', 'x\n');
    await expect(log.finish()).rejects.toThrow('somebody else');
  });
});
