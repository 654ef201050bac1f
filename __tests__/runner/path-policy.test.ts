import { describe, expect, it } from '@jest/globals';
import { policedFiles } from '../../src/runner/host.ts';
import { createPathPolicy, isBelowFile, resolveInside } from '../../src/runner/path-policy.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const files = new MemoryFiles(
  { '/workspace/a/file': 'x', '/etc/passwd': 'root' },
  {
    directories: ['/workspace/a', '/workspace2', '/real'],
    links: { '/workspace/out': '/etc', '/workspace/in': '/workspace/a', '/linked': '/real' },
  },
);

describe('resolveInside', () => {
  it.each([
    ['a/file', '/workspace/a/file'],
    ['/workspace/a/file', '/workspace/a/file'],
    ['.', '/workspace'],
    ['a/../a/file', '/workspace/a/file'],
    ['in/file', '/workspace/a/file'],
    ['new/deep/file', '/workspace/new/deep/file'],
    ['in/new', '/workspace/a/new'],
    ['..file', '/workspace/..file'],
    ['../workspace2', null],
    ['..', null],
    ['../../etc/passwd', null],
    ['/etc/passwd', null],
    ['out/passwd', null],
    ['out/new', null],
    ['a\0b', null],
  ])('%j leads to %p', (path, expected) => {
    expect(resolveInside(files, path, { base: '/workspace', roots: ['/workspace'] })).toBe(
      expected,
    );
  });

  it('resolves the links of the roots too', () => {
    expect(resolveInside(files, 'x', { base: '/linked', roots: ['/linked'] })).toBe('/real/x');
  });

  it('ignores empty roots', () => {
    for (const path of ['/etc/passwd', `${process.cwd()}/file`]) {
      expect(resolveInside(files, path, { base: '/workspace', roots: [''] })).toBeNull();
    }
  });

  it('refuses a dangling link, because writing through it would leave the folder', () => {
    const dangling = {
      realPath: (path: string) => (path === '/workspace' ? path : null),
      isLink: (path: string) => path === '/workspace/log',
    };
    const place = { base: '/workspace', roots: ['/workspace'] };
    expect(resolveInside(dangling, 'log', place)).toBeNull();
    expect(resolveInside(dangling, 'log/deeper.jsonl', place)).toBeNull();
    expect(resolveInside(dangling, 'other', place)).toBe('/workspace/other');
  });

  it('returns null if the root does not exist', () => {
    expect(
      resolveInside({ realPath: () => null, isLink: () => false }, 'x', {
        base: '/workspace',
        roots: ['/workspace'],
      }),
    ).toBeNull();
  });
});

const ENV = {
  GITHUB_WORKSPACE: '/workspace',
  RUNNER_TEMP: '/temp',
  GITHUB_EVENT_PATH: '/temp/event.json',
  GITHUB_OUTPUT: '/workspace/.runner/output',
};
const scene = (): MemoryFiles =>
  new MemoryFiles(
    {
      '/temp/event.json': '{}',
      '/workspace/.runner/output': '',
      '/workspace/a': 'x',
      '/etc/passwd': 'root',
    },
    {
      directories: [
        '/workspace/.git',
        '/workspace/sub/.git',
        '/temp/_github_workflow',
        '/temp/_runner_file_commands',
      ],
      links: {
        '/workspace/to-git': '/workspace/.git',
        '/workspace/to-event': '/temp/event.json',
        '/workspace/etc': '/etc',
      },
    },
  );

describe('the policy', () => {
  it.each([
    ['a', '/workspace/a'],
    ['new/log', '/workspace/new/log'],
    ['/temp/log', '/temp/log'],
    ['.github/x', '/workspace/.github/x'],
    ['a.git/x', '/workspace/a.git/x'],
    ['.gitignore', '/workspace/.gitignore'],
    ['.git/config', 'which leads into .git'],
    ['.git', 'which leads into .git'],
    ['sub/.GIT/hooks/x', 'which leads into .git'],
    ['.git./config', 'which leads into .git'],
    ['GIT~1/config', 'which leads into .git'],
    ['.git::$INDEX_ALLOCATION/config', 'which leads into .git'],
    ['to-git/config', 'which leads into .git'],
    ['/temp/event.json', "which is one of the runner's own files"],
    ['to-event', "which is one of the runner's own files"],
    ['.runner/output', "which is one of the runner's own files"],
    ['/temp/_github_workflow/event.json', "which is one of the runner's own files"],
    ['/temp/_RUNNER_FILE_COMMANDS/set_env_1', "which is one of the runner's own files"],
    ['etc/passwd', 'which leads out of the workspace and RUNNER_TEMP'],
    ['../x', 'which leads out of the workspace and RUNNER_TEMP'],
  ])('of output files says of %j: %s', (path, expected) => {
    const checked = createPathPolicy(ENV, scene()).forWriting(path);
    expect(checked.ok ? checked.path : checked.why).toContain(expected);
    expect(checked.ok).toBe(expected.startsWith('/'));
  });

  it('of input files keeps to the workspace', () => {
    const { forReading } = createPathPolicy(ENV, scene());
    expect(forReading('a')).toEqual({ ok: true, path: '/workspace/a' });
    for (const path of [
      '/temp/x',
      '.git/config',
      'to-git/config',
      'to-event',
      '.runner/output',
      'etc/passwd',
    ]) {
      expect(forReading(path).ok).toBe(false);
    }
  });

  it('names where a file may be', () => {
    const { forReading, here } = createPathPolicy(ENV, scene());
    expect(forReading('etc/passwd')).toEqual({
      ok: false,
      why: 'which leads out of the workspace',
    });
    expect(() => here('/etc/x')).toThrow(
      '"/etc/x", which leads out of the workspace and RUNNER_TEMP, is not written',
    );
    expect(() => here('/workspace/.git/x')).toThrow('which leads into .git');
  });

  it("knows the runner's own files by their resolved paths", () => {
    const linked = new MemoryFiles({ '/temp/event.json': '{}' }, { links: { '/alias': '/temp' } });
    const { forWriting } = createPathPolicy(
      { ...ENV, GITHUB_EVENT_PATH: '/alias/event.json' },
      linked,
    );
    expect(forWriting('/temp/event.json')).toEqual({
      ok: false,
      why: "which is one of the runner's own files",
    });
  });

  it('has no workspace at all', () => {
    expect(createPathPolicy({}, scene()).forWriting('x').ok).toBe(false);
    expect(createPathPolicy({ RUNNER_TEMP: '/temp' }, scene()).forWriting('x')).toEqual({
      ok: true,
      path: '/temp/x',
    });
    expect(createPathPolicy({ RUNNER_TEMP: '/temp' }, scene()).forReading('x').ok).toBe(false);
  });
});

describe('policed files', () => {
  it('write to allowed paths, and do not follow a link at the path itself', () => {
    const inner = scene();
    const files = policedFiles(inner, ENV);
    files.makeDirectory('/temp');
    files.write('/temp/log', 'a');
    files.append('/temp/log', 'b');
    expect(inner.readText('/temp/log')).toBe('ab');
    // Left to the file system's own refusal (O_NOFOLLOW).
    files.write('/workspace/to-event', 'x');
    expect(inner.readText('/temp/event.json')).toBe('{}');
  });

  it.each([
    '/etc/x',
    '/workspace/to-git/config',
    '/workspace/.git/config',
    '/temp/event.json',
    '/workspace/etc/x',
  ])('refuse %j', (path) => {
    const files = policedFiles(scene(), ENV);
    expect(() => files.write(path, 'x')).toThrow('is not written');
    expect(() => files.append(path, 'x')).toThrow('is not written');
  });

  it('refuse folders elsewhere', () => {
    expect(() => policedFiles(scene(), ENV).makeDirectory('/workspace/to-git/x')).toThrow(
      'is not created',
    );
  });
});

it('finds a file above a path', () => {
  const paths = [
    '/workspace/a/file',
    '/workspace/a/file/x',
    '/workspace/a/file/x/y',
    '/workspace/a/x',
    '/',
  ];
  expect(paths.map((path) => isBelowFile(files, path))).toEqual([false, true, true, false, false]);
});
