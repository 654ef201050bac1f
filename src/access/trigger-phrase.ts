/** The trigger phrase of a comment (contract 1.1, `trigger_phrase`). */
import { visibleText } from '../report/sanitize/text.ts';
import { escapePattern } from '../shared/pattern.ts';

/** Punctuation of all scripts but hyphens, apostrophes, middle dots and the wide forms of signs that a word may go on with. */
const WIDE = String.raw`[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{Pd}]--[\p{ASCII}\u2010\u2011’·‧＃％＆＇－．／＠＼]]`;
/** Start of the text, white space, opening punctuation, or emphasis after one of these. */
const BEFORE = String.raw`(?<=^|[\s\(\[\{"'*~,;:.!?\|]|${WIDE}|(?:^|\s)_{1,3})`;
/** End, white space, closing punctuation; a dot, apostrophe or underscore only where no word goes on. */
const AFTER = String.raw`(?=$|[\s\)\]\}"*~,;:!?\|]|${WIDE}|[.．'’_]+(?![\p{L}\p{N}_\-]))`;

/**
 * Whether `body` says the phrase as a word of its own, outside quotes, code and what the page does not show. Letter case does not count
 * (`@Agent` is `@agent`, as with GitHub's mentions), and white space inside the phrase may be any. `@agents`, `@agent-x`, `me@agent` and
 * `@agent.example` do not contain `@agent`. An empty phrase is never said. Only a text that contains the words is parsed.
 */
export async function hasTriggerPhrase(body: string, phrase: string): Promise<boolean> {
  const words = phrase
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(escapePattern)
    .join(String.raw`\s+`);
  if (words === '' || !new RegExp(words, 'iv').test(visibleText(body))) return false;
  const pattern = new RegExp(`${BEFORE}${words}${AFTER}`, 'iv');
  const { saidIn } = await import('./comment-text.ts');
  // Invisible characters are removed last: where a line or a quote ends is decided by the text as it was sent.
  return saidIn(body).some((block) => pattern.test(visibleText(block)));
}
