/**
 * Renders hostile Markdown as results and checks the output with cmark-gfm and micromark. Every
 * document must be inert and show the same as its HTML rendering. Needs the program `cmark-gfm`
 * (Debian package of the same name).
 */
import { seeded } from '../__tests__/support/random.ts';
import { trickyMarkdown } from '../__tests__/support/markdown-tricks.ts';
import { cmark, complaintOf, hasCmark, shownBy } from '../__tests__/support/markdown-judge.ts';
import { render } from '../__tests__/support/markdown-oracle.ts';
import { repositoryLinks } from '../src/safe/url.ts';
import { renderMarkdownHtml } from '../src/safe/html.ts';
import { renderMarkdown } from '../src/safe/markdown.ts';
import { trickyText } from '../__tests__/support/tricks.ts';

const BATCH = 500;
const links = repositoryLinks({ serverUrl: 'https://github.com', repository: 'octo/shop' });

interface MarkdownFuzzOptions {
  readonly seed: number;
  readonly documents: number;
}

function judge(text: string, rendered: string, fromCmark: string | undefined): string | null {
  if (fromCmark === undefined) {
    return 'swallowed what follows';
  }
  const complaint = complaintOf(fromCmark, rendered);
  if (complaint !== null) {
    return `cmark-gfm: ${complaint}`;
  }
  const second = complaintOf(render(rendered).html, rendered);
  if (second !== null) {
    return `micromark: ${second}`;
  }
  const [expected, shown] = [shownBy(renderMarkdownHtml(text, { links })), shownBy(fromCmark)];
  return expected === shown ? null : `shows ${shown} instead of ${expected}`;
}

/** The first problem, or null. */
export function fuzzMarkdown({ seed, documents }: MarkdownFuzzOptions): string | null {
  if (!hasCmark()) {
    throw new Error('The program cmark-gfm is needed: apt-get install cmark-gfm');
  }
  const random = seeded(seed);
  const started = Date.now();
  for (let done = 0; done < documents; done += BATCH) {
    const texts = Array.from({ length: Math.min(BATCH, documents - done) }, () =>
      random() < 0.9 ? trickyMarkdown(random) : trickyText(random),
    );
    const rendered = texts.map((text) => renderMarkdown(text, { links }).text);
    const shown = cmark(rendered);
    // If one document affects the next, all later ones are shifted, so each is checked separately.
    const alone = shown.length !== texts.length;
    for (const [at, text] of texts.entries()) {
      const source = rendered[at] ?? '';
      const complaint = judge(text, source, alone ? cmark([source])[0] : shown[at]);
      if (complaint === null) {
        continue;
      }
      console.error(
        `${complaint}: ${JSON.stringify(text)} became ${JSON.stringify(source)} (seed ` +
          `${seed}, document ${done + at + 1})`,
      );
      return complaint;
    }
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${documents} documents in ${seconds} s: nothing live, nothing lost (seed ${seed})`);
  return null;
}
