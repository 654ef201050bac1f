/**
 * The findings of a review (contract 17.1 to 17.3): the form of the run's answer, the diff of the
 * pull request, and where each finding goes: inline on its lines, into the review's body, or
 * nowhere because it is known. Pure.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PullRequestFile } from '../github/port.ts';
import type { ReviewedFinding } from '../report/step-view.ts';

export const SEVERITIES = ['error', 'warning', 'note'] as const;

/**
 * More findings than this help nobody, and their fingerprints would not fit into a review's body.
 */
const MOST_FINDINGS = 1_000;
const SIDES = 'LEFT for a line number of the base (a removed line), otherwise RIGHT';

const text = (description: string) => z.string().check(z.describe(description));

/** The form of the answer. Its descriptions are for the agent. */
const finding = z.object({
  path: text('Path in the repository'),
  line: z.int().check(z.gte(1), z.describe('The last line that the finding is about')),
  start_line: z.optional(
    z.nullable(z.int().check(z.describe('The first line, if there are several'))),
  ),
  side: z.optional(z.nullable(z.enum(['LEFT', 'RIGHT']).check(z.describe(SIDES)))),
  severity: z.enum(SEVERITIES),
  title: text('One short line'),
  body: text('Why it matters and what to do, in Markdown'),
  suggestion: z.optional(
    z.nullable(text('The exact text that replaces the lines, if you know it')),
  ),
});
const advice = z.object({
  summary: text('What the change does and what you think of it, in Markdown'),
  findings: z
    .array(finding)
    .check(
      z.maxLength(MOST_FINDINGS),
      z.describe('Only what the author should act on. Empty if there is nothing'),
    ),
  resolved: z.optional(
    z.nullable(
      z
        .array(z.string())
        .check(z.describe('The ids of the earlier findings that this head no longer has')),
    ),
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

/**
 * Consecutive lines of both sides, unchanged ones included: line number → text. From the `patch` of
 * a file in `GET /repos/{owner}/{repo}/pulls/{number}/files`.
 */
type Hunk = Readonly<Record<ReviewedFinding['side'], Map<number, string>>>;

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export type Diffs = ReturnType<typeof readDiff>;

/**
 * The changes of each file by its path, and by the earlier path of a renamed file unless another
 * file has that name now.
 */
export function readDiff(files: readonly PullRequestFile[]) {
  // No patch: a binary file, one that is too large, a rename without a change.
  const diffs = files.map(({ path, previousPath, patch }) => ({
    previousPath,
    path,
    hunks: readPatch(patch ?? ''),
  }));
  return new Map([
    ...diffs.map((diff) => [diff.previousPath ?? diff.path, diff] as const),
    ...diffs.map((diff) => [diff.path, diff] as const),
  ]);
}

function readPatch(patch: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let next = { LEFT: 0, RIGHT: 0 };
  for (const line of patch.split('\n')) {
    const [, left, right] = HUNK.exec(line) ?? [];
    if (left !== undefined) {
      next = { LEFT: Number(left), RIGHT: Number(right) };
      hunks.push({ LEFT: new Map(), RIGHT: new Map() });
    }
    const [kind, text] = [line.charAt(0), line.slice(1)];
    // A line with a backslash only says that the line before it has no line break at its end.
    if (kind === ' ' || kind === '-') {
      hunks.at(-1)?.LEFT.set(next.LEFT++, text);
    }
    if (kind === ' ' || kind === '+') {
      hunks.at(-1)?.RIGHT.set(next.RIGHT++, text);
    }
  }
  return hunks;
}

/**
 * The hunk that shows the finding's last line, as the lines of its side. A comment on several lines
 * must have them all in one hunk.
 */
export function hunkOf(
  diffs: Diffs,
  { path, side, line }: Pick<ReviewedFinding, 'path' | 'side' | 'line'>,
) {
  const hunks = diffs.get(path)?.hunks.map((hunk) => hunk[side]);
  return hunks?.find((lines) => lines.has(line));
}

/** GitHub shows more, but nobody reads them. */
const MOST_INLINE = 30;

/**
 * In the order of severity, and of the answer where it is the same. `placed` says where each
 * finding is to go.
 */
export function placeFindings(
  answered: readonly AnsweredFinding[],
  {
    diffs,
    known,
  }: { readonly diffs: Diffs; readonly known: { readonly fingerprints: ReadonlySet<string> } },
): readonly ReviewedFinding[] {
  const equals = new Map<string, number>();
  const found = answered.map((finding) => {
    const normal = normalized(finding, diffs);
    const key = keyOf(normal, diffs);
    const ordinal = equals.get(key) ?? 0;
    equals.set(key, ordinal + 1);
    return {
      ...normal,
      fingerprint: createHash('sha256').update(`${key}${ordinal}`).digest('hex').slice(0, 16),
    };
  });
  const rank = ({ severity }: (typeof found)[number]): number => SEVERITIES.indexOf(severity);
  let inline = 0;
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .map((finding) => {
      if (known.fingerprints.has(finding.fingerprint)) {
        return { ...finding, placed: 'known' };
      }
      const fits = inline < MOST_INLINE && hunkOf(diffs, finding)?.has(finding.startLine) === true;
      if (fits) {
        inline += 1;
      }
      return { ...finding, placed: fits ? 'inline' : 'body' };
    });
}

type Unplaced = Omit<ReviewedFinding, 'fingerprint' | 'placed'>;

function normalized(finding: AnsweredFinding, diffs: Diffs): Unplaced {
  const { line, start_line: start, side, suggestion, ...rest } = finding;
  const path = finding.path.replace(/^(?:\.?\/)+/, '');
  const first = start ?? line;
  return {
    ...rest,
    path: diffs.get(path)?.path ?? path,
    side: side ?? 'RIGHT',
    startLine: first < 1 || first > line ? line : first,
    line,
    suggestion: suggestion ?? null,
  };
}

/**
 * What makes two findings the same, wherever their lines have moved: path, title without case and
 * digits, text of the line.
 */
function keyOf(finding: Unplaced, diffs: Diffs): string {
  const { path, title, line } = finding;
  const plain = title.toLowerCase().replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
  return JSON.stringify([path, plain, hunkOf(diffs, finding)?.get(line)?.trim() ?? '']);
}
