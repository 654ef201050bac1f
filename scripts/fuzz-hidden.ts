/**
 * Generates documents with hidden text and compares what passes to the agent with what cmark-gfm
 * and a browser's parser show. Needs the program `cmark-gfm` (Debian package of the same name).
 */
import fc from 'fast-check';
import {
  cmarkPages,
  documents,
  hiddenWordIn,
  shownWords,
} from '../__tests__/support/hidden-text.ts';
import { hasCmark } from '../__tests__/support/markdown-judge.ts';
import { eventText } from '../src/safe/event-text.ts';

const BATCH = 1000;

/** The first problem, or null. */
export function fuzzHidden({
  seed,
  count,
}: {
  readonly seed: number;
  readonly count: number;
}): string | null {
  if (!hasCmark()) {
    throw new Error('The program cmark-gfm is needed: apt-get install cmark-gfm');
  }
  let [shown, passed] = [0, 0];
  for (let done = 0; done < count; done += BATCH) {
    const texts = fc.sample(documents, { numRuns: BATCH, seed: seed + done });
    const pages = cmarkPages(texts);
    for (const [at, text] of texts.entries()) {
      const given = eventText(text);
      const page = pages[at] ?? '';
      const hidden = hiddenWordIn(given, page);
      if (hidden !== null) {
        const complaint = `${hidden} is hidden, but passed`;
        console.error(
          `${complaint}: ${JSON.stringify(text)} became ${JSON.stringify(given)} (seed ${seed + done})`,
        );
        return complaint;
      }
      const words = [...shownWords(page)];
      shown += words.length;
      passed += words.filter((word) => given.includes(word)).length;
    }
  }
  console.log(
    `${count} documents: nothing hidden passed, ${passed} of ${shown} shown words did (seed ${seed})`,
  );
  return null;
}
