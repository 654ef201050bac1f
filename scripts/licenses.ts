/** The licences of everything that a bundle is made of, as one text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Licence texts of the packages and all they depend on, by name. Whole trees: more than what is bundled is no harm. */
export function licensesOf(root: string, packages: readonly string[]): string {
  const found = new Map<string, string>();
  const visit = (name: string, from: string): void => {
    const folder = resolvePackage(name, from);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const key = `${manifest.name} ${manifest.version}`;
    if (found.has(key)) return;
    found.set(key, `${key}\n${manifest.license ?? 'licence not named'}\n\n${licenseText(folder)}`);
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
