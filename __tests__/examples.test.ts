import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly concurrency?: unknown }>
  >;
}

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const action = parse(read('action.yml')) as { readonly inputs: object; readonly outputs: object };
const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.yml'));

/** Under the placeholder, or the account that has taken its place. */
const SELF = /^[\w-]+\/agent-run-action@v1$/;
// What the sandbox service and the missing GitHub make different.
const OF_THE_PLACE = [
  'token',
  'base_url',
  'org_id',
  'repo',
  'repo_id',
  'timeout_minutes',
  'github_token',
  'fail_on',
];

function steps(workflow: Workflow): readonly Step[] {
  return Object.values(workflow.jobs).flatMap((job) => job.steps);
}

function whatIsAsked(workflow: Workflow, uses: RegExp): ReadonlyMap<string, unknown> {
  const calls = steps(workflow).filter((step) => uses.test(step.uses ?? ''));
  // A prompt that the example chooses by the event is a text of its own in the twin.
  const asked = calls
    .flatMap((step) => Object.entries(step.with ?? {}))
    .filter(([name]) => !OF_THE_PLACE.includes(name));
  return new Map(
    asked.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
}

describe.each(names)('example %s', (name) => {
  const text = read(`examples/${name}`);
  const workflow = parse(text) as Workflow;

  it('calls the action with inputs it has, and reads outputs it has', () => {
    const calls = steps(workflow).filter((step) => SELF.test(step.uses ?? ''));
    expect(calls).not.toHaveLength(0);
    for (const call of calls) {
      expect(Object.keys(action.inputs)).toEqual(
        expect.arrayContaining(Object.keys(call.with ?? {})),
      );
      // The other services have an address of their own, and need no number of an organization.
      const needed = call.with?.['service'] === undefined ? ['base_url', 'org_id'] : ['service'];
      expect(Object.keys(call.with ?? {})).toEqual(expect.arrayContaining(['token', ...needed]));
      const outputs = [
        ...text.matchAll(new RegExp(`steps\\.${call.id ?? ''}\\.outputs\\.(\\w+)`, 'g')),
      ];
      expect(Object.keys(action.outputs)).toEqual(
        expect.arrayContaining(outputs.map(([, output]) => output)),
      );
    }
  });

  it('pins every other action by hash, gives no permission to all jobs, and keeps expressions out of scripts', () => {
    expect(workflow.permissions).toEqual({});
    for (const step of steps(workflow)) {
      if (step.uses !== undefined && !SELF.test(step.uses)) {
        expect(step.uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
      }
      expect(step.run ?? '').not.toContain('${{');
    }
  });

  // Anyone may comment: a group of the whole workflow, or one that keeps a single waiting job, lets
  // a comment cancel an earlier request.
  it('lets no comment replace a request that waits', () => {
    if (!JSON.stringify(workflow.on).includes('issue_comment')) {
      return;
    }
    expect(workflow.concurrency).toBeUndefined();
    for (const { concurrency } of Object.values(workflow.jobs)) {
      expect(concurrency).toMatchObject({ queue: 'max' });
    }
  });

  it('keeps the files of each run it follows in one step, whatever happens', () => {
    const followed = steps(workflow).filter(
      (step) => SELF.test(step.uses ?? '') && step.with?.['wait'] !== false,
    );
    for (const { id = '', with: given = {} } of followed) {
      const output = (field: string): string => `steps.${id}.outputs.${field}`;
      const uploads = steps(workflow).filter(({ uses = '' }) =>
        uses.startsWith('actions/upload-artifact@'),
      );
      expect(uploads).toHaveLength(1);
      // The findings of a review stand on the pull request.
      const kept = [output('report_file')];
      let always = 'report_file';
      if ('tasks' in given) {
        kept.push(output('runs_file'), 'runner.temp');
        always = 'runs_file';
      } else if (!('review' in given)) {
        kept.push(output('result_file'), output('logs_file'));
        always = 'logs_file';
      }
      for (const place of kept) {
        expect(uploads[0]?.with?.['path']).toContain(`\${{ ${place} }}`);
      }
      expect(uploads[0]).toHaveProperty('if', `always() && ${output(always)} != ''`);
    }
  });

  it('has a twin, with a payload, that asks for the same', () => {
    expect(existsSync(join(root, `examples/twins/${name.replace(/yml$/, 'json')}`))).toBe(true);
    const twin = parse(read(`examples/twins/${name}`)) as Workflow;
    const asked = whatIsAsked(twin, /^\.\/$/);
    for (const [input, value] of whatIsAsked(workflow, SELF)) {
      expect(asked.has(input)).toBe(true);
      const byEvent =
        typeof value === 'string' && value.includes('${{') && input !== 'output_schema';
      if (!byEvent) {
        expect([input, asked.get(input)]).toEqual([input, value]);
      }
    }
  });
});

/** YAML that people copy: whole files, and what is fenced in a document. */
function snippets(path: string): readonly string[] {
  const text = read(path);
  if (!path.endsWith('.md')) {
    return [text];
  }
  const fenced = Array.from(text.matchAll(/^```ya?ml\n(.*?)^```$/gms), ([, yaml = '']) => yaml);
  // In a table a bar is escaped.
  const inline = Array.from(text.matchAll(/`(env: \{[^`]*\})`/g), ([, yaml = '']) =>
    yaml.replaceAll('\\|', '|'),
  );
  // What is shown as wrong, up to the next empty line.
  return [...fenced, ...inline].map((yaml) => yaml.replace(/^# Wrong:.*?\n\n/gms, ''));
}

/** Everything below a key named `env` or `run`, as text. */
function environments(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'env' || key === 'run' ? [JSON.stringify(inner)] : environments(inner),
  );
}

describe('what has no bound is handed on as a file (contract 1.2)', () => {
  const below = (folder: string, end: string): readonly string[] =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(end))
      .map((name) => `${folder}/${name}`);
  const paths = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md', 'bench/README.md'],
    ...['docs', 'docs/decisions', 'examples', 'examples/twins'].flatMap((at) => below(at, '.md')),
    ...['examples', 'examples/twins', '.github/workflows'].flatMap((at) => below(at, '.yml')),
  ];
  /** A field of an answer has the bound that its schema gives it. */
  const FIELD = /fromJSON\(steps\.\w+\.outputs\.result_json(?: \|\| '\{\}')?\)\.\w+/g;

  it.each(paths)('%s', (path) => {
    const handed = snippets(path).flatMap((yaml) => environments(parse(yaml)));
    for (const text of handed) {
      expect(text.replace(FIELD, '')).not.toMatch(
        /outputs(?:\.|\[')(?:runs|result|findings|result_json)\b/,
      );
    }
  });
});

it('review-gate.yml carries the verdict of the pull request to the commit of a merge queue', () => {
  const { jobs } = parse(read('examples/review-gate.yml')) as Workflow;
  const [{ run = '' } = {}] = jobs['carry']?.steps ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'carry-'));
  const gh = `#!/bin/sh
case "$2" in
  repos/octo/shop/pulls/12) echo aaaa ;;
  repos/octo/shop/commits/aaaa/status) echo failure ;;
  *) echo "$@" ;;
esac`;
  writeFileSync(join(folder, 'gh'), gh, { mode: 0o755 });
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    GITHUB_REPOSITORY: 'octo/shop',
    QUEUE: 'refs/heads/gh-readonly-queue/main/pr-12-0a1b2c3d',
    COMMIT: 'cccc',
  };
  const carried = spawnSync('bash', ['--norc', '-e', '-c', run], { env, encoding: 'utf8' });
  expect(carried).toMatchObject({ status: 0, stderr: '' });
  expect(carried.stdout).toBe(
    'api repos/octo/shop/statuses/cccc -f state=failure -f context=agent / review -f description=As on pull request 12\n',
  );
});
