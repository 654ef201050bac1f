/**
 * The diff of a pull request: which lines of which files GitHub takes comments on, with their
 * texts, and which file a path means (contract 17.2). Pure.
 */
import type { DiffSide, PullRequestFile } from '../github/port.ts';

/** Consecutive lines of both sides, unchanged ones included: line number → text. */
interface Hunk extends Readonly<Record<DiffSide, ReadonlyMap<number, string>>> {
  /** Numbers of the lines of the left side that the right side lacks. */
  readonly removed: ReadonlySet<number>;
}

export interface FileDiff {
  readonly path: string;
  /** The path before a rename, or null. */
  readonly previousPath: string | null;
  /** The head does not have the file. */
  readonly isDeleted: boolean;
  /** None for a binary file, one that is too large, or a rename without a change. */
  readonly hunks: readonly Hunk[];
}

export interface Diff {
  readonly files: readonly FileDiff[];
  /** By the path, and by the earlier path of a renamed file unless another file has it now. */
  readonly byPath: ReadonlyMap<string, FileDiff>;
  /** The same by the composed Unicode form of the path, which several files can have. */
  readonly byComposedPath: ReadonlyMap<string, ReadonlySet<FileDiff>>;
}

export function readDiff(given: readonly PullRequestFile[]): Diff {
  const files = given.map(({ path, previousPath, isDeleted, patch }) => ({
    path,
    previousPath,
    isDeleted,
    hunks: readPatch(patch ?? ''),
  }));
  const byPath = new Map([
    ...files.map((file) => [file.previousPath ?? file.path, file] as const),
    ...files.map((file) => [file.path, file] as const),
  ]);
  const byComposedPath = new Map<string, Set<FileDiff>>();
  for (const [path, file] of byPath) {
    const composed = path.normalize('NFC');
    byComposedPath.set(composed, (byComposedPath.get(composed) ?? new Set()).add(file));
  }
  return { files, byPath, byComposedPath };
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** @param patch of a file in `GET /repos/{owner}/{repo}/pulls/{number}/files` */
function readPatch(patch: string): readonly Hunk[] {
  const hunks: {
    readonly LEFT: Map<number, string>;
    readonly RIGHT: Map<number, string>;
    readonly removed: Set<number>;
  }[] = [];
  let oldLine = 0;
  let newLine = 0;
  for (const line of patch.split('\n')) {
    const start = HUNK.exec(line);
    if (start !== null) {
      oldLine = Number(start[1]);
      newLine = Number(start[2]);
      hunks.push({ LEFT: new Map(), RIGHT: new Map(), removed: new Set() });
      continue;
    }
    const hunk = hunks.at(-1);
    const kind = line.charAt(0);
    const text = line.slice(1);
    // A line with a backslash only says that the line before it has no line break at its end.
    if (kind === '-') {
      hunk?.removed.add(oldLine);
    }
    if (kind === ' ' || kind === '-') {
      hunk?.LEFT.set(oldLine, text);
      oldLine += 1;
    }
    if (kind === ' ' || kind === '+') {
      hunk?.RIGHT.set(newLine, text);
      newLine += 1;
    }
  }
  return hunks;
}

/** Lines of one side of a file. */
export interface Range {
  readonly side: DiffSide;
  readonly startLine: number;
  readonly line: number;
}

/** The hunk that has all lines of the range on its side, or null. */
export function hunkOf(file: FileDiff | null, { side, startLine, line }: Range): Hunk | null {
  const found = file?.hunks.find((hunk) => hunk[side].has(startLine) && hunk[side].has(line));
  return found ?? null;
}

/**
 * The number of lines in the head, where the diff shows all of them: the base had none. Otherwise
 * null.
 */
export function lineCount(file: FileDiff | null): number | null {
  const [hunk, ...others] = file?.hunks ?? [];
  const isWhole = hunk !== undefined && others.length === 0 && hunk.LEFT.size === 0;
  return isWhole && hunk.RIGHT.has(1) ? hunk.RIGHT.size : null;
}

/** The text of a line, or null where the diff does not show it. */
export function lineText(
  file: FileDiff | null,
  { side, line }: Pick<Range, 'side' | 'line'>,
): string | null {
  const hunk = file?.hunks.find((each) => each[side].has(line));
  return hunk?.[side].get(line) ?? null;
}

/** Whether the range stands in one hunk, and every line of it was removed. */
export function isRemoved(
  file: FileDiff | null,
  { startLine, line }: Pick<Range, 'startLine' | 'line'>,
): boolean {
  const hunk = hunkOf(file, { side: 'LEFT', startLine, line });
  if (hunk === null) {
    return false;
  }
  return numbersOf({ startLine, line }).every((number) => hunk.removed.has(number));
}

/** The numbers of all lines of a range. A hunk that has the first and the last one has them all. */
export function numbersOf({
  startLine,
  line,
}: Pick<Range, 'startLine' | 'line'>): readonly number[] {
  return Array.from({ length: line - startLine + 1 }, (_, at) => startLine + at);
}

/** Lines or columns behind a path, as compilers and permalinks write them. */
const POSITION = /(?:#L\d+(?:-L?\d+)?|:\d+(?:[-:]\d+)?)$/;
/** What people put around a path. */
const QUOTES = /^[`'"]+|(?<![`'"])[`'"]+$/g;
/** Nobody writes a path so that it can mean more. */
const MEANT_MAX = 100;

/**
 * The file that a path means, or null. A path that is not in the diff is tried as people write it,
 * and counts where exactly one file fits.
 *
 * @param repository `owner/name`
 */
export function fileOf(diff: Diff, path: string, repository: string): FileDiff | null {
  const exact = diff.byPath.get(path);
  if (exact !== undefined) {
    return exact;
  }
  const meant = pathsMeant(path, repository);
  const files = new Set(meant.flatMap((each) => [...(diff.byComposedPath.get(each) ?? [])]));
  const [file] = files;
  return files.size === 1 && file !== undefined ? file : null;
}

/**
 * Every path that the written one can mean, in the composed Unicode form. None where these are too
 * many to be tried (contract 6.5).
 */
function pathsMeant(written: string, repository: string): readonly string[] {
  const name = repository.split('/')[1] ?? '';
  const prefixes = ['./', '/', 'a/', 'b/', `${name}/`, `${repository}/`];
  const meant = new Set([written.normalize('NFC')]);
  // What is added while the loop runs is visited by it as well.
  for (const path of meant) {
    if (meant.size > MEANT_MAX) {
      return [];
    }
    meant.add(path.replace(QUOTES, '').trim());
    meant.add(path.replace(POSITION, ''));
    meant.add(path.replaceAll('\\', '/'));
    for (const prefix of prefixes.filter((each) => path.startsWith(each))) {
      meant.add(path.slice(prefix.length));
    }
  }
  return [...meant];
}
