/** Several runs in one file, and runs of many entries. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './chromium.ts';
import { report } from '../report.ts';
import { sampleEntries } from '../sample-run.ts';
import { fleetRun, twentyRuns } from '../samples.ts';
import { writeFleetTrace } from '../../../src/report/page/index.ts';
import type { FleetSource } from '../../../src/report/page/index.ts';

const ready = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-ready=true]', { state: 'attached' });
const countText = (page: Page): Promise<string> => page.innerText('.count:visible');

async function fleet(
  source: Pick<FleetSource, 'runs' | 'maxBytes'>,
): Promise<{ html: string; inside: readonly string[] }> {
  const chunks: string[] = [];
  await writeFleetTrace({
    title: 'Fleet <b>',
    facts: '4,200 tokens <i>',
    task: 'Update <u>',
    ...source,
    write: (chunk) => void chunks.push(chunk),
  });
  const html = chunks.join('');
  return {
    html,
    inside: Array.from(
      html.matchAll(/class="run"[^>]* data-key="([^"]*)"/g),
      ([, key = '']) => key,
    ),
  };
}

const RUNS = [
  fleetRun('first', 20),
  fleetRun('second', 48, { runId: '2', outcome: 'failed', result: '', pullRequests: [] }),
  { ...fleetRun('third', 20, { runId: null, outcome: 'skipped', result: '' }), reportFile: null },
  fleetRun('fourth', 2000, { runId: '4' }),
];

describeInBrowser('the report of a fleet', ({ open }) => {
  it('has an index whose rows open the runs', async () => {
    const { html, inside } = await fleet({ runs: RUNS });
    expect(inside).toEqual(['second', 'first', 'fourth']);
    const { page, misdeeds } = await open(html);
    await ready(page);
    expect(await page.innerText('h1:visible')).toBe('Fleet <b>');
    // What needs a person comes first.
    expect(await page.locator('tbody:visible th').allInnerTexts()).toEqual([
      'second',
      'third',
      'first',
      'fourth',
    ]);
    expect(await page.locator('.tab').allInnerTexts()).toEqual([
      'All 4',
      'failed 1',
      'skipped 1',
      'succeeded 2',
    ]);
    await page.click('.tab:has-text("failed")');
    expect(await countText(page)).toBe('1 of 4 runs');
    await page.fill('input[type=search]:visible', 'nothing');
    await page.click('button:text("Show all runs")');
    expect(await countText(page)).toBe('4 runs');
    await page.click('.tab:has-text("failed")');
    expect(await page.innerText('.reason')).toContain('npx tsc --noEmit');
    // The page follows its address, whose event comes after the click.
    await page.click('tbody button');
    await page.waitForSelector('h1:visible:has-text("second Agent run 2")');
    expect(await page.innerText('.cause:visible')).toContain('npx tsc --noEmit');
    // The list opens at the cause, far down.
    await page.keyboard.press('Home');
    await page.click('#row-3');
    expect(await page.evaluate('location.hash')).toBe('#run-second/step-4');
    await page.reload();
    await ready(page);
    expect(await page.innerText('.pane h2')).toContain('Step 4: Edit file');
    await page.click('.run-bar button:text("Next run")');
    await page.waitForSelector('h1:visible:has-text("first Agent run 48213")');
    expect(await page.isDisabled('.run-bar button:text("Next run")')).toBe(false);
    await page.click('.run-bar button:text("Previous run")');
    await page.waitForSelector('h1:visible:has-text("second Agent run 2")');
    expect(await page.isDisabled('.run-bar button:text("Previous run")')).toBe(true);
    expect(await page.innerText('.cause:visible')).toContain('npx tsc --noEmit');
    await page.click('.back');
    await page.waitForSelector('.count:visible:text-is("4 runs")');
    await page.click('tbody button >> nth=2');
    await page.fill('input[type=search]:visible', 'integration');
    await page.waitForSelector('.count:has-text("of 2,000 steps")');
    expect(misdeeds).toEqual({ requests: [], dialogs: [], errors: [] });
  });

  it('folds the runs that succeeded if there are many, and keeps keys on one line', async () => {
    const { html } = await fleet({ runs: twentyRuns() });
    const { page } = await open(html, { viewport: { width: 1012, height: 800 } });
    await ready(page);
    const rows = page.locator('tbody:visible tr');
    expect(await rows.count()).toBe(10);
    // What all were asked stands once, above the table.
    expect(await page.innerText('.index > .task-line')).toBe('Update <u>');
    expect(await rows.first().innerText()).toMatch(/^octo-org\/internal\nReport: /);
    for (const key of await page.locator('.key:visible').all()) {
      expect((await key.boundingBox())?.height).toBeLessThan(28);
    }
    for (const words of ['timed out', 'cancelled', 'unverified', 'needs input', 'failed']) {
      const reason = await page
        .locator(`tr:has(.outcome:text-is("${words}")) .reason`)
        .first()
        .innerText();
      expect(reason.length).toBeGreaterThan(5);
      expect(reason.length).toBeLessThanOrEqual(240);
      expect(reason).not.toContain('://');
    }
    expect(await page.locator('.counts-bar > span').count()).toBe(9);
    await page.click('button:text("Show 10 runs that succeeded")');
    expect(await rows.count()).toBe(20);
    await page.click('.tab:has-text("succeeded")');
    expect(await rows.count()).toBe(10);
  });

  it('shows as code what a reason has between backticks', async () => {
    const end = { runId: '9', outcome: 'unverified', result: 'Done.' } as const;
    const { html } = await fleet({ runs: [...RUNS, fleetRun('fifth', 3, end)] });
    const { page } = await open(html, { viewport: { width: 390, height: 800 } });
    await ready(page);
    const reason = page.locator('tr:has(.key:text-is("fifth")) .reason');
    expect(await reason.innerText()).toBe(
      'GitHub could not be asked: the input github_token is empty.',
    );
    expect(await reason.locator('code').allInnerTexts()).toEqual(['github_token']);
  });

  it('stays within its size limit, with unsuccessful runs first', async () => {
    const { html, inside } = await fleet({ runs: RUNS, maxBytes: 480_000 });
    expect(inside).toEqual(['second', 'first']);
    expect(Buffer.byteLength(html)).toBeLessThan(480_000);
    const { page } = await open(html);
    await ready(page);
    expect(await page.innerText('tbody tr:last-child')).toContain('agent-run-fourth.html');
    expect(await page.locator('tbody tr:last-child button').count()).toBe(0);
  });
});

describeInBrowser('a run of many entries', ({ open }) => {
  it('shows only the rows in view of 5,500 entries of 2 KB', async () => {
    const html = await report(sampleEntries(5500, 'x'.repeat(1850)));
    // Most of the text is compressed.
    expect(html.length).toBeLessThan(8_000_000);
    const { page } = await open(html);
    await ready(page);
    // Coarse bounds for a slow machine; what it really takes is a matter for the bench.
    expect(await page.evaluate('performance.now()')).toBeLessThan(10_000);
    expect(await page.locator('.tree-list .row').count()).toBeLessThan(100);
    await page.keyboard.press('e');
    await page.waitForSelector('.pane h2:has-text("Run command")');
    await page.keyboard.press('End');
    await page.waitForSelector('.pane h2:has-text("Step 5500")');
    expect(await page.locator('.tree-list .row').count()).toBeLessThan(100);
    await page.fill('input[type=search]', 'integration');
    await page.waitForSelector('.count:has-text("of 5,500 steps")');
  });
});
