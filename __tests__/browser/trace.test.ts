import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './chromium.ts';
import { linesOf, sampleEntries, sampleView } from './sample-run.ts';
import { writeTrace } from '../../src/report/trace/index.ts';
import type { OpenPage } from './chromium.ts';
import type { RawEntry } from './sample-run.ts';
import type { TraceHead } from '../../src/report/trace/index.ts';

async function report(entries: readonly RawEntry[], head: Partial<TraceHead> = {}): Promise<string> {
  const chunks: string[] = [];
  const source = { head: { ...sampleView(entries.slice(0, 6)), ...head }, entryLines: linesOf(entries) };
  await writeTrace({ ...source, write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

const ready = (page: Page): Promise<unknown> => page.waitForSelector('html[data-ready=true]', { state: 'attached' });
const heading = (page: Page): Promise<string> => page.innerText('#pane h2');
const countText = (page: Page): Promise<string> => page.innerText('#count');
const marked = (page: Page): Promise<string | null> => page.getAttribute('#list', 'aria-activedescendant');

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

/** Rules broken seriously, as `rule: selector`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}

describeInBrowser('the trace report', ({ open }) => {
  const openReport = async (...args: Parameters<typeof report>): Promise<OpenPage> => {
    const opened = await open(await report(...args));
    await ready(opened.page);
    return opened;
  };

  it('shows a run at a glance', async () => {
    const { page, misdeeds } = await openReport(sampleEntries(48));
    expect(await page.innerText('h1')).toBe('Agent run 48213');
    expect(await page.innerText('#outcome')).toBe('succeeded');
    expect(await page.getAttribute('#web', 'href')).toBe('https://agents.example.com/runs/48213');
    expect(await countText(page)).toBe('48 steps');
    expect(await page.innerText('#legend button >> nth=0')).toMatch(/^run_command · \d+m \d\ds · \d+ %$/);
    expect(misdeeds).toEqual({ requests: [], dialogs: [], errors: [] });
  });

  it('shows thought, input and output of a step on click, as a tree that copies as JSON', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('#row-1');
    expect(await heading(page)).toBe('Step 2');
    expect(await page.locator('.part h3').allInnerTexts()).toEqual(['Thought', 'Input', 'Output']);
    await page.click('[aria-label="Copy input"]');
    await page.waitForSelector('[aria-label="Copy input"]:text("Copied")');
    expect(JSON.parse(await page.evaluate('navigator.clipboard.readText()'))).toEqual(
      sampleEntries(48)[1]?.['tool_input'],
    );
    expect(await page.locator('.whole .json').count()).toBe(0);
    await page.click('.whole summary');
    expect(await page.innerText('.whole .json')).toContain('agent_run_id 48213');
  });

  it('filters by type, tool, text and errors, together, and resets', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.selectOption('#kind', 'ERROR');
    expect(await countText(page)).toBe('2 of 48 steps');
    await page.selectOption('#kind', '');
    await page.selectOption('#tool', 'edit_file');
    expect(await countText(page)).toBe('6 of 48 steps');
    expect(new Set(await page.locator('.row .name').allInnerTexts())).toEqual(new Set(['edit_file']));
    await page.fill('#search', 'no such text');
    expect(await page.isVisible('#none')).toBe(true);
    await page.click('#reset');
    await page.fill('#search', 'branch PROTECTION');
    expect(await page.locator('.row').getAttribute('id')).toBe('row-44');
    await page.click('#reset');
    await page.click('#errors');
    expect(await countText(page)).toBe('3 of 48 steps');
    await page.click('#legend button >> nth=0');
    expect(await countText(page)).toBe('2 of 48 steps');
  });

  it('is worked with the keyboard alone', async () => {
    const { page } = await openReport(sampleEntries(48));
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('j', 'j', 'ArrowDown', 'k');
    expect(await marked(page)).toBe('row-1');
    expect(await page.isVisible('#side')).toBe(false);
    await press('Enter');
    expect(await heading(page)).toBe('Step 2');
    await press('e');
    expect(await heading(page)).toBe('Step 16');
    await press('e', 'e', 'e', 'E');
    expect(await heading(page)).toBe('Step 45');
    await press('Home');
    expect(await heading(page)).toBe('Step 1');
    await press('End', 'ArrowUp');
    expect(await heading(page)).toBe('Step 47');
    await press('Escape', '/', 'j', 'e', 't', 'Enter', 'k');
    expect(await page.isVisible('#side')).toBe(false);
    expect(await page.inputValue('#search')).toBe('jet');
    await press('e');
    expect(await page.inputValue('#search')).toBe('');
    expect(await page.isVisible('#side')).toBe(true);
  });

  it('opens at the step of its address', async () => {
    const { page } = await openReport(sampleEntries(48));
    await page.click('#row-4');
    await page.reload();
    await ready(page);
    expect(await heading(page)).toBe('Step 5');
  });

  it('runs no script and sends no request, whatever the agent wrote', async () => {
    const head = { status: CORPUS[2]!, result: CORPUS.join('\n'), webUrl: 'javascript:globalThis.hit=1' };
    const { page, misdeeds } = await openReport(hostileEntries(), head);
    const before = await page.locator('script, img, iframe, svg, form, link, meta, base, style').count();
    for (let step = 0; step < CORPUS.length; step += 1) {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.evaluate("document.querySelectorAll('#side details, #result').forEach((fold) => (fold.open = true))");
    }
    await page.fill('#search', CORPUS[0]!);
    expect(await countText(page)).toBe(`1 of ${CORPUS.length} steps`);
    expect(await page.innerText('#pane')).toContain('\u202e<b>');
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(await page.locator('script, img, iframe, svg, form, link, meta, base, style').count()).toBe(before);
    expect(await page.isVisible('#web')).toBe(false);
    expect(misdeeds).toEqual({ requests: [], dialogs: [], errors: [] });
  });

  it('is held by its policy even if markup got in', async () => {
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
      const answer = await page.evaluate(`
        document.body.insertAdjacentHTML('beforeend',
          '<img src="${outside}/x" onerror="globalThis.hit = 1"><style>body { opacity: 0 }</style>');
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.hit = 1' }));
        fetch('${outside}/y', { mode: 'no-cors' }).then(() => 'sent', () => 'refused')`);
      expect(answer).toBe('refused');
      expect(await page.evaluate('[globalThis.hit, getComputedStyle(document.body).opacity]')).toEqual([
        undefined,
        '1',
      ]);
      expect(reached).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is quick with 5,500 entries of 2 KB', async () => {
    const html = await report(sampleEntries(5500, 'x'.repeat(1850)));
    expect(html.length).toBeGreaterThan(5500 * 2000);
    const { page } = await open(html);
    await ready(page);
    expect(await page.locator('.row').count()).toBeLessThan(100);
    await page.keyboard.press('e');
    expect(await heading(page)).toMatch(/^Step \d+$/);
    // A coarse bound for a slow machine; what it really takes is a matter for the bench.
    expect(await page.evaluate('performance.now()')).toBeLessThan(10_000);
    await page.keyboard.press('End');
    expect(await heading(page)).toBe('Step 5500');
    expect(await page.locator('.row').count()).toBeLessThan(100);
    await page.fill('#search', 'integration');
    expect(await countText(page)).toMatch(/^\d+ of 5500 steps$/);
  });

  it.each(['light', 'dark'] as const)('has nothing serious against accessibility, %s', async (colorScheme) => {
    const { page } = await open(await report(sampleEntries(48)), { colorScheme });
    await ready(page);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('e');
    await page.click('#errors');
    await page.evaluate("document.querySelectorAll('#side details, #result').forEach((fold) => (fold.open = true))");
    expect(await violations(page)).toEqual([]);
  });

  it('fits 360 pixels', async () => {
    const { page } = await open(await report([...sampleEntries(48), ...hostileEntries()]), {
      viewport: { width: 360, height: 640 },
    });
    await ready(page);
    const width = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth');
    expect(await width()).toBeLessThanOrEqual(360);
    await page.click('#row-0');
    expect(await page.isVisible('#pane h2')).toBe(true);
    expect(await width()).toBeLessThanOrEqual(360);
    await page.click('#close');
    expect(await page.isVisible('#side')).toBe(false);
    expect(await page.evaluate("document.getElementById('list').clientHeight")).toBeGreaterThan(150);
  });
});
