import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasTriggerPhrase } from '../../src/github/trigger-phrase.ts';
import { spoken } from '../support/markdown-oracle.ts';

const says = (body: string): boolean => hasTriggerPhrase(body, '@agent');

describe('a word of its own', () => {
  it.each([
    '@agent',
    '@agent fix this',
    'Hello @agent, please',
    'please (@agent)',
    '**@agent** now',
    '_@agent_ now',
    '_@agent now',
    '**see *@agent* now**',
    '~~@agent~~',
    '"@agent" he said',
    'cc:@agent.',
    '@agent: do it',
    '@agent!',
    '@Agent and @AGENT',
    'line one\n@agent on the second',
    'x\n> 1.\n@agent behind the quote',
    'x\n> - *\n@agent behind the quote',
    'line one\r\n\r\n@agent',
    'line one  \n@agent after a hard break',
    '**see\n@agent**',
    'line one\r@agent fix',
    'line one\r\r@agent fix',
    'x\v@agent\ffix',
    'x\u0085@agent\u0085fix',
    'x\u2028@agent',
    '- @agent in a list',
    '1. first\n2. @agent',
    '- [ ] @agent',
    '# @agent heading',
    '| @agent | cell |',
    '@agent\u00a0fix',
    'a — @agent — b',
    '<b>@agent</b>',
    'text [link](https://x.example) @agent',
    '@agent，修复',
    '（@agent）修复',
    '@agent。',
    '@agent：修复',
    '@agent、@other',
    '「@agent」',
    '修复！@agent\u3000修复',
    '你好，@agent',
    '„@agent“ sagte er',
    '‹@agent›',
    '@agent؟',
    // Letters that are not ASCII may touch a mention.
    '你好@agent帮忙',
    '@agent修复',
    '请@agent',
    'में@agent',
    '@agenté',
    'é@agent',
    // What is not seen beside the word is not there.
    '\u200b@agent\u200b',
    '@agent\u200b.',
    '@agent\u200cلطفا',
    '@agent\u00ad\u2060 fix',
  ])('is found in %j', (body) => {
    expect(says(body)).toBe(true);
  });

  it.each([
    '',
    'agent',
    '@agents',
    '@agent-x',
    '@agent_x',
    '@agent1',
    '@agent/team',
    '@agent.example',
    "@agent's",
    'me@agent',
    'me@agent.example',
    'x.@@agent',
    'https://x.example/@agent',
    '#@agent',
    '\\@agent',
    '\\@agents and \\@agent',
    '\\* \\@agent',
    '![icon](https://x.example/y.png)@agent',
    '-@agent',
    '@ agent',
    '&#64;agent',
    'snake_@agent',
    'x@agent.com',
    '@agent‑x',
    '@agent－x',
    '@agent／x',
    '@agent．com',
    '@agent·x',
    '@agent’s',
    'l’@agent',
    'x／@agent',
    '＃@agent',
    // GitHub finds no mention where a character that is not seen stands in the name.
    '@\u200bagent go',
    '@\u2060agent go',
    '@\u00adagent go',
    '@\ufeffagent go',
    '@\u200b\u200bagent go',
    '@\x1b[1magent go',
    '@age\u200bnt',
    '@age\u200b\u200bnt',
    '@agent\u200bs',
    'me\u200b@agent',
  ])('is not in %j', (body) => {
    expect(says(body)).toBe(false);
  });

  it('is found as it is seen where it is no mention', () => {
    expect(hasTriggerPhrase('/ag\u200bent fix', '/agent')).toBe(true);
    expect(hasTriggerPhrase('hey\u00ad ag\u00adent', 'hey agent')).toBe(true);
  });

  it('is touched by no letter where it is no mention', () => {
    expect(hasTriggerPhrase('你好/agent帮忙', '/agent')).toBe(false);
    expect(hasTriggerPhrase('你好/agent', '/agent')).toBe(false);
    expect(hasTriggerPhrase('/agent帮忙', '/agent')).toBe(false);
    expect(hasTriggerPhrase('agenté', 'agent')).toBe(false);
  });

  it('may be several words and any sign', () => {
    expect(hasTriggerPhrase('well, hey   Agent: go', 'hey agent')).toBe(true);
    expect(hasTriggerPhrase('hey\nagent', 'hey agent')).toBe(true);
    expect(hasTriggerPhrase('/agent fix', '/agent')).toBe(true);
    expect(hasTriggerPhrase('a/agent fix', '/agent')).toBe(false);
    expect(hasTriggerPhrase('c++? run', 'c++?')).toBe(true);
    expect(hasTriggerPhrase('ccc', 'c++?')).toBe(false);
    expect(hasTriggerPhrase('hey agent', '  hey   agent ')).toBe(true);
    expect(hasTriggerPhrase('请@agent修复', ' @agent ')).toBe(true);
    for (const joined of ['❤️', '/fix ⚠️', '👩\u{200d}💻', 'می\u{200c}خواهم']) {
      expect(hasTriggerPhrase(`so ${joined} now`, joined)).toBe(true);
    }
    for (const empty of ['', '  ']) {
      expect(hasTriggerPhrase('well, anything', empty)).toBe(false);
    }
  });
});

describe('several words', () => {
  const says = (body: string): boolean => hasTriggerPhrase(body, 'hey agent');

  it.each(['hey\nagent', '> quoted\n\nhey agent', '- one\n- hey\n  agent', '# hey agent'])(
    'are found in %j, within one block',
    (body) => {
      expect(says(body)).toBe(true);
    },
  );

  it.each([
    'hey\n\nagent',
    'hey\n- agent',
    '- hey\n- agent',
    '- hey\n\n  agent',
    '# hey\nagent',
    'hey\n> agent',
    '- hey\n  # agent',
  ])('are not in %j, in different blocks', (body) => {
    expect(says(body)).toBe(false);
  });
});

describe('outside quotes', () => {
  it.each([
    '> @agent',
    '>@agent',
    '   > @agent',
    '> > @agent',
    '> quoted\n@agent goes on lazily',
    '> quoted\n> more\n@agent goes on lazily\nand @agent on',
    'x \r> @agent fix',
    '> quoted\r@agent goes on lazily',
    // What is no line break for GitHub does not end a quote either, nor does a blank that is no
    // space.
    '> quoted\u2028\u2028@agent',
    '> quoted\u0085\u0085@agent',
    '> quoted\f\f@agent',
    '> quoted\n\f\n@agent',
    '> quoted\n\u00a0\n@agent',
    '> quoted\n\u200b\n@agent',
    '> > nested\n@agent',
    '- > @agent',
    '1. > quoted\n   @agent lazily',
    '> ```\n> @agent\n> ```',
    '<blockquote>@agent</blockquote>',
    '<blockquote>\n\n@agent\n\n</blockquote>',
    '<blockquote>x <blockquote>y</blockquote> @agent</blockquote>',
    '<blockquote>\nA wrote:\n<blockquote>\nB\n</blockquote>\n\n@agent\n\n</blockquote>\n\nI disagree',
    '<blockquote title="</blockquote>"> @agent </blockquote>',
    '<blockquote>\n\n\\</blockquote>\n\n@agent\n\n</blockquote>',
    '<blockquote>\n\n`</blockquote>`\n\n@agent\n\n</blockquote>',
  ])('%j says nothing', (body) => {
    expect(says(body)).toBe(false);
  });

  it.each([
    '> quoted\n\n@agent',
    '> quoted\n>\n@agent',
    '> # heading\n@agent',
    '> ```\n> code\n> ```\n@agent',
    '> quoted\n# @agent',
    '> quoted\n- @agent',
    '@agent\n> quoted',
    '> quoted\r\r@agent',
    'a > b @agent',
    '    \n@agent',
  ])('%j does', (body) => {
    expect(says(body)).toBe(true);
  });
});

describe('outside code', () => {
  it.each([
    '`@agent`',
    '``@agent ` x``',
    'a `code\n@agent` b',
    '```\n@agent\n```',
    '~~~\n@agent\n~~~',
    '```sh\n@agent',
    '~~~~\n~~~\n@agent\n~~~~',
    '```\n~~~\n@agent\n```',
    '````\n```\n@agent\n````',
    '   ```\n@agent\n   ```',
    '    @agent',
    '\t@agent',
    'see \r    \r    @agent',
    'x \r```\r @agent \r```',
    '```\n\u200b```\n@agent',
    '\ufeff``` @agent',
    '- item\n```\ncode\n```\n    @agent',
    '- item\n# heading\n    @agent',
    '- item\n> quoted\n\n    @agent',
    '- item\n<!-- x -->\n    @agent',
    'text\n\n    @agent',
    '- item\n\n      @agent',
    '- ```\n  @agent\n  ```',
    '-     @agent',
    '1. one\n\n   ```\n   @agent\n   ```',
    '```\n@agent\n``` not closed\n@agent',
    '```\n@agent\n    ```\n@agent',
    '<pre>\n@agent\n</pre>',
    '<code>@agent</code>',
    '<kbd>@agent',
    '<samp>@agent</samp>',
    '<tt>@agent</tt>',
    '<xmp>@agent</xmp>',
    '`` ` `@agent` ``',
    '`\n1. \n@agent\n`',
    '<code>a<code>b</code> @agent</code>',
    '<pre><!-- </pre> --> @agent </pre>',
    '<pre ">\n@agent do it\n</pre>',
    '<code a=">@agent x</code>',
    '| a |\n|---|\n    @agent',
    'a | b\n :-: | --:\n    @agent',
  ])('%j says nothing', (body) => {
    expect(says(body)).toBe(false);
  });

  it.each([
    '`code` @agent',
    'a ` b @agent',
    '`a`` @agent',
    '\\`@agent and `more`'.replace('@', ' @'),
    '```\ncode\n```\n@agent',
    '```\rcode\r```\r@agent',
    '~~~\ncode\n~~~~\n@agent',
    'text\n    @agent goes on with a paragraph',
    '- item\n  @agent',
    '- item\n\n  @agent',
    '- ```\n  code\n@agent',
    '`a\n\nb` @agent',
    '<pre>x</pre> @agent',
  ])('%j does', (body) => {
    expect(says(body)).toBe(true);
  });
});

describe('outside what nobody sees', () => {
  it.each([
    '<!-- @agent -->',
    '<!--\n\n@agent\n\n-->',
    'text <!-- @agent --> text',
    '<!-- @agent',
    '[//]: # (@agent)',
    '[x]: https://x.example "@agent"',
    '![@agent](https://x.example/i.png)',
    '[x](https://x.example "@agent")',
    '<a title="@agent">x</a>',
    '<a title="a > @agent">x</a>',
    '[a\nb]: @agent',
    '[a\nb]: /u "\n@agent\n"',
    '![a [b] @agent](u)',
    '[x](/u (@agent))',
    '[x](u(b) "@agent")',
    '[x](/u "a \\) @agent")',
    'a <? b <!-- @agent -->',
    'a <![CDATA[ b <!-- @agent -->',
    '<div></ @agent ></div>',
    '<rp> @agent </rp>',
    '<template> @agent </template>',
    '<p hidden> @agent </p>',
    '<title> @agent </title>',
    'a\n\n[^1]: @agent',
    '[^@agent]\n\n[^@agent]: x',
  ])('%j says nothing', (body) => {
    expect(says(body)).toBe(false);
  });

  it.each([
    'x[^1]\n\n[^1]: @agent',
    '<details>@agent</details>',
    'a <? b @agent',
    '<!-- x --> @agent',
    '<!--\nx\n-->\n@agent',
    '<!-- a -->\n\n@agent',
  ])('%j does', (body) => {
    expect(says(body)).toBe(true);
  });
});

describe('what stood beside something that is taken out', () => {
  it.each([
    'x`c`@agent',
    '`c`@agent',
    '@agent`c`x',
    'me<b>@agent</b>',
    '@agent<!-- -->x',
    'x[](u)@agent',
    '@agent![](u)x',
  ])('does not become a word of its own in %j', (body) => {
    expect(says(body)).toBe(false);
  });

  it.each([
    '`c` @agent',
    'a<br>@agent',
    '<p>@agent</p>',
    '@agent <b>now</b>',
    '<code>x</code> @agent <code>y</code>',
  ])('leaves %j one', (body) => {
    expect(says(body)).toBe(true);
  });
});

describe('any text', () => {
  it('never throws', () => {
    const unit = fc.constantFrom(
      '@agent',
      '`',
      '```',
      '~~~',
      '>',
      '\n',
      '    ',
      '- ',
      '1. ',
      '<!--',
      '-->',
      '<pre>',
      ' ',
      'x',
      '[',
      '](',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        expect(typeof says(parts.join(''))).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });

  // The oracle takes the line behind such a quote into it where something stands before the quote,
  // which GitHub does not.
  const EMPTY_ITEM_IN_QUOTE = /^.*>[ \t]*(?:(?:[-*]|\d+[.)])[ \t]*)+$/m;

  it.each<[string, readonly string[]]>([
    [
      'a renderer shows a quote, code or nothing',
      [
        '@agent',
        ' @agent ',
        '\n@agent\n',
        '`',
        '``',
        '```',
        '\n```\n',
        '~~~\n',
        '> ',
        '\n> ',
        '\n',
        '\n\n',
        '  ',
        '    ',
        '\t',
        '- ',
        '\n- ',
        '1. ',
        '\n10) ',
        '\n\n<!-- x',
        ' -->\n\n',
        'x',
        '# ',
        '---\n',
        '[',
        '](',
        ')',
        '[x]: ',
        '\\',
        '*',
      ],
    ],
    [
      'a renderer shows that, whatever breaks lines or looks like a blank',
      [
        '@agent',
        ' @agent ',
        '\r@agent\r',
        '`',
        '```',
        '\r```\r',
        '> ',
        '\r> ',
        '\r',
        '\r\n',
        '\n',
        '    ',
        '\t',
        'x',
        '- ',
        '\r- ',
        '1. ',
        '# ',
        '\v',
        '\f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\u00a0',
        '\u3000',
        '\u200b',
        '\ufeff',
        '\x1b',
      ],
    ],
  ])('is never found where %s', (_, units) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...units), { maxLength: 14 }), (parts) => {
        const body = parts.join('');
        fc.pre(!EMPTY_ITEM_IN_QUOTE.test(body));
        if (says(body)) {
          expect([body, spoken(body).includes('@agent')]).toEqual([body, true]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('is found behind any quote that a blank line ends', () => {
    const line = fc.string({
      unit: fc.constantFrom('a', ' ', '>', '#', '-', '*', '1', '.'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const quoted = lines.map((text) => `> ${text} @agent`).join('\n');
        expect(says(quoted)).toBe(false);
        expect(says(`${quoted}\n\n@agent`)).toBe(true);
      }),
    );
  });
});
