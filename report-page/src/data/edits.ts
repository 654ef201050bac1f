/**
 * Finds the changes that a tool's input requests: edits of a file, text added to one, or a patch;
 * and all those of a run, by file.
 */
import { isRecord } from '../../../src/safe/json.ts';
import { filePath } from '../../../src/report/page/data.ts';
import { editLines, patchLines } from './diff.ts';
import type { DiffLine, Edit } from './diff.ts';
import type { Run, Step } from './run.ts';
import type { Breaks, PageRun } from './texts.ts';

const PAIRS = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
  ['old_content', 'new_content'],
  ['old_code', 'new_code'],
  ['oldText', 'newText'],
  ['old', 'new'],
  ['before', 'after'],
  ['search', 'replace'],
  ['original', 'updated'],
  ['original', 'modified'],
  ['find', 'replace'],
] as const;
/** Fields with text that is added: a whole new file, or lines that are inserted or appended. */
const ADDED = [
  ...[
    'file_text',
    'contents',
    'new_str',
    'new_string',
    'new_text',
    'insert_text',
    'text_to_insert',
  ],
  ...['insert', 'append', 'content', 'text'],
] as const;
const PATCHES = ['patch', 'diff', 'edit', 'input', 'changes', 'content'] as const;
const EDITS_MAX = 50;
/** UTF-16 units. Longer texts are not treated as patches, because nobody would read them. */
const PATCH_MAX = 200_000;

type Fields = Readonly<Record<string, unknown>>;

function editOf(fields: Fields, path: string | null): Edit | null {
  for (const [from, to] of PAIRS) {
    const [before, after] = [fields[from], fields[to]];
    if (typeof before === 'string' && typeof after === 'string') {
      return { path: filePath(fields) ?? path, before, after };
    }
  }
  return null;
}

/** Text that a tool for editing adds to a file. */
function additionOf(fields: Fields): Edit | null {
  const path = filePath(fields);
  const after = ADDED.map((name) => fields[name]).find(
    (text) => typeof text === 'string' && text !== '',
  );
  if (path === null || typeof after !== 'string' || patchOf(fields) !== null) {
    return null;
  }
  return { path, before: '', after };
}

/**
 * The edits that a tool's input requests, if any.
 *
 * @param options.isEditor the tool edits files, so that a text alone is one that it adds
 */
export function editsOf(input: unknown, { isEditor = false } = {}): readonly Edit[] {
  if (!isRecord(input)) {
    return [];
  }
  const own = editOf(input, null) ?? (isEditor ? additionOf(input) : null);
  if (own !== null) {
    return [own];
  }
  const list = [input['edits'], input['changes'], input['replacements']].find((value) =>
    Array.isArray(value),
  );
  if (!Array.isArray(list) || list.length > EDITS_MAX) {
    return [];
  }
  const edits = list.map((item: unknown) =>
    isRecord(item) ? editOf(item, filePath(input)) : null,
  );
  return edits.every((edit) => edit !== null) ? edits : [];
}

/** A field that contains a patch: its name and its text. */
export function patchOf(input: unknown): readonly [name: string, text: string] | null {
  if (typeof input === 'string') {
    return isPatch(input) ? ['', input] : null;
  }
  if (!isRecord(input)) {
    return null;
  }
  for (const name of PATCHES) {
    const text = input[name];
    if (typeof text === 'string' && isPatch(text)) {
      return [name, text];
    }
  }
  return null;
}

function isPatch(text: string): boolean {
  if (text.length > PATCH_MAX) {
    return false;
  }
  if (/^(@@ -\d|diff --git |--- \S+.*\n\+\+\+ |\*\*\* Begin Patch)/m.test(text)) {
    return true;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return (
    lines.some((line) => line.startsWith('+')) &&
    lines.some((line) => line.startsWith('-')) &&
    lines.every((line) => /^[-+ ]/.test(line))
  );
}

/** The part of a patch that is about one file. */
interface FilePatch {
  /** The name in its header, or null where it has none. */
  readonly path: string | null;
  readonly patch: string;
}

export function patchFiles(patch: string): readonly FilePatch[] {
  const files: { path: string | null; lines: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const isStart = /^(diff --git |\*\*\* (?:Add|Update|Delete) File: )/.test(line);
    const isOld =
      line.startsWith('--- ') && files.at(-1)?.lines.some((one) => one.startsWith('@@')) !== false;
    if (isStart || isOld || files.length === 0) {
      files.push({ path: null, lines: [] });
    }
    const file = files.at(-1);
    const name = /^(?:\+\+\+ (?:b\/)?|\*\*\* (?:Add|Update|Delete) File: )([^\t]+)/
      .exec(line)?.[1]
      ?.trim();
    if (file !== undefined && name !== undefined && name !== '/dev/null') {
      file.path = name;
    }
    file?.lines.push(line);
  }
  return files
    .filter(({ lines }) => lines.some((line) => /^[-+]/.test(line)))
    .map(({ path, lines }) => ({ path, patch: lines.join('\n') }));
}

/** One edit of a file. */
export interface Hunk {
  readonly step: Step;
  /** UTF-16 units. */
  readonly size: number;
  /** Compared anew at each call, which takes a while for a long text. */
  readonly lines: () => readonly DiffLine[];
}

export interface ChangedFile {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

export interface Changes {
  /** In the order in which they were changed first. */
  readonly files: readonly ChangedFile[];
  /** Edits that were not read, because there are too many. */
  readonly left: number;
}

/** Edits to read: a reviewer would not look at more. */
const READ_MAX = 2000;
/** Maximum time to block the page. */
const SLICE_MS = 8;
/** UTF-16 units of edits to compare. */
const TEXT_MAX = 4_000_000;

/** The steps that edit files and did not fail. */
export function editSteps(run: Run): readonly Step[] {
  return run.steps.filter(
    ({ category, exit, error }) => category === 'edit' && exit === 0 && !error,
  );
}

interface Change extends Omit<Hunk, 'step'> {
  readonly path: string;
  /** The lines without marked words, compared quickly. */
  readonly draft: () => readonly DiffLine[];
}

/** What an entry changes, by path. */
export function changesOf(entry: unknown): readonly Change[] {
  if (typeof entry !== 'object' || entry === null) {
    return [];
  }
  const { tool_input: input } = entry as { readonly tool_input?: unknown };
  const target = filePath(input);
  const patch = patchOf(input);
  if (patch !== null) {
    return patchFiles(patch[1]).flatMap((file) => {
      const path = file.path ?? target;
      const lines = (): readonly DiffLine[] =>
        patchLines(file.patch).filter(({ kind }) => kind !== 'heading');
      return path === null ? [] : [{ path, size: file.patch.length, lines, draft: lines }];
    });
  }
  return editsOf(input, { isEditor: true }).flatMap((edit) => {
    const path = edit.path ?? target;
    const size = edit.before.length + edit.after.length;
    const draft = (): readonly DiffLine[] => editLines(edit, { isDraft: true });
    return path === null ? [] : [{ path, size, lines: () => editLines(edit), draft }];
  });
}

const count = (lines: readonly DiffLine[], kind: DiffLine['kind']): number =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? 1 : 0), 0);

/**
 * Reads all edits of a run.
 *
 * @returns null if the signal was aborted
 */
export async function readChanges(
  { run, texts }: PageRun,
  { pause, signal }: Breaks,
): Promise<Changes | null> {
  const steps = editSteps(run);
  const files = new Map<string, { path: string; hunks: Hunk[]; added: number; removed: number }>();
  let size = 0;
  let read = 0;
  let since = performance.now();
  for (const step of steps.slice(0, READ_MAX)) {
    if (size > TEXT_MAX) {
      break;
    }
    for (const { path, draft, ...change } of changesOf((await texts.entry(step.index)).value)) {
      if (performance.now() - since > SLICE_MS) {
        await pause();
        since = performance.now();
      }
      if (signal.aborted) {
        return null;
      }
      const file = files.get(path) ?? { path, hunks: [], added: 0, removed: 0 };
      files.set(path, file);
      const lines = draft();
      file.hunks.push({ step, ...change });
      file.added += count(lines, 'add');
      file.removed += count(lines, 'remove');
      size += change.size;
    }
    read += 1;
  }
  return { files: [...files.values()], left: steps.length - read };
}
