import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { EOL, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type * as actionsCore from '@actions/core';
import { describe, expect, it } from '@jest/globals';
import type { Files } from '../../src/runner/port.ts';
import { realFiles } from '../../src/runner/files.ts';
import { createHost, redactingFiles, redactingHost } from '../../src/runner/host.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { MemoryHost } from '../support/memory-host.ts';

describe('the host on the runner’s package', () => {
  function setUp(summaryFile = '/temp/summary', given?: Files) {
    const calls: unknown[][] = [];
    const answers: Readonly<Record<string, unknown>> = {
      getInput: 'given',
      getState: 'saved',
      isDebug: true,
    };
    const core = new Proxy({} as typeof actionsCore, {
      get:
        (_, name) =>
        (...args: unknown[]): unknown => {
          calls.push([name, ...args]);
          return answers[String(name)];
        },
    });
    const files = new MemoryFiles();
    const stdout = new PassThrough({ highWaterMark: 4 });
    let failed = 0;
    const host = createHost({
      core,
      stdout,
      summaryFile,
      files: given ?? files,
      onFail: () => (failed += 1),
    });
    return { host, calls, files, stdout, failed: () => failed };
  }

  it('passes everything on unchanged', () => {
    const { host, calls, failed } = setUp();
    expect([host.input('a'), host.state('b'), host.debugging()]).toEqual(['given', 'saved', true]);
    host.mask('m');
    host.output('o', 'v');
    host.saveState('s', 'v');
    host.line('l');
    host.block(['l1', 'l2']);
    host.startGroup('g');
    host.endGroup();
    host.notice('n', { title: 't' });
    host.warning('w', { title: 't' });
    host.error('e', { title: 't' });
    host.debug('d');
    host.fail();
    expect(calls).toEqual([
      ['getInput', 'a'],
      ['getState', 'b'],
      ['isDebug'],
      ['setSecret', 'm'],
      ['setOutput', 'o', 'v'],
      ['saveState', 's', 'v'],
      ['info', 'l'],
      ['info', `l1${EOL}l2`],
      ['startGroup', 'g'],
      ['endGroup'],
      ['notice', 'n', { title: 't' }],
      ['warning', 'w', { title: 't' }],
      ['error', 'e', { title: 't' }],
      ['debug', 'd'],
    ]);
    expect(failed()).toBe(1);
  });

  it('waits for what the runner has not read', async () => {
    const { host, stdout } = setUp();
    const { signal } = new AbortController();
    await host.drained(signal);
    stdout.write('more than there is room for');
    const order: string[] = [];
    const drained = host.drained(signal).then(() => order.push('drained'));
    await new Promise(setImmediate);
    order.push('read');
    stdout.resume();
    await drained;
    expect(order).toEqual(['read', 'drained']);
  });

  it('waits for a runner that does not read only until the step is cancelled', async () => {
    const { host, stdout } = setUp();
    stdout.write('more than there is room for');
    const stop = new AbortController();
    const drained = host.drained(stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(drained).resolves.toBeUndefined();
    await expect(host.drained(stop.signal)).resolves.toBeUndefined();
  });

  it('appends to the job summary, where there is one', () => {
    const { host, files } = setUp();
    host.summary('one\n');
    host.summary('two\n');
    expect(files.readText('/temp/summary')).toBe('one\ntwo\n');
    const outside = setUp('');
    outside.host.summary('lost');
    expect(outside.files.paths()).toEqual([]);
  });

  it('creates the job summary where it is missing, in a folder with links, but not through a link in its place', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'host-')));
    const at = (...names: string[]): string => join(folder, ...names);
    mkdirSync(at('temp'));
    symlinkSync(at('temp'), at('link'));
    const { host } = setUp(at('link', 'summary'), realFiles);
    host.summary('one\n');
    host.summary('two\n');
    expect(readFileSync(at('temp', 'summary'), 'utf8')).toBe('one\ntwo\n');
    symlinkSync(at('temp', 'summary'), at('other'));
    const linked = setUp(at('other'), realFiles);
    expect(() => linked.host.summary('three')).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    const lost = setUp(at('gone', 'summary'), realFiles);
    expect(() => lost.host.summary('three')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

describe('the redacting host', () => {
  it('never outputs the secret', () => {
    const inner = new MemoryHost();
    inner.debugOn = true;
    const host = redactingHost(inner, (text) => text.replaceAll('secret', '***'));
    const text = 'a secret';
    host.output('o', text);
    host.saveState('s', text);
    host.line(text);
    host.block([text, text]);
    host.startGroup(text);
    host.endGroup();
    host.notice(text, { title: text });
    host.warning(text, { title: text });
    host.error(text, { title: text });
    host.debug(text);
    host.summary(text);
    host.mask(text);
    expect(inner.everything()).not.toContain('secret');
    expect(inner.everything().match(/a \*\*\*/g)).toHaveLength(14);
    expect(inner.annotations[0]?.title).toBe('a ***');
    // The runner must be told the secret itself.
    expect(inner.masked).toEqual([text]);
    host.fail();
    expect([inner.failed, host.debugging(), host.input('x'), host.state('s')]).toEqual([
      true,
      true,
      '',
      'a ***',
    ]);
  });
});

describe('the redacting files', () => {
  it('never write the secret', () => {
    const inner = new MemoryFiles();
    const files = redactingFiles(inner, (text) => text.replaceAll('secret', '***'));
    files.write('/temp/a', 'one secret\n');
    files.append('/temp/a', 'two secret\n');
    expect(files.readText('/temp/a')).toBe('one ***\ntwo ***\n');
    expect(files.isFile('/temp/a')).toBe(true);
  });
});
