/** The result for people: readable Markdown first, what is beyond that as it was written, folded. Pure. */
import { joined } from '../shared/format.ts';
import { repositoryLinks } from './links.ts';
import { renderMarkdown } from './markdown/index.ts';
import { markdownFence } from './sanitize/index.ts';
import { head } from './sanitize/text.ts';
import type { StepView } from './step-view.ts';

/** At most `max` UTF-16 units of the result, with a mark when it is cut; empty without a result. */
export function resultMarkdown(view: StepView, max: number): string {
  if (view.result.trim() === '') return '';
  const { text, rest, beyond } = renderMarkdown(view.result, {
    links: repositoryLinks(view.provenance),
    maxLength: max,
  });
  // What is left of the room once the readable part is in it.
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
