/** Nobody's hidden text reaches the agent: judged by GitHub's own parser (contract 6.2). */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventText } from '../../src/safe/event-text.ts';
import { hasTriggerPhrase } from '../../src/github/trigger-phrase.ts';
import { describeWhere } from '../support/describe-where.ts';
import { cmarkPages, documents, hiddenWordIn, shownWords } from '../support/hidden-text.ts';
import { hasCmark } from '../support/markdown-judge.ts';

const MISSING = hasCmark() ? null : 'The program cmark-gfm is needed: apt-get install cmark-gfm.';
const COUNT = 600;

/** Of the run as a whole: `PROPERTY_SEED` draws other documents. */
const { seed } = fc.readConfigureGlobal();

describeWhere(MISSING, `of ${COUNT} generated documents (PROPERTY_SEED=${seed})`, () => {
  const texts = fc.sample(documents, COUNT);
  const pages = MISSING === null ? cmarkPages(texts) : [];

  it('a page shows every word that the agent gets', () => {
    for (const [at, text] of texts.entries()) {
      expect([text, hiddenWordIn(eventText(text), pages[at] ?? '')]).toEqual([text, null]);
    }
  });

  it('a page shows every word that starts a run', () => {
    for (const [at, text] of texts.entries()) {
      const shown = shownWords(pages[at] ?? '');
      for (const [word] of text.matchAll(/w\d+\./g)) {
        const isHeard = hasTriggerPhrase(text, word);
        expect([text, word, isHeard && !shown.has(word)]).toEqual([text, word, false]);
      }
    }
  });

  // Where in doubt more is left out, but that must stay rare.
  it('nearly all that pages show reaches the agent', () => {
    let [shown, passed] = [0, 0];
    for (const [at, text] of texts.entries()) {
      const given = eventText(text);
      for (const word of shownWords(pages[at] ?? '')) {
        shown += 1;
        passed += given.includes(word) ? 1 : 0;
      }
    }
    expect(passed / shown).toBeGreaterThan(0.97);
  });
});
