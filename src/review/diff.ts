/**
 * The diff of a pull request as GitHub gives it (`patch` of `GET /repos/{owner}/{repo}/pulls/{number}/files`): which lines can carry a review
 * comment, and their texts. Pure.
 */
import type { PullRequestFile } from '../github/port.ts';

/** `LEFT`: the file before the change. `RIGHT`: the file after it. */
export type Side = 'LEFT' | 'RIGHT';

/** Consecutive lines of both sides, unchanged ones included: line number → text. */
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
