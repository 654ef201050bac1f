/**
 * Runs the conformance suite (contract 18.9), and writes its table of results into
 * docs/services.md. `--check` only compares. Fails if a story does.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { format } from 'prettier';
import { SERVICE_NAMES, type ServiceName } from '../src/agents/service-table.ts';

/** A test as jest reports it in JSON. */
interface Test {
  /** Names of the groups around it; the first is the service. */
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  /** `passed` or `failed`; anything else was not run. */
  readonly status: string;
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly Test[] }[];
}

const root = resolve(import.meta.dirname, '..');
const DOCUMENT = join(root, 'docs/services.md');
const [BEGIN, END] = ['<!-- certificate:begin -->', '<!-- certificate:end -->'];

function runSuite(): { readonly tests: readonly Test[]; readonly hasFailed: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'agent-run-certificate-'));
  const output = join(folder, 'report.json');
  try {
    // More workers than cores, because these tests mostly wait.
    const suite = ['run', '--silent', 'conformance', '--', '--silent', '--maxWorkers=3'];
    const { status } = spawnSync('npm', suite.concat('--json', `--outputFile=${output}`), {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return { tests: tests.toSorted(byService), hasFailed: status !== 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of the services end in any order, and the table has one. */
function byService({ ancestorTitles: [a = ''] }: Test, { ancestorTitles: [b = ''] }: Test): number {
  const names: readonly string[] = SERVICE_NAMES;
  return names.indexOf(a) - names.indexOf(b);
}

/** The story of a test without what differs between services: the row of the table. */
function storyOf({ ancestorTitles, title }: Test): string {
  const [, ...groups] = ancestorTitles;
  const plain = title
    .replace(/^.* ends as .*$/, 'each end is told as what it is')
    .replace(/^.* is refused before anything is sent$/, 'what it cannot do is refused')
    .replace(/ \((?:["{].*)\)/, '');
  return [...groups, plain].join(': ');
}

/** `✓`, `3 of 3`, or `–` where the service cannot do it. */
function cellOf(tests: readonly Test[]): string {
  const run = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  const passed = run.filter(({ status }) => status === 'passed').length;
  if (run.length === 0) {
    return '–';
  }
  if (run.length === 1) {
    return passed === 1 ? '✓' : '✗';
  }
  return `${passed} of ${run.length}`;
}

function tableOf(tests: readonly Test[]): string {
  const services = SERVICE_NAMES.filter((name) =>
    tests.some(({ ancestorTitles: [service] }) => service === name),
  );
  // A test outside of the services' groups is no story.
  const told = tests.filter(({ ancestorTitles }) => ancestorTitles.length > 0);
  const stories = [...new Set(told.map(storyOf))];
  const cells = (story: string, service: ServiceName): string =>
    cellOf(tests.filter((test) => test.ancestorTitles[0] === service && storyOf(test) === story));
  const rows = stories.map((story) => [story, ...services.map((service) => cells(story, service))]);
  const head = ['Story', ...services.map((name) => `\`${name}\``)];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const { tests, hasFailed } = runSuite();
for (const { ancestorTitles, title, status } of tests) {
  if (status === 'failed') {
    console.error(`Failed: ${[...ancestorTitles, title].join(' › ')}`);
  }
}
const before = readFileSync(DOCUMENT, 'utf8');
const [from, to] = [before.indexOf(BEGIN), before.indexOf(END)];
if (from === -1 || to < from) {
  throw new Error(`There is no text between ${BEGIN} and ${END} in ${DOCUMENT}`);
}
const table = `${BEGIN}\n\n${tableOf(tests)}\n\n${END}`;
const text = `${before.slice(0, from)}${table}${before.slice(to + END.length)}`;
const after = await format(text, {
  parser: 'markdown',
  printWidth: 120,
  singleQuote: true,
});
const isSame = after === before;
if (process.argv.includes('--check')) {
  console.log(isSame ? 'The certificate stands.' : 'docs/services.md shows other results.');
} else {
  writeFileSync(DOCUMENT, after);
  console.log(isSame ? 'Nothing has changed.' : 'docs/services.md was written.');
}
const isStale = process.argv.includes('--check') && !isSame;
process.exitCode = hasFailed || isStale ? 1 : 0;
