/**
 * Renders GitHub's Markdown as HTML: CommonMark, tables, strikethrough, footnotes and formulas. The HTML is unsafe and
 * only for `index.ts`.
 */
import type { StateInline, Token } from 'markdown-it';
import { ErrorCodes, Tokenizer } from 'parse5';
import { createParser, NESTING_MAX } from '../markdown.ts';
import { addBlockRules } from './block-rules.ts';
import { ESCAPED, FORMULA } from './elements.ts';
import { formulaAt } from './formula.ts';

const FOOTNOTE_REFERENCE = /\[\^([^\]\s]+)\]/y;
/** Tags that GitHub shows as text. */
const SHOWN_TAG = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi;

function footnoteReference(state: StateInline, silent: boolean): boolean {
  FOOTNOTE_REFERENCE.lastIndex = state.pos;
  const [whole, label = ''] = FOOTNOTE_REFERENCE.exec(state.src) ?? [];
  if (whole === undefined || state.pos + whole.length > state.posMax) return false;
  if (!silent) state.push('footnote_reference', '', 0).content = label;
  state.pos += whole.length;
  return true;
}

/**
 * Moves referenced footnotes to the end and removes others, because text that is not on the page must not open or close
 * a comment.
 */
function placeFootnotes(tokens: readonly Token[]): readonly Token[] {
  const labels = tokens.flatMap(({ children }) =>
    (children ?? []).flatMap(({ type, content }) => (type === 'footnote_reference' ? [content.toLowerCase()] : [])),
  );
  const referred = new Set(labels);
  const open: Token[][] = [[]];
  const notes: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_open') open.push([]);
    open.at(-1)?.push(token);
    if (token.type !== 'footnote_close') continue;
    const note = open.pop() ?? [];
    // Of several footnotes with the same label, the first one applies.
    if (referred.delete(String(note[0]?.attrGet('label')).toLowerCase())) notes.push(...note);
  }
  return [...(open[0] ?? []), ...notes];
}

function formula(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false;
  const found = formulaAt(state.src.slice(0, state.posMax), state.pos);
  if (found === null) return false;
  if (!silent) state.push('formula', '', 0).content = found;
  state.pos += found.length;
  return true;
}

const parser = createParser(true);
addBlockRules(parser);
parser.inline.ruler.before('escape', 'formula', formula);
parser.inline.ruler.after('image', 'footnote_reference', footnoteReference);
// Otherwise escapes and character references are merged with the surrounding text and can no longer be distinguished.
parser.core.ruler.disable('text_join');

const { escapeHtml, unescapeAll } = parser.utils;
const content = (tokens: readonly Token[], at: number): string => tokens[at]?.content ?? '';
const raw = (tokens: readonly Token[], at: number): string => content(tokens, at).replace(SHOWN_TAG, '&lt;');
const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

Object.assign(parser.renderer.rules, {
  html_block: raw,
  html_inline: raw,
  formula: (tokens: readonly Token[], at: number) => element(FORMULA, content(tokens, at)),
  footnote_reference: (tokens: readonly Token[], at: number) => escapeHtml(`[^${content(tokens, at)}]`),
  hardbreak: () => '<br>',
  text_special: (tokens: readonly Token[], at: number) => element(ESCAPED, content(tokens, at)),
  // Writes a fence's language the way GitHub does.
  fence: (tokens: readonly Token[], at: number) => {
    const [language = ''] = unescapeAll(tokens[at]?.info ?? '')
      .trim()
      .split(/\s+/);
    return `<pre${language === '' ? '' : ` lang="${escapeHtml(language)}"`}>${element('code', content(tokens, at))}</pre>\n`;
  },
});

export interface Html {
  readonly html: string;
  /** Blocks are nested so deeply that some may have been left out. */
  readonly tooDeep: boolean;
  /**
   * A tag is not closed in its block. What follows is left out, because the end of the tag depends on the renderer's
   * output.
   */
  readonly openTag: boolean;
}

export function githubHtml(markdown: string): Html {
  const environment = {};
  const tokens = placeFootnotes(parser.parse(markdown, environment));
  const openTag = tokens.findIndex(({ type, content }) => type === 'html_block' && endsInTag(content));
  const kept = openTag === -1 ? [...tokens] : tokens.slice(0, openTag);
  return {
    html: parser.renderer.render(kept, parser.options, environment),
    tooDeep: tokens.some(({ level }) => level > NESTING_MAX - 10),
    openTag: openTag !== -1,
  };
}

function endsInTag(html: string): boolean {
  let ends = false;
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onParseError: ({ code }) => void (ends ||= code === ErrorCodes.eofInTag),
      ...{ onComment: ignore, onDoctype: ignore, onStartTag: ignore, onEndTag: ignore, onEof: ignore },
      ...{ onCharacter: ignore, onNullCharacter: ignore, onWhitespaceCharacter: ignore },
    },
  );
  tokenizer.write(html, true);
  return ends;
}
