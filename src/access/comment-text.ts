/** What is said within the blocks of a Markdown text: all but code spans, elements that show, tags, images and destinations. */

/** Elements whose content is shown, not said: blocks, and those that stand within a line. */
const SHOWN_BLOCKS: ReadonlySet<string> = new Set(['pre', 'blockquote', 'script', 'style', 'textarea', 'template']);
const SHOWN_INLINE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
/** Tags that stand within a word; any other ends it. */
const PHRASING = /^(?:a|abbr|b|big|cite|del|dfn|em|font|i|ins|mark|q|s|small|span|strike|strong|sub|sup|u|var)$/;
/** In the place of what stood within a line: no blank, so that what it touched does not become a word of its own. */
const GAP = '\ufffc';
/** Comments, tags (attributes may hold what looks like the end of one), and whatever else begins like a tag. */
const TAG = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)(?:(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<>]*>)|<[/?!][^<>]*>/gi;
/** Text in brackets or parentheses with escapes and one more level of the same. */
const IMAGE = /!\[(?:[^[\]\\]|\\[^]|\[[^[\]]*\])*\](?:\((?:[^()\\]|\\[^]|\([^()]*\))*\))?/g;
const DESTINATION = /(?<=\])\((?:[^()\\]|\\[^]|\([^()]*\))*\)/g;

/** The text without tags, comments and elements that show what others said. An element without an end goes on to the end. */
function withoutElements(text: string): string {
  let result = '';
  let done = 0;
  let shown: { readonly name: string; depth: number } | null = null;
  for (const match of text.matchAll(TAG)) {
    const [whole, slash = '', tag = ''] = match;
    const name = tag.toLowerCase();
    const opens = slash === '' && (SHOWN_BLOCKS.has(name) || SHOWN_INLINE.has(name));
    if (shown !== null) {
      // Behind a backslash Markdown takes the sign for text, HTML does not: in doubt it ends nothing.
      const escaped = slash !== '' && text[match.index - 1] === '\\';
      if (name === shown.name && !escaped) shown.depth += slash === '' ? 1 : -1;
      if (shown.depth > 0) continue;
      result += SHOWN_INLINE.has(shown.name) ? GAP : ' ';
      shown = null;
    } else {
      result += text.slice(done, match.index);
      if (opens) shown = { name, depth: 1 };
      else result += name === '' || PHRASING.test(name) ? '' : ' ';
    }
    done = match.index + whole.length;
  }
  return shown === null ? result + text.slice(done) : result;
}

/** The block with a gap for each code span; a run of backticks closes at the next run of the same length. */
function withoutCodeSpans(block: string): string {
  const runs = [...block.matchAll(/(\\?)(`+)/g)].map(({ 0: whole, 1: escape = '', 2: ticks = '', index }) => ({
    // A backslash makes the first backtick of an opening run literal.
    from: index + escape.length,
    to: index + whole.length,
    length: ticks.length,
    escaped: escape !== '',
  }));
  // From behind, so that each run knows the next one of every length without looking for it.
  const next = new Map<number, (typeof runs)[number]>();
  const closers = runs
    .toReversed()
    .map((run) => {
      const from = run.escaped ? run.from + 1 : run.from;
      const close = next.get(run.to - from);
      next.set(run.length, run);
      return { from, start: run.from, close };
    })
    .toReversed();
  let result = '';
  let done = 0;
  for (const { from, start, close } of closers) {
    if (start < done || close === undefined) continue;
    result += block.slice(done, from) + GAP;
    done = close.to;
  }
  return result + block.slice(done);
}

/** The blocks with what is said in them. Elements may span blocks, so that there may be fewer. */
export function saidIn(blocks: readonly string[]): string[] {
  // The separator keeps code spans inside their block.
  const said = withoutElements(blocks.map(withoutCodeSpans).join('\n\n'));
  return said.replace(IMAGE, GAP).replace(DESTINATION, '').split('\n\n');
}
