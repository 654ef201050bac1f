/** Where each finding of a review goes (contract 17.2, 17.3): inline on its lines, into the review's body, or nowhere because it is known. Pure. */
import type { AnsweredFinding, Severity } from './ask.ts';
import { SEVERITIES } from './ask.ts';
import type { ReviewedFinding } from '../report/step-view.ts';
import { isInOneHunk, type FileDiff } from './diff.ts';
import { fingerprintsOf } from './known.ts';

/** GitHub shows more, but nobody reads them. */
const MOST_INLINE = 30;

export interface Finding extends ReviewedFinding {
  readonly placed: 'inline' | 'body' | 'known';
}

/** In the order of severity, and of the answer where it is the same. */
export function placeFindings(
  answered: readonly AnsweredFinding[],
  { diffs, known }: { readonly diffs: ReadonlyMap<string, FileDiff>; readonly known: ReadonlySet<string> },
): readonly Finding[] {
  const found = answered.map((finding) => normalized(finding, diffs));
  const fingerprints = fingerprintsOf(found, diffs);
  const rank = ({ severity }: { readonly severity: Severity }): number => SEVERITIES.indexOf(severity);
  const sorted = found
    .map((finding, at) => ({ ...finding, fingerprint: fingerprints[at] ?? '' }))
    .toSorted((one, other) => rank(one) - rank(other));
  let inline = 0;
  const taken = new Set(known);
  return sorted.map((finding) => {
    const { fingerprint, path, side, startLine: from, line: to } = finding;
    if (taken.has(fingerprint)) return { ...finding, placed: 'known' };
    taken.add(fingerprint);
    const fits = inline < MOST_INLINE && isInOneHunk(diffs.get(path), { side, from, to });
    if (fits) inline += 1;
    return { ...finding, placed: fits ? 'inline' : 'body' };
  });
}

function normalized(finding: AnsweredFinding, diffs: ReadonlyMap<string, FileDiff>) {
  const { line, start_line: start, side, severity, title, body, suggestion } = finding;
  const path = finding.path.replace(/^(?:\.?\/)+/, '');
  return {
    path: diffs.get(path)?.path ?? path,
    side: side === 'LEFT' ? ('LEFT' as const) : ('RIGHT' as const),
    startLine: start === undefined || start === null || start < 1 || start > line ? line : start,
    line,
    severity,
    title,
    body,
    suggestion: suggestion ?? null,
  };
}
