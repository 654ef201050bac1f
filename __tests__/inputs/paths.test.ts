import { describe, expect, it } from '@jest/globals';
import { isInGit, resolveInside } from '../../src/inputs/paths.ts';
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
    expect(resolveInside(files, path, { base: '/workspace', roots: ['/workspace'] })).toBe(expected);
  });

  it('knows what is Git’s own below the root, and only there', () => {
    const inGit = (path: string, root = '/workspace'): boolean => isInGit(files, path, root);
    expect(['/workspace/.git/config', '/workspace/sub/.GIT/x', '/workspace/.git'].map((path) => inGit(path))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['/workspace/.github/x', '/workspace/a.git/x', '/workspace/git'].map((path) => inGit(path))).toEqual([
      false,
      false,
      false,
    ]);
    expect(inGit('/x/.git/worktree/task.md', '/x/.git/worktree')).toBe(false);
  });

  it('resolves the links of the roots too', () => {
    expect(resolveInside(files, 'x', { base: '/linked', roots: ['/linked'] })).toBe('/real/x');
  });

  it('ignores empty roots', () => {
    expect(resolveInside(files, '/etc/passwd', { base: '/workspace', roots: [''] })).toBeNull();
  });

  it('refuses a link that leads nowhere yet: writing through it would lead out', () => {
    const dangling = {
      realPath: (path: string) => (path === '/workspace' ? path : null),
      isLink: (path: string) => path === '/workspace/log',
    };
    const place = { base: '/workspace', roots: ['/workspace'] };
    expect(resolveInside(dangling, 'log', place)).toBeNull();
    expect(resolveInside(dangling, 'log/deeper.jsonl', place)).toBeNull();
    expect(resolveInside(dangling, 'other', place)).toBe('/workspace/other');
  });

  it('gives null where not even the root exists', () => {
    expect(
      resolveInside({ realPath: () => null, isLink: () => false }, 'x', { base: '/workspace', roots: ['/workspace'] }),
    ).toBeNull();
  });
});
