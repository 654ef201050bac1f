/**
 * The trace report (contract 9): one self-contained HTML file, of one run or of a fleet (contract
 * 13) with a table of its runs and the report of each, within the size limit. Entries are streamed
 * from the logs file in blocks, so that a long run needs little memory.
 */
import { createHash } from 'node:crypto';
import { REPORT_PAGE } from '#report-page';
import { SHOWN } from '../../outcomes.ts';
import { htmlText, scriptJson } from '../../safe/html.ts';
import { ellipsis } from '../../safe/text.ts';
import { sandboxNote } from '../sandbox-note.ts';
import { shownStep } from '../shown.ts';
import type { StepView } from '../step-view.ts';
import { usageText } from '../usage.ts';
import type { FleetRow } from './data.ts';
import { entryBlocks, type EntriesSource } from './entries.ts';
import { pullsHtml, runLinksHtml, runStart, sandboxHtml, tabTitle, titleOf } from './header.ts';

const hashOf = (source: string): string =>
  `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;

/**
 * Only the script and the style of this page. `data:` is for the tab's icon, which the script
 * draws; nothing is loaded.
 */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(REPORT_PAGE.script)}`,
  `style-src ${hashOf(REPORT_PAGE.style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page up to the body's content. The title is plain text. */
function pageStart(title: string, bodyClass: 'single' | 'fleet'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${REPORT_PAGE.style}</style>
</head>
<body class="${bodyClass}">
<noscript><p>The steps need JavaScript, which this file carries inside; nothing is loaded from anywhere.</p></noscript>
`;
}

const PAGE_END = `<script>${REPORT_PAGE.script}</script>\n</body>\n</html>\n`;

interface ReportSource extends Pick<EntriesSource, 'log' | 'hasTime'> {
  readonly head: StepView;
  /** Receives the file in pieces, in order. Each piece ends at a line end. */
  readonly write: (chunk: string) => void | Promise<void>;
}

/** Writes the report. Rejects only if reading the log or `write` rejects. */
export async function writeTrace({ head, write, ...source }: ReportSource): Promise<void> {
  await write(`${pageStart(tabTitle(head), 'single')}${runStart(head, null)}`);
  const { hidesPrompt = false } = head.provenance;
  for await (const block of entryBlocks({ ...source, hidesPrompt, total: head.totalLogs })) {
    await write(block);
  }
  await write(`</div>\n${PAGE_END}`);
}

export interface FleetRun {
  /** `[A-Za-z0-9._/-]{1,64}`, unique. */
  readonly key: string;
  /** What tells it from the others, beside its key, or null. May quote others. */
  readonly task: string | null;
  readonly head: StepView;
  /** Why it did not end well, in a few words. Empty: it did, or nothing is known. */
  readonly why: string;
  /** Null if there is none. */
  readonly log: EntriesSource['log'] | null;
  /** Name of the run's own report file, for runs that do not fit, or null. */
  readonly reportFile: string | null;
}

export interface FleetSource extends Pick<ReportSource, 'write'> {
  readonly title: string;
  /** What is known of the runs together, as plain text. */
  readonly facts: string;
  /** What all runs were asked, or null. May quote others. */
  readonly task: string | null;
  /** In the order of the tasks. */
  readonly runs: readonly FleetRun[];
  /** Approximate size limit in bytes. Default: 50 MB. */
  readonly maxBytes?: number;
}

/** Contract 13. */
const FLEET_REPORT_BYTES_MAX = 50_000_000;
/** Bytes reserved for the page itself. */
const PAGE_BYTES = 400_000;
/** Maximum bytes of a run's row, including links and reason. */
const ROW_BYTES = 6_000;

function fleetRow(run: FleetRun, inside: boolean): FleetRow {
  const { key, task, head, why, reportFile } = run;
  const { outcome, durationMs, totalLogs, errors, failedCommands } = head;
  const status = head.status === null ? null : ellipsis(head.status, 80);
  return {
    key,
    title: titleOf(head),
    task,
    outcome,
    status,
    durationMs,
    steps: totalLogs,
    problems: errors + failedCommands,
    used: usageText(head.usage),
    reason: why,
    isInside: inside,
    reportFile,
  };
}

/** The run's own report, or null if it exceeds the remaining space. */
async function runHtml({ key, head, log }: FleetRun, room: number): Promise<string | null> {
  let html = runStart(head, key);
  const { hidesPrompt = false } = head.provenance;
  const source = { total: head.totalLogs, hidesPrompt, isPacked: true };
  const blocks = log === null ? [] : entryBlocks({ ...source, log });
  for await (const block of blocks) {
    html += block;
    if (html.length > room) {
      return null;
    }
  }
  return Buffer.byteLength(html) > room ? null : `${html}</div>\n`;
}

/**
 * Writes the fleet's report. Holds at most one run in memory at a time. Rejects only if reading a
 * log or `write` rejects.
 */
export async function writeFleetTrace({
  title,
  facts,
  task,
  runs,
  write,
  maxBytes = FLEET_REPORT_BYTES_MAX,
}: FleetSource): Promise<void> {
  await write(pageStart(title, 'fleet'));
  let room = maxBytes - PAGE_BYTES - ROW_BYTES * runs.length;
  const inside = new Set<string>();
  const isGood = ({ head }: FleetRun): boolean => SHOWN[head.outcome].ending === 'good';
  for (const run of [...runs.filter((one) => !isGood(one)), ...runs.filter(isGood)]) {
    if (run.head.runId === null) {
      continue;
    }
    const html = await runHtml(run, room);
    if (html === null) {
      continue;
    }
    await write(html);
    room -= Buffer.byteLength(html);
    inside.add(run.key);
  }
  // All runs are of one service.
  const played = runs.slice(0, 1).map(({ head }) => sandboxHtml(sandboxNote(head)));
  const asked = task === null ? '' : `<p class="task-line">${htmlText(task)}</p>\n`;
  await write(
    `<main class="index"><h1>${htmlText(title)}</h1>\n${asked}` +
      `<p class="facts">${htmlText(facts)}</p>\n${played.join('')}`,
  );
  for (const { key, head } of runs) {
    const name = htmlText(key);
    const pulls = pullsHtml(head, { isInColumn: true });
    await write(
      `<div class="links" data-key="${name}">${pulls}</div>` +
        `<div class="to-run" data-key="${name}">${runLinksHtml(shownStep(head))}</div>\n`,
    );
  }
  const rows = runs.map((run) => scriptJson(fleetRow(run, inside.has(run.key)))).join(',\n');
  await write(
    `<script type="application/json" class="fleet-rows">[${rows}]</script>\n` +
      '</main>\n' +
      PAGE_END,
  );
}
