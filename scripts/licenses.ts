/** The licences of everything in a bundle, as one text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './bundled.ts';

const LLHTTP = `Copyright Fedor Indutny, 2018.

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included
in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
/**
 * Contents of packages that their manifest does not mention: undici contains llhttp as WebAssembly.
 */
export const HELD: Readonly<
  Record<string, { readonly name: string; readonly license: string; readonly text: string }>
> = {
  undici: { name: 'llhttp', license: 'MIT', text: LLHTTP },
};

/** Licence texts of the packages, in the given order. */
export function licensesOf(packages: readonly Package[]): string {
  const texts = packages.flatMap(({ name, version, license, folder }) => {
    const key = `${name} ${version}`;
    const held = HELD[name];
    return [
      `${key}\n${license ?? 'licence not named'}\n\n${licenseText(folder)}`,
      ...(held === undefined ? [] : [`${held.name} in ${key}\n${held.license}\n\n${held.text}`]),
    ];
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseText(folder: string): string {
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^licen[cs]e/i.test(name));
  return file === undefined
    ? '(no licence file in the package)\n'
    : `${readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()}\n`;
}
