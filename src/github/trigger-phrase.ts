/** The trigger phrase of a comment (contract 1.1, `trigger_phrase`). */
import { visibleText } from '../safe/text.ts';
import { saidIn } from './comment-text.ts';
import { escapePattern } from '../safe/pattern.ts';

/** Punctuation of all scripts, except hyphens, apostrophes, middle dots and wide forms of characters that may continue a word. */
const WIDE = String.raw`[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{Pd}]--[\p{ASCII}\u2010\u2011’·‧＃％＆＇－．／＠＼]]`;
/** Start of the text, white space, opening punctuation, or emphasis after one of these. */
const BEFORE = String.raw`(?<=^|[\s\(\[\{"'*~,;:.!?\|]|${WIDE}|(?:^|\s)_{1,3})`;
/** End of the text, white space, closing punctuation, or a dot, apostrophe or underscore that does not continue a word. */
const AFTER = String.raw`(?=$|[\s\)\]\}"*~,;:!?\|]|${WIDE}|[.．'’_]+(?![\p{L}\p{N}_\-]))`;

/**
 * Whether `body` contains the phrase as a separate word outside quotes, code and hidden text. Case-insensitive (`@Agent` is `@agent`, as
 * with GitHub's mentions), and any white space matches a space in the phrase. `@agents`, `@agent-x`, `me@agent` and `@agent.example` do
 * not contain `@agent`. An empty phrase never matches. The text is parsed only if it contains the words at all.
 */
export function hasTriggerPhrase(body: string, phrase: string): boolean {
  const words = phrase
    .trim()
    .split(/\s+/)
    .map(escapePattern)
    .join(String.raw`\s+`);
  if (words === '' || !new RegExp(words, 'iv').test(visibleText(body))) return false;
  const pattern = new RegExp(`${BEFORE}${words}${AFTER}`, 'iv');
  // Invisible characters are removed last, because they affect where lines and quotes end.
  return saidIn(body).some((block) => pattern.test(visibleText(block)));
}
