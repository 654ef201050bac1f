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
  const alike = new FindingsAlike(free.values());
  for (const [at, { finding }] of found.entries()) {
    if (!matches.has(at)) {
      take(at, alike.take(finding));
    }
  }
  return matches;
}

/** Known findings by path and title, the one that was reported first before others. */
class FindingsAlike {
  readonly #left = new Map<string, KnownFinding[]>();

  constructor(known: Iterable<KnownFinding>) {
    for (const finding of known) {
      const key = keyOf(finding);
      const same = this.#left.get(key) ?? [];
      same.push(finding);
      this.#left.set(key, same);
    }
  }

  /** The one that is the same by path and title alone, as one of the two has no line in a diff. */
  take(finding: Traits): KnownFinding | undefined {
    const left = this.#left.get(keyOf(finding)) ?? [];
    const at = left.findIndex(({ text }) => finding.text === null || text === null);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  }
}

/** Titles are cut as in a marker. */
function keyOf({ path, title }: Pick<Traits, 'path' | 'title'>): string {
  return JSON.stringify([path, plainTitle(title.slice(0, MARKED_MAX))]);
}
