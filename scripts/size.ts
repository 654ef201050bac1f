/**
 * `npm run size`: how the action is built, as a report: how deep its imports go, what a plain run
 * loads, what waits until it is needed, and which files `dist` has. It fails nothing.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { runAction } from '../__tests__/support/run-action.ts';
import { startSandbox } from '../sandbox/server.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface Imports {
  /** The longest chain of imports of values, those on demand included, from the top down. */
  readonly chain: readonly string[];
  /** The modules where a part begins that is evaluated on demand. */
  readonly onDemand: readonly string[];
  readonly modules: number;
}

async function readImports(): Promise<Imports> {
  const { output } = await cruise(['src/index.ts'], {
    baseDir: ROOT,
    includeOnly: '^src/',
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  });
  const { modules } = output as ICruiseResult;
  const graph = new Map<string, string[]>();
  const onDemand = new Set<string>();
  for (const { source, dependencies } of modules) {
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
  return { chain: longestFrom(graph), onDemand: [...onDemand].sort(), modules: modules.length };
}

function longestFrom(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const known = new Map<string, string[]>();
  const longest = (path: string): string[] => {
    const found = known.get(path);
    if (found !== undefined) {
      return found;
    }
    // Stands in while the imports are walked, so that a circle ends.
    known.set(path, [path]);
    const below = (graph.get(path) ?? []).map(longest);
    const deepest = below.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
    known.set(path, [path, ...deepest]);
    return [path, ...deepest];
  };
  return longest('src/index.ts');
}

/** Runs the sources as a runner runs the bundle. Gives the number of modules of `src` it loads. */
async function loadedByPlainRun(): Promise<number> {
  const sandbox = await startSandbox({ scenario: 'quick', speed: 20 });
  const src = pathToFileURL(join(ROOT, 'src')).href;
  const hooks = `import { registerHooks } from 'node:module';
let count = 0;
registerHooks({ load: (url, context, next) => ((count += url.startsWith(${JSON.stringify(src)}) ? 1 : 0), next(url, context)) });
process.on('exit', () => console.error(\`modules: \${count}\`));`;
  const imported = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const inputs = {
    token: sandbox.token,
    org_id: String(sandbox.orgId),
    base_url: sandbox.url,
    prompt: 'Fix the bug',
    poll_interval_seconds: '0.1',
    timeout_minutes: '1',
    report: 'false',
  };
  const env = { NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${imported}` };
  const { outputs, stderr } = await runAction({ inputs, env, script: join(ROOT, 'src/index.ts') });
  await sandbox.close();
  if (outputs['outcome'] !== 'succeeded') {
    throw new Error(`The run did not succeed: ${stderr}`);
  }
  return Number(/^modules: (\d+)$/m.exec(stderr)?.[1]);
}

function filesInDist(): string[] {
  return execFileSync('git', ['ls-files', 'dist'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => path.endsWith('.js'));
}

function print(title: string, names: readonly string[]): void {
  console.log([title, ...names.map((name) => `  ${name}`)].join('\n'));
}

const { chain, onDemand, modules } = await readImports();
print(`The longest chain of imports has ${chain.length} modules:`, chain);
console.log(`A plain run loads ${await loadedByPlainRun()} of ${modules} modules.`);
print(`${onDemand.length} parts are loaded on demand:`, onDemand);
const files = filesInDist();
print(`dist has ${files.length} files of code:`, files);
