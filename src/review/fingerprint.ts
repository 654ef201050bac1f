/**
 * Which findings are the same (contract 17.3): the fingerprint of each, and the known finding that
 * it is. Pure.
 */
import { createHash } from 'node:crypto';
import type { KnownFinding } from './known.ts';
import { MARKED_MAX } from './markers.ts';

/** What a fingerprint is made of. */
interface Traits {
  /** Null for none. */
  readonly path: string | null;
  readonly title: string;
  /** Its last line, without white space around it. Null where the diff does not show it. */
  readonly text: string | null;
}

interface Fingerprinted<T extends Traits> {
  readonly finding: T;
  readonly fingerprint: string;
}

/**
 * What makes two findings the same, wherever their lines have moved: path, title without case and
 * digits, text of the line, and the order among equals.
 */
export function withFingerprints<T extends Traits>(
  findings: readonly T[],
): readonly Fingerprinted<T>[] {
  const equals = new Map<string, number>();
  return findings.map((finding) => {
    const { path, title, text } = finding;
    const key = JSON.stringify([path ?? '', plainTitle(title), text ?? '']);
    const ordinal = equals.get(key) ?? 0;
    equals.set(key, ordinal + 1);
    const hash = createHash('sha256').update(`${key}${ordinal}`);
    return { finding, fingerprint: hash.digest('hex').slice(0, 16) };
  });
}

function plainTitle(title: string): string {
  return title.toLowerCase().replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
}

/**
 * The known finding that each one is, by its position: by the fingerprint, and where one of the two
 * has no line in a diff, by path and title alone.
 */
export function matchesOf(
  found: readonly Fingerprinted<Traits>[],
  known: readonly KnownFinding[],
): ReadonlyMap<number, KnownFinding> {
  const free = new Map(known.map((finding) => [finding.id, finding]));
  const matches = new Map<number, KnownFinding>();
  const take = (at: number, finding: KnownFinding | undefined): void => {
    if (finding !== undefined) {
      matches.set(at, finding);
      free.delete(finding.id);
    }
  };
  for (const [at, { fingerprint }] of found.entries()) {
    take(at, free.get(fingerprint));
  }
  for (const [at, { finding }] of found.entries()) {
    if (!matches.has(at)) {
      const alike = [...free.values()].find((one) => isAlike(finding, one));
      take(at, alike);
    }
  }
  return matches;
}

function isAlike(finding: Traits, known: KnownFinding): boolean {
  const isWithoutLine = finding.text === null || known.text === null;
  const title = plainTitle(finding.title.slice(0, MARKED_MAX));
  return isWithoutLine && finding.path === known.path && title === plainTitle(known.title);
}
