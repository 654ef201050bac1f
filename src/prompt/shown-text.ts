/**
 * The text of a Markdown document that readers see on GitHub, as plain Markdown (contract 6.2). Rebuilt from the
 * rendered page, so it cannot contain anything that the page does not show.
 */
import { head, visibleLine, visibleText } from '../safe/text.ts';
import type { Fault, PageElement, PageNode } from '../shared/page/index.ts';
import { codeBlock, inline, leftOut, UNSEEN } from './shown-inline.ts';

const FAULTS: Readonly<Record<Fault, string>> = {
  'open comment': 'an HTML comment that is not closed, and all behind it',
  'open tag': 'an HTML tag that is not closed, and all behind it',
  'too deep': 'what is nested too deep to be read',
  'too many elements': 'a text with too many HTML elements to be read',
};

/** The visible text. If more than comments, titles and the like was removed, it says so. Never contains `<!--`. */
export async function shownText(markdown: string): Promise<string> {
  const { readPage, READ_MAX } = await import('../shared/page/index.ts');
  const read = head(markdown, READ_MAX);
  const { nodes, faults } = readPage(read);
  const more = markdown.length - read.length;
  const notes = [
    ...faults.map((fault) => leftOut(FAULTS[fault])),
    ...(more > 0 ? [`… (${more} more characters)`] : []),
  ];
  return withoutComments([...blocksOf(nodes), ...notes].join('\n\n'));
}

/** Text that is shown as it is, such as a diff. */
export function shownPlain(text: string): string {
  return withoutComments(visibleText(text).trim());
}

/** Like `shownPlain`, on one line. */
export function shownLine(text: string): string {
  return withoutComments(visibleLine(text));
}

/** Visible text such as `<!--` must not become a comment for the next parser. */
function withoutComments(text: string): string {
  return text.replaceAll('<!--', '<! --');
}

function blocksOf(nodes: readonly PageNode[]): string[] {
  const blocks: string[] = [];
  let line = '';
  const end = (): void => {
    blocks.push(line.trim());
    line = '';
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !node.isBlock) line += inline(node);
    else {
      end();
      blocks.push(block(node));
    }
  }
  end();
  return blocks.filter((text) => text !== '');
}

function block(element: PageElement): string {
  const { name, children } = element;
  const inside = (): string => blocksOf(children).join('\n\n');
  if (UNSEEN.has(name)) return '';
  if (/^h[1-6]$/.test(name)) return prefixed(`${'#'.repeat(Number(name[1]))} `, oneLine(inside()));
  switch (name) {
    case 'hr':
      return '---';
    case 'blockquote':
      return prefixed('> ', indented(inside(), '> ')).replace(/^> $/gm, '>');
    case 'ul':
    case 'ol':
      return listOf(element);
    case 'pre':
      return codeBlock(element);
    case 'table':
      return tableOf(element);
    case 'details':
      return detailsOf(element);
    case 'x-footnote':
      return prefixed(`[^${visibleLine(element.attributes.get('label') ?? '')}]: `, inside());
    default:
      return inside();
  }
}

/**
 * Indents all lines except the first. Text longer than any prompt is returned unchanged, because nested lists would
 * make it grow without limit.
 */
function indented(text: string, indent: string): string {
  return text.length > 60_000 ? text : text.replaceAll('\n', `\n${indent}`).replace(/^ +$/gm, '');
}

function prefixed(prefix: string, text: string): string {
  return text === '' ? '' : prefix + text;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

function listOf({ name, attributes, children }: PageElement): string {
  const items = children.filter((child): child is PageElement => typeof child !== 'string');
  const isTight = items.every((item) =>
    item.children.every((child) => typeof child === 'string' || child.name !== 'p'),
  );
  const first = Number(attributes.get('start') ?? 1) || 0;
  const texts = items.map((item, at) => {
    const marker = name === 'ol' ? `${first + at}. ` : '- ';
    const text = blocksOf(item.children).join(isTight ? '\n' : '\n\n');
    return text === '' ? '' : marker + indented(text, ' '.repeat(marker.length));
  });
  return texts.filter((text) => text !== '').join(isTight ? '\n' : '\n\n');
}

function rowsOf(element: PageElement): PageElement[] {
  const parts = element.children.filter((child): child is PageElement => typeof child !== 'string');
  return parts.flatMap((part) =>
    part.name === 'tr' ? [part] : /^t(?:head|body|foot)$/.test(part.name) ? rowsOf(part) : [],
  );
}

function tableOf(table: PageElement): string {
  const caption = table.children.filter((child) => typeof child !== 'string' && child.name === 'caption');
  const rows = rowsOf(table).map(({ children }) => {
    const cells = children.filter((child): child is PageElement => typeof child !== 'string');
    return cells.map((cell) => oneLine(blocksOf(cell.children).join(' ')).replaceAll('|', '\\|'));
  });
  const lines = rows.filter((cells) => cells.length > 0).map((cells) => `| ${cells.join(' | ')} |`);
  lines.splice(1, 0, `|${' - |'.repeat(rows[0]?.length ?? 0)}`);
  return [...blocksOf(caption), ...(lines.length > 1 ? [lines.join('\n')] : [])].join('\n\n');
}

function detailsOf({ attributes, children }: PageElement): string {
  const isSummary = (node: PageNode): boolean => typeof node !== 'string' && node.name === 'summary';
  const title = oneLine(blocksOf(children.filter(isSummary)).join(' '));
  const inside = blocksOf(children.filter((node) => !isSummary(node)));
  if (attributes.has('open')) return [title, ...inside].filter((text) => text !== '').join('\n\n');
  if (inside.length === 0) return title;
  return [
    `(Collapsed on the page${title === '' ? '' : `, under "${title}"`}:)`,
    ...inside,
    '(End of the collapsed part.)',
  ].join('\n\n');
}
