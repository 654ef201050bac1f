/**
 * What a reader of GitHub sees of a document, as cmark-gfm (the Debian package) and parse5 tell it:
 * with the tags that GitHub shows as text, and without them, as a browser alone would read it. Only
 * what both show counts. For the differential test of `src/safe/event-page.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** Pieces of Markdown and HTML in which text may be hidden. Each `#` becomes a word of its own. */
const PIECES: readonly string[] = [
  ...['#', '#', '#', '\n#', '# ', '\n# ', 'x', 'é', ' ', '    ', '\t', '\n', '\n\n', '\r', '\r\n'],
  ...[
    '  \n',
    '\n  \n',
    '\n    x',
    '\n\n    ',
    '\u2028',
    '\u00a0',
    '\f',
    '\0',
    '\ufeff',
    '\\',
    '\\\n',
  ],
  ...[
    '<!--',
    '\n<!--',
    '-->',
    '\n-->\n',
    '<?',
    '?>',
    '<!X',
    '<!',
    '\n<!x',
    '<![CDATA[',
    ']]>',
    '</ ',
  ],
  ...[
    '```',
    '\n```\n',
    '\n```html\n',
    '~~~',
    '\n~~~\n',
    '`',
    '``',
    '"',
    "'",
    '<',
    '>',
    '&lt;',
    '&#60;',
  ],
  ...['> ', '\n> ', '- ', '\n- ', '\n1. ', '2) ', '\n2. ', '- [ ] ', '- [x] ', '---\n', '===\n'],
  ...[
    '|',
    ' | ',
    '|#',
    '\n|-|\n',
    '\n-|\n',
    '\n:-\n',
    'a|b\n-|-\n',
    '*',
    '**',
    '_',
    '~',
    '~~',
    '$a_b$',
  ],
  ...['[', '![', '](', '](u "', ')', '(', '[x]', '[x]: <', '\n[x]: ', '\n[x]: /u', '[//]: # (#)'],
  ...[
    '[^',
    '[^1]',
    '\n[^1]: ',
    '[^a]',
    '\n[^a]: ',
    '[^a#]',
    'http://a.b/c',
    'www.a.b',
    '<http://x.y>',
  ],
  ...['<b>', '<p>', '</p>', '<div>', '\n<div>\n', '</div>', '\n<pre>', '</pre>', '<hr>', '<br/>'],
  ...['<a title="', '<search>', '<search\n', '<source>', '<a\u00a0b>', '<details>', '</details>'],
  ...[
    '<rp>',
    '</rp>',
    '<template>',
    '</template>',
    '<svg>',
    '</svg>',
    '<math>',
    '<select>',
    '<option>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<title>',
    '</title>',
    '<noscript>',
    '<iframe>',
  ],
  ...[
    '](\f',
    '](u( ',
    '\v',
    '\x01',
    '\f"#"',
    '\\\n"#")',
    '[\f]: #',
    '\n[\u00a0]: #(\n',
    ' "#")',
    'www.a.b`',
    'https://a.b/\\',
    '\n- [x] \n',
    '\n- [ ] |#',
    '\n  |-|\n  ',
  ],
  ...[
    '<textarea>',
    '</textarea>',
    '<table>',
    '<td>',
    '</table>',
    '<div hidden>',
    '<b hidden>',
    '<summary>',
  ],
];

export const documents = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 16 })
  .map((pieces) => {
    let count = 0;
    return pieces.join('').replaceAll('#', () => `w${String((count += 1))}.`);
  });

/** cmark-gfm's HTML of each document, by a process for each: an open comment reaches to the end. */
export function cmarkPages(texts: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'hidden-text-'));
  try {
    for (const [at, text] of texts.entries()) {
      writeFileSync(join(folder, `${at}.md`), text);
    }
    const options = ['table', 'strikethrough', 'autolink', 'tasklist', 'footnotes']
      .map((name) => `-e ${name}`)
      .join(' ');
    const script = `for file in *.md; do cmark-gfm --unsafe ${options} "$file" > "$file.html"; done`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`cmark-gfm: ${stderr}`);
    }
    return texts.map((_, at) => readFileSync(join(folder, `${at}.md.html`), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Elements that `chromium` does not display, or of which it displays a part. */
const HIDDEN: ReadonlySet<string> = new Set(
  'iframe math noembed noframes noscript rp script select style svg template title'.split(' '),
);
/** The tags that GitHub's parser shows as text: its extension `tagfilter`. */
const FILTERED =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:\s|\/?>))/gi;

function visibleText(html: string): string {
  const walk = (node: Node): string => {
    if ('tagName' in node) {
      if (HIDDEN.has(node.tagName) || node.attrs.some(({ name }) => name === 'hidden')) {
        return '';
      }
    }
    if ('value' in node) {
      return node.value;
    }
    return 'childNodes' in node ? node.childNodes.map(walk).join('') : '';
  };
  return walk(parseFragment(html));
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/w\d+\./g) ?? []);

/** The words that a reader sees. Some begin in an address and end behind it. */
export function shownWords(page: string): ReadonlySet<string> {
  const html = page.replaceAll('</a>.', '.</a>');
  return wordsOf(visibleText(html)).intersection(
    wordsOf(visibleText(html.replace(FILTERED, '&lt;'))),
  );
}

/**
 * The first word of `text` that no reader sees, or null. Addresses and the language of code pass
 * although no page shows them.
 */
export function hiddenWordIn(text: string, html: string): string | null {
  const shown = shownWords(html);
  const passing = wordsOf(
    (html.match(/(?:href|src|class)="[^"]*"/g) ?? []).map(decodeURI).join(' '),
  );
  return [...wordsOf(text)].find((word) => !shown.has(word) && !passing.has(word)) ?? null;
}
