/** Who may touch the world, and what must agree across files. The direction of imports is checked by `npm run architecture`. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { parseInputs } from '../src/inputs/parse.ts';
import { VERSION } from '../src/version.ts';
import { MemoryFiles } from './support/memory-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

interface Import {
  /** Relative to `src`. */
  readonly from: string;
  /** Relative to `src`, or the package's name. */
  readonly to: string;
  readonly typeOnly: boolean;
  /** Loaded with `import()`, when it is needed. */
  readonly lazy: boolean;
}

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const SOURCES = new Map(FILES.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));

const STATEMENT = /^(?:import|export)\s+(type\s+)?((?:[^'";]|\n)*?)(?:\sfrom\s+)?'([^']+)';/gm;
const DYNAMIC = /\bimport\((?:\/\* webpackMode: "eager" \*\/ )?'([^']+)'\)/g;
/** What only some steps need, and is evaluated on demand (docs/decisions/build.md). */
const ON_DEMAND = ['fleet/', 'github/octokit.ts', 'report/page/index.ts', 'run/output-schema.ts', 'yaml'];

function importsOf(path: string): Import[] {
  const source = SOURCES.get(path) ?? '';
  const place = (to: string): string => (to.startsWith('.') ? relative(SRC, resolve(SRC, dirname(path), to)) : to);
  const named = [...source.matchAll(STATEMENT)].map(([, type, what = '', to = '']) => {
    const names = /^\{([\s\S]*)\}$/.exec(what.trim())?.[1]?.split(',') ?? [];
    const each = names.map((name) => name.trim()).filter((name) => name !== '');
    const typeOnly = type !== undefined || (each.length > 0 && each.every((name) => name.startsWith('type ')));
    return { from: path, to: place(to), typeOnly, lazy: false };
  });
  const dynamic = [...source.matchAll(DYNAMIC)].map(([, to = '']) => ({
    from: path,
    to: place(to),
    typeOnly: false,
    lazy: true,
  }));
  return [...named, ...dynamic];
}

const IMPORTS = FILES.flatMap(importsOf);

/** The room of a module: its folder, or its own name for those at the top. */
function roomOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 ? first.replace(/\.ts$/, '') : first;
}

const shown = ({ from, to }: Import): string => `${from} → ${to}`;

describe('the imports', () => {
  it('are read from the sources at all', () => {
    const [typeOnly, lazy] = [false, false];
    expect(IMPORTS).toContainEqual({ from: 'main.ts', to: 'step/admission.ts', typeOnly, lazy });
    expect(IMPORTS).toContainEqual({ from: 'main.ts', to: 'context.ts', typeOnly, lazy });
    expect(IMPORTS).toContainEqual({
      from: 'step/finish.ts',
      to: 'report/page/index.ts',
      typeOnly,
      lazy: true,
    });
  });

  it('evaluate five parts on demand, and the bundle stays one file', () => {
    const lazy = IMPORTS.filter((found) => found.lazy);
    expect(lazy.filter(({ to }) => !ON_DEMAND.some((part) => to.startsWith(part))).map(shown)).toEqual([]);
    const sites = [...SOURCES.values()].flatMap((source) => [...source.matchAll(/\bimport\((.*)/g)]);
    expect(sites.filter(([, given = '']) => !given.startsWith('/* webpackMode: "eager" */'))).toEqual([]);
    expect(sites).toHaveLength(lazy.length);
    for (const folder of ['dist', 'sandbox/dist'])
      expect(readdirSync(join(ROOT, folder)).sort()).toEqual([
        'index.js',
        'licenses.txt',
        'package.json',
        'sbom.cdx.json',
      ]);
  });
});

describe('who may know what of the world', () => {
  const users = (pattern: RegExp): string[] => FILES.filter((path) => pattern.test(SOURCES.get(path) ?? '')).sort();

  it('the environment: index', () => {
    expect(users(/\bprocess\s*(\.|\[')env\b/)).toEqual(['index.ts']);
  });

  it('the process at all: index', () => {
    // Behind a quote it is the name of a trace's attribute.
    expect(users(/(?<!')\bprocess\.[a-z]/)).toEqual(['index.ts']);
    const imported = IMPORTS.filter(({ to }) => /^(node:)?process$/.test(to)).map(({ from }) => from);
    // Its monotonic time alone.
    expect(imported).toEqual(['runner/clock.ts']);
    expect(SOURCES.get('runner/clock.ts')).toContain("import { hrtime } from 'node:process';");
  });

  it('GitHub’s packages: the host and the client of GitHub', () => {
    const rooms = IMPORTS.filter(({ to }) => to.startsWith('@actions/') || to.startsWith('@octokit/'));
    expect([...new Set(rooms.filter(({ typeOnly }) => !typeOnly).map(({ from }) => from))].sort()).toEqual([
      'github/octokit.ts',
      'index.ts',
    ]);
    expect(rooms.every(({ from }) => ['github', 'runner', 'index'].includes(roomOf(from)))).toBe(true);
  });

  it('the network: service and the client of GitHub', () => {
    const network = IMPORTS.filter(({ to }) => /^(undici(\/.*)?|(node:)?(https?|net|tls|dns|http2|dgram))$/.test(to));
    expect(network.length).toBeGreaterThan(0);
    expect(
      network.filter(({ from }) => !['service/http/undici.ts', 'github/octokit.ts'].includes(from)).map(shown),
    ).toEqual([]);
    expect(users(/\bfetch\(/).filter((path) => !path.startsWith('github/'))).toEqual([]);
  });

  it('the file system: index and the real files', () => {
    const files = IMPORTS.filter(({ to }) => /^(node:)?fs(\/promises)?$/.test(to));
    expect(files.map(({ from }) => from).sort()).toEqual(['index.ts', 'runner/files.ts']);
  });

  it('timers: index, the real clock and the real HTTP port', () => {
    expect(users(/\b(setTimeout|setInterval|setImmediate|Date\.now|performance\.now)\b/)).toEqual([
      'index.ts',
      'runner/clock.ts',
      'service/http/undici.ts',
    ]);
  });

  it('chance: index', () => {
    expect(users(/\b(Math\.random|randomUUID|randomBytes)\b/).filter((path) => path !== 'ports.ts')).toEqual([
      'index.ts',
    ]);
  });

  it('standard output: nobody but the runner’s own package', () => {
    expect(users(/\bconsole\.|process\.std/)).toEqual([]);
  });
});

describe('what must agree', () => {
  interface Manifest {
    readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>;
    readonly outputs: Readonly<Record<string, { readonly description?: string }>>;
    readonly runs: Readonly<Record<string, string>>;
    readonly branding: unknown;
  }
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  const action = parse(read('action.yml')) as Manifest;

  it('the version with package.json', () => {
    expect(VERSION).toBe((JSON.parse(read('package.json')) as { version: string }).version);
  });

  it('the inputs with action.yml, both ways', () => {
    const asked = new Set<string>();
    const given: Readonly<Record<string, string>> = { poll_interval_seconds: '1' };
    const input = (name: string): string => {
      asked.add(name);
      return given[name] ?? '';
    };
    parseInputs({ input, env: {}, files: new MemoryFiles() });
    expect([...asked].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it('main and post with the one bundle', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js', post: 'dist/index.js' });
    expect(action.branding).toEqual({ icon: expect.any(String), color: expect.any(String) });
  });

  it('the names of modules are used: no module is left alone', () => {
    const used = new Set(IMPORTS.map(({ to }) => to));
    const entries = ['safe/rendered-markdown.ts', 'index.ts'];
    expect(FILES.filter((path) => !used.has(path) && !entries.includes(path))).toEqual([]);
  });
});
