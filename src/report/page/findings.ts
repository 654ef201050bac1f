/**
 * The review of a run in the report (contract 17.5): a table of its findings with severity, place
 * and link, and under each one what it says, with its suggestion as a diff. Written as HTML, as the
 * rest of the overview.
 */
import { htmlLink, htmlText, htmlTitle, renderMarkdownHtml } from '../../safe/html.ts';
import { counted, cut, ellipsis, joined } from '../../safe/text.ts';
import type { ReadLink } from '../../safe/url.ts';
import type { ShownFinding, ShownReview } from '../review-words.ts';
import type { ReviewedFinding } from '../step-view.ts';

/** More rows than people read. The SARIF file has all. */
const MOST_ROWS = 200;
const BODY_MAX = 8_000;
const TITLE_MAX = 300;
const CODE_MAX = 8_000;

export function reviewHtml({ findings, found, summary }: ShownReview, links: ReadLink): string {
  const words = `<div class="markdown result">${renderMarkdownHtml(summary, { links })}</div>`;
  const heading = `<h2>Review: ${htmlText(found)}</h2>`;
  const parts = joined([heading, words, tableHtml(findings, links)], '\n');
  return `<section class="review">${parts}</section>`;
}

/** The table, and how many are not in it. Empty without findings. */
function tableHtml(findings: readonly ShownFinding[], links: ReadLink): string {
  if (findings.length === 0) {
    return '';
  }
  const rows = findings.slice(0, MOST_ROWS).map((finding) => rowHtml(finding, links));
  const table =
    '<table class="findings"><thead><tr><th>Severity<th>Finding<th>Posted</tr></thead><tbody>\n' +
    `${rows.join('\n')}\n</tbody></table>`;
  const unlisted = findings.length - rows.length;
  if (unlisted === 0) {
    return table;
  }
  const more = `${counted(unlisted, 'more finding')} in the file of the output`;
  return `${table}\n<p class="note">${more} <code>sarif_file</code>.</p>`;
}

function rowHtml({ finding, place, posted, link }: ShownFinding, links: ReadLink): string {
  const { severity, title } = finding;
  const told = link === null ? posted : htmlLink(posted, link);
  const where = place === '' ? '' : ` <code>${htmlText(ellipsis(place, TITLE_MAX))}</code>`;
  const heading = `<b>${htmlTitle(ellipsis(title, TITLE_MAX))}</b>${where}`;
  const details = detailsHtml(finding, links);
  const cell =
    details === '' ? heading : `<details><summary>${heading}</summary>${details}</details>`;
  const mark = `<span class="severity ${severity}">${severity}</span>`;
  return `<tr><td>${mark}<td>${cell}<td>${told}</tr>`;
}

function detailsHtml({ body, lines, replacement }: ReviewedFinding, links: ReadLink): string {
  const parts: string[] = [];
  if (body.trim() !== '') {
    const text = renderMarkdownHtml(body, { links, maxLength: BODY_MAX });
    parts.push(`<div class="markdown">${text}</div>`);
  }
  if (replacement !== null) {
    parts.push(suggestionHtml(replacement.text, lines ?? []));
  }
  return joined(parts, '\n');
}

/** The suggestion as a diff, where the lines that it replaces are known. */
function suggestionHtml(text: string, replaced: readonly string[]): string {
  const added = text === '' ? [] : cut(text.replace(/\n$/, ''), CODE_MAX).split('\n');
  const line = (kind: 'add' | 'remove', sign: string) => (content: string) =>
    `<span class="${kind}">${sign}${htmlText(content)}\n</span>`;
  const all = [...replaced.map(line('remove', '-')), ...added.map(line('add', '+'))];
  return (
    '<pre class="suggested" tabindex="0" role="group" aria-label="Suggestion">' +
    `${all.join('')}</pre>`
  );
}
