/**
 * `npm run size`: the size of the code beside its targets.
 *
 *     npm run size                       prints the table
 *     npm run size -- --check            fails where a figure has risen above the committed one (docs/size.json)
 *     npm run size -- --accept 'reason'  commits today's figures; one that rises needs the reason, and may not pass its target
 *
 * Lines are lines that are not blank. The targets measure a design, not its formatting: a module is
 * not split to meet one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { runAction } from '../__tests__/support/run-action.ts';
import { startSandbox } from '../sandbox/server.ts';

const ROOT = resolve(import.meta.dirname, '..');
const COMMITTED = join(ROOT, 'docs/size.json');

interface Figure {
  readonly figure: number;
  /** Why it rose the last time that it did. */
  readonly reason?: string;
}

interface Row {
  readonly name: string;
  readonly figure: number;
  /** The most it should be. Null: no target of its own. */
  readonly target: number | null;
}

/** The most lines and modules that each folder should have. */
const ROOMS: Readonly<Record<string, readonly [lines: number, modules: number]>> = {
  'index, main, post, context': [700, 4],
  'src/inputs': [900, 8],
  'src/github': [1_600, 14],
  'src/review': [600, 6],
  'src/thread': [900, 6],
  'src/service': [1_700, 14],
  'src/run': [3_000, 15],
  'src/fleet': [1_400, 9],
  'src/report': [2_700, 22],
  'src/safe': [1_100, 9],
  'src/runner': [800, 8],
};
const ACTION = { lines: 15_600, modules: 125, chain: 10, onDemand: 6, loaded: 90 };
const PAGE = [4_200, 30] as const;
const MOST = { tests: 32_000, scripts: 2_000, bench: 1_500, docs: 2_000, dist: 4 };

function filesIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(ROOT, folder))) {
    return [];
  }
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter(
      (path) => pattern.test(path) && !/(?:^sandbox\/dist|\/node_modules|\/images)\//.test(path),
    );
}

const linesOf = (paths: readonly string[]): number =>
  paths.reduce(
    (sum, path) =>
      sum +
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    0,
  );

function rooms(): Row[] {
  const files = filesIn('src', /\.(?:ts|tsx|css)$/);
  const roomOf = (path: string): string => {
    const [, first = '', ...rest] = path.split('/');
    return rest.length === 0 ? 'index, main, post, context' : `src/${first}`;
  };
  const found = new Set(files.map(roomOf));
  const named = [...Object.keys(ROOMS), ...[...found].filter((room) => !(room in ROOMS)).sort()];
  const rows = named.flatMap((name): Row[] => {
    const own = files.filter((path) => roomOf(path) === name);
    if (own.length === 0) {
      return [];
    }
    const [lines = null, modules = null] = ROOMS[name] ?? [];
    return [
      { name: `${name}: lines`, figure: linesOf(own), target: lines },
      { name: `${name}: modules`, figure: own.length, target: modules },
    ];
  });
  return [
    ...rows,
    { name: 'the action: lines', figure: linesOf(files), target: ACTION.lines },
    { name: 'the action: modules', figure: files.length, target: ACTION.modules },
  ];
}

/**
 * The longest chain of imports of values, those on demand included, and the number of modules
 * evaluated on demand.
 */
async function imports(): Promise<Row[]> {
  const { output } = await cruise(['src/index.ts'], {
    baseDir: ROOT,
    includeOnly: '^src/',
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  });
  const graph = new Map<string, string[]>();
  const onDemand = new Set<string>();
  for (const { source, dependencies } of (output as ICruiseResult).modules) {
    graph.set(
      source,
      dependencies.map(({ resolved }) => resolved),
    );
    for (const { resolved, dynamic } of dependencies) {
      if (dynamic) {
        onDemand.add(resolved);
      }
    }
  }
  const depths = new Map<string, number>();
  const depth = (path: string): number => {
    const known = depths.get(path);
    if (known !== undefined) {
      return known;
    }
    depths.set(path, 1);
    const deepest = 1 + Math.max(0, ...(graph.get(path) ?? []).map(depth));
    depths.set(path, deepest);
    return deepest;
  };
  return [
    { name: 'deepest chain of imports', figure: depth('src/index.ts'), target: ACTION.chain },
    { name: 'modules that open on demand', figure: onDemand.size, target: ACTION.onDemand },
  ];
}

/**
 * Runs the sources as a runner would run the bundle, and counts the modules of `src` that are
 * loaded.
 */
async function loaded(): Promise<Row> {
  const sandbox = await startSandbox({ scenario: 'quick', speed: 20 });
  const src = pathToFileURL(join(ROOT, 'src')).href;
  const hooks = `import { registerHooks } from 'node:module';
let count = 0;
registerHooks({ load: (url, context, next) => ((count += url.startsWith(${JSON.stringify(src)}) ? 1 : 0), next(url, context)) });
process.on('exit', () => console.error(\`modules: \${count}\`));`;
  const imported = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const inputs = {
    ...{
      token: sandbox.token,
      org_id: String(sandbox.orgId),
      base_url: sandbox.url,
      prompt: 'Fix the bug',
    },
    ...{ poll_interval_seconds: '0.1', timeout_minutes: '1', report: 'false' },
  };
  const env = { NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${imported}` };
  const { outputs, stderr } = await runAction({ inputs, env, bundle: join(ROOT, 'src/index.ts') });
  await sandbox.close();
  if (outputs['outcome'] !== 'succeeded') {
    throw new Error(`The run did not succeed: ${stderr}`);
  }
  const figure = Number(/^modules: (\d+)$/m.exec(stderr)?.[1]);
  return { name: 'modules loaded for a plain run', figure, target: ACTION.loaded };
}

function others(): Row[] {
  const page = filesIn('report-page', /\.(?:tsx?|css)$/).filter(
    (path) => !path.includes('__tests__'),
  );
  const docs = filesIn('docs', /\.md$/).filter((path) => !/contract|service-api/.test(path));
  const scripts = filesIn('scripts', /\.(?:ts|mjs|sh)$/);
  const code = execFileSync('git', ['ls-files', 'dist'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  return [
    ...(page.length === 0
      ? []
      : [
          { name: 'report-page: lines', figure: linesOf(page), target: PAGE[0] },
          { name: 'report-page: modules', figure: page.length, target: PAGE[1] },
        ]),
    {
      name: 'tests: lines',
      figure: linesOf(filesIn('__tests__', /\.(?:tsx?|mjs)$/)),
      target: MOST.tests,
    },
    { name: 'scripts: lines', figure: linesOf(scripts), target: MOST.scripts },
    { name: 'bench: lines', figure: linesOf(filesIn('bench', /\.ts$/)), target: MOST.bench },
    { name: 'docs: lines', figure: linesOf(docs), target: MOST.docs },
    {
      name: 'code files in dist',
      figure: code.filter((path) => path.endsWith('.js')).length,
      target: MOST.dist,
    },
  ];
}

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, accept: { type: 'string' } },
});
const committed = JSON.parse(readFileSync(COMMITTED, 'utf8')) as Readonly<Record<string, Figure>>;
const rows = [...rooms(), ...(await imports()), await loaded(), ...others()];

const wide = Math.max(...rows.map(({ name }) => name.length));
console.log(
  `${''.padEnd(wide)} ${'now'.padStart(8)} ${'committed'.padStart(10)} ${'target'.padStart(8)}`,
);
for (const { name, figure, target } of rows) {
  const over = target !== null && figure > target ? '  above its target' : '';
  console.log(
    `${name.padEnd(wide)} ${String(figure).padStart(8)} ${String(committed[name]?.figure ?? '–').padStart(10)} ${String(target ?? '–').padStart(8)}${over}`,
  );
}

const risen = rows.filter(({ name, figure }) => figure > (committed[name]?.figure ?? Infinity));
const above = risen.filter(({ figure, target }) => target !== null && figure > target);
for (const { name, figure, target } of above) {
  console.error(
    `${name}: ${figure} is more than before and above the target of ${String(target)}. Take something away first.`,
  );
}

if (values.accept !== undefined && above.length === 0) {
  const reason = values.accept.trim();
  if (risen.length > 0 && reason === '') {
    throw new Error('A figure that rises needs a reason: --accept "why".');
  }
  const figures = rows.map(({ name, figure }): [string, Figure] => {
    const before = committed[name];
    const why = before !== undefined && figure > before.figure ? reason : before?.reason;
    return [name, why === undefined ? { figure } : { figure, reason: why }];
  });
  writeFileSync(COMMITTED, `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`);
} else if (values.check) {
  for (const { name } of risen.filter((row) => !above.includes(row))) {
    console.error(
      `${name} has risen, below its target. Say why: npm run size -- --accept "reason".`,
    );
  }
  if (risen.length > 0) {
    process.exitCode = 1;
  }
}
if (values.accept !== undefined && above.length > 0) {
  process.exitCode = 1;
}
