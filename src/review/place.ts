/**
 * Where each finding goes (contract 17.2, 17.3): on its lines, into the review's body, or nowhere
 * because it is known. Pure.
 */
import type { DiffSide } from '../github/port.ts';
import { SEVERITIES, type ReviewedFinding } from '../report/step-view.ts';
import type { AnsweredFinding } from './answer.ts';
import {
  fileOf,
  hunkOf,
  isRemoved,
  lineCount,
  lineText,
  numbersOf,
  type Diff,
  type FileDiff,
  type Range,
} from './diff.ts';
import { matchesOf, withFingerprints } from './fingerprint.ts';
import type { KnownReviews, KnownFinding } from './known.ts';
import { MARKED_MAX, type MarkedFinding } from './markers.ts';
import { readSuggestion, type Surroundings } from './suggestion.ts';

/** GitHub shows more, but nobody reads them (contract 17.2). */
const MOST_INLINE = 30;

interface PlaceOrder {
  readonly diff: Diff;
  /** `owner/name`. */
  readonly repository: string;
  readonly known: KnownReviews;
  /** Ids of earlier findings that the run no longer found. */
  readonly resolved: readonly string[];
  /** Ids of the earlier findings that may still be open. Absent: all of them. */
  readonly open?: ReadonlySet<string>;
}

export interface Placement {
  /**
   * What was found, then what is still open from earlier reviews, the most severe first. `placed`
   * says where each one is to go.
   */
  readonly findings: readonly ReviewedFinding[];
  /**
   * Earlier findings whose comments say that they are gone, and that were found again. Without
   * those whose comments may not be edited: these are posted anew.
   */
  readonly again: readonly KnownFinding[];
  /** Earlier findings that the run no longer found. */
  readonly gone: readonly KnownFinding[];
}

export function placeFindings(
  answered: readonly AnsweredFinding[],
  { diff, repository, known, resolved, open: mayBeOpen }: PlaceOrder,
): Placement {
  const located = answered.map((finding) => locate(finding, { diff, repository }));
  const named = withFingerprints(located);
  const matches = matchesOf(named, known.findings);
  const again: KnownFinding[] = [];
  const reported = named.map(({ finding: found, fingerprint }, at): FindingToPlace => {
    const { file } = found;
    const match = matches.get(at);
    if (match === undefined) {
      const isKnown = known.fingerprints.has(fingerprint);
      return { finding: reviewed(found, { id: fingerprint, url: null }), file, isKnown };
    }
    const { id, gone, standing } = match;
    // A comment that says the finding is gone, and that nobody may edit, does not report it.
    if (gone !== null && !standing.isEditable) {
      return { finding: reviewed(found, { id, url: null }), file, isKnown: false };
    }
    if (gone !== null) {
      again.push(match);
    }
    return { finding: reviewed(found, { id, url: standing.url }), file, isKnown: true };
  });
  const seen = new Set(reported.map(({ finding }) => finding.fingerprint));
  const earlier = known.findings.filter(({ id, gone }) => gone === null && !seen.has(id));
  const open = earlier.filter(({ id }) => !resolved.includes(id) && (mayBeOpen?.has(id) ?? true));
  const candidates = [...reported, ...open.map((finding) => openFinding(finding, diff))];
  return {
    findings: inOrder(candidates),
    again,
    gone: earlier.filter(({ id }) => resolved.includes(id)),
  };
}

interface FindingToPlace {
  readonly finding: ReviewedFinding;
  readonly file: FileDiff | null;
  readonly isKnown: boolean;
}

/** In the order of severity, and of the answer where it is the same. */
function inOrder(candidates: readonly FindingToPlace[]): readonly ReviewedFinding[] {
  const rank = ({ finding }: FindingToPlace): number => SEVERITIES.indexOf(finding.severity);
  let inline = 0;
  return candidates
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ finding, file, isKnown }) => {
      if (isKnown) {
        return placedAs(finding, 'known');
      }
      const range = rangeOf(finding);
      const isOnLines = range !== null && hunkOf(file, range) !== null;
      if (!isOnLines || inline === MOST_INLINE) {
        return placedAs(finding, 'body');
      }
      inline += 1;
      return placedAs(finding, 'inline');
    });
}

function placedAs(finding: ReviewedFinding, placed: ReviewedFinding['placed']): ReviewedFinding {
  return { ...finding, placed };
}

/** The lines of a finding, or null where it names none. */
export function rangeOf({
  side,
  startLine,
  line,
}: Pick<ReviewedFinding, 'side' | 'startLine' | 'line'>): Range | null {
  return line === null ? null : { side, startLine: startLine ?? line, line };
}

/** A finding with the file and the lines that it means. */
interface Located extends Omit<AnsweredFinding, 'side'> {
  readonly side: DiffSide;
  readonly file: FileDiff | null;
  /** Its last line, without white space around it. Null where the diff does not show it. */
  readonly text: string | null;
}

function locate(
  finding: AnsweredFinding,
  { diff, repository }: Pick<PlaceOrder, 'diff' | 'repository'>,
): Located {
  const file = finding.path === null ? null : fileOf(diff, finding.path, repository);
  const path = file?.path ?? finding.path?.replace(/^(?:\.?\/)+/, '') ?? null;
  const first = finding.startLine ?? finding.line ?? 0;
  const last = finding.line ?? 0;
  const startLine = Math.min(first, last);
  const line = Math.max(first, last);
  const side = finding.side ?? sideOf(file, { startLine, line });
  const text = lineText(file, { side, line })?.trim() ?? null;
  if (finding.line === null) {
    return { ...finding, path, side, file, text: null, startLine: null };
  }
  return { ...finding, path, side, file, text, startLine, line };
}

/** Where nobody said a side: the right one, but for lines that only the left one has. */
function sideOf(file: FileDiff | null, lines: Pick<Range, 'startLine' | 'line'>): DiffSide {
  const isOnRight = hunkOf(file, { side: 'RIGHT', ...lines }) !== null;
  return !isOnRight && isRemoved(file, lines) ? 'LEFT' : 'RIGHT';
}

function reviewed(
  { file, text, ...found }: Located,
  { id, url }: { readonly id: string; readonly url: string | null },
): ReviewedFinding {
  const range = rangeOf(found);
  const lines = range === null ? null : linesIn(file, range);
  const { suggestion } = found;
  return {
    ...found,
    fingerprint: id,
    lines,
    replacement:
      suggestion === null ? null : readSuggestion(suggestion, surroundings(file, { range, lines })),
    isInHead: range !== null && mayBeInHead(file, range),
    placed: null,
    url,
  };
}

/** Whether they are lines of the head, as far as the diff tells. */
function mayBeInHead(file: FileDiff | null, { side, line }: Range): boolean {
  return side === 'RIGHT' && file?.isDeleted !== true && line <= (lineCount(file) ?? Infinity);
}

/** What a suggestion would replace, or null where GitHub replaces nothing. */
function surroundings(
  file: FileDiff | null,
  { range, lines }: { readonly range: Range | null; readonly lines: readonly string[] | null },
): Surroundings | null {
  if (range === null || lines === null || range.side === 'LEFT') {
    return null;
  }
  const textAt = (line: number): string | null => lineText(file, { side: 'RIGHT', line });
  return { replaced: lines, above: textAt(range.startLine - 1), below: textAt(range.line + 1) };
}

/** The texts of the lines, or null where the diff does not show them all. */
function linesIn(file: FileDiff | null, range: Range): readonly string[] | null {
  const shown = hunkOf(file, range)?.[range.side];
  return shown === undefined ? null : numbersOf(range).map((number) => shown.get(number) ?? '');
}

/**
 * An earlier finding that the run said nothing of. Its line is looked for by its text, because the
 * head has moved on.
 */
function openFinding(known: KnownFinding, diff: Diff): FindingToPlace {
  const { id, path, side, severity, title, standing } = known;
  const file = path === null ? null : (diff.byPath.get(path) ?? null);
  const line = currentLine(known, file);
  const span = (known.line ?? 0) - (known.startLine ?? known.line ?? 0);
  const isMoved = line !== null && line !== known.line;
  return {
    file,
    isKnown: true,
    finding: {
      fingerprint: id,
      path,
      side,
      startLine: isMoved ? Math.max(1, line - span) : known.startLine,
      line: line ?? known.line,
      severity,
      title,
      body: '',
      suggestion: null,
      replacement: null,
      lines: null,
      isInHead: line !== null && side === 'RIGHT',
      placed: null,
      url: standing.url,
    },
  };
}

/** The line of an earlier finding in the diff's head, or the old one where that cannot be told. */
export function lineInHead(known: KnownFinding, diff: Diff): number | null {
  const file = known.path === null ? null : (diff.byPath.get(known.path) ?? null);
  return currentLine(known, file) ?? known.line;
}

/** The line with the text of the known one that is nearest to it, or null. */
function currentLine({ side, line, text }: KnownFinding, file: FileDiff | null): number | null {
  if (line === null || text === null) {
    return null;
  }
  const same = (file?.hunks ?? []).flatMap((hunk) =>
    [...hunk[side]].filter(([, other]) => markedText(other) === text).map(([number]) => number),
  );
  const [nearest] = same.toSorted((one, other) => Math.abs(one - line) - Math.abs(other - line));
  return nearest ?? null;
}

function markedText(text: string): string {
  return text.trim().slice(0, MARKED_MAX);
}

/** What the marker of a finding says. */
export function markedFinding(
  { fingerprint: id, path, side, startLine, line, severity, title, lines }: ReviewedFinding,
  gone: string | null = null,
): MarkedFinding {
  const last = lines?.at(-1);
  const text = last === undefined ? null : markedText(last);
  const short = title.slice(0, MARKED_MAX);
  return { id, path, line, startLine, side, severity, title: short, text, gone };
}
