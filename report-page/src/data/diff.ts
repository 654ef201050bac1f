/** Edits as lines of a diff, with the changed words marked. Pure. */
import { diffLines, diffWordsWithSpace } from 'diff';

interface DiffPart {
  readonly text: string;
  /** Whether these words changed in the line. */
  readonly marked: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'add' | 'remove' | 'heading';
  readonly old: number | null;
  readonly new: number | null;
  readonly parts: readonly DiffPart[];
}

/** Text of a file that another one takes the place of. */
export interface Edit {
  readonly path: string | null;
  readonly before: string;
  readonly after: string;
}

/**
 * Larger texts would block the page, so the old one is shown as removed and the new one as added.
 */
const TEXT_MAX = 200_000;
const EDIT_LENGTH_MAX = 2000;
/** Milliseconds for one edit: beyond it lines are not compared any more. */
const TIME_MAX = 300;
const DRAFT_MAX = 30;
/**
 * Words are bounded by work alone, 3 ms for a pair of lines at worst: the same edit is always
 * marked in the same way.
 */
const WORDS_MAX = 1500;
const WORD_EDITS_MAX = 60;
const PAIRS_MAX = 200;

const plain = (text: string): readonly DiffPart[] => [{ text, marked: false }];

/** Splits into lines, without an empty one after the last line break. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/**
 * Two corresponding lines with the different words marked, or null if they have little in common.
 */
function marked(
  before: string,
  after: string,
): readonly [readonly DiffPart[], readonly DiffPart[]] | null {
  if (before.length > WORDS_MAX || after.length > WORDS_MAX) {
    return null;
  }
  const changes = diffWordsWithSpace(before, after, { maxEditLength: WORD_EDITS_MAX }) as
    | readonly { readonly value: string; readonly added?: boolean; readonly removed?: boolean }[]
    | undefined;
  if (changes === undefined) {
    return null;
  }
  const same = changes.reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (same < 0.3 * Math.max(before.trim().length, after.trim().length)) {
    return null;
  }
  const side = (drop: 'added' | 'removed'): readonly DiffPart[] =>
    changes
      .filter((change) => change[drop] !== true)
      .map(({ value, added, removed }) => ({
        text: value,
        marked: added === true || removed === true,
      }));
  return [side('added'), side('removed')];
}

/** Marks the changed words in runs of corresponding removed and added lines. */
function withMarks(lines: readonly DiffLine[]): readonly DiffLine[] {
  const done = [...lines];
  let left = PAIRS_MAX;
  for (let at = 0; at < done.length && left > 0; at += 1) {
    if (done[at]?.kind !== 'remove') {
      continue;
    }
    let split = at;
    while (done[split]?.kind === 'remove') {
      split += 1;
    }
    let end = split;
    while (done[end]?.kind === 'add') {
      end += 1;
    }
    // Runs of different lengths are rewrites, not changed lines.
    const pairs = Math.min(end - split === split - at ? split - at : 0, left);
    left -= pairs;
    for (let n = 0; n < pairs; n += 1) {
      const [before, after] = [done[at + n], done[split + n]];
      if (before === undefined || after === undefined) {
        continue;
      }
      const parts = marked(before.parts[0]?.text ?? '', after.parts[0]?.text ?? '');
      if (parts === null) {
        continue;
      }
      done[at + n] = { ...before, parts: parts[0] };
      done[split + n] = { ...after, parts: parts[1] };
    }
    at = end - 1;
  }
  return done;
}

/**
 * The lines of an edit, in the order of a unified diff. Line numbers count from 1 within the edited
 * text.
 *
 * @param options.isDraft for counting: compares for a short time only, and marks no words
 * @param options.timeMs how long lines are compared at most
 */
export function editLines(
  { before, after }: Edit,
  { isDraft = false, timeMs }: { readonly isDraft?: boolean; readonly timeMs?: number } = {},
): readonly DiffLine[] {
  const small = before.length + after.length <= TEXT_MAX;
  const whole = [
    ...(before === '' ? [] : [{ value: before, removed: true }]),
    ...(after === '' ? [] : [{ value: after, added: true }]),
  ];
  const timeout = timeMs ?? (isDraft ? DRAFT_MAX : TIME_MAX);
  const options = { maxEditLength: EDIT_LENGTH_MAX, timeout };
  // A missing final line break makes no visible difference.
  const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  const changes = (small ? diffLines(ended(before), ended(after), options) : undefined) as
    | readonly { readonly value: string; readonly added?: boolean; readonly removed?: boolean }[]
    | undefined;
  let [oldLine, newLine] = [1, 1];
  const lines = (changes ?? whole).flatMap(({ value, added, removed }) =>
    linesOf(value).map((text): DiffLine => {
      if (added === true) {
        return { kind: 'add', old: null, new: newLine++, parts: plain(text) };
      }
      if (removed === true) {
        return { kind: 'remove', old: oldLine++, new: null, parts: plain(text) };
      }
      return { kind: 'same', old: oldLine++, new: newLine++, parts: plain(text) };
    }),
  );
  return isDraft ? lines : withMarks(lines);
}

/** The lines of a patch, with the line numbers from its headers. */
export function patchLines(patch: string): readonly DiffLine[] {
  let [oldLine, newLine] = [1, 1];
  const lines = linesOf(patch).map((line): DiffLine => {
    const hunk = /^@@ -(\d{1,9})(?:,\d+)? \+(\d{1,9})/.exec(line);
    if (hunk !== null) {
      [oldLine, newLine] = [Number(hunk[1]), Number(hunk[2])];
    }
    if (
      hunk !== null ||
      /^(@@|diff |index |--- |\+\+\+ |\*\*\* |new file|deleted file|similarity|rename )/.test(line)
    ) {
      return { kind: 'heading', old: null, new: null, parts: plain(line) };
    }
    const text = plain(line.slice(1));
    if (line.startsWith('+')) {
      return { kind: 'add', old: null, new: newLine++, parts: text };
    }
    if (line.startsWith('-')) {
      return { kind: 'remove', old: oldLine++, new: null, parts: text };
    }
    return {
      kind: 'same',
      old: oldLine++,
      new: newLine++,
      parts: line.startsWith(' ') ? text : plain(line),
    };
  });
  return withMarks(lines);
}
