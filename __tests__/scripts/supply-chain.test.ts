/**
 * Whatever runs while this project is tested, built and released is pinned by hash, and a release
 * is signed only after comparison.
 */
import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { describeWhere } from '../support/describe-where.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the lock file', () => {
  interface Locked {
    readonly integrity?: string;
    readonly resolved?: string;
    readonly link?: boolean;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Locked>;
  };
  const locked = Object.entries(packages).filter(([path]) => path !== '');

  it('has the hash of every package, including those of other platforms', () => {
    expect(locked.length).toBeGreaterThan(500);
    expect(
      locked.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)),
    ).toEqual([]);
  });

  it('names no host and no link, so that each machine uses its trusted registry', () => {
    expect(
      locked.filter(([, { resolved, link }]) => resolved !== undefined || link === true),
    ).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/https?:\/\/registry|\.tgz/);
  });

  it('has exactly the versions of package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >;
    const all = Object.entries({ ...dependencies, ...devDependencies });
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

// Node's package downloads the binary in an install script, which the lock file does not cover.
const BINARIES: Readonly<Record<string, string>> = {
  'v24.21.0 linux x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
};

describe('the Node version of the build', () => {
  it('is known on the platform of the releases', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: { node: string };
    };
    expect(Object.keys(BINARIES)).toContain(`v${devDependencies.node} linux x64`);
  });
});

const platform = `${process.version} ${process.platform} ${process.arch}`;
const expected = BINARIES[platform];
const unknown =
  expected === undefined
    ? `No hash is recorded for ${platform}. Releases are built where one is.`
    : null;

describeWhere(unknown, "the build's Node binary", () => {
  it('is the one that was published', () => {
    expect(createHash('sha256').update(readFileSync(process.execPath)).digest('hex')).toBe(
      expected,
    );
  });
});

describe('external tools', () => {
  const FILES = [
    'scripts/linters/requirements.txt',
    'scripts/linters/go-requirements.txt',
    'examples/twins/requirements.txt',
    '__tests__/report/otlp/requirements.txt',
  ];

  it.each(FILES)('are pinned by hash in %s', (path) => {
    const requirements = read(path)
      .replace(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(requirements.length).toBeGreaterThan(0);
    for (const line of requirements) {
      expect(line).toMatch(/^[a-z-]+==[\d.]+(?: +--hash=sha256:[0-9a-f]{64})+$/);
    }
  });

  it('are installed in no other way', () => {
    const scripts = [
      '.ci/run',
      'examples/twins/run.sh',
      ...readdirSync(join(ROOT, 'scripts'), { encoding: 'utf8' }),
    ]
      .filter((path) => /\.sh$|run$/.test(path))
      .map((path) => (path.includes('/') ? path : `scripts/${path}`));
    expect(scripts).toContain('scripts/lint-workflows.sh');
    const commands = scripts.flatMap((path) =>
      [
        ...read(path).matchAll(
          /^.*\b(?:pip"? install|go install|go"? (?:-C \S+ )?build|npx|npm (?:i|install)|curl|wget)\b.*$/gm,
        ),
      ].map(([line]) => line.trim()),
    );
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      expect(command).toMatch(/--require-hashes --no-deps -r|go"? -C .* -mod=readonly/);
    }
    expect(read('scripts/linters/go.sum')).toMatch(/^github\.com\/rhysd\/actionlint v[\d.]+ h1:/m);
  });
});

describe('a release', () => {
  interface Step {
    readonly name: string;
    readonly run?: string;
    readonly uses?: string;
  }
  interface Job {
    readonly needs?: readonly string[];
    readonly permissions: Readonly<Record<string, string>>;
    readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
    readonly steps: readonly Step[];
  }
  const { jobs, permissions } = parse(read('.github/workflows/release.yml')) as {
    jobs: Readonly<Record<'check' | 'build' | 'release', Job>>;
    permissions: object;
  };

  it('is built without write access, on two operating systems', () => {
    expect(permissions).toEqual({});
    expect(jobs.check.permissions).toEqual({ contents: 'read' });
    expect(jobs.build.permissions).toEqual({ contents: 'read' });
    expect(new Set(jobs.build.strategy?.matrix.os.map((os) => os.split('-')[0]))).toEqual(
      new Set(['ubuntu', 'macos']),
    );
  });

  it('is signed by a job that runs no code of the repository, after both builds were compared with the tag', () => {
    expect(jobs.release.needs).toEqual(['check', 'build']);
    const text = jobs.release.steps.map(({ run = '' }) => run).join('\n');
    expect(text).not.toMatch(/\b(?:npm|npx|node|scripts\/)\b/);
    const at = (name: RegExp): number =>
      jobs.release.steps.findIndex((step) => name.test(step.name));
    expect(at(/^Compare both builds/)).toBeGreaterThan(at(/^Take over/));
    expect(at(/^Attest/)).toBeGreaterThan(at(/^Compare both builds/));
    expect(at(/^Take over/)).toBeGreaterThan(-1);
  });

  const COMPARED =
    jobs.build.strategy?.matrix.os.flatMap((os) => [`${os}/dist`, `${os}/sandbox/dist`]) ?? [];
  const COMPARE = jobs.release.steps.find(({ name }) => name.startsWith('Compare both builds'));

  // What both builds handed over lies in `builds`, the tagged tree in `tree`.
  const temp = mkdtempSync(join(tmpdir(), 'release-'));
  const builds = join(temp, 'builds');
  const tree = join(temp, 'tree');

  function putBundle(folder: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), 'run();\n');
  }

  beforeAll(() => {
    putBundle(join(tree, 'dist'));
    putBundle(join(tree, 'sandbox/dist'));
    const person = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      [...person, '-c', 'commit.gpgsign=false', 'commit', '-qm', 'x'],
    ]) {
      execFileSync('git', args, { cwd: tree, stdio: 'pipe' });
    }
  });

  /** The exit code of the comparison, with these changes made to what the builds handed over. */
  function compare(tamper: () => void): number | null {
    rmSync(builds, { recursive: true, force: true });
    for (const folder of COMPARED) {
      putBundle(join(builds, folder));
    }
    tamper();
    const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', COMPARE?.run ?? 'exit 0'], {
      cwd: tree,
      env: { PATH: process.env['PATH'], RUNNER_TEMP: temp },
    });
    return status;
  }

  it('continues if both builds match the tag', () => {
    expect(compare(() => undefined)).toBe(0);
  });

  it.each(COMPARED)('stops at a different, additional or missing file in %s', (folder) => {
    const at = join(builds, folder);
    expect(compare(() => writeFileSync(join(at, 'index.js'), 'run() ;\n'))).not.toBe(0);
    expect(compare(() => writeFileSync(join(at, '.more'), ''))).not.toBe(0);
    expect(compare(() => rmSync(join(at, 'index.js')))).not.toBe(0);
    expect(compare(() => rmSync(at, { recursive: true }))).not.toBe(0);
  });
});
