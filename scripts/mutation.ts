/**
 * Mutation tests of the code that must not fail: retries, the log, sessions, pacing, idempotency and deadlines. Each part is
 * run only against the tests listed for it.
 *
 *     npm install --no-save @stryker-mutator/core@9 @stryker-mutator/jest-runner@9
 *     npm run mutation             every part
 *     npm run mutation -- total    one of them
 *
 * Exits with 1 if less than 95 % of a part's mutants are killed, or if one survives that docs/mutation.md does not list with
 * its reason.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Part {
  readonly file: string;
  /** The first line of the only function to mutate. Absent: the whole file. */
  readonly only?: string;
  /** Relative to `__tests__`, without `.test.ts`. */
  readonly tests: readonly string[];
}

const CURSOR = ['cursor', 'cursor.doubt', 'cursor.economy', 'cursor.start', 'watched'].map((name) => `run/log/${name}`);

const PARTS: Readonly<Record<string, Part>> = {
  // The log of a run.
  entries: { file: 'src/run/log/entry.ts', tests: ['run/log/entry'] },
  cursor: { file: 'src/run/log/cursor.ts', tests: [...CURSOR, 'run/log/cursor.store'] },
  tail: { file: 'src/run/log/tail.ts', tests: ['run/log/tail'] },
  'full-scan': { file: 'src/run/log/full-scan.ts', tests: [...CURSOR, 'run/log/full-scan'] },
  total: { file: 'src/run/log/total.ts', tests: [...CURSOR, 'run/log/total'] },
  'page-size': { file: 'src/run/log/page-size.ts', tests: [...CURSOR, 'run/log/page-size'] },
  baseline: { file: 'src/run/log/baseline.ts', tests: ['run/log/baseline'] },
  'turn-entries': { file: 'src/run/log/turn-entries.ts', tests: ['run/log/turn-entries'] },
  watched: { file: 'src/run/log/watched.ts', tests: ['run/log/watched', 'run/log/watched.entries'] },
  ledger: { file: 'src/run/log/ledger.ts', tests: [...CURSOR, 'run/log/cursor.store', 'run/log/ledger'] },
  emitted: { file: 'src/run/log/emitted.ts', tests: [...CURSOR, 'run/log/ledger', 'run/log/emitted'] },
  outline: { file: 'src/run/log/outline.ts', tests: ['run/log/outline'] },
  'entry-store': { file: 'src/run/log/entry-store.ts', tests: ['run/log/entry-store'] },
  echo: { file: 'src/run/log/echo.ts', tests: ['run/log/echo'] },
  places: { file: 'src/run/places.ts', tests: ['run/places'] },
  poller: { file: 'src/run/log/poller.ts', tests: ['run/log/poller'] },
  bag: { file: 'src/shared/multiset.ts', tests: ['shared/multiset'] },
  // How a step ends.
  'exit-status': { file: 'src/session/exit-status.ts', tests: ['session/exit-status'] },
  ends: { file: 'src/session/ends.ts', tests: ['session/ends'] },
  order: { file: 'src/session/order.ts', tests: ['session/order'] },
  repair: { file: 'src/session/repair.ts', tests: ['session/repair'] },
  'step-state': { file: 'src/report/step-state.ts', tests: ['report/step-state'] },
  post: { file: 'src/post.ts', tests: ['post'] },
  finish: { file: 'src/finish.ts', tests: ['main', 'finish'] },
  session: { file: 'src/session/session.ts', tests: ['session/session'] },
  'saved-state': { file: 'src/runner/saved-state.ts', tests: ['runner/saved-state'] },
  // When a request is sent.
  'matrix-start': { file: 'src/run/pacing/matrix-start.ts', tests: ['run/pacing/matrix-start'] },
  'poll-interval': { file: 'src/run/pacing/poll-interval.ts', tests: ['run/pacing/poll-interval.rules'] },
  wait: { file: 'src/run/follow.ts', only: 'async *#wait(', tests: ['run/follow', 'run/deadline'] },
  clock: { file: 'src/runner/clock.ts', tests: ['runner/clock', 'runner/clock-timers'] },
  // Nothing is created twice.
  key: { file: 'src/idempotency/key.ts', tests: ['idempotency/key'] },
  mark: { file: 'src/idempotency/mark.ts', tests: ['idempotency/key'] },
  'settle-resume': { file: 'src/idempotency/settle-resume.ts', tests: ['idempotency/lookup'] },
  lookup: { file: 'src/idempotency/lookup.ts', tests: ['idempotency/lookup'] },
  listing: { file: 'src/idempotency/listing.ts', tests: ['idempotency/listing', 'idempotency/lookup'] },
  // Who may start a run, and what a thread remembers.
  admission: { file: 'src/github/admission.ts', tests: ['github/admission'] },
  people: { file: 'src/github/people.ts', tests: ['github/people'] },
  permissions: { file: 'src/github/permissions.ts', tests: ['github/permissions'] },
  'trigger-phrase': { file: 'src/github/trigger-phrase.ts', tests: ['github/trigger-phrase'] },
  marker: { file: 'src/thread-comment/marker.ts', tests: ['thread-comment/marker'] },
  mailbox: { file: 'src/thread-comment/mailbox.ts', tests: ['thread-comment/mailbox'] },
  waiting: { file: 'src/thread-comment/waiting.ts', tests: ['thread-comment/waiting'] },
  // The fleet.
  looks: { file: 'src/fleet/scheduling/looks.ts', tests: ['fleet/looks'] },
  budget: { file: 'src/fleet/scheduling/budget.ts', tests: ['fleet/budget'] },
  'watched-run': { file: 'src/fleet/scheduling/watched-run.ts', tests: ['fleet/watched-run'] },
  permits: { file: 'src/fleet/scheduling/permits.ts', tests: ['fleet/permits', 'fleet/member'] },
  'fleet-listing': { file: 'src/fleet/scheduling/listing.ts', tests: ['fleet/listing'] },
  scheduler: { file: 'src/fleet/scheduling/scheduler.ts', tests: ['fleet/scheduler', 'fleet/scheduler.choice'] },
  member: { file: 'src/fleet/scheduling/member.ts', tests: ['fleet/member'] },
  'session-clock': { file: 'src/fleet/scheduling/session-clock.ts', tests: ['fleet/member'] },
  'list-reader': { file: 'src/fleet/scheduling/list-reader.ts', tests: ['fleet/list-reader'] },
  // The run, and what of it counts.
  start: { file: 'src/run/start.ts', tests: ['run/start', 'run/start.told'] },
  status: { file: 'src/run/status.ts', tests: ['run/status'] },
  completion: { file: 'src/run/completion.ts', tests: ['run/completion'] },
  drain: { file: 'src/run/drain.ts', tests: ['run/drain', 'run/drain.rules'] },
  record: { file: 'src/run/record.ts', tests: ['run/record'] },
  'send-with-retry': { file: 'src/run/send-with-retry.ts', tests: ['run/start', 'run/start.told'] },
  // Requests.
  request: { file: 'src/service/request.ts', tests: ['service/client', 'service/request'] },
  'retry-after': { file: 'src/service/retry-after.ts', tests: ['service/retry-after'] },
  'retry-safety': { file: 'src/service/retry-safety.ts', tests: ['service/retry-safety'] },
  exchange: { file: 'src/service/http/undici.ts', only: 'async send(', tests: ['service/http/undici'] },
};

const LEAST_PERCENT = 95;
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'reports/mutation');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly location: { readonly start: Place; readonly end: Place };
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
}

/** What Stryker mutates: the file, or the lines from `only` to the closing brace. */
function target({ file, only }: Part): string {
  if (only === undefined) return file;
  const lines = read(file).split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(only));
  const indent = /^ */.exec(lines[first] ?? '')?.[0] ?? '';
  const last = lines.findIndex((line, index) => index > first && line === `${indent}}`);
  if (first === -1 || last === -1) throw new Error(`${file} has no ${only}`);
  return `${file}:${first + 1}-${last + 1}`;
}

function stryker(name: string, part: Part): readonly Mutant[] {
  const base = JSON.parse(read('stryker.config.json')) as { readonly jest: object };
  const report = join(folder, `${name}.json`);
  const config = join(folder, `${name}.config.json`);
  const testMatch = part.tests.map((test) => `**/__tests__/${test}.test.ts`);
  const testEnvironment = './scripts/mutation-environment.mjs';
  const own = {
    mutate: [target(part)],
    jest: { ...base.jest, config: { testMatch, testEnvironment } },
    jsonReporter: { fileName: report },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, JSON.stringify({ ...base, ...own }));
  const cli = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(process.execPath, [cli, 'run', config, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Not UTC, so that dates mistaken for local time are noticed.
    env: { ...process.env, TZ: 'America/New_York' },
  });
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
  };
  return files[part.file]?.mutants ?? [];
}

const SHOWN = 70;
const short = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
};

/** A mutant in the notation of docs/mutation.md. */
function wordOf({ location: { start, end }, replacement = '' }: Mutant, lines: readonly string[]): string {
  const cut = lines.slice(start.line - 1, end.line);
  cut[cut.length - 1] = (cut.at(-1) ?? '').slice(0, end.column - 1);
  cut[0] = (cut[0] ?? '').slice(start.column - 1);
  return `\`${short(cut.join('\n'))}\` → \`${short(replacement)}\``;
}

/** The survivors that the document explains, as often as it lists them. */
function explained(file: string): string[] {
  const [, text = ''] = read('docs/mutation.md').split(`\n## \`${file}\`\n`);
  const [own = ''] = text.split('\n## ');
  return own.split('\n').flatMap((line) => /^- (`.*` → `.*?`):/.exec(line)?.[1] ?? []);
}

function check(name: string, part: Part): boolean {
  const since = Date.now();
  const mutants = stryker(name, part).filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const lines = read(part.file).split('\n');
  const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const percent = (100 * (mutants.length - alive.length)) / Math.max(1, mutants.length);
  const killed = mutants.length - alive.length;
  const late = mutants.filter(({ status }) => status === 'Timeout').length;
  const seconds = Math.round((Date.now() - since) / 1000);
  const score = `${killed} of ${mutants.length} killed (${late} by a timeout), ${percent.toFixed(1)} %`;
  console.log(`${name}: ${score}, ${seconds} s`);
  const known = explained(part.file);
  let good = percent >= LEAST_PERCENT;
  for (const mutant of alive) {
    const word = wordOf(mutant, lines);
    const at = known.indexOf(word);
    if (at !== -1) known.splice(at, 1);
    good &&= at !== -1;
    const what = mutant.status === 'NoCoverage' ? 'not reached' : at === -1 ? 'survives' : 'survives as explained';
    console.log(`  ${part.file}:${mutant.location.start.line} ${what}: ${word}`);
  }
  for (const word of known) console.log(`  docs/mutation.md lists what is killed: ${word}`);
  return good;
}

if (!existsSync(join(root, 'node_modules/@stryker-mutator/jest-runner'))) {
  console.error(
    'Stryker is not installed: npm install --no-save @stryker-mutator/core@9 @stryker-mutator/jest-runner@9',
  );
  process.exit(1);
}
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}
const bad = Object.entries(PARTS)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .filter(([name, part]) => !check(name, part));
if (bad.length > 0) process.exitCode = 1;
