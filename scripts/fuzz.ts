/**
 * Throws tricky text at the sanitizers and asks the oracles what came of it:
 *
 *     node scripts/fuzz.ts --lines 10000 --seed 1       mixtures of known tricks
 *     node scripts/fuzz.ts --markdown 100000 --seed 1   results as Markdown: see fuzz-markdown.ts
 *     node scripts/fuzz.ts --hidden 100000 --seed 1     hidden text of events: see fuzz-hidden.ts
 *     node scripts/fuzz.ts --replay '{"text":"…","maxLine":4096}'
 *
 * Ends with 1 and the offending text at the first live command or matcher hit. `fuzz-faults.ts`
 * shows that it finds faults.
 */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../__tests__/support/random.ts';
import { trickyText } from '../__tests__/support/tricks.ts';
import { judge, loadSanitizer, type FuzzCase } from './fuzz-judge.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    markdown: { type: 'string' },
    hidden: { type: 'string' },
    replay: { type: 'string' },
    /** The folder of another sanitizer: a copy with a fault. */
    sanitizer: { type: 'string', default: resolve(import.meta.dirname, '../src/safe') },
  },
});
const seed = Number(values.seed);

/** Characters that some reader skips, breaks at, or confuses with others. */
const ODD_RANGES =
  `0-1f 20-7e 7f-a0 ad-ad 300-36f 483-489 591-61c 115f-1160 17b4-17d3 180b-180f 1ab0-1aff 2000-206f 20d0-20ff 2100-21ff
  302a-3030 a66f-a69f d800-dfff fe00-fe6f feff-ffff 1bca0-1bca3 1d173-1d182 e0000-e01ef`
    .split(/\s+/)
    .map((range) => range.split('-').map((code) => parseInt(code, 16)) as [number, number]);

async function byChance(target: number): Promise<string | null> {
  const sanitizer = await loadSanitizer(`${pathToFileURL(resolve(values.sanitizer)).href}/`);
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const withOdd = (text: string): string => {
    const [from, to] = ODD_RANGES[below(ODD_RANGES.length)] ?? [0, 0];
    const at = below(text.length + 1);
    return text.slice(0, at) + String.fromCodePoint(from + below(to - from + 1)) + text.slice(at);
  };
  const started = Date.now();
  let lines = 0;
  let texts = 0;
  while (lines < target) {
    let text = trickyText(random);
    while (random() < 0.4) {
      text = withOdd(text);
    }
    const maxLine = random() < 0.2 ? 1 + below(12) : 4096;
    const given: FuzzCase = { text, maxLine };
    const { complaint } = judge(sanitizer, given);
    texts += 1;
    lines += text.split(/\r\n|[\n\r]/).length;
    if (complaint === null) {
      continue;
    }
    console.error(`${complaint}: ${JSON.stringify(given)} (seed ${seed}, text ${texts})`);
    return complaint;
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${lines} lines of ${texts} texts in ${seconds} s: ` +
      `no live command, no matcher hit (seed ${seed})`,
  );
  return null;
}

async function replay(given: string): Promise<string | null> {
  const sanitizer = await loadSanitizer(`${pathToFileURL(resolve(values.sanitizer)).href}/`);
  const { complaint } = judge(sanitizer, JSON.parse(given) as FuzzCase);
  console.log(complaint ?? 'Nothing acts.');
  return complaint;
}

async function search(): Promise<string | null> {
  if (values.replay !== undefined) {
    return replay(values.replay);
  }
  if (values.markdown !== undefined) {
    const { fuzzMarkdown } = await import('./fuzz-markdown.ts');
    return fuzzMarkdown({ seed, documents: Number(values.markdown) });
  }
  if (values.hidden !== undefined) {
    const { fuzzHidden } = await import('./fuzz-hidden.ts');
    return fuzzHidden({ seed, count: Number(values.hidden) });
  }
  return byChance(Number(values.lines));
}

if ((await search()) !== null) {
  process.exitCode = 1;
}
