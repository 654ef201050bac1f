/**
 * Models how GitHub processes Markdown: rendered with its dialect, then searched like its own
 * filters do, for mentions, references, emoji and mathematics in the text outside code and links.
 */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

export interface Rendered {
  readonly html: string;
  /** Every element, by tag name, in order. */
  readonly elements: readonly string[];
  /** Targets of links. */
  readonly links: readonly string[];
  /** All text. */
  readonly text: string;
  /** Text outside code and links, element by element. */
  readonly prose: readonly string[];
}

/** GitHub's dialect, made once for all documents. */
const DIALECT = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };

/** Keeps raw HTML, because GitHub renders tags that micromark escapes by default. */
function toHtml(markdown: string): string {
  return micromark(markdown, { ...DIALECT, allowDangerousHtml: true });
}

export function render(markdown: string): Rendered {
  const html = toHtml(markdown);
  const elements: string[] = [];
  const links: string[] = [];
  const prose: string[] = [];
  let text = '';
  const walk = (node: Node, quiet: boolean): void => {
    if (node.nodeName === '#comment') {
      elements.push('#comment');
    }
    if ('tagName' in node) {
      elements.push(node.tagName);
      const target = node.attrs.find(({ name }) => name === 'href')?.value;
      if (target !== undefined) {
        links.push(target);
      }
    }
    if ('value' in node) {
      text += node.value;
      if (!quiet) {
        prose.push(node.value);
      }
    }
    const inside = quiet || ('tagName' in node && ['code', 'pre', 'a'].includes(node.tagName));
    if ('childNodes' in node) {
      for (const child of node.childNodes) {
        walk(child, inside);
      }
    }
  };
  walk(parseFragment(html), false);
  return { html, elements, links, text, prose };
}

/** Patterns that GitHub's filters make live, beyond Markdown. */
const LIVE: Readonly<Record<string, RegExp>> = {
  mention: /(?<![A-Za-z0-9_`])@[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][\w.-]*)?/i,
  reference: /(?<![A-Za-z0-9_&])#\d+\b/,
  'reference in a repository': /[\w.-]+\/[\w.-]+#\d+\b/,
  'GH-1': /\bGH-\d+\b/i,
  commit: /(?<![A-Za-z0-9])[0-9a-f]{7,40}(?![A-Za-z0-9])/i,
  'commit in a repository': /[\w-]+@[0-9a-f]{7,40}\b/i,
  advisory: /\b(?:GHSA-[0-9a-z]{4}|CVE-\d{4})-/i,
  address: /\b[a-z][a-z0-9+.-]*:\/\/\S/i,
  www: /\bwww\.\w/i,
  mail: /[\w.+-]+@[\w-]+\.\w/,
  emoji: /:(?:[a-z0-9_+-]*[a-z_][a-z0-9_+-]*|[+-]1|100|1234):/i,
};

/** Patterns found in the source before it is rendered: mathematics, and commands of chat bots. */
const LIVE_SOURCE: Readonly<Record<string, RegExp>> = {
  mathematics: /\$[^$\s][^$]*\$/,
  chat: /^\s*\/[a-z]/im,
};

/**
 * Names of the patterns that are live in a rendered text. `source` is searched for those that
 * GitHub finds before rendering.
 */
export function alive(rendered: Rendered, source = ''): string[] {
  const unfenced = source.replace(/^(`{3,})[^]*?^\1$/gm, '');
  const named = (patterns: Readonly<Record<string, RegExp>>, texts: readonly string[]): string[] =>
    Object.entries(patterns)
      .filter(([, pattern]) => texts.some((text) => pattern.test(text)))
      .map(([name]) => name);
  return [...named(LIVE, rendered.prose), ...named(LIVE_SOURCE, [unfenced])];
}

/** The author's own visible words, without quotes and code. */
export function spoken(markdown: string): string {
  const html = toHtml(markdown);
  const unspoken: ReadonlySet<string> = new Set([
    'blockquote',
    'code',
    'pre',
    'kbd',
    'samp',
    'script',
    'style',
  ]);
  const words = (node: Node): string => {
    if ('tagName' in node && unspoken.has(node.tagName)) {
      return '';
    }
    if ('value' in node) {
      return node.value;
    }
    return 'childNodes' in node ? node.childNodes.map(words).join('') : '';
  };
  return words(parseFragment(html));
}
