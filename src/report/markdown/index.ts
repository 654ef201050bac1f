/**
 * Agent Markdown made readable and harmless (contract 6.4 "Readable"): parsed, then built anew for GitHub or as HTML. Importing this module
 * loads the Markdown parser. Pure.
 */
import { repositoryLinks, type RepositoryLinks } from '../links.ts';
import { htmlText, markdownFence } from '../sanitize/index.ts';
import { cut, head, visibleText } from '../sanitize/text.ts';
import { READ_MAX, readDocument } from './document.ts';
import { gitHubBlocks } from './github.ts';
import { htmlBlocks } from './html.ts';

export interface MarkdownRenderOptions {
  /** Which addresses may be live; none unless told. */
  readonly links?: RepositoryLinks;
  /** Most UTF-16 units of the text that are rendered; `READ_MAX` at most and unless told. */
  readonly maxLength?: number;
}

/** What of a long text is looked at: making megabytes visible takes longer than the event loop may be held (contract 6.5). */
const LOOKED_AT_MAX = 1_000_000;
const NO_LINKS = repositoryLinks({ serverUrl: '', repository: '' });

export interface Rendered {
  readonly text: string;
  /** What of the given text is not in it; only what can be seen. Agent text. */
  readonly rest: string;
  /** UTF-16 units behind that which were not looked at. */
  readonly beyond: number;
}

/** Agent Markdown as Markdown for a summary or a comment, and what of it did not fit. Stands between blank lines. */
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
 * Agent Markdown as HTML for a page of ours: `p h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td em strong del br hr span a`
 * only. Links lead into this repository alone. At most `maxLength` units are rendered; what is missing is said at the end.
 */
export function renderMarkdownHtml(text: string, options: MarkdownRenderOptions = {}): string {
  const { visible, beyond } = startOf(text);
  const max = Math.min(options.maxLength ?? READ_MAX, READ_MAX);
  const shown = beginning(visible, max);
  const blocks = readDocument(shown, (options.links ?? NO_LINKS).read);
  if (blocks === null) return `<pre><code>${htmlText(cut(visible, max))}</code></pre>`;
  const missing = visible.length - shown.length + beyond;
  return `${htmlBlocks(blocks)}${missing === 0 ? '' : `\n<p>… (${missing} more characters)</p>`}`;
}

function startOf(text: string): { readonly visible: string; readonly beyond: number } {
  const start = head(text, LOOKED_AT_MAX);
  return { visible: visibleText(start).trimEnd(), beyond: text.length - start.length };
}

/** The first `length` units, up to the end of a paragraph, a line or a word where one is near. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = head(text, length);
  const end = ['\n\n', '\n', ' '].map((gap) => start.lastIndexOf(gap)).find((at) => at > length * 0.7);
  return end === undefined ? start : start.slice(0, end);
}
