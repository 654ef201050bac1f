/**
 * Checks rendered results (contract 6.4) with independent parsers: micromark, and if it is
 * installed cmark-gfm, which GitHub uses. Only links into the repository may be live, and the
 * visible text must equal that of the same document rendered as HTML.
 */
import { spawnSync } from 'node:child_process';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import { alive, type Rendered } from './markdown-oracle.ts';

type Node = DefaultTreeAdapterMap['node'];

/** Links that the action builds for the repository octo/shop. */
const OWN =
  /^https:\/\/github\.com\/octo\/shop\/(?:pull\/\d+|issues\/\d+|commit\/[0-9a-f]{7,64}|blob\/[\w.-]+\/[\w.+@/-]+(?:#L\d+(?:-L\d+)?)?)$/;
const INERT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      'p',
      'h4',
      'h5',
      'h6',
      'ul',
      'li',
      'blockquote',
      'pre',
      'table',
      'thead',
      'tbody',
      'tr',
      'em',
      'strong',
      'del',
      'br',
      'hr',
    ].map((tag) => [tag, []]),
  ),
  a: ['href'],
  ol: ['start'],
  code: ['class'],
  th: ['align'],
  td: ['align'],
  input: ['type', 'checked', 'disabled'],
};

const EXTENSIONS = ['table', 'strikethrough', 'autolink', 'tasklist', 'footnotes'].flatMap(
  (name) => ['-e', name],
);
const MARK = 'document-end';

export function hasCmark(): boolean {
  return spawnSync('cmark-gfm', ['--version']).status === 0;
}

/** cmark-gfm's HTML of each document. They share one process and are separated by a comment. */
export function cmark(documents: readonly string[]): string[] {
  const input = documents.map((text) => `${text}\n\n<!--${MARK}-->\n\n`).join('');
  const { stdout, status, stderr } = spawnSync('cmark-gfm', ['--unsafe', ...EXTENSIONS], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) {
    throw new Error(`cmark-gfm: ${stderr}`);
  }
  return stdout.split(`<!--${MARK}-->\n`).slice(0, -1);
}

function walk(node: Node, see: (node: Node, quiet: boolean) => void, quiet = false): void {
  see(node, quiet);
  const inside = quiet || ('tagName' in node && ['code', 'pre', 'a'].includes(node.tagName));
  if ('childNodes' in node) {
    for (const child of node.childNodes) {
      walk(child, see, inside);
    }
  }
}

/** Describes forbidden content in the HTML, or null if there is none. */
export function complaintOf(html: string, source: string): string | null {
  const prose: string[] = [];
  const found: string[] = [];
  walk(parseFragment(html), (node, quiet) => {
    if (node.nodeName === '#comment') {
      found.push('a comment');
    }
    if ('value' in node && !quiet) {
      prose.push(node.value);
    }
    if (!('tagName' in node)) {
      return;
    }
    const allowed = INERT[node.tagName];
    if (allowed === undefined) {
      found.push(`<${node.tagName}>`);
    }
    for (const { name, value } of node.attrs) {
      if (allowed?.includes(name) !== true) {
        found.push(`${name} of <${node.tagName}>`);
      }
      if (name === 'href' && !OWN.test(value)) {
        found.push(`a link to ${value}`);
      }
    }
  });
  const withoutCode = source.replace(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '`');
  const rendered: Rendered = { html, elements: [], links: [], text: '', prose };
  return [...found, ...alive(rendered, withoutCode)][0] ?? null;
}

/**
 * The visible content in a form comparable between renderers: text without inserted breaks, and
 * counts of elements.
 */
export function shownBy(html: string): string {
  let text = '';
  const counts = new Map<string, number>();
  walk(parseFragment(html), (node) => {
    if ('value' in node) {
      text += node.value;
    }
    if (node.nodeName === 'input') {
      text += '☐';
    }
    if ('tagName' in node && !['p', 'input', 'br'].includes(node.tagName)) {
      counts.set(node.tagName, (counts.get(node.tagName) ?? 0) + 1);
    }
  });
  // cmark-gfm renders no checkbox if the task item begins with a list.
  const words = text
    .replace(/[\u200b\s\u00a0]+/g, '')
    .replace(/\[[xX]?\]/g, '')
    // Last, because a checkbox may stand between the brackets of other text.
    .replace(/[☑☐]/g, '');
  return `${words} ${JSON.stringify([...counts].sort())}`;
}
