/**
 * Builds the bundles: tsc emits, ncc bundles what it emitted. With `--check` into a temporary folder, compared byte by
 * byte with what is committed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { licensesOf } from './licenses.ts';

const root = resolve(import.meta.dirname, '..');
const bundles = [
  {
    entry: 'build/src/index.js',
    folder: 'dist',
    packages: ['@actions/core', '@actions/github', 'ajv', 'undici', 'zod'],
  },
  { entry: 'build/sandbox/action.js', folder: 'sandbox/dist', packages: ['yaml'] },
];

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function build({ entry, packages }: (typeof bundles)[number], target: string): void {
  rmSync(target, { recursive: true, force: true });
  // Not minified: nobody could review it, and it would start no faster.
  run('@vercel/ncc/dist/ncc/cli.js', ['build', entry, '-o', target, '--no-cache', '--quiet']);
  // ncc's own list leaves out the packages that are ES modules.
  writeFileSync(join(target, 'licenses.txt'), licensesOf(root, packages));
}

function filesOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}

rmSync(join(root, 'build'), { recursive: true, force: true });
run('typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
// Resolved from here, @actions/core finds the stub instead of an HTTP client that it would load at every start.
cpSync(join(root, 'node_modules/@actions/core'), join(root, 'build/node_modules/@actions/core'), { recursive: true });
cpSync(join(root, 'scripts/stubs/http-client'), join(root, 'build/node_modules/@actions/http-client'), {
  recursive: true,
});
const check = process.argv.includes('--check');
for (const bundle of bundles) {
  const { folder } = bundle;
  const committed = join(root, folder);
  if (!check) {
    build(bundle, committed);
    console.log(`${folder} built`);
    continue;
  }
  const target = mkdtempSync(join(tmpdir(), 'dist-'));
  build(bundle, target);
  const [fresh, old] = [filesOf(target), filesOf(committed)];
  rmSync(target, { recursive: true, force: true });
  const differing = [...new Set([...fresh.keys(), ...old.keys()])].filter((name) => fresh.get(name) !== old.get(name));
  if (differing.length > 0) {
    console.error(
      `${folder} is not what the sources build: ${differing.join(', ')}. Run \`npm run build\` and commit it.`,
    );
    process.exitCode = 1;
  } else console.log(`${folder} is what the sources build`);
}
