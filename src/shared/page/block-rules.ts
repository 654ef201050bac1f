/** GitHub's block syntax that markdown-it does not support, or parses differently. */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { FOOTNOTE } from './elements.ts';

type Rule = [state: StateBlock, line: number, end: number, silent: boolean];

const FOOTNOTE_LABEL = /^\[\^([^\]\s]+)\]:/;
/** The delimiter row of a table with one column. */
const NARROW_ROW = /^(?:\|[ \t]*:?-+:?[ \t]*\|?|:?-+:?[ \t]*\|)$/;

/** A line with nothing but a tag ends a table and begins HTML, although it does not end a paragraph. */
const TAG_LINE =
  /^<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>\s*$/i;

function tagAfterTable(...[state, line, , silent]: Rule): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return silent && state.parentType === 'table' && TAG_LINE.test(state.src.slice(start, state.eMarks[line]));
}

/** The text of a footnote: the rest of its first line, and lines indented by four columns. */
function footnote(...[state, line, end, silent]: Rule): boolean {
  const { bMarks, tShift, sCount, eMarks, blkIndent, parentType } = state;
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  const [head, label = ''] = FOOTNOTE_LABEL.exec(state.src.slice(start, eMarks[line])) ?? [];
  if (head === undefined || (sCount[line] ?? 0) - blkIndent >= 4) return false;
  if (silent) return true;
  const [begin, shift, columns] = [bMarks[line] ?? 0, tShift[line] ?? 0, sCount[line] ?? 0];
  const rest = start + head.length;
  const blanks = /^[ \t]*/.exec(state.src.slice(rest, eMarks[line]))?.[0].length ?? 0;
  const open = state.push('footnote_open', FOOTNOTE, 1);
  open.attrSet('label', label);
  [bMarks[line], tShift[line], sCount[line]] = [rest, blanks, blkIndent + 4];
  state.blkIndent += 4;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, line, end);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  [bMarks[line], tShift[line], sCount[line]] = [begin, shift, columns];
  state.push('footnote_close', FOOTNOTE, -1);
  return true;
}

/**
 * A table of one column whose header has no `|`, which markdown-it does not recognize. Its rows are parsed as
 * paragraphs; what matters is that no line continues them.
 */
function narrowTable(...[state, line, end, silent]: Rule): boolean {
  const { bMarks, tShift, sCount, eMarks, blkIndent } = state;
  const at = (row: number): string => state.src.slice((bMarks[row] ?? 0) + (tShift[row] ?? 0), eMarks[row]).trim();
  const isInside = (row: number): boolean =>
    row < end && at(row) !== '' && (sCount[row] ?? 0) >= blkIndent && (sCount[row] ?? 0) - blkIndent < 4;
  if (!isInside(line) || !isInside(line + 1) || at(line).includes('|') || !NARROW_ROW.test(at(line + 1))) return false;
  if (silent) return true;
  const enders = state.md.block.ruler.getRules('blockquote');
  const row = (number: number): void => {
    state.push('paragraph_open', 'p', 1).map = [number, number + 1];
    const [cell = ''] = at(number)
      .replace(/^\|/, '')
      .split(/(?<!\\)\|/);
    Object.assign(state.push('inline', '', 0), { content: cell.trim(), map: [number, number + 1], children: [] });
    state.push('paragraph_close', 'p', -1);
  };
  const { parentType } = state;
  state.parentType = 'table';
  row(line);
  state.line = line + 2;
  for (; isInside(state.line); state.line += 1) {
    const next = state.line;
    if (enders.some((ends) => ends(state, next, end, true))) break;
    row(next);
  }
  state.parentType = parentType;
  return true;
}

/** Adds the rules to a parser with markdown-it's default rules. */
export function addBlockRules({ block: { ruler } }: MarkdownIt): void {
  ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  // markdown-it checks for tables first, and would find one where GitHub sees the beginning of a comment or another
  // block.
  const [table] = ruler.getRules('');
  ruler.disable('table');
  if (table !== undefined)
    for (const [name, rule] of Object.entries({ github_table: table, narrow_table: narrowTable }))
      ruler.before('lheading', name, rule, { alt: ['paragraph', 'reference'] });
  ruler.push('tag_after_table', tagAfterTable, { alt: ['blockquote'] });
}
