/** The licences of everything that a bundle is made of, as one text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

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
/** What packages hold of others without saying so in their manifest: undici's parser of HTTP/1 is llhttp as WebAssembly. */
const HELD: Readonly<Record<string, { readonly name: string; readonly license: string; readonly text: string }>> = {
  undici: { name: 'llhttp', license: 'MIT', text: LLHTTP },
};

/** Licence texts of the packages and all they depend on, by name. Whole trees: more than what is bundled is no harm. */
export function licensesOf(root: string, packages: readonly string[]): string {
  const found = new Map<string, string>();
  const visit = (name: string, from: string): void => {
    const folder = resolvePackage(name, from);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const key = `${manifest.name} ${manifest.version}`;
    if (found.has(key)) return;
    found.set(key, `${key}\n${manifest.license ?? 'licence not named'}\n\n${licenseText(folder)}`);
    const held = HELD[manifest.name];
    if (held !== undefined) {
      const heldKey = `${held.name} in ${key}`;
      found.set(heldKey, `${heldKey}\n${held.license}\n\n${held.text}`);
    }
    for (const dependency of Object.keys(manifest.dependencies ?? {})) visit(dependency, folder);
  };
  for (const name of packages) visit(name, root);
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return sorted.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Where Node would find the package from this folder. */
function resolvePackage(name: string, from: string): string {
  for (let at = from; ; at = join(at, '..')) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (join(at, '..') === at) throw new Error(`the package ${name} is not installed`);
  }
}

function licenseText(folder: string): string {
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^licen[cs]e/i.test(name));
  return file === undefined
    ? '(no licence file in the package)\n'
    : `${readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()}\n`;
}
