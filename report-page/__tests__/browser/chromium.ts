/** A headless browser for the tests that need one: Debian's chromium, driven by playwright-core. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describeWhere } from '../../../__tests__/support/describe-where.ts';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'].concat([
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND',
]);

/** What a page did that a report must not do. */
interface Misdeeds {
  readonly requests: string[];
  readonly dialogs: string[];
  readonly errors: string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly misdeeds: Misdeeds;
}

export interface Bench {
  /** Opens `html` from a file, with nothing reachable, and waits for `selector`. */
  readonly open: (html: string, options?: BrowserContextOptions) => Promise<OpenPage>;
}

function watch(page: Page, own: string): Misdeeds {
  const misdeeds: Misdeeds = { requests: [], dialogs: [], errors: [] };
  page.on('request', (request) => {
    // A worker made of the page's own text is no request to anywhere.
    const url = request.url();
    if (url.split('#')[0] !== own && !url.startsWith('blob:')) {
      misdeeds.requests.push(url);
    }
  });
  page.on('dialog', (dialog) => {
    misdeeds.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => misdeeds.errors.push(error.message));
  return misdeeds;
}

/** Tests that need a browser. */
export function describeInBrowser(name: string, tests: (bench: Bench) => void): void {
  const executablePath = PATHS.find((path) => existsSync(path));
  const missing =
    executablePath === undefined
      ? `There is no chromium here (looked at ${PATHS.join(', ')}).`
      : null;
  describeWhere(missing, name, () => {
    const directory = mkdtempSync(join(tmpdir(), 'browser-'));
    let browser: Browser | null = null;
    let pages = 0;
    beforeAll(async () => {
      browser = await chromium.launch({
        ...(executablePath !== undefined && { executablePath }),
        args: FLAGS,
      });
    });
    afterAll(async () => {
      await browser?.close();
      rmSync(directory, { recursive: true, force: true });
    });
    tests({
      open: async (html, options = {}) => {
        if (browser === null) {
          throw new Error('The browser did not start');
        }
        const context = await browser.newContext({
          viewport: { width: 1280, height: 800 },
          offline: true,
          ...options,
        });
        const page = await context.newPage();
        const file = join(directory, `page-${(pages += 1)}.html`);
        writeFileSync(file, html);
        const url = pathToFileURL(file).href;
        const misdeeds = watch(page, url);
        await page.goto(url);
        return { page, misdeeds };
      },
    });
  });
}
