/**
 * Builds the bundles: tsc compiles, ncc bundles the result. With `--check`, builds into a temporary folder and compares
 * byte by byte with the committed files.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildReportPage } from '../report-page/bundle.ts';
import { lockKey, packagesOf, type BundledModule, type Package } from './bundled.ts';
import { licensesOf } from './licenses.ts';
import { sbomOf } from './sbom.ts';

const root = resolve(import.meta.dirname, '..');
const bundles = [
  {
    entry: 'build/src/index.js',
    folder: 'dist',
    format: 'commonjs',
  },
  { entry: 'build/sandbox/action.js', folder: 'sandbox/dist', format: 'module' },
];

/** Replacements for parts of packages, and where they are resolved. */
const stubs = [
  ['http-client', '@actions/core/node_modules/@actions/http-client'],
  ['exec', '@actions/core/node_modules/@actions/exec'],
  ['core/summary.js', '@actions/core/lib/summary.js'],
  ['undici/client-h2.js', 'undici/lib/dispatcher/client-h2.js'],
  ['undici/assert.js', 'undici/lib/assert.js'],
  ['undici/constants.js', 'undici/lib/core/constants.js'],
] as const;

/** Fails if an update has changed the text. */
function replaceIn(path: string, { from, to }: { readonly from: string; readonly to: string }): void {
  const text = readFileSync(join(root, path), 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  writeFileSync(
    join(root, path),
    text.replace(from, () => to),
  );
}

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * The same program in ASCII, because a single character outside Latin-1 makes Node store and scan the whole file with
 * two bytes per character. Such characters only occur in strings, patterns and comments, and in raw templates that are
 * pattern sources, where escapes have the same meaning.
 */
function asciiOnly(file: string): void {
  const text = readFileSync(file, 'utf8');
  const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== text) writeFileSync(file, escaped);
}

function build({ entry, format }: (typeof bundles)[number], target: string): void {
  rmSync(target, { recursive: true, force: true });
  // The bundler emits ES modules depending on the entry's package.json. Without this one it would use the root's.
  const own = format === 'module' ? { type: format } : { imports: { '#report-page': './report-page.js' } };
  writeFileSync(join(root, dirname(entry), 'package.json'), JSON.stringify(own));
  // Not minified, because that could not be reviewed and would not start faster.
  const stats = join(root, 'build/stats.json');
  run('@vercel/ncc/dist/ncc/cli.js', ['build', entry, '-o', target, '--no-cache', '--quiet', '--stats-out', stats]);
  asciiOnly(join(target, 'index.js'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type: format }, null, 2)}\n`);
  listContents(target, { stats, script: format === 'module' ? [] : reportPage.files });
}

/** Lists the contents of the bundle: licences and a bill of materials. */
function listContents(
  target: string,
  { stats, script }: { readonly stats: string; readonly script: readonly string[] },
): void {
  const { modules } = readJson(stats) as { modules: BundledModule[] };
  const packages = packagesOf([...modules, ...script.map((nameForCondition) => ({ nameForCondition }))]);
  // ncc's own list omits packages that are ES modules.
  writeFileSync(join(target, 'licenses.txt'), licensesOf(packages));
  const { name, version } = readJson(join(root, 'package.json')) as { name: string; version: string };
  const lock = readJson(join(root, 'package-lock.json')) as { packages: Record<string, { integrity?: string }> };
  const integrityOf = ({ folder }: Package): string | undefined => lock.packages[lockKey(root, folder)]?.integrity;
  writeFileSync(join(target, 'sbom.cdx.json'), sbomOf({ name, version, packages, integrityOf }));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
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
// Replaces the module that bundles the report page with the finished script and style.
const reportPage = buildReportPage();
writeFileSync(
  join(root, 'build/src/report-page.js'),
  `export const REPORT_PAGE = ${JSON.stringify({ script: reportPage.script, style: reportPage.style })};\n`,
);
// When resolved from here, the bundler finds copies without the parts that no request of this action needs
// (docs/decisions/start-up.md).
for (const name of ['@actions/core', '@actions/github', 'undici'])
  cpSync(join(root, 'node_modules', name), join(root, 'build/node_modules', name), { recursive: true });
for (const [stub, path] of stubs)
  cpSync(join(root, 'scripts/stubs', stub), join(root, 'build/node_modules', path), { recursive: true });
const ASSERT = "require('node:assert')";
const undici = 'build/node_modules/undici/lib';
replaceIn(`${undici}/dispatcher/client-h1.js`, {
  from: "require('../web/fetch/body.js').extractBody",
  to: "() => { throw new InvalidArgumentError('forms are not part of this bundle') }",
});
// undici loads node:http only for one class comparison and one number, replaced here with Node's default.
replaceIn(`${undici}/core/util.js`, {
  from: "const { IncomingMessage } = require('node:http')",
  to: 'class IncomingMessage {}',
});
replaceIn(`${undici}/dispatcher/client.js`, {
  from: "const http = require('node:http')",
  to: 'const http = { maxHeaderSize: 16384 }',
});
for (const part of ['api', 'core', 'dispatcher'])
  for (const file of readdirSync(join(root, undici, part)).filter((name) => name.endsWith('.js'))) {
    const path = `${undici}/${part}/${file}`;
    if (readFileSync(join(root, path), 'utf8').includes(ASSERT))
      replaceIn(path, { from: ASSERT, to: "require('../assert.js')" });
  }
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
