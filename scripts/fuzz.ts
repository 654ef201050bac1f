/**
 * Throws tricky text at the sanitisers and asks the oracles what came of it:
 *
 *     node scripts/fuzz.ts --lines 10000 --seed 1             mixtures of known tricks, by chance
 *     node scripts/fuzz.ts --guided --runs 100000 --seed 1    led by coverage: see fuzz-guided.ts
 *     node scripts/fuzz.ts --markdown 100000 --seed 1        results as Markdown: see fuzz-markdown.ts
 *     node scripts/fuzz.ts --replay '{"text":"…","maxLine":4096}'
 *
 * Ends with 1 and the offending text at the first live command or matcher hit.
 */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzGuided } from './fuzz-guided.ts';
import type { FuzzCase } from './fuzz-judge.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    guided: { type: 'boolean', default: false },
    runs: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '600' },
    markdown: { type: 'string' },
    replay: { type: 'string' },
    /** The folder of another sanitizer: a copy with a fault, for testing the fuzzers. */
    sanitizer: { type: 'string', default: resolve(import.meta.dirname, '../src/safe') },
  },
});
const seed = Number(values.seed);
const sanitizerAt = `${pathToFileURL(resolve(values.sanitizer)).href}/`;

async function replay(given: string): Promise<string | null> {
  const { judge, loadSanitizer } = await import('./fuzz-judge.ts');
  const { complaint } = judge(await loadSanitizer(sanitizerAt), JSON.parse(given) as FuzzCase);
  console.log(complaint ?? 'Nothing acts.');
  return complaint;
}

async function byChance(target: number): Promise<string | null> {
  const { judge, loadSanitizer } = await import('./fuzz-judge.ts');
  const { seeded } = await import('../__tests__/support/random.ts');
  const { trickyText } = await import('../__tests__/support/tricks.ts');
  const sanitizer = await loadSanitizer(sanitizerAt);
  const random = seeded(seed);
  const started = Date.now();
  let lines = 0;
  let texts = 0;
  while (lines < target) {
    const text = trickyText(random);
    const maxLine = random() < 0.2 ? 1 + Math.floor(random() * 12) : 4096;
    const given: FuzzCase = { text, maxLine };
    const { complaint } = judge(sanitizer, given);
    texts += 1;
    lines += text.split(/\r\n|[\n\r]/).length;
    if (complaint === null) continue;
    console.error(`${complaint}: ${JSON.stringify(given)} (seed ${seed}, text ${texts})`);
    return complaint;
  }
  const seconds = (Date.now() - started) / 1000;
  console.log(
    `${lines} lines of ${texts} texts in ${seconds.toFixed(1)} s: no live command, no matcher hit (seed ${seed})`,
  );
  return null;
}

const found =
  values.replay !== undefined
    ? await replay(values.replay)
    : values.markdown !== undefined
      ? (await import('./fuzz-markdown.ts')).fuzzMarkdown({ seed, documents: Number(values.markdown) })
      : values.guided
        ? await fuzzGuided({ seed, runs: Number(values.runs), seconds: Number(values.seconds), sanitizerAt })
        : await byChance(Number(values.lines));
if (found !== null) process.exitCode = 1;
