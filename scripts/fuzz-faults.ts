/**
 * Tests the fuzzer: breaks copies of the sanitizer in one way each, and counts the texts until it
 * finds that. Exits with 1 if it misses one, or if a fault no longer applies to the sanitizer.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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
    what: 'the number behind a colon stays',
    file: 'job-log.ts',
    from: "found === ':' ? ':·' : found",
    to: 'found',
  },
  {
    what: 'a host may hold any sign',
    file: 'url.ts',
    from: ' || !HOST.test(parsed.host)',
    to: '',
  },
  {
    what: 'the search for ##[ skips two characters at most',
    file: 'job-log.ts',
    from: '/([#＃﹟][^ -~＃﹟]*[#＃﹟]',
    to: '/([#＃﹟][^ -~＃﹟]{0,2}[#＃﹟]',
  },
];

const fuzz = resolve(import.meta.dirname, 'fuzz.ts');
const sanitizer = resolve(import.meta.dirname, '../src/safe');
for (const { what, file, from, to } of FAULTS) {
  const copy = mkdtempSync(join(tmpdir(), 'sanitize-'));
  cpSync(sanitizer, copy, { recursive: true });
  symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(copy, 'node_modules'));
  const source = readFileSync(join(copy, file), 'utf8');
  const broken = source.replace(from, () => to);
  writeFileSync(join(copy, file), broken);
  const { stderr } = spawnSync(process.execPath, [fuzz, '--sanitizer', copy], { encoding: 'utf8' });
  rmSync(copy, { recursive: true });
  const [, text = 'none'] = /text (\d+)\)/.exec(stderr) ?? [];
  if (broken === source || text === 'none') {
    process.exitCode = 1;
  }
  console.log(
    `${what}: ${broken === source ? `does not fit ${file} any more` : `found with text ${text}`}`,
  );
}
