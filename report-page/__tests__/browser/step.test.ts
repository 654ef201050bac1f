/** How a step's fields are shown, and that none of it ever comes alive. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './chromium.ts';
import { report } from '../report.ts';
import type { RawEntry } from '../sample-run.ts';

const ESC = '\u001b';

/** Text for every renderer that would like to be more than text. */
const ATTACKS = [
  '<img src="http://127.0.0.1:9/x" onerror="globalThis.hit=1">',
  '</script><script>globalThis.hit=1</script>',
  '[click](javascript:globalThis.hit=1) ![x](http://127.0.0.1:9/i.png) <a href="http://127.0.0.1:9/">x</a>',
  '[a]: http://127.0.0.1:9/\n\n[a] <http://127.0.0.1:9/auto> https://example.com/auto',
  '```html\n<script>globalThis.hit=1</script>\n```\n\n| <b>a</b> | b |\n| - | - |\n| <svg onload=globalThis.hit=1> | ![i](data:image/svg+xml,<svg onload=alert(1)>) |',
  `${ESC}]8;;javascript:globalThis.hit=1\u0007link${ESC}]8;;\u0007 ${ESC}[31m<b>red</b>${ESC}[0m`,
  `--- a/<img src=x onerror=globalThis.hit=1>\n+++ b/x\n@@ -1 +1 @@\n-<script>globalThis.hit=1</script>\n+<iframe srcdoc="<script>parent.hit=1</script>">`,
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.hit=1"></svg>',
  '&lt;script&gt;globalThis.hit=1&lt;/script&gt; &#60;img src=x onerror=globalThis.hit=1&#62;',
];

const LIVE =
  'script, img, iframe, object, embed, video, audio, svg:not(.icon), form, link, meta, base, style, .pane-body a:not([data-step]), .pane-body [href]:not([data-step]), [onload], [onerror], [style*=url]';

function attack(text: string): readonly RawEntry[] {
  const wide = { stdout: text, stderr: text, exit_code: 1, [text]: { [text]: [text] } };
  return [
    {
      message_type: 'ACTION',
      tool_name: 'edit',
      tool_input: { path: text, old_string: text, new_string: `${text} b` },
      tool_output: wide,
    },
    { message_type: 'ACTION', tool_name: 'bash', tool_input: { command: text }, tool_output: text },
    {
      message_type: 'ACTION',
      tool_name: 'patch',
      tool_input: { patch: `--- a\n+++ b\n-${text}\n+${text}!` },
      observation: text,
    },
    { message_type: 'PLAN_EVALUATION', thought: text, observation: text },
    { message_type: 'ERROR', tool_name: text, observation: text },
    { message_type: 'FINAL_ANSWER', observation: text, thought: text },
  ];
}

const ready = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-ready=true]', { state: 'attached' });

describeInBrowser('the details of a step', ({ open }) => {
  const show = async (entry: RawEntry): Promise<Page> => {
    const { page } = await open(
      await report([entry, { message_type: 'PLAN_EVALUATION', thought: 'next' }]),
    );
    await ready(page);
    await page.click('#row-0');
    await page.waitForSelector('.pane h2:has-text("Step 1")');
    return page;
  };

  it('shows an edit as a diff', async () => {
    const old = 'function delay() {\n  return Date.now() - started;\n}\n';
    const page = await show({
      message_type: 'ACTION',
      tool_name: 'edit_file',
      tool_input: {
        path: 'src/a.ts',
        old_string: old,
        new_string: old.replace('Date', 'clock'),
        reason: 'why',
      },
      tool_output: { output: 'applied' },
    });
    expect(await page.innerText('.path')).toBe('src/a.ts');
    expect(await page.innerText('.counts')).toBe('+1 −1');
    expect(await page.locator('.dl mark').allInnerTexts()).toEqual(['Date', 'clock']);
    expect(await page.innerText('.json')).toContain('reason why');
    await page.click('.part-head button:text("Raw") >> nth=0');
    expect(await page.innerText('.part >> nth=0')).toContain('"old_string"');
  });

  it('with fifty long edits compares the later ones when they are opened', async () => {
    const text = (n: number): string =>
      Array.from({ length: 400 }, (_, line) => `line ${line} of ${n} ${'x'.repeat(30)}\n`).join('');
    const edits = Array.from({ length: 50 }, (_, n) => ({
      old_string: text(n),
      new_string: text(n + 1),
    }));
    const { page } = await open(
      await report([
        { message_type: 'ACTION', tool_name: 'edit_file', tool_input: { path: 'a.ts', edits } },
        { message_type: 'PLAN_EVALUATION', thought: 'next' },
      ]),
    );
    await ready(page);
    await page.click('#row-0');
    await page.waitForSelector('.pane summary:has-text("Edit 50 of 50")');
    expect(await page.locator('.pane .diff').count()).toBe(1);
    await page.click('.pane summary:has-text("Edit 50 of 50")');
    await page.waitForFunction('document.querySelectorAll(".pane .diff").length === 2');
  });

  it.each([
    ['the same one', `${ESC}[1mx`],
    ['two in turn', `${ESC}[31mx${ESC}[32mx`],
    ['two in turn, in lines', `${`${ESC}[31mx${ESC}[32mx`.repeat(25)}\n`],
  ])('opens with 200 kB of terminal colours that are never reset: %s', async (_, piece) => {
    const page = await show({
      message_type: 'ACTION',
      tool_name: 'bash',
      tool_input: { command: 'npm test' },
      tool_output: { stdout: piece.repeat(200_000 / piece.length), exit_code: 0 },
    });
    const output = page.locator('.terminal', { hasText: 'xx' });
    expect(await output.locator('span').count()).toBeLessThan(5_000);
  });

  it('shows what cannot be seen as marks, in code and in names', async () => {
    const page = await show({
      message_type: 'ACTION',
      tool_name: 'edit\u202efile',
      tool_input: { path: 'a\u200b.ts', old_string: 'a', new_string: 'if (isAdmin\u202e) {' },
      tool_output: { stdout: 'zero\u200bwidth' },
    });
    expect(await page.innerText('.pane h2')).toContain('Edit⟨U+202E⟩file');
    expect(await page.locator('.pane .unseen').allInnerTexts()).toEqual([
      'U+200B',
      'U+202E',
      'U+200B',
    ]);
    expect(await page.evaluate('/[\\u200b\\u202e]/.test(document.body.innerText)')).toBe(false);
  });

  it('shows terminal output with its colours in its final state', async () => {
    const page = await show({
      message_type: 'ACTION',
      tool_name: 'run_command',
      tool_input: { command: 'npm test' },
      tool_output: {
        exit_code: 1,
        stdout: `10%\r100%\n${ESC}[31mFAIL${ESC}[0m a.test.ts`,
        stderr: '',
      },
    });
    expect(await page.locator('.exit.bad').last().innerText()).toBe('exit 1');
    expect(await page.innerText('.terminal >> nth=1')).toBe('100%\nFAIL a.test.ts');
    expect(await page.innerText('.tl [style*=fg1]')).toBe('FAIL');
  });

  it('shows thoughts as Markdown, JSON as a tree, and no images given as data', async () => {
    const image = `data:image/png;base64,${'A'.repeat(4000)}`;
    const page = await show({
      message_type: 'ACTION',
      tool_name: 'screenshot',
      thought: '# Plan\n\n- [x] look at `a`\n\n| a | b |\n| - | - |\n| 1 | 2 |',
      tool_input: { selector: 'body', deep: { a: { b: { c: 1 } } } },
      tool_output: { shot: image },
    });
    expect(await page.innerText('.pane .markdown h4')).toBe('Plan');
    expect(await page.innerText('.pane .markdown li')).toBe('☑ look at a');
    expect(await page.locator('.pane .markdown td').allInnerTexts()).toEqual(['1', '2']);
    expect(await page.innerText('.part:has(h3:text("Output")) .json')).toBe(
      'shot image/png, 3 KB, not shown',
    );
    expect(await page.locator('img').count()).toBe(0);
    await page.click('.json summary:has-text("b")');
    await page.waitForSelector('.json .leaf:has-text("c 1")');
  });

  it.each(ATTACKS)('shows text as text: %s', async (text) => {
    const entries = attack(text);
    const { page, misdeeds } = await open(
      await report(entries, {
        outcome: 'failed',
        result: text,
        status: text,
        pullRequests: [],
        webUrl: null,
      }),
    );
    await ready(page);
    const before = await page.locator(LIVE).count();
    expect(await page.locator('.overview [href]:not([data-step])').count()).toBe(0);
    for (const [n] of entries.entries()) {
      await page.evaluate(`location.hash = '#step-${n + 1}'`);
      await page.waitForSelector(`.pane h2:has-text("Step ${n + 1}")`);
      await page.evaluate(
        "document.querySelectorAll('.pane details').forEach((fold) => (fold.open = true))",
      );
      expect(await page.locator(LIVE).count()).toBe(before);
    }
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(misdeeds).toEqual({ requests: [], dialogs: [], errors: [] });
  });
});
