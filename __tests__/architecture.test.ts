/**
 * Who may touch the world without an import, and what must agree across files. Imports are checked
 * by `npm run architecture`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SERVICE_NAMES } from '../src/agents/service-table.ts';
import { parseInputs } from '../src/inputs/parse.ts';
import { VERSION } from '../src/runner/host.ts';
import { MemoryFiles } from './support/memory-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const SOURCES = new Map(FILES.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));

it('the bundle is one file, also with what is evaluated on demand, beside it the entry of the post step and the thread for uploads (docs/decisions/build.md)', () => {
  const sites = [...SOURCES.values()].flatMap((source) => [
    ...source.matchAll(/\bimport\(\s*(.*)/g),
  ]);
  expect(sites.length).toBeGreaterThan(0);
  expect(sites.filter(([, given = '']) => !given.startsWith('/* webpackMode: "eager" */'))).toEqual(
    [],
  );
  const other = { dist: ['artifact.js'], 'sandbox/dist': [] };
  for (const [folder, more] of Object.entries(other)) {
    expect(readdirSync(join(ROOT, folder)).sort()).toEqual([
      ...more,
      'index.js',
      'licenses.txt',
      'package.json',
      'post.js',
      'sbom.cdx.json',
    ]);
  }
});

describe('who may know what of the world', () => {
  const users = (pattern: RegExp): string[] =>
    FILES.filter((path) => pattern.test(SOURCES.get(path) ?? '')).sort();

  it('the environment: index', () => {
    expect(users(/\bprocess\s*(\.|\[')env\b/)).toEqual(['index.ts']);
  });

  it('the process at all: index', () => {
    // Behind a quote it is the name of a trace's attribute.
    expect(users(/(?<!')\bprocess\.[a-z]/)).toEqual(['index.ts']);
    // Its times alone.
    expect(SOURCES.get('runner/within.ts')).toContain(
      "import { threadCpuUsage } from 'node:process';",
    );
  });

  it('the network without an import: the client of GitHub', () => {
    expect(users(/\bfetch\(/).filter((path) => !path.startsWith('github/'))).toEqual([]);
  });

  it('how what is shown is written: its writers, of which those of HTML are the report’s (contract 9)', () => {
    const markdown = users(/\bfrom '[./]+safe\/markdown\.ts'/);
    const html = users(/\bfrom '[./]+safe\/html\.ts'/);
    expect(html.filter((path) => !path.startsWith('report/page/'))).toEqual([]);
    const decide =
      /^report\/(?:cause|checks|next-steps|plan|pull-requests|review-words|sandbox-note|shown|verdict)\.ts$/;
    const deciding = FILES.filter((path) => decide.test(path));
    expect(deciding).toHaveLength(9);
    expect(deciding.filter((path) => [...markdown, ...html].includes(path))).toEqual([]);
  });

  it('when a request may be sent again, by a response’s headers: the reader of them', () => {
    expect(users(/['"](?:retry-after(?:-ms)?|x-ratelimit-\w+)['"]/)).toEqual([
      'http/asked-wait.ts',
    ]);
  });

  it('a header of a response: nobody but http', () => {
    const reads = /\bheaders(\[|\.[a-z])|\{ headers: \{ [a-z]|\} = [\w.]*\.headers\b/;
    expect(users(reads).filter((path) => !path.startsWith('http/'))).toEqual([]);
  });

  it('a service by its name: the agents and the inputs, from which all else has its facts', () => {
    const lookUp = /\bSERVICE_TABLE\b|\bserviceNamed\(/;
    const others = users(lookUp).filter((path) => !/^(?:agents|inputs)\//.test(path));
    // The service by default, until the inputs are read.
    expect(others).toEqual(['github/provenance.ts']);
    expect(SOURCES.get('github/provenance.ts')).toContain('service: serviceNamed(DEFAULT_SERVICE)');
  });

  it('a service’s name as a text: the agents', () => {
    const named = new RegExp(`'(?:${SERVICE_NAMES.join('|')})'`);
    expect(users(named).filter((path) => !path.startsWith('agents/'))).toEqual([]);
    expect(users(named)).toContain('agents/service-table.ts');
  });

  it('how many requests go out in a time: the limiter of a step, and of a fleet', () => {
    // A limiter of another rate would hold for a step alone: fleets, the polls and creates of a
    // matrix, and a stop are paced by `LIMITS` too.
    expect(users(/\bLIMITS\./)).toEqual([
      'fleet/queue.ts',
      'http/limits.ts',
      'run/next.ts',
      'run/pacing.ts',
    ]);
    expect(users(/\bnew ClientLimiter\(/)).toEqual(['http/request.ts', 'step/stop.ts']);
    expect(users(/\bacquire[:(]/)).toEqual([
      'fleet/queue.ts',
      'fleet/task.ts',
      'http/limits.ts',
      'http/request.ts',
    ]);
  });

  it('timers: index, the real clock and the real HTTP port', () => {
    expect(users(/\b(setTimeout|setInterval|setImmediate|Date\.now|performance\.now)\b/)).toEqual([
      'http/undici.ts',
      'index.ts',
      'runner/clock.ts',
    ]);
  });

  it('chance: index', () => {
    expect(
      users(/\b(Math\.random|randomUUID|randomBytes)\b/).filter(
        (path) => path !== 'runner/port.ts',
      ),
    ).toEqual(['index.ts']);
  });

  it('standard output: nobody but the runner’s own package; index hands on the stream', () => {
    expect(users(/\bconsole\.|process\.std/)).toEqual(['index.ts']);
  });
});

it('a comment begins with what it is about', () => {
  const begun = /^\s*(?:\/\*\*|\/\/|\/\*\*\n \*) Of /m;
  expect(FILES.filter((path) => begun.test(SOURCES.get(path) ?? ''))).toEqual([]);
});

describe('an exported name exists once', () => {
  /** The folders of the services mirror each other on purpose, so they may share a name. */
  const mirrored = (path: string): string | null =>
    /^(?:agents|faces)\/([^/]+)\//.exec(path)?.[1] ?? null;

  const exportedIn = (source: string): readonly string[] => {
    const pattern = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
    return [...new Set([...source.matchAll(pattern)].map(([, name = '']) => name))];
  };

  const namedTwice = (folder: string): readonly string[] => {
    const root = join(ROOT, folder);
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(?<!\.d)\.tsx?$/.test(path),
    );
    const homes = new Map<string, string[]>();
    for (const path of paths) {
      for (const name of exportedIn(readFileSync(join(root, path), 'utf8'))) {
        homes.set(name, [...(homes.get(name) ?? []), path]);
      }
    }
    const isClash = ([, found]: readonly [string, readonly string[]]): boolean => {
      const services = found.map(mirrored);
      return services.includes(null) || new Set(services).size < services.length;
    };
    return [...homes]
      .filter(([, found]) => found.length > 1)
      .filter(isClash)
      .map(([name, found]) => `${name}: ${found.join(', ')}`);
  };

  it.each(['src', 'sandbox', 'report-page/src'])('in %s', (folder) => {
    expect(namedTwice(folder)).toEqual([]);
  });
});

describe('what must agree', () => {
  interface Manifest {
    readonly description: string;
    readonly inputs: Readonly<
      Record<string, { readonly description?: string; readonly default?: string }>
    >;
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

  it('main with the bundle, post with an entry of its own', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js', post: 'dist/post.js' });
    expect(action.branding).toEqual({ icon: expect.any(String), color: expect.any(String) });
  });

  it('the description with what the Marketplace takes, which names every service', () => {
    expect(action.description.length).toBeLessThanOrEqual(125);
  });
});
