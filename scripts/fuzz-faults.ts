/**
 * Tests the fuzzers: breaks copies of the sanitizer in one way each, and counts the runs until each fuzzer finds it:
 *
 *     node scripts/fuzz-faults.ts --seeds 3
 *
 * Exits with 1 if the guided fuzzer misses one, or if a fault no longer applies to the sanitizer.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Fault {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const FAULTS: readonly Fault[] = [
  {
    what: 'the search for ##[ skips nothing',
    file: 'job-log.ts',
    from: String.raw`/([#＃﹟][^ -~＃﹟]*[#＃﹟][^ -~＃﹟［﹇]*)(?=[[［﹇])/g`,
    to: String.raw`/([#＃﹟][#＃﹟])(?=[[［﹇])/g`,
  },
  {
    what: 'the small form of [ is no bracket',
    file: 'job-log.ts',
    from: '(?=[[［﹇])/g',
    to: '(?=[[［])/g',
  },
  {
    what: 'white space before :: is not looked over in an annotation',
    file: 'job-log.ts',
    from: '/^([^!-~：﹕︓]*[:：﹕︓])',
    to: '/^([:：﹕︓])',
  },
  {
    what: 'the severity behind a place stays',
    file: 'job-log.ts',
    from: String.raw`.replace(SEVERITY, '$1·')`,
    to: '',
  },
  {
    what: 'a host may hold any sign',
    file: 'url.ts',
    from: '  if (!HOST.test(parsed.host)) return null;\n',
    to: '',
  },
  {
    what: 'the search for ##[ skips two characters at most',
    file: 'job-log.ts',
    from: '/([#＃﹟][^ -~＃﹟]*[#＃﹟]',
    to: '/([#＃﹟][^ -~＃﹟]{0,2}[#＃﹟]',
  },
];

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '3' }, runs: { type: 'string', default: '200000' } },
});
const fuzz = resolve(import.meta.dirname, 'fuzz.ts');
const sanitizer = resolve(import.meta.dirname, '../src/safe');

function runsUntilFound(args: readonly string[]): number | null {
  const { status, stderr } = spawnSync(process.execPath, [fuzz, ...args], { encoding: 'utf8' });
  const count = /after (\d+) runs|text (\d+)\)/.exec(stderr);
  return status === 1 && count !== null ? Number(count[1] ?? count[2]) : null;
}

let missed = 0;
for (const { what, file, from, to } of FAULTS) {
  const copy = mkdtempSync(join(tmpdir(), 'sanitize-'));
  try {
    cpSync(sanitizer, copy, { recursive: true });
    const source = readFileSync(join(copy, file), 'utf8');
    if (!source.includes(from)) {
      console.error(`${what}: does not fit ${file} any more`);
      missed += 1;
      continue;
    }
    writeFileSync(
      join(copy, file),
      source.replace(from, () => to),
    );
    const counts = Array.from({ length: Number(values.seeds) }, (_, at) => {
      const seed = String(at + 1);
      const common = ['--sanitizer', copy, '--seed', seed];
      const guided = runsUntilFound([...common, '--guided', '--runs', values.runs]);
      if (guided === null) missed += 1;
      const chance = runsUntilFound([...common, '--lines', values.runs]);
      return `${guided ?? 'missed'} / ${chance ?? 'missed'}`;
    });
    console.log(`${what}: runs guided / by chance: ${counts.join(', ')}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
if (missed > 0) process.exitCode = 1;
