/** The packages that a bundle holds parts of, by what the bundler itself says it took. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier; null when the package names none. */
  readonly license: string | null;
  /** Where it is installed, absolute. */
  readonly folder: string;
}

/** A module of the bundler's report; a chunk's modules that were joined into one stand inside of it. */
export interface BundledModule {
  /** The module's file, absolute; null for what is no file. */
  readonly nameForCondition?: string | null;
  readonly modules?: readonly BundledModule[];
}

/** Each package once, by name and version. What stands in for a package (`scripts/stubs`) is ours. */
export function packagesOf(modules: readonly BundledModule[]): readonly Package[] {
  const packages = filesOf(modules)
    .flatMap((file) => folderOf(file) ?? [])
    .map((folder) => ({ ...manifestOf(folder), folder }))
    .filter(({ version }) => !version.endsWith('-stub'));
  const byKey = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
}

function filesOf(modules: readonly BundledModule[]): readonly string[] {
  return modules.flatMap(({ nameForCondition, modules: inner = [] }) => [
    ...(nameForCondition ? [nameForCondition] : []),
    ...filesOf(inner),
  ]);
}

/** The folder of the innermost package that the file lies in; null for our own. */
function folderOf(file: string): string | null {
  const [folder = null] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file) ?? [];
  return folder;
}

function manifestOf(folder: string): Omit<Package, 'folder'> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  return { name: manifest.name, version: manifest.version, license: manifest.license ?? null };
}

/** The package's key in the lock file: copies beside the emitted sources stand for those of the root. */
export function lockKey(root: string, folder: string): string {
  return relative(root, folder)
    .replaceAll('\\', '/')
    .replace(/^build\//, '');
}
