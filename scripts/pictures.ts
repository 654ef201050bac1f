/**
 * Draws what users see, as docs/images shows it: the flow, the summary, the comment and the report
 * of one recorded run, and a review of a pull request, for light and dark pages; with the report
 * itself, to open. Usage: node scripts/pictures.ts <directory>. Needs Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { flowSvg, type Shape, type Theme } from './pictures/flow.ts';
import { framed, htmlOf, pageOf } from './pictures/github-page.ts';
import { recordRun } from './pictures/recorded-run.ts';
import { reviewHtml } from './pictures/review.ts';

const THEMES: readonly Theme[] = ['light', 'dark'];
const SHAPES: readonly Shape[] = ['wide', 'phone'];
/** `flow.svg`, `flow-dark.svg`, `flow-phone.svg` and so on. */
const named = (name: string, shape: Shape, theme: Theme): string =>
  [name, ...(shape === 'phone' ? ['phone'] : []), ...(theme === 'dark' ? ['dark'] : [])].join('-');

/** Fonts that readers may have, by their widths: the usual ones, wide ones, and a last resort. */
const FONTS = ['Liberation Sans', 'DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono'];

interface View {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: Theme;
  /** The report fills the window; the others are as tall as what they show. */
  readonly isWhole: boolean;
  readonly show: (page: Page) => Promise<unknown>;
}

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  throw new Error('Usage: node scripts/pictures.ts <directory>');
}
mkdirSync(directory, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
await drawFlow(browser, directory);
await drawPages(browser, directory);
await browser.close();

async function drawFlow(from: Browser, to: string): Promise<void> {
  const page = await from.newPage();
  for (const shape of SHAPES) {
    for (const theme of THEMES) {
      const svg = flowSvg({ shape, theme });
      for (const font of FONTS) {
        await expectToFit(page, svg.replace(/font-family="[^"]*"/, `font-family="${font}"`));
      }
      writeFileSync(join(to, `${named('flow', shape, theme)}.svg`), svg);
    }
  }
  await page.close();
}

/** Each text has to end before the padding of its box. */
async function expectToFit(page: Page, svg: string): Promise<void> {
  await page.setContent(svg);
  const outside = await page.evaluate(`
    (() => {
      const boxes = [...document.querySelectorAll('.box')].map((box) => box.getBBox());
      return [...document.querySelectorAll('text')].filter((text) => {
        const { x, y, width, height } = text.getBBox();
        const box = boxes.find((box) => x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height);
        return x + width > box.x + box.width - 8 || y + height > box.y + box.height - 4;
      }).map((text) => text.textContent + ' (' + text.parentNode.getAttribute('font-family') + ')');
    })()`);
  if (!Array.isArray(outside) || outside.length > 0) {
    throw new Error(`Texts of the flow do not fit: ${JSON.stringify(outside)}`);
  }
}

async function drawPages(from: Browser, to: string): Promise<void> {
  const { summary, comment, report } = await recordRun();
  writeFileSync(join(to, 'report.html'), report);
  const openReport = async (page: Page): Promise<void> => {
    await page.goto(pathToFileURL(join(to, 'report.html')).href);
    await page.waitForSelector('html[data-ready=true]', { state: 'attached' });
  };
  const bodies = {
    summary: htmlOf(summary),
    comment: framed('<b>github-actions</b> commented 2 minutes ago', htmlOf(comment)),
    review: await reviewHtml(),
  };
  for (const theme of THEMES) {
    for (const [name, html] of Object.entries(bodies)) {
      await draw(from, to, {
        name: named(name, 'wide', theme),
        size: { width: 960, height: 100 },
        theme,
        isWhole: true,
        show: (page) => page.setContent(pageOf(html)),
      });
    }
    await draw(from, to, {
      name: named('review', 'phone', theme),
      size: { width: 390, height: 100 },
      theme,
      isWhole: true,
      show: (page) => page.setContent(pageOf(bodies.review)),
    });
    await draw(from, to, {
      name: named('trace', 'wide', theme),
      size: { width: 1280, height: 800 },
      theme,
      isWhole: false,
      show: openReport,
    });
    await draw(from, to, {
      name: named('trace', 'phone', theme),
      size: { width: 390, height: 780 },
      theme,
      isWhole: false,
      show: openReport,
    });
  }
}

async function draw(from: Browser, to: string, view: View): Promise<void> {
  const page = await from.newPage({
    viewport: view.size,
    colorScheme: view.theme,
    deviceScaleFactor: 1.5,
  });
  await view.show(page);
  await page.screenshot({ path: join(to, `${view.name}.png`), fullPage: view.isWhole });
  await page.close();
}
