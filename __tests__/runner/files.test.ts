import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { realFiles } from '../../src/runner/files.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'files-')));
});
const at = (...names: string[]): string => join(folder, ...names);

describe('the real files', () => {
  it('write, append and read', () => {
    realFiles.write(at('a'), 'one\n');
    realFiles.append(at('a'), 'zwei ä\n');
    expect(realFiles.readText(at('a'))).toBe('one\nzwei ä\n');
    realFiles.write(at('a'), 'new');
    expect(realFiles.readText(at('a'))).toBe('new');
    realFiles.append(at('b'), 'x');
    expect(realFiles.readText(at('b'))).toBe('x');
  });

  it('distinguish files from folders, devices and missing paths', () => {
    realFiles.makeDirectory(at('deep', 'er'));
    realFiles.makeDirectory(at('deep', 'er'));
    writeFileSync(at('deep', 'er', 'a'), '');
    const paths = [at('deep', 'er', 'a'), at('deep', 'er'), at('gone'), '/dev/null'];
    expect(paths.map(realFiles.isFile)).toEqual([true, false, false, false]);
  });

  it('resolve links, and return null for missing paths', () => {
    mkdirSync(at('target'));
    symlinkSync(at('target'), at('link'));
    symlinkSync(at('gone'), at('dangling'));
    expect(realFiles.realPath(at('link'))).toBe(at('target'));
    expect(realFiles.realPath(at('dangling'))).toBeNull();
    expect(realFiles.realPath(at('gone'))).toBeNull();
  });

  it('find nothing at impossible paths', () => {
    writeFileSync(at('a'), '');
    symlinkSync(at('loop'), at('loop'));
    for (const path of [at('a', 'below'), at('x'.repeat(300)), at('loop', 'below')]) {
      expect(realFiles.realPath(path)).toBeNull();
      expect([realFiles.isLink(path), realFiles.isFile(path)]).toEqual([false, false]);
    }
  });

  it('are removed once', () => {
    writeFileSync(at('b'), 'old');
    realFiles.remove(at('b'));
    realFiles.remove(at('b'));
    expect(realFiles.isFile(at('b'))).toBe(false);
  });

  it('follow no link, and leave other names of a file alone', () => {
    writeFileSync(at('target'), 'kept');
    symlinkSync(at('target'), at('link'));
    linkSync(at('target'), at('hard'));
    expect(() => realFiles.write(at('link'), 'x')).toThrow('not a regular file');
    expect(() => realFiles.append(at('link'), 'x')).toThrow(
      expect.objectContaining({ code: 'ELOOP' }),
    );
    expect(() => realFiles.readText(at('link'))).toThrow(
      expect.objectContaining({ code: 'ELOOP' }),
    );
    realFiles.write(at('hard'), 'new');
    expect([realFiles.readText(at('target')), realFiles.readText(at('hard'))]).toEqual([
      'kept',
      'new',
    ]);
  });

  it('write nothing into a folder that a link has replaced', () => {
    realFiles.makeDirectory(at('git'));
    writeFileSync(at('git', 'config'), 'kept');
    symlinkSync(at('git'), at('logs'));
    const config = at('logs', 'config');
    const writes: readonly (() => void)[] = [
      () => realFiles.write(config, 'x'),
      () => realFiles.append(config, 'x'),
      () => realFiles.remove(config),
    ];
    for (const write of writes) {
      expect(write).toThrow('has become a link');
    }
    expect(readdirSync(at('git'))).toEqual(['config']);
    expect(realFiles.readText(at('git', 'config'))).toBe('kept');
  });

  it('write into a folder that may not be read', () => {
    mkdirSync(at('drop'), { mode: 0o300 });
    realFiles.write(at('drop', 'a'), 'one');
    realFiles.append(at('drop', 'a'), ' two');
    expect(realFiles.readText(at('drop', 'a'))).toBe('one two');
  });

  it('name the file that could not be written by its path', () => {
    mkdirSync(at('a'));
    expect(() => realFiles.write(at('a'), 'x')).toThrow(`${at('a')} is not a regular file`);
    expect(() => realFiles.append(at('a'), 'x')).toThrow(`open '${at('a')}'`);
  });

  it('wait for no pipe, and write to no folder or device', () => {
    execFileSync('mkfifo', [at('pipe')]);
    for (const path of [at('pipe'), at('pipe', 'below'), folder, '/dev/null']) {
      expect(() => realFiles.write(path, 'x')).toThrow();
      expect(() => realFiles.append(path, 'x')).toThrow();
      expect(() => realFiles.readText(path)).toThrow();
    }
  });

  it('refuse a text above the size limit', () => {
    writeFileSync(at('large'), '');
    truncateSync(at('large'), 64 * 1024 * 1024 + 1);
    expect(() => realFiles.readText(at('large'))).toThrow(
      expect.objectContaining({ name: 'RangeError' }),
    );
  });

  it('refuse what is not UTF-8, and name what is missing', () => {
    writeFileSync(at('latin1'), Uint8Array.of(0x61, 0xe4));
    // By name: the error comes from another realm under jest.
    expect(() => realFiles.readText(at('latin1'))).toThrow(
      expect.objectContaining({ name: 'TypeError' }),
    );
    expect(() => realFiles.readText(at('gone'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });

  it('return the lines of a file', async () => {
    writeFileSync(at('lines'), 'a\nb ä\n\nc');
    const lines: string[] = [];
    for await (const line of realFiles.lines(at('lines'))) {
      lines.push(line);
    }
    expect(lines).toEqual(['a', 'b ä', '', 'c']);
  });

  it('return complete lines that span several reads, with characters across their borders', async () => {
    const long = ['€'.repeat(30_000), '', `x${'€'.repeat(50_000)}`, '🦊'.repeat(100_000), 'short'];
    writeFileSync(at('lines'), long.join('\n'));
    const lines: string[] = [];
    for await (const line of realFiles.lines(at('lines'))) {
      lines.push(line);
    }
    expect(lines).toEqual(long);
  });

  it('split lines only at line feeds, because a JSON string may contain every other line break', async () => {
    const entries = ['\u2028', '\u2029', '\u0085', 'x'.repeat(200_000) + '\u2028'].map((text) =>
      JSON.stringify({ text }),
    );
    writeFileSync(at('lines'), entries.map((line) => `${line}\n`).join('') + 'a\rb');
    const lines: string[] = [];
    for await (const line of realFiles.lines(at('lines'))) {
      lines.push(line);
    }
    expect(lines).toEqual([...entries, 'a\rb']);
  });
});
