/** The packages in a bundle, according to the bundler's report. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier, or null if the package has none. */
  readonly license: string | null;
  /** Absolute path of its installation. */
  readonly folder: string;
}

/** A module of the bundler's report. A chunk's concatenated modules are nested inside it. */
export interface BundledModule {
  /** Absolute path of the module's file, or null. */
  readonly nameForCondition?: string | null;
  readonly modules?: readonly BundledModule[];
}

/** Each package once, by name and version. */
export function packagesOf(modules: readonly BundledModule[]): readonly Package[] {
  const packages = filesOf(modules)
    .flatMap((file) => folderOf(file) ?? [])
    .map((folder) => ({ ...manifestOf(folder), folder }));
  const byKey = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
}

function filesOf(modules: readonly BundledModule[]): readonly string[] {
  return modules.flatMap(({ nameForCondition, modules: inner = [] }) => [
    ...(nameForCondition ? [nameForCondition] : []),
    ...filesOf(inner),
  ]);
}

/** The folder of the innermost package that contains the file, or null for our own code. */
function folderOf(file: string): string | null {
  const [folder = null] =
    /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file) ?? [];
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

/** The package's key in the lock file. */
export function lockKey(root: string, folder: string): string {
  return relative(root, folder).replaceAll('\\', '/');
}
