/**
 * Renders agent Markdown readably and safely (contract 6.4 "Readable"): parses it and rebuilds it for GitHub or as HTML. Importing this
 * module loads the Markdown parser. Pure.
 */
import { repositoryLinks, type RepositoryLinks } from './links.ts';
import { htmlText } from './html.ts';
import { markdownFence } from './markdown.ts';
import { cut, head, visibleText } from './text.ts';
import { READ_MAX, readDocument } from './markdown-document.ts';
import { gitHubBlocks } from './markdown-writer.ts';
import { markupHtml, markupOf } from './markdown-html.ts';

export interface MarkdownRenderOptions {
  /** Addresses that may be live links. Defaults to none. */
  readonly links?: RepositoryLinks;
  /** Maximum UTF-16 units of the text to render. Defaults to `READ_MAX`, which is also the upper limit. */
  readonly maxLength?: number;
}

/** Limit on the text that is processed. Sanitizing megabytes would block the event loop for too long (contract 6.5). */
const LOOKED_AT_MAX = 1_000_000;
const NO_LINKS = repositoryLinks({ serverUrl: '', repository: '' });

export interface Rendered {
  readonly text: string;
  /** The visible part of the given text that was not rendered. Agent text. */
  readonly rest: string;
  /** UTF-16 units after `rest` that were not processed. */
  readonly beyond: number;
}

/** Agent Markdown as Markdown for a summary or comment, and the rest that did not fit. Place it between blank lines. */
export function renderMarkdown(text: string, options: MarkdownRenderOptions = {}): Rendered {
  const { visible, beyond } = startOf(text);
  const shown = beginning(visible, Math.min(options.maxLength ?? READ_MAX, READ_MAX));
  const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
  return {
    text: blocks === null ? markdownFence(shown, 'text') : gitHubBlocks(blocks),
    rest: visible.slice(shown.length),
    beyond,
  };
}

/**
 * Agent Markdown as HTML for a trace report, with only the elements `p h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td em
 * strong del br hr span a`. Links lead only into this repository. If more than `maxLength` units were given, a note at the end says so.
 */
export function renderMarkdownHtml(text: string, options: MarkdownRenderOptions = {}): string {
  const { visible, beyond } = startOf(text);
  const max = Math.min(options.maxLength ?? READ_MAX, READ_MAX);
  const shown = beginning(visible, max);
  const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
  if (blocks === null) return `<pre><code>${htmlText(cut(visible, max))}</code></pre>`;
  const missing = visible.length - shown.length + beyond;
  return `${markupHtml(markupOf(blocks))}${missing === 0 ? '' : `<p>… (${missing} more characters)</p>`}`;
}

function startOf(text: string): { readonly visible: string; readonly beyond: number } {
  const start = head(text, LOOKED_AT_MAX);
  return { visible: visibleText(start).trimEnd(), beyond: text.length - start.length };
}

/** The first `length` units or slightly fewer, to end with a paragraph, line or word if possible. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = head(text, length);
  const end = ['\n\n', '\n', ' '].map((gap) => start.lastIndexOf(gap)).find((at) => at > length * 0.7);
  return end === undefined ? start : start.slice(0, end);
}
