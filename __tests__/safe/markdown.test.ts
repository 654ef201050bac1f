import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  markdownCode,
  markdownFence,
  markdownLink,
  markdownMessage,
  markdownText,
} from '../../src/safe/markdown.ts';
import { safeHttpsUrl } from '../../src/safe/url.ts';
import { alive, render, type Rendered } from '../support/markdown-oracle.ts';
import { seeded } from '../support/random.ts';
import { trickyText } from '../support/tricks.ts';

const SHA = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
const MARKUP: readonly string[] = [
  '[link](https://evil.example)',
  '![image](https://evil.example/x.png)',
  '[ref][1]',
  '[1]: https://evil.example',
  '<https://evil.example>',
  '<img src=x onerror=alert(1)>',
  '<!-- comment -->',
  '<details><summary>x',
  '&lt;b&gt; &#64;user &commat;user',
  'https://evil.example/path?q=1',
  'HTTP://evil.example',
  'ftp://evil.example ssh://x',
  'www.evil.example',
  'mail me@evil.example now',
  'mailto:me@evil.example xmpp:me@evil.example',
  '@user and @org/team',
  '(@user) _@user_',
  '#1 and owner/repo#12',
  'GH-1 gh-22',
  'GHSA-abcd-1234-wxyz CVE-2024-1234',
  `${SHA} da39a3e owner/repo@${SHA} user@${SHA}`,
  ':smile: :+1: :100:',
  '**bold** *em* __bold__ _em_ ~~gone~~ `code` ``co`de``',
  '| a | b |',
  'a|b',
  'note[^1]',
  '$x^2$ and $$y$$ and $`z`$',
  '# heading',
  '- item',
  '+ item',
  '* item',
  '1. item',
  '12) item',
  '> quote',
  '> [!NOTE]',
  '    code',
  '--- ',
  '===',
  ':--',
  '- [ ] task',
  '```js',
  '~~~',
  '/lgtm',
  'back\\slash \\[x](y)',
  'a  \nb',
  '\\@user',
  '@\u200buser #\u200b1',
  'w\u200bww.evil.example',
  '<a href="javascript:alert(1)">x</a>',
  'https://github.com/o/r/issues/1',
];

const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...MARKUP),
      fc.constantFrom(...Array.from('@#:[]()<>!`*_~|$\\&;/.-+= \n1aw')),
      fc.string({ maxLength: 3 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(
  markup,
  fc.integer().map((seed) => trickyText(seeded(seed))),
);

/** As people read it: without invisible characters, white space squeezed. */
function legible(text: string): string {
  return text.replaceAll('\u200b', '').replace(/\s+/g, ' ').trim();
}

/** All elements but code, in which nothing is live. */
function around({ elements }: Rendered): readonly string[] {
  return elements.filter((tag) => tag !== 'code');
}

describe('markdownText', () => {
  it.each(MARKUP)('shows %j unchanged', (text) => {
    const rendered = render(markdownText(text));
    expect(around(rendered)).toEqual(['p']);
    expect(alive(rendered, markdownText(text))).toEqual([]);
    expect(legible(rendered.text)).toBe(legible(text));
    // What people copy.
    expect(rendered.text).not.toMatch(/[\p{Cf}\p{Cc}]/u);
  });

  it('is inert text in every place', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const safe = markdownText(text);
        expect(safe).not.toMatch(/[\r\n]/);
        for (const [source, expected] of [
          [safe, safe === '' ? [] : ['p']],
          [`before\n${safe}`, ['p']],
          [`**z ${safe}**`, null],
          [`| h |\n| - |\n| ${safe} |`, ['table', 'thead', 'tr', 'th', 'tbody', 'tr', 'td']],
          [`- ${safe}`, null],
        ] as const) {
          const rendered = render(source);
          expect(alive(rendered, source)).toEqual([]);
          expect(rendered.links).toEqual([]);
          expect(
            rendered.elements.filter((tag) =>
              ['img', 'a', 'em', 'del', '#comment', 'h1'].includes(tag),
            ),
          ).toEqual([]);
          if (expected !== null) {
            expect(around(rendered)).toEqual(expected);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is cut with an ellipsis, before escaping', () => {
    expect(markdownText('abcdef', 4)).toBe('abc…');
    expect(markdownText('[[[[', 4)).toBe('&#91;'.repeat(4));
  });

  it('leaves ordinary text unchanged', () => {
    expect(markdownText('Fixed the parser; 3 of 4 tests pass (see src/a.ts).')).toBe(
      'Fixed the parser; 3 of 4 tests pass (see src/a.ts).',
    );
  });
});

describe('markdownMessage', () => {
  it('keeps its own code spans', () => {
    expect(markdownMessage('`promt`: did you mean `prompt`? See [the log].')).toBe(
      '`promt`: did you mean `prompt`? See &#91;the log&#93;.',
    );
    expect(markdownMessage('Open https://a.example/pull/4: it is not there.')).toBe(
      'Open `https://a.example/pull/4`: it is not there.',
    );
    expect(markdownMessage('- one ` alone')).toBe('&#45; one &#96; alone');
  });

  it('is inert text and code for any quoted text', () => {
    const quoting = fc.array(
      fc.oneof(anyText, fc.constantFrom('`', '``', '`@octocat`', '$`x`$', '@`a`', '\\`')),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(quoting, (texts) => {
        const safe = markdownMessage(texts.join(''));
        const rendered = render(safe);
        expect(rendered.elements.filter((tag) => tag !== 'p' && tag !== 'code')).toEqual([]);
        expect(alive(rendered, safe.replace(/`[^`]+`/g, ''))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('markdownMessage with links', () => {
  const links = new Map([
    ['#7', 'https://github.example/o/r/issues/7'],
    ['https://a.example/(7)&x', 'https://a.example/(7)&x'],
    ['https://a.example/7', 'https://a.example/7'],
  ]);

  it('links what it names, and nothing else', () => {
    expect(
      markdownMessage('Comment in #7, or see https://a.example/7. `#7` and #8', { links }),
    ).toBe(
      'Comment in [#7](https://github.example/o/r/issues/7), or see [https://a.example/7](https://a.example/7). `#7` and <code>&#35;8</code>',
    );
  });

  it('is inert for any quoted text, but for its links', () => {
    const quoting = fc.array(
      fc.oneof(
        anyText,
        fc.constantFrom('`', '![', '](', '#7', ' #7 ', '\\', 'https://a.example/7'),
      ),
    );
    fc.assert(
      fc.property(quoting, (texts) => {
        const { elements, links: found } = render(markdownMessage(texts.join(''), { links }));
        expect(elements.filter((tag) => !['p', 'code', 'a'].includes(tag))).toEqual([]);
        expect(found.filter((href) => ![...links.values()].includes(href))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

it.each([
  ['{"pass":false}', '{"pass":false}'],
  ['a (b:c) d', 'a (b:c) d'],
  ['see :smile:', 'see `:smile`:'],
  // What follows may begin with the second colon.
  ['see :smile', 'see `:smile`'],
])('leaves a word behind a colon as it is where no emoji can end: %j', (text, written) => {
  expect(markdownText(text)).toBe(written);
});

describe('the oracle', () => {
  it.each([
    ['@user', 'mention'],
    ['see #1', 'reference'],
    ['o/r#1', 'reference in a repository'],
    ['GH-1', 'GH-1'],
    [SHA, 'commit'],
    [':smile:', 'emoji'],
    ['$x$', 'mathematics'],
    ['\\@user', 'mention'],
    ['&#64;user', 'mention'],
  ])('finds live syntax in %j', (text, name) => {
    expect(alive(render(text), text)).toContain(name);
  });

  it('finds elements', () => {
    expect(render('[a](https://x) ![b](https://y) <b>c</b> www.x.y').elements).toEqual([
      'p',
      'a',
      'img',
      'b',
      'a',
    ]);
  });
});

describe('markdownFence', () => {
  it('contains any text completely', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.string({ unit: fc.constantFrom('`', '~', '\n', '\r', ' ', 'x', '>') }),
        ),
        (text) => {
          const fenced = `before\n\n${markdownFence(text, 'json')}\n\nafter`;
          const rendered = render(fenced);
          expect(rendered.elements).toEqual(['p', 'pre', 'code', 'p']);
          expect(rendered.prose.join('').trim().replace(/\s+/g, ' ')).toBe('before after');
        },
      ),
    );
  });

  it('shows the text without control and bidirectional characters, with \\n as line break', () => {
    const text = 'a\r\n```\n<b>\u202e\x00\rc';
    expect(markdownFence(text)).toBe('````\na\n```\n<b>\nc\n````');
    expect(render(markdownFence(text)).text).toBe('a\n```\n<b>\nc\n');
  });

  it('keeps only a plain word as info string, none that GitHub renders as a diagram or could make live', () => {
    for (const info of ['json', 'c++', 'objective-c', 'python3']) {
      expect(markdownFence('x', info)).toBe(`\`\`\`${info}\nx\n\`\`\``);
    }
    for (const info of [
      'mermaid',
      'a b',
      'x`',
      'math',
      '<b>',
      'cve-2024-1234',
      'ghsa-aaaa-bbbb-cccc',
      'gh-1',
      'deadbeef',
    ]) {
      expect(markdownFence('x', info)).toBe('```\nx\n```');
    }
  });

  it('cuts with a mark inside the fence', () => {
    const fenced = markdownFence('x'.repeat(500), '', 100);
    expect(fenced).toMatch(/^```\nx+\n… \(\d+ more characters\)\n```$/);
    expect(fenced).toHaveLength(108);
  });
});

describe('markdownLink', () => {
  it('links https addresses only', () => {
    expect(render(markdownLink('run', 'https://x.example/a'))).toMatchObject({
      links: ['https://x.example/a'],
      text: 'run',
    });
    for (const url of [
      null,
      '',
      'http://x.example',
      'javascript:alert(1)',
      'https://u:p@x.example',
      '//x',
      'x',
    ]) {
      expect(markdownLink('a [b](c)', url)).toBe(markdownText('a [b](c)'));
    }
  });

  it.each([
    'https://x.example/a(b)c)d',
    'https://x.example/?a=1&copy;=2&amp;b',
    'https://x.example/`a`|b|',
    'https://x.example/##[error]x',
    'https://x.example/$a$/*b*_c_',
    'https://x.example/%5Ba%5D?q=<b>"',
    "https://x.example/'a'!b",
  ])('keeps all of %s in the link target', (url) => {
    const rendered = render(`**${markdownLink('x', url)}** after`);
    expect(rendered.elements).toEqual(['p', 'strong', 'a']);
    expect(rendered.links.map(loosely)).toEqual([loosely(new URL(url).href)]);
  });

  it('renders as a link and nothing else for any label and address', () => {
    const address = fc.oneof(
      anyText,
      anyText.map((text) => `https://x.example/${text}`),
    );
    fc.assert(
      fc.property(anyText, address, (label, url) => {
        const link = markdownLink(label, url);
        const rendered = render(`a ${link} b`);
        expect(around(rendered)).toEqual(safeHttpsUrl(url) === null ? ['p'] : ['p', 'a']);
        expect(alive(rendered, link.replace(/\]\(.*\)$/, ''))).toEqual([]);
        for (const target of rendered.links) {
          expect(new URL(target).host).toBe(new URL(url.trim()).host);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('markdownCode', () => {
  it('renders as one code element for any text', () => {
    const tight = fc.string({
      unit: fc.constantFrom('`', 'a', ' ', '[', ']', '(', ')', '<', '@', '\\', '\n', '*', '#'),
    });
    fc.assert(
      fc.property(fc.oneof(tight, anyText), (text) => {
        const code = markdownCode(text);
        fc.pre(code !== '');
        const rendered = render(`- ${code}`);
        expect([rendered.elements, rendered.prose.join('').trim()]).toEqual([
          ['ul', 'li', 'code'],
          '',
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Percent-encoding apart, which is what may differ. */
function loosely(url: string): string {
  return decodeURIComponent(url);
}
