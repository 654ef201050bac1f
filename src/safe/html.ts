/** HTML for the report: agent text is always text, never markup (contract 9). */
import type { MarkupNode } from './markdown-document.ts';
import {
  characterReference,
  messageMarkup,
  readAgentMarkdown,
  type AgentMarkdownOptions,
} from './markdown.ts';
import { visibleText } from './text.ts';

/**
 * Text for element content and quoted attributes. `\n` is the only line break, and invisible
 * characters are removed.
 */
export function htmlText(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, characterReference);
}

/** A link that opens beside the report. The address is ours, and so is the title. */
export function htmlLink(
  text: string,
  address: string,
  { title = '' }: { readonly title?: string } = {},
): string {
  const attributes = [
    `href="${htmlText(address)}"`,
    'target="_blank"',
    'rel="noopener noreferrer"',
    ...(title === '' ? [] : [`title="${htmlText(title)}"`]),
  ];
  return `<a ${attributes.join(' ')}>${htmlText(text)}</a>`;
}

/** As `htmlText`, for element content: what stands between backticks on one line is code. */
export function htmlTitle(text: string): string {
  const parts = visibleText(text).split(/`([^`\n]+)`/);
  return parts
    .map((part, at) => (at % 2 === 1 ? `<code>${htmlText(part)}</code>` : htmlText(part)))
    .join('');
}

/**
 * A message of ours on one line that may quote others: its code spans stay, and what it names is
 * linked (see `markdownMessage`).
 */
export function htmlMessage(message: string, links: ReadonlyMap<string, string>): string {
  return markupHtml(messageMarkup(message, links));
}

/**
 * A value as JSON that is safe inside `<script type="application/json">`. `replacer`: as for
 * JSON.stringify.
 */
export function scriptJson(
  value: unknown,
  replacer?: (key: string, part: unknown) => unknown,
): string {
  return JSON.stringify(value, replacer).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Agent Markdown as HTML. If more than `maxLength` units were given, a note at the end says so. */
export function renderMarkdownHtml(text: string, options?: AgentMarkdownOptions): string {
  const { markup, rest } = readAgentMarkdown(text, options);
  return `${markupHtml(markup)}${rest === '' ? '' : `<p>… (${rest.length} more characters)</p>`}`;
}

function markupHtml(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') {
        return htmlText(node);
      }
      const [tag, attributes, children] = node;
      if (tag === 'tight') {
        return markupHtml(children);
      }
      // Only GitHub colours code by its language.
      const written = Object.entries(tag === 'code' ? {} : attributes).map(
        ([name, value]) => ` ${name}="${htmlText(value)}"`,
      );
      const start = `<${tag}${written.join('')}>`;
      return tag === 'br' || tag === 'hr' ? start : `${start}${markupHtml(children)}</${tag}>`;
    })
    .join('');
}
