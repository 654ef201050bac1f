/**
 * A review in words (contract 17.5): what was found, and the verdict of a gate. Plain text without
 * agent text. Pure.
 */
import { SHOWN } from '../outcomes.ts';
import type { SessionEnd } from '../run/events.ts';
import { plainEnd } from '../run/failure.ts';
import { counted, joined } from '../safe/text.ts';
import type { ReadLink } from '../safe/url.ts';
import {
  SEVERITIES,
  type FindingCounts,
  type ReviewedFinding,
  type ReviewView,
  type StepView,
} from './step-view.ts';

/** `3 findings`. */
export function foundText(count: number): string {
  return count === 0 ? 'nothing found' : counted(count, 'finding');
}

export function countFindings(
  findings: readonly Pick<ReviewedFinding, 'severity'>[],
): FindingCounts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) {
    counts[severity] += 1;
  }
  return counts;
}

function totalOf({ error, warning, note }: FindingCounts): number {
  return error + warning + note;
}

/** `3 findings (1 error, 2 notes)`: with commas alone they would read as six. */
export function countsText(counts: FindingCounts): string {
  const told = SEVERITIES.filter((severity) => counts[severity] > 0);
  const bySeverity = joined(
    told.map((severity) => counted(counts[severity], severity)),
    ', ',
  );
  return `${foundText(totalOf(counts))}${bySeverity === '' ? '' : ` (${bySeverity})`}`;
}

/** `src/a.ts:3-5`, `src/a.ts`, or empty for a finding that names no file. Agent text. */
export function findingPlace({
  path,
  startLine,
  line,
}: Pick<ReviewedFinding, 'path' | 'startLine' | 'line'>): string {
  if (path === null || line === null) {
    return path ?? '';
  }
  const isRange = startLine !== null && startLine !== line;
  return `${path}:${isRange ? `${startLine}-${line}` : line}`;
}

/** Where a finding was posted. */
const PLACES = { inline: 'on its lines', body: 'in the review', known: 'known before' } as const;

/** A finding as the tables of summary and report show it. */
export interface ShownFinding {
  readonly finding: ReviewedFinding;
  /** As `findingPlace`. */
  readonly place: string;
  /** `on its lines`. */
  readonly posted: string;
  /** The address of what was posted. Null: it may not be live, or there is none. */
  readonly link: string | null;
}

/** A review as every place shows it. */
export interface ShownReview {
  /** What was found, with what the title of the page does not say: verdict and counts. */
  readonly found: string;
  /** The same, always with the counts. */
  readonly counts: string;
  /** The address of the review. Null: it may not be live, or there is none. */
  readonly link: string | null;
  /** Agent text. */
  readonly summary: string;
  readonly findings: readonly ShownFinding[];
  /** The title of the texts of those that are not known to be posted. */
  readonly untold: string;
}

/** @param isInTitle whether the title of the page tells the verdict with its counts */
export function shownReview(
  review: ReviewView,
  { isInTitle, links }: { readonly isInTitle: boolean; readonly links: ReadLink },
): ShownReview {
  const { findings, mayBePosted = false, summary, url } = review;
  const unposted = mayBePosted ? 'not known' : 'not posted';
  const verdict = isInTitle ? null : gateVerdict(review);
  const counts = countsText(review.counts);
  const told = verdict === null ? counts : `${passText(verdict)}, ${foundByGate(verdict)}`;
  const liveLink = (address: string | null): string | null =>
    address === null ? null : (links(address)?.url ?? null);
  return {
    found: isInTitle ? foundText(totalOf(review.counts)) : told,
    counts: told,
    link: liveLink(url),
    summary,
    findings: findings.map((finding) => ({
      finding,
      place: findingPlace(finding),
      posted: finding.placed === null ? unposted : PLACES[finding.placed],
      link: liveLink(finding.url),
    })),
    untold: mayBePosted ? 'Findings that may be posted' : 'Findings that were not posted',
  };
}

/** A review with a verdict. */
export interface GateVerdict extends ReviewView {
  readonly pass: boolean;
}

export function gateVerdict(review: ReviewView | null): GateVerdict | null {
  return review === null || review.pass === null ? null : { ...review, pass: review.pass };
}

/** The review whose verdict is how the step ended, or null: it may have ended in another way. */
export function verdictIn({
  outcome,
  review,
}: Pick<StepView, 'outcome' | 'review'>): GateVerdict | null {
  const verdict = gateVerdict(review);
  if (verdict === null) {
    return null;
  }
  const ending = verdict.pass ? 'good' : 'failure';
  return SHOWN[outcome].ending === ending ? verdict : null;
}

/** `The review of pull request 7 does not pass: 3 findings (1 error, 2 notes)`. */
export function verdictText(verdict: GateVerdict): string {
  const { number } = verdict;
  return `The review of pull request ${number} ${passText(verdict)}: ${foundByGate(verdict)}`;
}

function passText({ pass }: GateVerdict): string {
  return pass ? 'passes' : 'does not pass';
}

function foundByGate({ pass, counts }: GateVerdict): string {
  // "Nothing found" would sound like praise.
  const isUnexplained = !pass && totalOf(counts) === 0;
  return isUnexplained ? 'it names no finding' : countsText(counts);
}

/** The same as a sentence, with the address of the review. */
function verdictMessage(verdict: GateVerdict): string {
  const where = verdict.url === null ? '' : ` See ${verdict.url}.`;
  return `${verdictText(verdict)}.${where}`;
}

/**
 * How a step ends whose review was posted. What does not pass is failed also where the run lacks
 * what `expect` asks for, because `fail_on` may leave that out. A verdict that passes does not
 * bring what is lacking.
 *
 * @param verdict null without a gate
 * @param before how the run ended, without the JSON of the answer: `result_json` stays empty
 */
export function endOfReview(verdict: GateVerdict | null, before: SessionEnd): SessionEnd {
  if (verdict === null || verdict.pass) {
    return before;
  }
  return { ...plainEnd('failed'), errorMessage: verdictMessage(verdict) };
}

/** What to do about a review that does not pass. */
export const PUSH_A_FIX = 'Push a fix: the next review looks at the new head.';
