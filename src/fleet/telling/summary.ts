/** The job summary of a fleet: counts, then a table of the runs, worst first (contract 13). Pure. */
import type { Outcome } from '../../run/events.ts';
import { counted, duration, joined } from '../../shared/format.ts';
import { markdownCode, markdownLink, markdownMessage, markdownRunnerLink, markdownText } from '../../safe/markdown.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { outcomeMark } from '../../report/ending.ts';
import { pullRequestCells } from '../../report/pull-request-text.ts';
import type { Provenance, StepView } from '../../report/step-view.ts';
import { bytes, SUMMARY_MAX_BYTES } from '../../report/summary.ts';
import { countsText, worstFirst, type FleetRow } from './rows.ts';

const ROWS_MOST = 100;
const WORDS_MOST = 200;
const PULLS_MOST = 3;

export interface FleetSummary {
  readonly rows: readonly FleetRow[];
  readonly outcome: Outcome;
  readonly view: StepView;
  readonly runsFile: string | null;
  readonly reportFile: string | null;
  /** Why the step ended early, or null. */
  readonly note: string | null;
}

export interface TableOptions {
  readonly provenance: Provenance;
  readonly most?: number;
  /** Where the tasks are that the table leaves out. */
  readonly elsewhere?: string;
}

/** Only the table, also for a comment. */
export function fleetTable(
  rows: readonly FleetRow[],
  { provenance, most = ROWS_MOST, elsewhere = '`runs_file`' }: TableOptions,
): string {
  const shown = worstFirst(rows).slice(0, most);
  const rest = rows.length - shown.length;
  const pulls = new Map(shown.map((row) => [row, pullRequestCells({ ...row, provenance })]));
  const withPulls = shown.some((row) => pulls.get(row)?.length !== 0);
  const line = (cells: readonly string[], pull: string): string =>
    `| ${[...cells.slice(0, 3), ...(withPulls ? [pull] : []), ...cells.slice(3)].join(' | ')} |`;
  const lines = shown.map((row) => line(cellsOf(row), pulls.get(row)?.slice(0, PULLS_MOST).join(' ') ?? ''));
  return joined([
    [
      line(['Task', 'Outcome', 'Run', 'Time', ''], 'Pull request'),
      line([':--', ':--', ':--', '--:', ':--'], ':--'),
      ...lines,
    ].join('\n'),
    rest > 0 ? `*${counted(rest, 'more task')}: see ${elsewhere}.*` : '',
  ]);
}

function cellsOf(row: FleetRow): readonly string[] {
  const address = row.webUrl === null ? null : safeHttpsUrl(row.webUrl);
  const run = row.runId === null ? '' : address === null ? String(row.runId) : markdownLink(String(row.runId), address);
  const outcome = `${row.outcome === 'waiting' ? '⏳' : outcomeMark(row.outcome)} ${row.outcome.replace('_', ' ')}`;
  const time = row.durationMs > 0 ? duration(row.durationMs) : '';
  const code = row.errorCode === null ? '' : `${row.errorCode}: `;
  const words = row.errorMessage === null ? row.result : `${code}${row.errorMessage}`;
  return [markdownText(row.key, 64), outcome, run, time, markdownText(words, WORDS_MOST)];
}

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`: as many rows as fit, with a trailing line feed. */
export function fleetSummary(summary: FleetSummary): string {
  for (let most = ROWS_MOST; ; most = Math.floor(most / 2)) {
    const markdown = withRows(summary, most);
    if (bytes(markdown) <= SUMMARY_MAX_BYTES || most === 0) return markdown;
  }
}

function withRows(summary: FleetSummary, most: number): string {
  const { rows, outcome, view, runsFile, reportFile, note } = summary;
  const heading = `## ${outcomeMark(outcome)} ${counted(rows.length, 'agent run')}: ${countsText(rows)}`;
  const files = [
    ['runs_file', runsFile],
    ['report_file', reportFile],
  ] as const;
  const list = files.flatMap(([name, path]) => (path === null ? [] : [`- \`${name}\`: ${markdownCode(path)}`]));
  return `${joined([
    heading,
    note === null ? '' : markdownMessage(note, 2000),
    fleetTable(rows, { ...view, most, ...(runsFile === null && { elsewhere: 'the job log' }) }),
    list.length === 0
      ? ''
      : joined([
          '### Files',
          list.join('\n'),
          'Deleted when the job ends: upload them with `actions/upload-artifact` under `if: always()`. Each run has its own log, result and report, named in `runs_file`.',
        ]),
    warnings(view),
    footer(summary),
  ])}\n`;
}

function warnings({ warnings: said }: StepView): string {
  if (said.length === 0) return '';
  return joined([
    '### Warnings',
    said
      .slice(0, 50)
      .map((warning) => `- ${markdownMessage(warning, 1000)}`)
      .join('\n'),
  ]);
}

function footer({ view: { provenance, durationMs, requests } }: FleetSummary): string {
  const { workflow, workflowRunUrl } = provenance;
  const parts = [
    workflowRunUrl === null && workflow === ''
      ? ''
      : markdownRunnerLink(workflow === '' ? 'workflow run' : workflow.slice(0, 100), workflowRunUrl),
    duration(durationMs),
    counted(requests, 'request'),
  ];
  return `<sub>${joined(parts, ' · ')}</sub>`;
}
