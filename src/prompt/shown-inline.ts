/**
 * Inline content (text, emphasis, links, images and code) as readers see it on GitHub, as plain Markdown (contract
 * 6.2).
 */
import { head, visibleLine, visibleText } from '../safe/text.ts';
import type { PageElement, PageNode } from '../shared/page/index.ts';
import { drawingOf, formula } from './drawings.ts';

/** Readers do not see addresses, but the agent may need them. Longer ones could carry a message. */
const ADDRESS_MAX = 500;
/** Inline elements that are meaningful to a reader. Tags of others are left out. */
const KEPT: ReadonlySet<string> = new Set(
  'abbr b bdo cite dfn i ins kbd mark q rt ruby samp small span strike sub sup tt u var'.split(' '),
);
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['em', '*'],
  ['strong', '**'],
  ['s', '~~'],
  ['del', '~~'],
]);
/** Elements that are not shown, or only by browsers that cannot show their surroundings. */
export const UNSEEN: ReadonlySet<string> = new Set(
  'audio canvas datalist math noscript object rp script style svg template video'.split(' '),
);
/** Describes what was left out. */
export const leftOut = (what: string): string => `(Left out: ${what}.)`;

export function inline(node: PageNode): string {
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
  // Nothing is visible, not even white space between words.
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

function longestRun(text: string, sign: RegExp): number {
  return Math.max(0, ...(text.match(sign) ?? []).map(({ length }) => length));
}

function codeSpan(code: string): string {
  if (code.trim() === '') return code;
  const ticks = '`'.repeat(longestRun(code, /`+/g) === 0 ? 1 : longestRun(code, /`+/g) + 1);
  const space = /^`|`$/.test(code) ? ' ' : '';
  return `${ticks}${space}${code}${space}${ticks}`;
}

export function codeBlock(element: PageElement): string {
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
