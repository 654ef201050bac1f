/** The result as readable Markdown, followed by the rest as folded source text. Pure. */
import { joined } from '../shared/format.ts';
import { repositoryLinks } from './links.ts';
import { renderMarkdown } from './markdown/index.ts';
import { markdownFence } from '../safe/markdown.ts';
import { head } from '../safe/text.ts';
import type { StepView } from './step-view.ts';

/** At most `max` UTF-16 units of the result, with a mark if it was truncated. Empty without a result. */
export function resultMarkdown(view: StepView, max: number): string {
  if (view.result.trim() === '') return '';
  const { text, rest, beyond } = renderMarkdown(view.result, {
    links: repositoryLinks(view.provenance),
    maxLength: max,
  });
  // The space left after the readable part.
  const more = head(rest, Math.max(0, max - (view.result.length - beyond - rest.length)));
  const missing = rest.length - more.length + beyond;
  const shown = view.result.length - missing;
  const where = view.resultFile === null ? 'the file that the output `result_file` names' : 'the result file';
  return joined([
    text,
    more === ''
      ? ''
      : `<details><summary>The rest of the result, as text</summary>\n\n${markdownFence(more, 'text', more.length)}\n\n</details>`,
    missing > 0
      ? `*The result is cut: ${shown} of ${view.result.length} characters are shown. The whole text is in ${where}.*`
      : '',
  ]);
}
