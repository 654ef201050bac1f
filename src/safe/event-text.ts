/**
 * What a maintainer sees of other people's Markdown on GitHub, as plain text for the prompt (contract 6.2): without invisible characters,
 * HTML comments, tags and attributes, link definitions and titles, and alternative texts. It is rebuilt from the parser's tokens, so nothing
 * passes that they do not name. Pure.
 */
import { isDeep, markdownTree, type MarkdownNode } from './markdown-tree.ts';
import { RawHtml } from './raw-html.ts';
import { head, visibleLine, visibleText } from './text.ts';

/** UTF-16 units that are read. GitHub accepts bodies of 65,536 characters. */
const READ_MAX = 2 * 65_536;
/** Nobody sees an address, but the agent may need it. A longer one could carry a message. */
const ADDRESS_MAX = 500;
/** Indenting longer texts again and again would make them grow without limit. The prompt takes no more anyway. */
const INDENTED_MAX = 60_000;
const MARKS: Readonly<Record<string, string>> = { em: '*', strong: '**', s: '~~' };

/** The visible text of a Markdown document. Says so where it could not be read to its end. Never contains `<!--`. */
export function eventText(markdown: string): string {
  const read = head(markdown, READ_MAX);
  const more = markdown.length - read.length;
  const tree = markdownTree(read.replace(/^\ufeff/, ''), { html: true });
  const html = new RawHtml();
  const blocks = blocksOf(tree, html);
  const notes = [
    ...(html.isOpen ? ['(Left out: an HTML comment or tag that is not closed, and all behind it.)'] : []),
    ...(isDeep(tree) ? ['(Left out: what is nested too deep to be read.)'] : []),
    ...(more > 0 ? [`… (${more} more characters)`] : []),
  ];
  return withoutComments([...blocks, ...notes].join('\n\n'));
}

/** Text that is no Markdown, such as a diff. */
export function plainEventText(text: string): string {
  return withoutComments(visibleText(text).trim());
}

/** The same on one line. */
export function eventLine(text: string): string {
  return withoutComments(visibleLine(text));
}

/** Visible text such as `<!--` must not become a comment for the next parser. */
function withoutComments(text: string): string {
  return text.replaceAll('<!--', '<! --');
}

function blocksOf(nodes: readonly MarkdownNode[], html: RawHtml): string[] {
  return nodes.map((node) => block(node, html)).filter((text) => text.trim() !== '');
}

function block(node: MarkdownNode, html: RawHtml): string {
  const { type, token, children, text } = node;
  const inside = (): string => blocksOf(children, html).join('\n\n');
  switch (type) {
    case 'html_block':
      return visibleText(html.textOf(text).replace(/\n{3,}/g, '\n\n')).trim();
    case 'heading':
      return prefixed(`${'#'.repeat(Number(token.tag.slice(1)))} `, oneLine(inlineText(children, html)));
    case 'hr':
      return html.isOpen ? '' : '---';
    case 'blockquote':
      return prefixed('> ', indented(inside(), '> ')).replace(/^> $/gm, '>');
    case 'bullet_list':
    case 'ordered_list':
      return listOf(node, html);
    case 'fence':
    case 'code_block':
      return html.isOpen ? '' : codeBlock(visibleText(text), token.info);
    case 'table':
      return tableOf(node, html);
    default:
      return inlineText(children, html).trim();
  }
}

function inlineText(nodes: readonly MarkdownNode[], html: RawHtml): string {
  return nodes.map((node) => inline(node, html)).join('');
}

function inline({ type, token, children, text }: MarkdownNode, html: RawHtml): string {
  if (type === 'html_inline') return html.textOf(text);
  if (html.isOpen) return '';
  switch (type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'code_inline':
      return codeSpan(visibleText(text));
    case 'image':
      return `![](${address(token.attrGet('src'))})`;
  }
  if (children.length === 0) return visibleText(text);
  const inside = inlineText(children, html);
  if (type === 'link') return linkOf(inside, address(token.attrGet('href')));
  const mark = MARKS[type] ?? '';
  return inside.trim() === '' ? inside : `${mark}${inside}${mark}`;
}

function linkOf(text: string, href: string): string {
  return text.trim() === '' || href === '' || href === text ? text : `[${text}](${href})`;
}

function address(given: string | number | null): string {
  const whole = visibleLine(String(given ?? '')).replaceAll(' ', '%20');
  if (whole.startsWith('data:')) return 'data:…';
  return whole.length <= ADDRESS_MAX ? whole : `${head(whole, ADDRESS_MAX)}…`;
}

function longestRun(text: string, sign: RegExp): number {
  return Math.max(0, ...(text.match(sign) ?? []).map(({ length }) => length));
}

function codeSpan(code: string): string {
  const ticks = '`'.repeat(longestRun(code, /`+/g) + 1);
  const space = /^`|`$/.test(code) ? ' ' : '';
  return `${ticks}${space}${code}${space}${ticks}`;
}

function codeBlock(code: string, info: string): string {
  if (code.trim() === '') return '';
  const language = visibleLine(info.trim().split(/\s/)[0] ?? '').slice(0, 20);
  const fence = '`'.repeat(Math.max(3, longestRun(code, /`{3,}/g) + 1));
  return `${fence}${/^[\w.+#-]*$/.test(language) ? language : ''}\n${code.replace(/\n$/, '')}\n${fence}`;
}

/** Indents all lines except the first. */
function indented(text: string, indent: string): string {
  return text.length > INDENTED_MAX ? text : text.replaceAll('\n', `\n${indent}`).replace(/^ +$/gm, '');
}

function prefixed(prefix: string, text: string): string {
  return text === '' ? '' : prefix + text;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

function listOf({ type, token, children }: MarkdownNode, html: RawHtml): string {
  const isTight = children.every((item) =>
    item.children.every((child) => child.token.hidden || child.type !== 'paragraph'),
  );
  const first = Number(token.attrGet('start') ?? 1);
  const items = children.map((item, at) => {
    const sign = type === 'ordered_list' ? `${first + at}. ` : '- ';
    const text = blocksOf(item.children, html).join(isTight ? '\n' : '\n\n');
    return text === '' ? '' : sign + indented(text, ' '.repeat(sign.length));
  });
  return items.filter((text) => text !== '').join(isTight ? '\n' : '\n\n');
}

function tableOf(table: MarkdownNode, html: RawHtml): string {
  const rows = table.children.flatMap(({ children }) => children);
  const lines = rows.map(({ children }) => {
    const cells = children.map((cell) => oneLine(inlineText(cell.children, html)).replaceAll('|', '\\|'));
    return `| ${cells.join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' - |'.repeat(rows[0]?.children.length ?? 0)}`);
  return html.isOpen ? '' : lines.join('\n');
}
