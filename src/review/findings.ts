/**
 * The findings of a review (contract 17.1 to 17.3): the form of the run's answer, the diff of the pull request, and where each finding goes:
 * inline on its lines, into the review's body, or nowhere because it is known. Pure.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PullRequestFile } from '../github/port.ts';
import type { ReviewedFinding } from '../report/step-view.ts';

export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** More findings than this help nobody, and their fingerprints would not fit into a review's body. */
const MOST_FINDINGS = 1_000;
const SIDES = 'LEFT for a line number of the base (a removed line), otherwise RIGHT';

const text = (description: string) => z.string().check(z.describe(description));

/** The form of the answer. Its descriptions are for the agent. */
const finding = z.object({
  path: text('Path in the repository'),
  line: z.int().check(z.gte(1), z.describe('The last line that the finding is about')),
  start_line: z.optional(z.nullable(z.int().check(z.describe('The first line, if there are several')))),
  side: z.optional(z.nullable(z.enum(['LEFT', 'RIGHT']).check(z.describe(SIDES)))),
  severity: z.enum(SEVERITIES),
  title: text('One short line'),
  body: text('Why it matters and what to do, in Markdown'),
  suggestion: z.optional(z.nullable(text('The exact text that replaces the lines, if you know it'))),
});
const advice = z.object({
  summary: text('What the change does and what you think of it, in Markdown'),
  findings: z
    .array(finding)
    .check(z.maxLength(MOST_FINDINGS), z.describe('Only what the author should act on. Empty if there is nothing')),
  resolved: z.optional(
    z.nullable(z.array(z.string()).check(z.describe('The ids of the earlier findings that this head no longer has'))),
  ),
});
const verdict = z.extend(advice, {
  pass: z.boolean().check(z.describe('Whether the pull request may be merged')),
});

export type AnsweredFinding = z.infer<typeof finding>;
/** `pass`: the verdict. Only a gate has one. */
export type ReviewAnswer = z.infer<typeof advice> & { readonly pass?: boolean };

/** The JSON Schema of the answer. `gate` also asks for the verdict. */
export function answerSchema(gate: boolean): string {
  return JSON.stringify(z.toJSONSchema(gate ? verdict : advice, { io: 'input' }));
}

/** @throws {Error} if the JSON was not checked against `answerSchema` before */
export function readAnswer(json: string, gate: boolean): ReviewAnswer {
  return (gate ? verdict : advice).parse(JSON.parse(json));
}

/** `LEFT`: the file before the change. `RIGHT`: the file after it. */
export type Side = 'LEFT' | 'RIGHT';

/** Of the diff as GitHub gives it (`patch` of `GET /repos/{owner}/{repo}/pulls/{number}/files`). Consecutive lines of both sides, unchanged ones included: line number → text. */
type Hunk = Readonly<Record<Side, ReadonlyMap<number, string>>>;

export interface FileDiff {
  readonly path: string;
  /** The path before a rename, or null. */
  readonly previousPath: string | null;
  /** Empty where GitHub gives no patch: a binary file, one that is too large, a rename without a change. */
  readonly hunks: readonly Hunk[];
}

/** One or more consecutive lines of one side. */
export interface Lines {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** By path, and by the earlier path of a renamed file unless another file has that name now. */
export function readDiff(files: readonly PullRequestFile[]): ReadonlyMap<string, FileDiff> {
  const diffs = files.map(({ path, previousPath, patch }) => ({ path, previousPath, hunks: readPatch(patch ?? '') }));
  const renamed = diffs.flatMap((diff) => (diff.previousPath === null ? [] : [[diff.previousPath, diff] as const]));
  return new Map([...renamed, ...diffs.map((diff) => [diff.path, diff] as const)]);
}

function readPatch(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let left = new Map<number, string>();
  let right = new Map<number, string>();
  let [nextLeft, nextRight] = [0, 0];
  for (const line of patch.split('\n')) {
    const [, fromLeft, fromRight] = HUNK.exec(line) ?? [];
    if (fromLeft !== undefined) {
      left = new Map();
      right = new Map();
      [nextLeft, nextRight] = [Number(fromLeft), Number(fromRight)];
      hunks.push({ LEFT: left, RIGHT: right });
      continue;
    }
    const [kind, text] = [line.charAt(0), line.slice(1)];
    // A line with a backslash only says that the line before it has no line break at its end.
    if (kind === ' ' || kind === '-') left.set(nextLeft++, text);
    if (kind === ' ' || kind === '+') right.set(nextRight++, text);
  }
  return hunks;
}

/** Whether GitHub accepts a comment on these lines: the first and the last one are in the same hunk. */
export function isInOneHunk(diff: FileDiff | undefined, { side, from, to }: Lines): boolean {
  return from <= to && (diff?.hunks.some((hunk) => hunk[side].has(from) && hunk[side].has(to)) ?? false);
}

/** The text of a line, or null if the diff does not show it. */
export function lineText(diff: FileDiff | undefined, side: Side, line: number): string | null {
  return diff?.hunks.find((hunk) => hunk[side].has(line))?.[side].get(line) ?? null;
}

/** GitHub shows more, but nobody reads them. */
const MOST_INLINE = 30;

type Placeable = Omit<ReviewedFinding, 'fingerprint' | 'placed'>;

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
    .map((finding) => ({ ...finding, fingerprint: fingerprints.get(finding) ?? '' }))
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

function normalized(finding: AnsweredFinding, diffs: ReadonlyMap<string, FileDiff>): Placeable {
  const { line, start_line: start, side, severity, title, body, suggestion } = finding;
  const path = finding.path.replace(/^(?:\.?\/)+/, '');
  return {
    path: diffs.get(path)?.path ?? path,
    side: side ?? 'RIGHT',
    startLine: start === undefined || start === null || start < 1 || start > line ? line : start,
    line,
    severity,
    title,
    body,
    suggestion: suggestion ?? null,
  };
}

/**
 * A fingerprint for each finding: path, title without case and digits, text of the line, ordinal among equals. It stays the
 * same when lines move.
 */
function fingerprintsOf(
  findings: readonly Placeable[],
  diffs: ReadonlyMap<string, FileDiff>,
): ReadonlyMap<Placeable, string> {
  const equals = new Map<string, number>();
  const fingerprints = new Map<Placeable, string>();
  for (const finding of findings.toSorted((one, other) => one.line - other.line)) {
    const { path, side, line, title } = finding;
    const plain = title.toLowerCase().replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
    const key = JSON.stringify([path, plain, lineText(diffs.get(path), side, line)?.trim() ?? '']);
    const ordinal = equals.get(key) ?? 0;
    equals.set(key, ordinal + 1);
    fingerprints.set(finding, createHash('sha256').update(`${key}${ordinal}`).digest('hex').slice(0, 16));
  }
  return fingerprints;
}
