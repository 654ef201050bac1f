/**
 * Mutation tests of the code that carries the promises: sends, permissions, sanitizers, the
 * checks of a head, the state of a run, its key, and how a service finds the run of a key. Each
 * part is run only against the tests listed for it.
 *
 *     npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/jest-runner@9.6.1
 *     npm run mutation               every part
 *     npm run mutation -- key        one of them
 *
 * Exits with 1 if the score of a part is lower than its figure in docs/mutation.md, or than 95 %
 * where it has none yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Part {
  /**
   * Globs of the modules that are mutated. Each has to match, so that a module that moves is not
   * forgotten.
   */
  readonly modules: readonly string[];
  /** Globs of the tests, below `__tests__`. */
  readonly tests: readonly string[];
}

export const PARTS: Readonly<Record<string, Part>> = {
  sends: {
    modules: [
      'src/http/{errors,retry,asked-wait,backoff,proof}.ts',
      'src/run/{start,send,resume}.ts',
    ],
    tests: [
      'http/{asked-wait,errors,retry,backoff}.test.ts',
      'run/{start,resume,idempotency*,session,own-runs}.test.ts',
    ],
  },
  permissions: {
    modules: ['src/github/{people,permissions,trigger-phrase}.ts', 'src/step/admission.ts'],
    tests: ['github/{people,permissions,trigger-phrase}.test.ts', 'step/admission.test.ts'],
  },
  sanitizers: {
    modules: ['src/safe/*.ts'],
    tests: ['safe/!(*.property).test.ts'],
  },
  checks: {
    modules: [
      'src/step/{check-pace,checks-proof,earlier-mends,head-look,mend-text}.ts',
      'src/github/{check-reads,head-checks}.ts',
    ],
    tests: [
      'step/{check-pace,checks,checks-proof,earlier-mends,head-look,mend-text}.test.ts',
      'github/{check-reads,head-checks}.test.ts',
    ],
  },
  state: {
    modules: [
      'src/run/{next,reads,state,status,turn-end}.ts',
      'src/agents/agent-run/words.ts',
      'src/runner/saved-state.ts',
    ],
    tests: [
      'run/{next,reads,turn-reads,follow.drain,state,status,turn-end,follow}.test.ts',
      'runner/saved-state.test.ts',
    ],
  },
  key: {
    modules: ['src/run/once/*.ts', 'src/run/events.ts', 'src/agents/agent-run/{find,key}.ts'],
    tests: [
      'run/{idempotency*,mend-mark,start,resume,session,own-runs}.test.ts',
      'step/{checks-proof,earlier-mends}.test.ts',
    ],
  },
  agents: {
    modules: ['src/agents/{cursor,devin,copilot}/{key,find}.ts'],
    tests: ['agents/create-keys.test.ts', 'agents/{cursor,devin,copilot}/*.test.ts'],
  },
};

const LEAST_PERCENT = 95;
const root = resolve(import.meta.dirname, '..');
const INSTALL =
  'npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/jest-runner@9.6.1';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The modules of a part. @throws if a glob matches nothing */
export function modulesOf({ modules }: Part): readonly string[] {
  return modules.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root });
    if (found.length === 0) {
      throw new Error(`scripts/mutation.ts: no module matches ${pattern}; did it move?`);
    }
    return found;
  });
}

/** The scores in docs/mutation.md, in percent, by part. */
export function figures(): ReadonlyMap<string, number> {
  const rows = read('docs/mutation.md').matchAll(/^\| `([\w-]+)` .*\| ([\d.]+) % \|$/gm);
  return new Map(Array.from(rows, ([, part = '', figure]) => [part, Number(figure)]));
}

/**
 * Whether the score of the part, rounded to a tenth, is at least `least`. Prints every change that
 * no test noticed.
 *
 * @param jest what all of Jest's projects have in common
 */
function check(
  name: string,
  part: Part,
  { least, jest }: { readonly least: number; readonly jest: object },
): boolean {
  const base = JSON.parse(read('stryker.config.json')) as { readonly jest: object };
  const config = {
    ...jest,
    // The projects of jest.config.js would be run with settings of their own.
    projects: [],
    testMatch: part.tests.map((test) => `**/__tests__/${test}`),
    // Not those of Stryker's copy: the two share a module, which its address decides.
    testEnvironment: join(root, 'scripts/mutation-environment.mjs'),
    runner: join(root, 'scripts/mutation-runner.mjs'),
  };
  const own = {
    mutate: modulesOf(part),
    jest: { ...base.jest, config },
    thresholds: { high: 100, low: least, break: least - 0.05 },
  };
  const configFile = join(root, 'reports', `mutation-${name}.json`);
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(configFile, JSON.stringify({ ...base, ...own }));
  console.log(`${name} (at least ${least} %)`);
  const cli = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  // Not UTC, so that dates mistaken for local time are noticed.
  const env = { ...process.env, TZ: 'America/New_York' };
  return (
    spawnSync(process.execPath, [cli, 'run', configFile], { cwd: root, stdio: 'inherit', env })
      .status === 0
  );
}

if (process.argv[1] === import.meta.filename) {
  if (!existsSync(join(root, 'node_modules/@stryker-mutator/jest-runner'))) {
    console.error(`Stryker is not installed: ${INSTALL}`);
    process.exit(1);
  }
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) {
    console.error(
      `No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`,
    );
    process.exit(1);
  }
  const least = figures();
  const { base: jest } = (await import(join(root, 'jest.config.js'))) as { readonly base: object };
  const bad = Object.entries(PARTS)
    .filter(([name]) => wanted.length === 0 || wanted.includes(name))
    .filter(
      ([name, part]) => !check(name, part, { least: least.get(name) ?? LEAST_PERCENT, jest }),
    );
  if (bad.length > 0) {
    process.exitCode = 1;
  }
}
