/** What is said of the contents of a bundle: licences and a bill of materials. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { lockKey, packagesOf } from '../../scripts/bundled.ts';
import { licensesOf } from '../../scripts/licenses.ts';
import { sbomOf } from '../../scripts/sbom.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const inRoot = (path: string): { nameForCondition: string } => ({
  nameForCondition: resolve(ROOT, path),
});
const UNDICI = inRoot('node_modules/undici/lib/core/util.js');
const packages = packagesOf([
  {
    ...inRoot('build/src/index.js'),
    modules: [UNDICI, inRoot('node_modules/@actions/core/lib/core.js')],
  },
  inRoot('node_modules/undici/lib/core/request.js'),
  { nameForCondition: null },
]);

describe('the packages of a bundle', () => {
  it('are those with files in it, each once, without our own', () => {
    expect(packages.map(({ name }) => name)).toEqual(['@actions/core', 'undici']);
  });

  it('are found in the lock file', () => {
    expect(lockKey('/r', '/r/node_modules/a/node_modules/@b/c')).toBe(
      'node_modules/a/node_modules/@b/c',
    );
  });
});

describe('licences', () => {
  const entries = licensesOf(packages).split(`\n${'-'.repeat(80)}\n\n`);

  it('are listed under name, version and identifier', () => {
    expect(entries[0]).toMatch(/^@actions\/core \d[\d.]*\nMIT\n\n[^]*Permission is hereby granted/);
  });

  it('include llhttp, which is not a package: undici contains it as WebAssembly', () => {
    expect(entries.filter((entry) => entry.startsWith('llhttp '))).toEqual([
      expect.stringMatching(
        /^llhttp in undici \d[\d.]*\nMIT\n\nCopyright Fedor Indutny, 2018\.\n\nPermission/,
      ),
    ]);
    expect(licensesOf(packages.slice(0, 1))).not.toContain('llhttp');
  });
});

describe('the bill of materials', () => {
  const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
  const bill = (integrityOf: () => string | undefined, version = '1.0.0'): string =>
    sbomOf({ name: 'x', version, packages, integrityOf });
  const components = (text: string): unknown =>
    (JSON.parse(text) as { components: unknown }).components;

  it('names each package with a reference and the hash of the lock file', () => {
    expect(components(bill(() => integrity))).toMatchObject([
      {
        purl: expect.stringMatching(/^pkg:npm\/%40actions\/core@\d/),
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
      },
      { purl: expect.stringMatching(/^pkg:npm\/undici@\d/) },
      { name: 'llhttp' },
    ]);
    expect(JSON.stringify(components(bill(() => undefined)))).not.toContain('hashes');
  });

  it('is the same for the same contents, including its number, and different for others', () => {
    const number =
      /"serialNumber": "urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}"/;
    const first = bill(() => undefined);
    expect(bill(() => undefined)).toBe(first);
    expect(number.exec(bill(() => undefined, '1.0.1'))?.[0]).not.toBe(number.exec(first)![0]);
  });

  it('of the committed bundle lists its contents and nothing that is only used to build it', () => {
    const read = (name: string): string => readFileSync(resolve(ROOT, 'dist', name), 'utf8');
    const names = (
      JSON.parse(read('sbom.cdx.json')) as { components: { name: string }[] }
    ).components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['undici', 'llhttp', 'zod', 'fast-deep-equal', '@octokit/core']),
    );
    for (const absent of ['@octokit/types', '@octokit/openapi', 'typescript']) {
      expect(names).not.toContain(absent);
    }
    for (const name of names) {
      expect(read('licenses.txt')).toMatch(new RegExp(`^${name} (in undici )?\\d`, 'm'));
    }
  });
});
