/**
 * The input `images`: globs, types by content, limits, the path policy, and the data that is sent.
 */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { dataUrisOf, images, imageTypeOf, type Image } from '../../src/inputs/files.ts';
import { InputReader } from '../../src/inputs/reader.ts';
import { realFiles } from '../../src/runner/files.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const GIF = Buffer.from('GIF89a..');
const WEBP = Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1');

const base = realpathSync(mkdtempSync(join(tmpdir(), 'images-')));
const workspace = join(base, 'workspace');
beforeAll(() => {
  for (const folder of ['shots/deep', '.git', 'many']) {
    mkdirSync(join(workspace, folder), { recursive: true });
  }
  const put = (path: string, content: Uint8Array | string): void =>
    writeFileSync(join(workspace, path), content);
  put('a.png', PNG);
  put('a[1].png', PNG);
  put('shots/b.jpg', JPEG);
  put('shots/deep/c.gif', GIF);
  put('shots/d.webp', WEBP);
  put('shots/notes.txt', 'text');
  put('lies.png', '<svg/>');
  put('.git/e.png', PNG);
  put('large.png', Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]));
  put('full.png', Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024 - PNG.length)]));
  for (let nth = 0; nth < 11; nth++) {
    put(`many/${nth}.png`, PNG);
  }
  writeFileSync(join(base, 'outside.png'), PNG);
  symlinkSync(join(base, 'outside.png'), join(workspace, 'link.png'));
  symlinkSync(join(workspace, 'a.png'), join(workspace, 'same.png'));
});

function read(given: string): {
  readonly found: readonly Image[];
  readonly problems: readonly string[];
} {
  const reader = new InputReader(() => given);
  const found = images({ read: reader, env: { GITHUB_WORKSPACE: workspace }, files: realFiles });
  return { found, problems: reader.problems.map((problem) => `${problem.name}: ${problem.given}`) };
}

describe('accepted images', () => {
  it.each([
    ['', []],
    ['a.png', ['a.png']],
    ['a.png, shots/b.jpg\n./shots/d.webp', ['a.png', 'shots/b.jpg', 'shots/d.webp']],
    ['shots/**/*.gif', ['shots/deep/c.gif']],
    ['shots/*.webp', ['shots/d.webp']],
    ['*.png', null],
    ['full.png', ['full.png']],
    ['a[1].png', ['a[1].png']],
    ['a.png\nsame.png\na.png', ['a.png']],
  ])('%j', (given, expected) => {
    const { found, problems } = read(given);
    if (expected === null) {
      return expect(problems.length).toBeGreaterThan(0);
    }
    expect(problems).toEqual([]);
    expect(found.map(({ path }) => path)).toEqual(expected.map((path) => join(workspace, path)));
  });

  it('are recognized by their content', () => {
    expect(
      [PNG, JPEG, GIF, WEBP, Buffer.from('RIFF....WAVE'), Buffer.alloc(0)].map(imageTypeOf),
    ).toEqual(['image/png', 'image/jpeg', 'image/gif', 'image/webp', null, null]);
  });
});

describe('rejected images', () => {
  it.each([
    [
      'missing.png',
      'images: "missing.png", but there is no such file; is the checkout step before this one?',
    ],
    ['none/*.png', 'images: "none/*.png", which matches no file'],
    ['lies.png', 'images: "lies.png", which is no PNG, JPEG, GIF or WebP image'],
    ['shots/notes.txt', 'images: "shots/notes.txt", which is no PNG, JPEG, GIF or WebP image'],
    ['large.png', 'images: "large.png", which is larger than 5 MB'],
    ['link.png', 'images: "link.png", which leads out of the workspace'],
    ['../outside.png', 'images: "../outside.png", which leads out of the workspace'],
    ['../*.png', `images: "${join(base, 'outside.png')}", which leads out of the workspace`],
    [
      '.git/e.png',
      'images: ".git/e.png", which leads into .git, where the token of the checkout may be',
    ],
    ['shots', 'images: "shots", which is a folder and not a file'],
    ['many/*.png', 'images: more than 10 files'],
  ])('%s', (given, problem) => {
    expect(read(given).problems).toEqual([problem]);
  });

  it('never include files in .git', () => {
    expect(read('**/e.png').problems).toEqual(['images: "**/e.png", which matches no file']);
  });
});

describe('the images sent', () => {
  it('are data URIs', () => {
    const uris = dataUrisOf(read('a.png,shots/d.webp').found, realFiles);
    expect(uris).toEqual([
      `data:image/png;base64,${PNG.toString('base64')}`,
      `data:image/webp;base64,${WEBP.toString('base64')}`,
    ]);
  });

  it('exclude a file that replaced an image', () => {
    const image: Image = { path: join(workspace, 'shots/notes.txt'), mimeType: 'image/png' };
    expect(() => dataUrisOf([image], realFiles)).toThrow('changed while this step was running');
  });
});
