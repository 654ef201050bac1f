import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './chromium.ts';
import { report } from '../report.ts';
import { sampleEntries } from '../sample-run.ts';
import type { OpenPage } from './chromium.ts';
import type { RawEntry } from '../sample-run.ts';
import { SAMPLE_NAMES, sampleReport } from '../samples.ts';

const ready = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-ready=true]', { state: 'attached' });
const heading = async (page: Page): Promise<string> => (await page.innerText('.pane h2')).trim();
/** The policy keeps Playwright's own waiting for a function out. */
async function until(page: Page, expression: string): Promise<void> {
  for (let round = 0; round < 100 && (await page.evaluate(expression)) !== true; round += 1) {
    await page.waitForTimeout(50);
  }
  expect(await page.evaluate(expression)).toBe(true);
}
/**
 * Presses a button that copies, and gives what the clipboard has then. What the button says of it
 * passes, so that it is watched from before the press.
 */
async function copyWith(page: Page, selector: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`void (globalThis.said = new Promise((resolve) => {
    const watched = { characterData: true, childList: true, subtree: true };
    new MutationObserver((changes) => {
      const texts = changes.map(({ target }) => target.textContent);
      texts.filter((text) => ['Copied', 'Not allowed'].includes(text)).forEach(resolve);
    }).observe(document.body, watched);
  }))`);
  await page.click(selector);
  expect(await page.evaluate('globalThis.said')).toBe('Copied');
  return page.evaluate('navigator.clipboard.readText()');
}
const countText = (page: Page): Promise<string> => page.innerText('.count');
const marked = (page: Page): Promise<string | null> =>
  page.getAttribute('.tree-list', 'aria-activedescendant');

/** What a page makes of text that would like to be more than text. */
const CORPUS = [
  '<script>globalThis.hit = 1; alert(1)</script>',
  '</script><script>globalThis.hit = 1</script>',
  '<img src="http://127.0.0.1:9/x" onerror="globalThis.hit = 1">',
  '"><svg onload=globalThis.hit=1><a href="javascript:globalThis.hit=1">x</a>',
  '<!--<script>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '<style>@import "http://127.0.0.1:9/css";</style>',
  '<link rel=stylesheet href=http://127.0.0.1:9/x>',
  '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '<form action=http://127.0.0.1:9/><input autofocus onfocus=globalThis.hit=1>',
  '<base href=http://127.0.0.1:9/>',
  '<details open ontoggle=globalThis.hit=1>',
  '{{constructor.constructor("globalThis.hit=1")()}}',
  '\u2028globalThis.hit=1\u2029',
  '__proto__',
  'constructor',
  '<math><mtext><table><mglyph><style><img src=x onerror=globalThis.hit=1>',
  '<noscript><p title="</noscript><img src=x onerror=globalThis.hit=1>">',
  '\u202e<b>',
];

function hostileEntries(): readonly RawEntry[] {
  return CORPUS.map((text, n) => ({
    created_at: n % 2 === 0 ? text : new Date(n * 60_000).toISOString(),
    message_type: n % 3 === 0 ? text : 'ERROR',
    tool_name: text,
    thought: text,
    tool_input: { [text]: text, nested: { [text]: [text] } },
    tool_output: [text],
    observation: n % 2 === 0 ? text : { message: text },
    [text]: text,
  }));
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Broken rules, as `rule: selector`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}

describeInBrowser('the trace report', ({ open }) => {
  const openReport = async (...args: Parameters<typeof report>): Promise<OpenPage> => {
    const opened = await open(await report(...args));
    await ready(opened.page);
    return opened;
  };

  it('gives an overview of a run', async () => {
    const { page, misdeeds } = await openReport(sampleEntries(48));
    expect(await page.innerText('h1')).toBe('Agent run 48213');
    expect(await page.innerText('.outcome')).toBe('succeeded');
    expect(await page.locator('.links a').allInnerTexts()).toEqual([
      'Pull request #318',
      'Open the run',
      'Open the workflow run',
    ]);
    expect(await page.innerText('.result')).toContain('delays are measured on the monotonic clock');
    expect(await countText(page)).toBe('48 steps');
    expect(await page.innerText('.part tbody tr >> nth=0')).toMatch(
      /^Run command\s+13\s+\dm \d\ds\s+\d+ %$/,
    );
    // The name of a narrow phase is left out.
    expect(await page.locator('.phase').allInnerTexts()).toEqual(['Work', '', 'Checks']);
    expect(await page.locator('.phase >> nth=1').getAttribute('title')).toBe('Pull request');
    expect(misdeeds).toEqual({ requests: [], dialogs: [], errors: [] });
  });

  it('opens a failed run at its cause, with links to the steps', async () => {
    const { page } = await openReport(sampleEntries(48).slice(0, -4), {
      outcome: 'failed',
      result: '',
    });
    expect(await page.innerText('.cause')).toContain('error TS2554: Expected 2 arguments');
    expect(await page.innerText('.overview')).toContain('run this action with agent_run_id: 48213');
    expect(await marked(page)).toBe('row-43');
    await page.waitForSelector('#row-43');
    expect(await page.evaluate('location.hash')).toBe('');
    await page.click('.cause a >> nth=0');
    expect(await heading(page)).toBe('Step 44: Run command');
    expect(await page.evaluate('location.hash')).toBe('#step-44');
    await page.click('.close');
    expect(await page.isVisible('.cause')).toBe(true);
  });

  it('shows thought, input and output of a step on click, as a tree that copies as JSON', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.click('#row-1');
    expect(await heading(page)).toBe('Step 2: Ripgrep search');
    await page.waitForSelector('.part h3');
    expect(await page.locator('.part h3').allInnerTexts()).toEqual(['Thought', 'Input', 'Output']);
    expect(JSON.parse(await copyWith(page, '[aria-label="Copy input"]'))).toEqual(
      sampleEntries(48)[1]?.['tool_input'],
    );
    expect(await page.locator('.whole .json').count()).toBe(0);
    await page.click('.whole summary');
    expect(await page.innerText('.whole .json')).toContain('agent_run_id 48213');
  });

  it('filters by type, tool, text and errors in combination, and resets', async () => {
    const { page } = await openReport(sampleEntries(48));
    const reset = (): Promise<void> => page.click('.tools button:text("Reset")');
    expect(await page.isDisabled('.tools button:text("Reset")')).toBe(true);
    const [kind, tool] = ['Filter by type', 'Filter by tool'].map(
      (label) => `[aria-label="${label}"]`,
    ) as [string, string];
    await page.selectOption(kind, 'ERROR');
    expect(await countText(page)).toBe('2 of 48 steps');
    await page.selectOption(kind, '');
    await page.selectOption(tool, 'edit_file');
    expect(await countText(page)).toBe('6 of 48 steps');
    expect(new Set(await page.locator('.tree-list .name').allInnerTexts())).toEqual(
      new Set(['Edit file']),
    );
    await page.fill('input[type=search]', 'no such text');
    await page.click('.none button:text("Show all steps")');
    expect(await countText(page)).toBe('48 steps');
    await page.fill('input[type=search]', 'branch PROTECTION');
    await page.waitForSelector('.count:text("1 of 48 steps")');
    expect(await page.locator('.tree-list .row').getAttribute('id')).toBe('row-44');
    await reset();
    await page.click('button.errors:text("Problems (9)")');
    expect(await countText(page)).toBe('9 of 48 steps');
    await reset();
    await page.click('.part .link >> nth=0');
    expect(await countText(page)).toBe('13 of 48 steps');
  });

  it('counts commands that failed as problems, with what they printed and a follow-up', async () => {
    const { page } = await open(await sampleReport('killed'));
    await ready(page);
    expect(await page.innerText('.cause')).toContain('Killed: out of memory');
    expect(await page.innerText('button.errors')).toBe('Problems (4)');
    await page.keyboard.press('E');
    await page.waitForSelector('.pane h2:has-text("Step 16")');
    await page.keyboard.press('e');
    await page.waitForSelector('.pane h2:has-text("Step 19")');
    await page.click('.close');
    expect(await copyWith(page, 'button:text("Copy as prompt")')).toMatch(
      /^The run failed\.[^]*exited with 137[^]*What led to it:/,
    );
    expect(await copyWith(page, 'button:text("Copy as YAML")')).toMatch(
      /agent_run_id: 48213\n {4}prompt: \|\n {6}The run failed/,
    );
  });

  it('shows durations whole, and their bars in proportion', async () => {
    const { page } = await open(await sampleReport('killed'), {
      viewport: { width: 1012, height: 800 },
    });
    await ready(page);
    const took = page.locator('.tree-list .took');
    expect(await took.last().innerText()).toBe('3m 21s');
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.took')].every((one) => one.scrollWidth <= one.clientWidth)",
      ),
    ).toBe(true);
    const width = async (row: string): Promise<number> =>
      (await page.locator(`${row} .bar`).boundingBox())?.width ?? 0;
    expect((await width('#row-13')) / (await width('#row-18'))).toBeCloseTo(40 / 201, 1);
  });

  it('prints all steps', async () => {
    const { page } = await open(await report(sampleEntries(300)));
    await ready(page);
    expect(await page.locator('.printed tr').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await page.waitForSelector('.printed tr >> nth=300');
    expect(await page.innerText('.printed tbody tr:last-child')).toContain('Final answer');
    expect(await page.isVisible('.steps')).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.waitForSelector('.printed tr', { state: 'detached' });
  });

  it('shows a structured answer as a tree', async () => {
    const answer = { message_type: 'FINAL_ANSWER', observation: '{"pass":true,"files":["a.ts"]}' };
    const { page } = await openReport([...sampleEntries(6).slice(0, -1), answer], {
      resultJson: answer.observation,
      result: answer.observation,
    });
    expect(await page.innerText('pre.result')).toBe(
      '{\n  "pass": true,\n  "files": [\n    "a.ts"\n  ]\n}',
    );
    await page.click('#row-5');
    await page.waitForSelector('.pane .json:has-text("a.ts")');
  });

  it('finds all words, shows where, and moves between matches', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.fill('input[type=search]', 'timeout "npm test"');
    await page.waitForSelector('.count:text("7 of 48 steps")');
    expect(await page.innerText('.tree-list .row >> nth=0')).toContain('npm test');
    await page.fill('input[type=search]', 'never zero');
    await page.waitForSelector('.count:text("7 of 48 steps")');
    await page.waitForSelector('.tree-list .row:has-text("never waits less than zero")');
    await page.press('input[type=search]', 'Enter');
    await page.press('input[type=search]', 'Enter');
    await page.waitForSelector('.count:text("2 / 7 of 48 steps")');
    await until(page, "CSS.highlights.get('found')?.size >= 4");
    await page.press('input[type=search]', 'Shift+Enter');
    await page.waitForSelector('.count:text("1 / 7 of 48 steps")');
  });

  it('collapses repeated steps and expands them on demand', async () => {
    const same = {
      message_type: 'ACTION',
      tool_name: 'bash',
      tool_input: { command: 'npm test' },
      tool_output: {},
    };
    const error = { message_type: 'ERROR', tool_name: 'bash', observation: 'failed' };
    const { page } = await openReport([
      ...sampleEntries(8),
      same,
      same,
      error,
      same,
      ...sampleEntries(6),
    ]);
    const group = page.locator('.row.group');
    expect(await group.innerText()).toMatch(/×3\s+1 error\s+npm test/);
    expect(await page.locator('.tree-list .row').count()).toBe(15);
    await group.click();
    expect(await page.locator('.row.inner').count()).toBe(4);
    await group.click();
    await page.keyboard.press('e');
    await page.keyboard.press('e');
    expect(await heading(page)).toBe('Step 11: Error · Bash');
    expect(await page.locator('.row.inner').count()).toBe(4);
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = await openReport(sampleEntries(48));
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        await page.keyboard.press(key);
      }
    };
    const isOpen = (): Promise<boolean> => page.isVisible('.pane h2:has-text("Step")');
    await press('j', 'j', 'ArrowDown', 'k');
    expect(await marked(page)).toBe('row-1');
    expect(await isOpen()).toBe(false);
    await press('Enter');
    expect(await heading(page)).toMatch(/^Step 2:/);
    await press('e');
    expect(await heading(page)).toMatch(/^Step 10: Run command/);
    await press('e', 'e');
    expect(await heading(page)).toMatch(/^Step 16: Error/);
    await press(...'eeeeeee', 'E');
    expect(await heading(page)).toMatch(/^Step 45:/);
    await press('Home');
    expect(await heading(page)).toMatch(/^Step 1:/);
    await press('End', 'ArrowUp');
    expect(await heading(page)).toMatch(/^Step 47:/);
    await press('Escape', '/', 'j', 'e', 't', 'Escape', 'k');
    expect(await page.inputValue('input[type=search]')).toBe('jet');
    await press('e');
    expect(await page.inputValue('input[type=search]')).toBe('');
    expect(await isOpen()).toBe(true);
  });

  it('zooms the timeline by dragging and keys, and pans it', async () => {
    const { page } = await openReport(sampleEntries(48));
    const box = (await page.locator('.field-area').boundingBox())!;
    await page.mouse.move(box.x + 400, box.y + 20);
    expect(await page.innerText('.tip')).toMatch(/step 1[78]/);
    await page.mouse.down();
    await page.mouse.move(box.x + 700, box.y + 20);
    await page.mouse.up();
    const range = (): Promise<string> => page.innerText('.zoomed [role=status]');
    await page.waitForSelector('.zoomed [role=status]:has-text("3:")');
    expect(await range()).toMatch(/^3:2\d to 6:0\d, 2m/);
    expect(await countText(page)).toMatch(/^\d+ of 48 steps$/);
    expect(await page.evaluate('location.hash')).toMatch(/^#t=\d+-\d+$/);
    await page.mouse.wheel(0, 100);
    await until(
      page,
      "!document.querySelector('.zoomed [role=status]').textContent.startsWith('3:2')",
    );
    await page.focus('.timeline');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await page.waitForSelector('.count:text("48 steps")');
  });

  it('sums the time of a chosen period', async () => {
    const { page } = await openReport(sampleEntries(48));
    const heading = page.locator('h3', { hasText: 'Where the time went' });
    expect(await heading.innerText()).toBe('Where the time went');
    const box = (await page.locator('.field-area').boundingBox())!;
    await page.mouse.move(box.x + 400, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 700, box.y + 20);
    await page.mouse.up();
    await page.waitForSelector('.zoomed [role=status]:has-text("steps: ")');
    const [told = '', sums = ''] = (await page.innerText('.zoomed [role=status]')).split(
      ' steps: ',
    );
    expect(told).toMatch(/^3:2\d to 6:0\d, 2m \d\ds, \d+$/);
    expect(sums.split(', ')).toHaveLength(3);
    expect(await heading.innerText()).toMatch(/^Where the time went, 3:2\d to 6:0\d$/);
    const longest = page.locator('table tbody tr').first();
    const time = (await longest.locator('td').nth(1).innerText()).trim();
    expect(sums.split(', ')[0]).toContain(time);
    await page.getByRole('button', { name: 'Whole run' }).click();
    await page.waitForSelector('.count:text("48 steps")');
    expect(await heading.innerText()).toBe('Where the time went');
  });

  it('marks the turns of a run, and leads to each', async () => {
    const turnStarts = [
      { index: 20, why: 'repair' },
      { index: 30, why: 'mend' },
    ] as const;
    const { page } = await openReport(sampleEntries(48), { turnStarts });
    expect((await page.innerText('.turns')).split('\n').map((line) => line.trim())).toEqual([
      'Turns',
      'Step 1 Task',
      'Step 21 Corrects its answer',
      'Step 31 Mends its checks',
    ]);
    expect(await page.locator('.turn-mark').count()).toBe(2);
    await page.click('.turns a:has-text("Step 31")');
    expect(await page.innerText('.row.marked .turn')).toBe('Mends its checks');
    expect(await violations(page)).toEqual([]);
  });

  it('of a follow-up says that it is one', async () => {
    const turnStarts = [{ index: 0, why: 'follow-up' }] as const;
    const { page } = await openReport(sampleEntries(12), { mode: 'resumed', turnStarts });
    expect(await page.innerText('.turns li')).toMatch(/Step 1 Follow-up/);
  });

  it('keeps its state in the URL', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.selectOption('[aria-label="Filter by tool"]', 'edit_file');
    await page.fill('input[type=search]', 'clock');
    await page.waitForSelector('.count:text("6 of 48 steps")');
    await page.click('.tree-list .row >> nth=1');
    expect(await page.evaluate('location.hash')).toBe('#step-9&q=clock&tool=edit_file');
    await page.reload();
    await ready(page);
    await page.waitForSelector('.count:text("2 / 6 of 48 steps")');
    expect(await heading(page)).toBe('Step 9: Edit file');
    await page.evaluate("location.hash = '#step-3'");
    await page.waitForSelector('.pane h2:has-text("Step 3")');
  });

  it('runs no script and sends no request, whatever the agent wrote', async () => {
    const head = {
      status: CORPUS[2]!,
      result: CORPUS.join('\n'),
      webUrl: 'javascript:globalThis.hit=1',
    };
    const { page, misdeeds } = await openReport(hostileEntries(), head);
    const LIVE =
      'script, img, iframe, svg:not(.icon), form, link, meta, base, style, .overview a:not([data-step]), .pane-body a:not([data-step])';
    const before = await page.locator(LIVE).count();
    for (let step = 0; step < CORPUS.length; step += 1) {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.evaluate(
        "document.querySelectorAll('.pane details').forEach((fold) => (fold.open = true))",
      );
    }
    expect(await page.innerText('.pane')).toContain('U+202E<b>');
    await page.fill('input[type=search]', `"${CORPUS[0]!.replaceAll('"', '')}"`);
    await page.waitForSelector(
      `.count:text("1 of ${CORPUS.length} steps"), .count:text("1 / 1 of ${CORPUS.length} steps")`,
    );
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(await page.locator(LIVE).count()).toBe(before);
    expect(await page.locator('.links a').allInnerTexts()).toEqual([
      'Pull request #318',
      'Open the workflow run',
    ]);
    expect(misdeeds).toEqual({ requests: [], dialogs: [], errors: [] });
  });

  it('shows all edits by file, with sums, and leads to their steps', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.waitForSelector('.files h3:text("Files changed (1)")');
    expect(await page.innerText('.files .part-head')).toMatch(/\+6 −6/);
    await page.click('.file summary');
    await page.waitForSelector('.file .dl.add:has-text("clock.now()")');
    await page.click('.file .hunk .link >> nth=1');
    expect(await heading(page)).toBe('Step 9: Edit file');
  });

  it('has one panel for every end that is not good news', async () => {
    const panel = async (name: string): Promise<string> => {
      const { page } = await open(await sampleReport(name));
      await ready(page);
      return (await page.locator('.panel').count()) === 0 ? '' : page.innerText('.panel');
    };
    expect(await panel('success')).toBe('');
    expect(await panel('question')).toMatch(
      /^The agent asks\s+Shall the cache live in Redis[^]*How to answer[^]*#12[^]*@agent/,
    );
    expect(await panel('timed_out')).toMatch(
      /^Still running\s[^]*https:\/\/agents\.example\.com\/runs\/48213[^]*agent_run_id: 48213/,
    );
    expect(await panel('schema')).toMatch(
      /^What is missing[^]*at \/findings\/0\/line: must be integer/,
    );
  });

  it('has the task as its title, the outcome in its tab, and its error to copy', async () => {
    const { page } = await open(await sampleReport('failure'));
    await ready(page);
    expect(await page.innerText('h1')).toBe(
      'Make the retry test of the HTTP client reliable. run 48213',
    );
    expect(await page.title()).toBe(
      '❌ Make the retry test of the HTTP client reliable. · run 48213',
    );
    const icon = (await page.getAttribute('link[rel=icon]', 'href')) ?? '';
    expect(icon).toMatch(/^data:image\/svg\+xml,/);
    // Red, because the run of this report failed.
    expect(decodeURIComponent(icon)).toContain('#c4320a');
    expect(await page.innerText('.task')).toContain('fix the cause and not the test');
    expect(await copyWith(page, '.panel [aria-label="Copy the error"]')).toContain('error TS2554');
  });

  it('says for a moment what became of a copy, however long its button was there before', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.clock.install();
    await page.click('#row-1');
    const button = page.locator('[aria-label="Copy input"]');
    await button.waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.click('#row-2');
    await page.clock.runFor(1499);
    expect(await copyWith(page, '[aria-label="Copy input"]')).not.toBe('');
    await page.clock.runFor(1499);
    expect(await button.innerText()).toBe('Copied');
    await page.clock.runFor(2);
    expect(await button.innerText()).toBe('Copy');
  });

  it('takes the next key at once, whatever else the machine does', async () => {
    const { page } = await openReport(sampleEntries(20));
    // No frame is drawn between the two.
    const isOpen = await page.evaluate(`(async () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
      await new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
      return document.querySelector('dialog').open;
    })()`);
    expect(isOpen).toBe(true);
  });

  it('lists its keys, and lets the list be made wider', async () => {
    const { page } = await openReport(sampleEntries(20));
    await page.keyboard.press('?');
    await page.waitForSelector('dialog:has-text("Next or previous problem")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'hidden' });
    const width = (): Promise<number> =>
      page.evaluate("document.querySelector('.steps').getBoundingClientRect().width");
    const before = await width();
    const box = (await page.locator('.divider').boundingBox())!;
    await page.mouse.move(box.x + 3, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 103, box.y + 100);
    await page.mouse.up();
    expect(Math.round((await width()) - before)).toBe(100);
    await page.focus('.divider');
    await page.keyboard.press('ArrowLeft');
    expect(await width()).toBeLessThan(before + 100);
  });

  it('marks the words of a search in the step that is open', async () => {
    const { page } = await openReport(sampleEntries(20));
    await page.click('#row-1');
    await page.waitForSelector('.pane h2:has-text("Step 2")');
    await page.fill('input[type=search]', 'retryDelay');
    await until(
      page,
      "[...CSS.highlights.get('found') ?? []].some((range) => range.startContainer.parentElement.closest('.pane'))",
    );
  });

  it('is protected by its policy even if markup got in', async () => {
    let reached = 0;
    const server = createServer((_, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { page } = await open(await report(sampleEntries(8)), { offline: false });
      await ready(page);
      // What is evaluated for the test itself may do more, so the page tries it on its own.
      await page.evaluate(`setTimeout(() => {
        const hit = () => (globalThis.hit = 1);
        const tries = [
          () => (document.body.insertAdjacentHTML('beforeend', '<p>'), hit()),
          () => document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.hit = 1' })),
          () => eval('globalThis.hit = 1'),
          () => new Function('globalThis.hit = 1')(),
          () => setTimeout('globalThis.hit = 1', 0),
          () => (trustedTypes.createPolicy('search', { createScriptURL: (url) => url }), hit()),
          () => (new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = hit),
          () => navigator.sendBeacon('${outside}/b'),
          () => import('${outside}/m.js').then(hit, () => undefined),
          () => document.body.append(Object.assign(document.createElement('iframe'), { src: '${outside}/f' })),
          () => document.body.append(Object.assign(document.createElement('img'), { src: '${outside}/x' }),
            Object.assign(document.createElement('style'), { textContent: 'body { opacity: 0 }' })),
        ];
        for (const one of tries) try { one(); } catch {}
        globalThis.tried = tries.length;
      })`);
      await until(page, 'globalThis.tried === 11');
      const answer = await page.evaluate(
        `fetch('${outside}/y', { mode: 'no-cors' }).then(() => 'sent', () => 'refused')`,
      );
      expect(answer).toBe('refused');
      expect(
        await page.evaluate('[globalThis.hit, getComputedStyle(document.body).opacity]'),
      ).toEqual([undefined, '1']);
      expect(reached).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it.each(SAMPLE_NAMES)('has no accessibility violations: %s', async (name) => {
    const html = await sampleReport(name);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      const { page } = await open(html, { colorScheme, viewport: { width, height: 800 } });
      await ready(page);
      expect(await violations(page)).toEqual([]);
    }
  });

  it.each(['light', 'dark'] as const)(
    'has no accessibility violations in a step, %s',
    async (colorScheme) => {
      const { page } = await open(await report(sampleEntries(48)), { colorScheme });
      await ready(page);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('e');
      await page.click('button.errors');
      await page.evaluate(
        "document.querySelectorAll('.pane details').forEach((fold) => (fold.open = true))",
      );
      expect(await violations(page)).toEqual([]);
    },
  );

  it('fits 360 pixels', async () => {
    const { page } = await open(await report([...sampleEntries(48), ...hostileEntries()]), {
      viewport: { width: 360, height: 640 },
    });
    await ready(page);
    const width = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth');
    expect(await width()).toBeLessThanOrEqual(360);
    await page.click('#row-1');
    await page.waitForSelector('.pane h2:has-text("Step 2")');
    expect(await width()).toBeLessThanOrEqual(360);
    await page.click('.close');
    expect(await page.isVisible('.result')).toBe(true);
    expect(
      await page.evaluate("document.querySelector('.tree-list').clientHeight"),
    ).toBeGreaterThan(150);
  });
});
