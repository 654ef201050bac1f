/** The temporary file of long logs. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScratch } from '../../src/runner/scratch.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scratch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('returns the added texts in any order', () => {
  const scratch = openScratch(join(folder, 'a'));
  const texts = ['', '{"a":"ö😀"}', 'x'.repeat(3_000_000)];
  const places = texts.map((text) => scratch.add(text));
  expect(places.toReversed().map((place) => scratch.read(place))).toEqual(texts.toReversed());
  scratch.close();
  expect(() => scratch.read({ from: 0, bytes: 1 })).toThrow();
});

it('has no name by which others could open it', () => {
  const scratch = openScratch(join(folder, 'a'));
  if (process.platform !== 'win32') expect(readdirSync(folder)).toEqual([]);
  scratch.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses an existing file or link', () => {
  writeFileSync(join(folder, 'file'), 'x');
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'));
  expect(() => openScratch(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => openScratch(join(folder, 'link'))).toThrow('EEXIST');
});
