/**
 * Builds the bundles: tsc compiles, ncc bundles the result, and each gets its post step's entry.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildReportPage } from '../report-page/bundle.ts';
import { lockKey, packagesOf, type BundledModule, type Package } from './bundled.ts';
import { licensesOf } from './licenses.ts';
import { sbomOf } from './sbom.ts';

const root = resolve(import.meta.dirname, '..');
/** Each file of a folder is a bundle of its own, of the name of its entry but the first. */
const bundles = [
  {
    entry: 'build/src/index.js',
    others: ['build/src/artifact.js'],
    folder: 'dist',
    hasReport: true,
  },
  { entry: 'build/sandbox/action.js', others: [], folder: 'sandbox/dist', hasReport: false },
];

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

function build({ entry, others, hasReport }: (typeof bundles)[number], target: string): void {
  rmSync(target, { recursive: true, force: true });
  const modules = bundle(entry, target);
  copyFileSync(join(root, 'scripts/post-entry.mjs'), join(target, 'post.js'));
  for (const other of others) {
    const beside = join(root, 'build/other');
    modules.push(...bundle(other, beside));
    copyFileSync(join(beside, 'index.js'), join(target, basename(other)));
  }
  listContents(target, { modules, script: hasReport ? reportPage.files : [] });
}

/** Makes `index.js` of the entry. Returns what is in it. */
function bundle(entry: string, target: string): BundledModule[] {
  const stats = join(root, 'build/stats.json');
  const options = ['--no-cache', '--quiet', '--stats-out', stats];
  run('@vercel/ncc/dist/ncc/cli.js', ['build', entry, '-o', target, ...options]);
  return (readJson(stats) as { modules: BundledModule[] }).modules;
}

/** Lists the contents of the bundle: licences and a bill of materials. */
function listContents(
  target: string,
  {
    modules,
    script,
  }: { readonly modules: readonly BundledModule[]; readonly script: readonly string[] },
): void {
  const packages = packagesOf([
    ...modules,
    ...script.map((nameForCondition) => ({ nameForCondition })),
  ]);
  // ncc's own list omits packages that are ES modules.
  writeFileSync(join(target, 'licenses.txt'), licensesOf(packages));
  const { name, version } = readJson(join(root, 'package.json')) as {
    name: string;
    version: string;
  };
  const lock = readJson(join(root, 'package-lock.json')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const integrityOf = ({ folder }: Package): string | undefined =>
    lock.packages[lockKey(root, folder)]?.integrity;
  writeFileSync(join(target, 'sbom.cdx.json'), sbomOf({ name, version, packages, integrityOf }));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

rmSync(join(root, 'build'), { recursive: true, force: true });
run('typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
// Replaces the module that bundles the report page with the finished script and style.
const reportPage = buildReportPage();
const { script, style } = reportPage;
writeFileSync(
  join(root, 'build/src/report-page.js'),
  `export const REPORT_PAGE = ${JSON.stringify({ script, style })};\n`,
);
writeFileSync(
  join(root, 'build/src/package.json'),
  JSON.stringify({ type: 'module', imports: { '#report-page': './report-page.js' } }),
);
for (const made of bundles) {
  build(made, join(root, made.folder));
  console.log(`${made.folder} built`);
}
