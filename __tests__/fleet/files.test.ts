import { describe, expect, it } from '@jest/globals';
import { logsFilesOf } from '../../src/fleet/fleet.ts';

const filesOf = (logsFile: string | null, ...keys: string[]) => [
  ...logsFilesOf(
    { logsFile },
    keys.map((key) => ({ key })),
  ).values(),
];

describe('the log files of the tasks', () => {
  it.each([
    [null, ['a', 'b'], [null, null]],
    ['/temp/log.jsonl', ['a', 'b.c'], ['/temp/log-a.jsonl', '/temp/log-b.c.jsonl']],
    ['/temp/a.b/log', ['x'], ['/temp/a.b/log-x']],
    // Windows and macOS ignore case.
    [
      '/temp/log.jsonl',
      ['a', 'A', 'b'],
      ['/temp/log-a.jsonl', '/temp/log-A-2.jsonl', '/temp/log-b.jsonl'],
    ],
    [
      '/log',
      ['Fix', 'fix-2', 'fix', 'FIX'],
      ['/log-Fix', '/log-fix-2', '/log-fix-3', '/log-FIX-4'],
    ],
  ])('with logs_file %j and the keys %j', (logsFile, keys, files) => {
    expect(filesOf(logsFile, ...keys)).toEqual(files);
  });
});
