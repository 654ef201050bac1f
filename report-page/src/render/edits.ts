/** Finds the changes that a tool's input requests: edits of a file, or a patch. Pure. */
import { filePath } from '../../../src/report/page/data.ts';

export interface Edit {
  readonly path: string | null;
  readonly before: string;
  readonly after: string;
}

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
const PATCHES = ['patch', 'diff', 'edit', 'input', 'changes', 'content'] as const;
const EDITS_MAX = 50;
/** UTF-16 units. Longer texts are not treated as patches, because nobody would read them. */
const PATCH_MAX = 200_000;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function editOf(fields: Fields, path: string | null): Edit | null {
  for (const [from, to] of PAIRS) {
    const [before, after] = [fields[from], fields[to]];
    if (typeof before === 'string' && typeof after === 'string')
      return { path: filePath(fields) ?? path, before, after };
  }
  return null;
}

/** The edits that a tool's input requests, if any. */
export function editsOf(input: unknown): readonly Edit[] {
  if (!isFields(input)) return [];
  const own = editOf(input, null);
  if (own !== null) return [own];
  const list = [input['edits'], input['changes'], input['replacements']].find((value) => Array.isArray(value));
  if (!Array.isArray(list) || list.length > EDITS_MAX) return [];
  const edits = list.map((item: unknown) => (isFields(item) ? editOf(item, filePath(input)) : null));
  return edits.every((edit) => edit !== null) ? edits : [];
}

/** A field that contains a patch: its name and its text. */
export function patchOf(input: unknown): readonly [name: string, text: string] | null {
  if (typeof input === 'string') return isPatch(input) ? ['', input] : null;
  if (!isFields(input)) return null;
  for (const name of PATCHES) {
    const text = input[name];
    if (typeof text === 'string' && isPatch(text)) return [name, text];
  }
  return null;
}

function isPatch(text: string): boolean {
  if (text.length > PATCH_MAX) return false;
  if (/^(@@ -\d|diff --git |--- \S+.*\n\+\+\+ |\*\*\* Begin Patch)/m.test(text)) return true;
  const lines = text.split('\n').filter((line) => line !== '');
  return (
    lines.some((line) => line.startsWith('+')) &&
    lines.some((line) => line.startsWith('-')) &&
    lines.every((line) => /^[-+ ]/.test(line))
  );
}
