/** The licences that go with a bundle. */
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { licensesOf } from '../../scripts/licenses.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const entries = (packages: readonly string[]): string[] => licensesOf(ROOT, packages).split(`\n${'-'.repeat(80)}\n\n`);

describe('licences', () => {
  it('are those of packages and all they depend on', () => {
    const names = entries(['@actions/core', 'undici']).map((entry) => /^\S+(?= )/.exec(entry)?.[0]);
    expect(names).toEqual(expect.arrayContaining(['@actions/core', '@actions/exec', '@actions/http-client', 'undici']));
    expect(names).toEqual([...new Set(names)].sort());
  });

  it('name llhttp, which is no package: undici holds it as WebAssembly', () => {
    const llhttp = entries(['undici']).filter((entry) => entry.startsWith('llhttp '));
    expect(llhttp).toEqual([
      expect.stringMatching(/^llhttp in undici \d[\d.]*\nMIT\n\nCopyright Fedor Indutny, 2018\.\n\nPermission/),
    ]);
    expect(entries(['yaml']).join('')).not.toContain('llhttp');
  });
});
