/** What a person probably meant by a value that is not accepted. Pure. */
import { distance } from 'fastest-levenshtein';

/** Words that people use elsewhere, in lower case and without separators, and what they mean. */
export type CommonWords = Readonly<Record<string, string>>;

/** Case and separators do not count: they are often mistaken. */
const plain = (word: string): string => word.toLowerCase().replace(/[-_ ]/g, '');

/**
 * The known name that a mistyped one is similar to, or null.
 */
export function nearest(given: string, known: readonly string[]): string | null {
  const near = known
    .map((meant) => ({ meant, edits: distance(plain(given), plain(meant)) }))
    .filter(({ meant, edits }) => edits <= Math.min(2, Math.round(plain(meant).length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.meant ?? null;
}

/** Letters at the beginning that words of one stem share: `failure` and `failed`. */
const STEM = 4;

/** The accepted word that is meant: by a word used elsewhere, by spelling, or by its stem. */
export function meantWord(
  given: string,
  { known, common = {} }: { readonly known: readonly string[]; readonly common?: CommonWords },
): string | null {
  const word = plain(given);
  if (Object.hasOwn(common, word)) {
    return common[word] ?? null;
  }
  const stem = word.slice(0, STEM);
  const related = stem.length < STEM ? [] : known.filter((one) => plain(one).startsWith(stem));
  return nearest(given, known) ?? related[0] ?? null;
}

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'on', 'enable', 'enabled', 'always', '1']);
const NO: ReadonlySet<string> = new Set(['no', 'n', 'off', 'disable', 'disabled', 'never', '0']);

/** `true` or `false` for other words of yes and no, judged by the first: `yes please`. */
export function meantBoolean(given: string): string | null {
  const first = /^\w+/.exec(given.toLowerCase())?.[0] ?? '';
  if (YES.has(first)) {
    return 'true';
  }
  return NO.has(first) ? 'false' : nearest(first, ['true', 'false']);
}

const UNIT_SECONDS: readonly (readonly [words: RegExp, seconds: number])[] = [
  [/^(?:ms|msec|milliseconds?)$/, 0.001],
  [/^(?:s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hrs?|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
];

/** A number with a comma, in digits and a point: the comma stands for that, or after thousands. */
export function plainNumber(given: string): string {
  const hasThousands = /^[1-9]\d{0,2},\d{3}$/.test(given);
  return given.replace(',', hasThousands ? '' : '.');
}

/** One number with its unit. */
const AMOUNT = /(\d+(?:[.,]\d+)?) ?([a-z]+)/g;
const AMOUNTS = /^(?:\d+(?:[.,]\d+)? ?[a-z]+[ ,]*)+$/;

/**
 * A time with units (`1h`, `1h 30m`, `90 seconds`) or a decimal comma as a number of `unitSeconds`,
 * or null if it is none.
 */
export function meantNumber(given: string, unitSeconds: number): string | null {
  const text = given.trim().toLowerCase().slice(0, 40);
  if (/^\d+,\d+$/.test(text)) {
    return plainNumber(text);
  }
  if (!AMOUNTS.test(text)) {
    return null;
  }
  let seconds = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(AMOUNT)) {
    const size = UNIT_SECONDS.find(([words]) => words.test(unit))?.[1];
    if (size === undefined) {
      return null;
    }
    seconds += Number(plainNumber(amount)) * size;
  }
  const value = Math.round((seconds / unitSeconds) * 1000) / 1000;
  return value > 0 ? String(value) : null;
}

/** `. Did you mean …?`, or empty if nothing is near. */
export function didYouMean(meant: string | null): string {
  return meant === null ? '' : `. Did you mean \`${meant}\`?`;
}
