/**
 * `npm run bench:report [-- --sizes 20,5500] [-- --json] [-- --beside <checkout>]`: the trace
 * report in Chromium, side by side with that of another checkout of this repository if one is
 * named. For each number of entries, from the start of the navigation until the list can be used
 * and is on the screen, as a multiple of what the same file without its script takes; the slowest
 * of three searches, until something is found and until all is; the longest frame while the list is
 * scrolled from top to bottom. Needs Chromium.
 */
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import {
  linesOf,
  logOf,
  sampleEntries,
  sampleView,
} from '../../report-page/__tests__/sample-run.ts';
import { writeTrace } from '../../src/report/page/index.ts';
import { median } from '../step.ts';

const EXECUTABLE = '/usr/bin/chromium';
const ROUNDS = 3;
const SEARCHES = ['timeout', 'npm test retry', 'branch protection'];
/** Characters of each entry's observation, by size. 50,000 entries have 200 MB of text. */
const PAD = new Map([[50_000, 4_000]]);
/** The list is there, and the frame with it has been made. */
const READY = `new Promise((done) => {
  const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  const look = () => document.documentElement.dataset.ready === 'true' ? painted() : setTimeout(look, 1);
  look();
})`;
/** Starts from all steps, because two searches may find as many. */
const SEARCH = (words: string): string => `new Promise((done) => {
  const [field, count] = [document.querySelector('input[type=search]'), document.querySelector('.count')];
  const enter = (value) => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const until = (isTrue, then) => isTrue() ? then() : setTimeout(() => until(isTrue, then), 1);
  enter('');
  until(() => !/ of |Searching/.test(count.textContent), () => {
    const before = count.textContent;
    const started = performance.now();
    let first = null;
    enter(${JSON.stringify(words)});
    until(() => {
      if (count.textContent !== before && /\\d/.test(count.textContent)) first ??= performance.now() - started;
      return / of \\d/.test(count.textContent);
    }, () => done({ first, all: performance.now() - started }));
  });
})`;
/** The longest time between two frames in ms while scrolling screen by screen. */
const SCROLL = `new Promise((done) => {
  const list = document.querySelector('.tree-list');
  let [longest, last, frames] = [0, null, 0];
  const frame = (now) => {
    if (last !== null) longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
    list.scrollTop += Math.max(list.clientHeight, list.scrollHeight / 120);
    if (frames < 120 && list.scrollTop + list.clientHeight < list.scrollHeight - 1) requestAnimationFrame(frame);
    else done(longest);
  };
  requestAnimationFrame(frame);
})`;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20,500,5500,50000' },
    json: { type: 'boolean' },
    beside: { type: 'string' },
  },
});

type Write = typeof writeTrace;
/** The writers to measure, by name. */
const writers = new Map<string, Write>([['this', writeTrace]]);
if (values.beside !== undefined) {
  const path = pathToFileURL(resolve(values.beside, 'src/report/page/index.ts')).href;
  writers.set('other', ((await import(path)) as { readonly writeTrace: Write }).writeTrace);
}

async function writeReport(path: string, count: number, write: Write): Promise<void> {
  const entries = sampleEntries(count, 'x'.repeat(PAD.get(count) ?? 0));
  const lines = linesOf(entries);
  const file = createWriteStream(path);
  await write({
    head: sampleView(entries),
    log: logOf(lines),
    write: async (chunk) => {
      if (!file.write(chunk)) {
        await once(file, 'drain');
      }
    },
  });
  file.end();
  await once(file, 'finish');
}

async function opened<T>(
  browser: Browser,
  path: string,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(pathToFileURL(path).href, { waitUntil: 'commit', timeout: 120_000 });
    return await use(page);
  } finally {
    await page.close();
  }
}

interface Pages {
  readonly path: string;
  /** The same file without its script. */
  readonly bare: string;
}

interface Figures {
  readonly usable: number[];
  readonly bare: number[];
  readonly first: number[];
  readonly search: number[];
  readonly frame: number[];
}

const noFigures = (): Figures => ({ usable: [], bare: [], first: [], search: [], frame: [] });

async function measureOnce(
  browser: Browser,
  { path, bare }: Pages,
  figures: Figures,
): Promise<void> {
  figures.bare.push(
    await opened(browser, bare, async (page) => {
      await page.waitForLoadState('load', { timeout: 120_000 });
      return page.evaluate<number>('performance.getEntriesByType("navigation")[0].loadEventEnd');
    }),
  );
  await opened(browser, path, async (page) => {
    figures.usable.push(await page.evaluate<number>(READY));
    figures.frame.push(await page.evaluate<number>(SCROLL));
    const found: { first: number; all: number }[] = [];
    for (const words of SEARCHES) {
      found.push(await page.evaluate<{ first: number; all: number }>(SEARCH(words)));
    }
    figures.first.push(Math.max(...found.map(({ first }) => first)));
    figures.search.push(Math.max(...found.map(({ all }) => all)));
  });
}

if (!existsSync(EXECUTABLE)) {
  throw new Error(`This bench needs ${EXECUTABLE}: apt-get install chromium`);
}
const directory = mkdtempSync(join(tmpdir(), 'report-bench-'));
const browser = await chromium.launch({
  executablePath: EXECUTABLE,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const rows = [];
  for (const entries of values.sizes.split(',').map(Number)) {
    const pages = new Map<string, Pages>();
    for (const [name, write] of writers) {
      const [path, bare] = ['', '-bare'].map((end) =>
        join(directory, `${name}-${entries}${end}.html`),
      ) as [string, string];
      await writeReport(path, entries, write);
      // Only the page's own script has no attributes.
      writeFileSync(
        bare,
        readFileSync(path, 'latin1').replace(/<script>[^]*?<\/script>/, ''),
        'latin1',
      );
      pages.set(name, { path, bare });
    }
    const all = new Map([...pages.keys()].map((name) => [name, noFigures()] as const));
    // In turns, so that both meet the same machine.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, page] of pages) {
        await measureOnce(browser, page, all.get(name) ?? noFigures());
      }
    }
    for (const [name, { usable, bare, first, search, frame }] of all) {
      rows.push({
        page: name,
        entries,
        mb: statSync(pages.get(name)?.path ?? '').size / 1e6,
        usable_ms: median(usable),
        ratio: median(usable) / median(bare),
        first_found_ms: median(first),
        search_ms: median(search),
        frame_ms: median(frame),
      });
    }
  }
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  } else {
    process.stdout.write(
      line([
        'page',
        'entries',
        'file',
        'usable',
        '÷ the file alone',
        'first found',
        'search',
        'longest frame',
      ]) +
        line(['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:']) +
        rows
          .map(({ page, entries, mb, usable_ms, ratio, first_found_ms, search_ms, frame_ms }) =>
            line([
              page,
              `${entries}`,
              `${mb.toFixed(1)} MB`,
              `${(usable_ms / 1000).toFixed(2)} s`,
              ratio.toFixed(1),
              `${first_found_ms.toFixed(0)} ms`,
              `${search_ms.toFixed(0)} ms`,
              `${frame_ms.toFixed(0)} ms`,
            ]),
          )
          .join(''),
    );
  }
} finally {
  await browser.close();
  rmSync(directory, { recursive: true, force: true });
}
