/**
 * A coverage-guided fuzzer. Keeps a text for further mutation if it reaches a new block of the sanitizers or of the
 * oracle, or if the output contains a new sequence of character kinds. The latter is needed because sanitizers are
 * mostly regular expressions, which have no blocks.
 */
import { seeded } from '../__tests__/support/random.ts';
import { trickyText } from '../__tests__/support/tricks.ts';
import { startCoverage } from './fuzz-coverage.ts';
import type { FuzzCase } from './fuzz-judge.ts';
import { createMutator, minimise } from './fuzz-mutate.ts';

export interface GuidedOptions {
  readonly seed: number;
  readonly runs: number;
  /** Ends the search early. */
  readonly seconds: number;
  /** URL of the sanitizer's folder, with a slash at its end. */
  readonly sanitizerAt: string;
}

/** Coverage is read once per this many runs, and per run only if there was something new among them. */
const BATCH = 64;
/** Length of the sequences of character kinds. */
const GRAM = 3;
const FOLD_AT = 4096;

/** The kind of a character to a parser of commands and locations. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['a', /[a-z]/i],
  ['0', /\d/],
  [' ', /[ \t]/],
  ['s', /\s/u],
  ['M', /\p{Mn}/u],
  ['E', /[\p{Me}\p{Mc}]/u],
  ['#', /[＃﹟]/],
  ['i', /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u],
  ['u', /[^ -~]/],
];

function kindOf(character: string): string {
  return KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? character;
}

/** Sequences of kinds in a line that contain at least one character with syntactic meaning. */
function grams(line: string): string[] {
  const kinds = Array.from(line.slice(0, 200), kindOf);
  return kinds
    .map((_, at) => kinds.slice(at, at + GRAM).join(''))
    .filter((gram) => /[#:[\](]/.test(gram) && gram.length >= 2);
}

/** Returns the problem found, or null. */
export async function fuzzGuided({ seed, runs, seconds, sanitizerAt }: GuidedOptions): Promise<string | null> {
  const coverage = startCoverage(
    (url) => url.startsWith(sanitizerAt) || /\/support\/(?:runner-parser|matchers)\.ts/.test(url),
  );
  const { judge, loadSanitizer } = await import('./fuzz-judge.ts');
  const { PIECES, TRICKS } = await import('../__tests__/support/tricks.ts');
  const sanitizer = await loadSanitizer(sanitizerAt);
  const random = seeded(seed);
  const mutator = createMutator(PIECES, random);
  const corpus: FuzzCase[] = TRICKS.map((text) => ({ text, maxLine: FOLD_AT }));
  const sequences = new Set<string>();
  const started = performance.now();
  /** Always mixes in the known tricks, however many texts were kept. */
  const any = (): FuzzCase =>
    corpus[Math.floor(random() * (random() < 0.3 ? TRICKS.length : corpus.length))] ?? { text: '', maxLine: FOLD_AT };
  /** Picks the shorter of two texts, because mutations of short texts have more effect. */
  const pick = (): FuzzCase => {
    const [one, other] = [any(), any()];
    return one.text.length <= other.text.length ? one : other;
  };
  const next = (): FuzzCase => {
    const { text, maxLine } = pick();
    const width = random() < 0.9 ? maxLine : random() < 0.5 ? 1 + Math.floor(random() * 12) : FOLD_AT;
    const changed = random() < 0.15 ? trickyText(random) : mutator.mutate(text, pick().text);
    return { text: changed, maxLine: width };
  };

  let done = 0;
  const tell = (): string => {
    const passed = (performance.now() - started) / 1000;
    return `${done} runs in ${passed.toFixed(1)} s (${Math.round(done / passed)}/s), ${coverage.reached()} of ${coverage.known()} known blocks, ${sequences.size} sequences, ${corpus.length} texts kept (seed ${seed})`;
  };
  const report = (given: FuzzCase, complaint: string): string => {
    const same = (text: string): boolean => judge(sanitizer, { ...given, text }).complaint === complaint;
    const least = { ...given, text: minimise(given.text, same) };
    console.error(`${complaint}: --replay '${JSON.stringify(least)}'\nfound after ${tell()}`);
    return complaint;
  };
  /** Runs one case and keeps it if it shows something new. */
  const run = (given: FuzzCase): string | null => {
    const { complaint, shown } = judge(sanitizer, given);
    const before = sequences.size;
    for (const line of shown) for (const gram of grams(line)) sequences.add(gram);
    if (sequences.size > before) corpus.push(given);
    return complaint;
  };

  for (const given of [...corpus]) {
    const { complaint } = judge(sanitizer, given);
    done += 1;
    if (complaint !== null) return report(given, complaint);
  }
  coverage.fresh({ mark: true });
  while (done < runs && performance.now() - started < seconds * 1000) {
    const batch = Array.from({ length: Math.min(BATCH, runs - done) }, next);
    for (const given of batch) {
      done += 1;
      const complaint = run(given);
      if (complaint !== null) return report(given, complaint);
    }
    if (coverage.fresh({ mark: false }) === 0) continue;
    for (const given of batch) {
      judge(sanitizer, given);
      if (coverage.fresh({ mark: true }) > 0) corpus.push(given);
    }
  }
  console.log(`Nothing acts: ${tell()}`);
  coverage.close();
  return null;
}
