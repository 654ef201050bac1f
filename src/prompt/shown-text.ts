/** What readers of the page see of a Markdown text, as plain Markdown (contract 6.2). Built anew from the page: what the page does not show is not in it. */
import { head, visibleLine, visibleText } from '../report/sanitize/text.ts';
import type { Fault, PageElement, PageNode } from '../shared/page/index.ts';
import { drawingOf, formula } from './drawings.ts';

/** Addresses are not seen either, but the agent may need them; a longer one says more than where something is. */
const ADDRESS_MAX = 500;
/** Inline elements that mean something to a reader; tags of others are left out. */
const KEPT: ReadonlySet<string> = new Set(
  'abbr b bdo cite dfn i ins kbd mark q rt ruby samp small span strike sub sup tt u var'.split(' '),
);
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['em', '*'],
  ['strong', '**'],
  ['s', '~~'],
  ['del', '~~'],
]);
/** Not shown, or only by browsers that cannot show what is around it. */
const UNSEEN: ReadonlySet<string> = new Set(
  'audio canvas datalist math noscript object rp script style svg template video'.split(' '),
);
const FAULTS: Readonly<Record<Fault, string>> = {
  'open comment': 'an HTML comment that is not closed, and all behind it',
  'open tag': 'an HTML tag that is not closed, and all behind it',
  'too deep': 'what is nested too deep to be read',
  'too many elements': 'a text with too many HTML elements to be read',
};

const leftOut = (what: string): string => `(Left out: ${what}.)`;

/** The text without anything that readers do not see; where that took more than comments, titles and the like, it says so. It holds no `<!--`. */
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

/** Text shown as it is, in one line. */
export function shownLine(text: string): string {
  return withoutComments(visibleLine(text));
}

/** What is shown is no comment; written like this it is none for the next reader either. */
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

/** The lines of a text but the first behind `indent`. What is longer than any prompt stays as it is: in deep lists it would grow without end. */
function indented(text: string, indent: string): string {
  return text.length > 60_000 ? text : text.replaceAll('\n', `\n${indent}`).replace(/^ +$/gm, '');
}

function prefixed(prefix: string, text: string): string {
  return text === '' ? '' : prefix + text;
}

function inline(node: PageNode): string {
  if (typeof node === 'string') return visibleText(node);
  const { name, attributes, children } = node;
  if (UNSEEN.has(name)) return '';
  switch (name) {
    case 'br':
      return '\n';
    case 'img':
      return `![](${address(attributes.get('src'))})`;
    case 'code':
      return codeSpan(visibleText(textOf(node)));
    case 'x-formula':
      return drawn(formula(visibleText(textOf(node))));
  }
  const inside = children.map(inline).join('');
  // Nothing to see: not even white space, which would be seen between words.
  if (inside.trim() === '') return inside;
  const sign = SIGNS.get(name);
  if (sign !== undefined) return `${sign}${inside}${sign}`;
  if (name === 'a') return linkOf(inside, address(attributes.get('href')));
  return KEPT.has(name) ? `<${name}>${inside}</${name}>` : inside;
}

function drawn({ source, leftOut: what }: ReturnType<typeof formula>): string {
  return [source, what === null ? null : leftOut(what)].filter((part) => part !== null).join(' ');
}

function linkOf(text: string, href: string): string {
  return href === '' || href === text ? text : `[${text}](${href})`;
}

function address(given = ''): string {
  const whole = visibleLine(given).replaceAll(' ', '%20');
  if (whole.startsWith('data:')) return 'data:…';
  return whole.length <= ADDRESS_MAX ? whole : `${head(whole, ADDRESS_MAX)}…`;
}

function textOf(node: PageNode): string {
  return typeof node === 'string' ? node : node.name === 'br' ? '\n' : node.children.map(textOf).join('');
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

function longestRun(text: string, sign: RegExp): number {
  return Math.max(0, ...(text.match(sign) ?? []).map(({ length }) => length));
}

function codeSpan(code: string): string {
  if (code.trim() === '') return code;
  const ticks = '`'.repeat(longestRun(code, /`+/g) === 0 ? 1 : longestRun(code, /`+/g) + 1);
  const space = /^`|`$/.test(code) ? ' ' : '';
  return `${ticks}${space}${code}${space}${ticks}`;
}

function codeBlock(element: PageElement): string {
  const [inner] = element.children.filter((child) => typeof child !== 'string');
  const marked = /(?:^|\s)language-(\S+)/.exec(inner?.attributes.get('class') ?? '')?.[1];
  const language = visibleLine(element.attributes.get('lang') ?? marked ?? '').slice(0, 20);
  const drawing = drawingOf(language, visibleText(textOf(element)));
  const note = drawing === null || drawing.leftOut === null ? [] : [leftOut(drawing.leftOut)];
  const code = (drawing === null ? visibleText(textOf(element)) : (drawing.source ?? '')).replace(/\n$/, '');
  if (code.trim() === '') return note.join('');
  const fence = '`'.repeat(Math.max(3, longestRun(code, /`{3,}/g) + 1));
  return [`${fence}${/^[\w.+#-]*$/.test(language) ? language : ''}\n${code}\n${fence}`, ...note].join('\n');
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
