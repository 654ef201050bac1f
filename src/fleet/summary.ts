/**
 * The job summary and the comment of a fleet: counts, then a table of the runs, worst first
 * (contract 7.1, 13). Pure.
 */
import { COMMENT_MAX } from '../github/port.ts';
import type { CommentOptions } from '../report/comment.ts';
import { outcomeWords, SHOWN, worstFirst } from '../outcomes.ts';
import { pullRequestCells } from '../report/pull-requests.ts';
import { facts, fitting, warningsSection } from '../report/sections.ts';
import type { StepView } from '../report/step-view.ts';
import { SUMMARY_MAX_BYTES } from '../runner/host.ts';
import { markdownCode, markdownLink, markdownMessage, markdownText } from '../safe/markdown.ts';
import { counted, duration, joined } from '../safe/text.ts';
import { countsText, WHY_MAX, type FleetRow } from './rows.ts';

const SUMMARY_ROWS = 100;
const COMMENT_ROWS = 50;
const SUMMARY_WARNINGS = 50;
const COMMENT_WARNINGS = 5;
const PULLS_MOST = 3;
const NOTE_MAX = 2_000;

/** What a person looks for comes first: the task, and why it ended as it did. */
const TITLES = ['Task', 'Outcome', 'Pull request', 'Run', 'Time'];
const RULES = [':--', ':--', ':--', ':--', '--:'];
/** Left out if it is empty. */
const PULLS = TITLES.indexOf('Pull request');

/** @param options.elsewhere where the tasks are that the table leaves out */
export function fleetTable(
  rows: readonly FleetRow[],
  { most, elsewhere }: { readonly most: number; readonly elsewhere: string },
): string {
  const shown = worstFirst(rows).slice(0, most).map(cellsOf);
  const hasPulls = shown.some((cells) => cells[PULLS] !== '');
  const line = (cells: readonly string[]): string =>
    `| ${cells.filter((_, at) => at !== PULLS || hasPulls).join(' | ')} |`;
  const rest = rows.length - shown.length;
  return joined([
    [TITLES, RULES, ...shown].map(line).join('\n'),
    rest > 0 ? `*${counted(rest, 'more task')}: see ${elsewhere}.*` : '',
    rows.some(({ outcome }) => SHOWN[outcome].ending === 'question')
      ? 'To answer a run, start this action with a task of its `key` and `agent_run_id`, and your answer as `prompt`.'
      : '',
  ]);
}

function cellsOf(row: FleetRow): readonly string[] {
  const { key, runId, webUrl, outcome, durationMs, why, message, result } = row;
  const run = runId === null ? '' : markdownLink(runId, webUrl);
  const words = markdownText(why || (message ?? result), WHY_MAX);
  const told = `${SHOWN[outcome].mark} ${outcomeWords(outcome)}${words === '' ? '' : `: ${words}`}`;
  const pulls = pullRequestCells(row).slice(0, PULLS_MOST).join(' ');
  const time = durationMs > 0 ? duration(durationMs).replace(' ', '\u00a0') : '';
  return [markdownText(key, 64), told, pulls, run, time];
}

export interface FleetSummary {
  readonly rows: readonly FleetRow[];
  readonly view: StepView;
  readonly runsFile: string | null;
  /** Why the step ended early and what became of its runs, or empty. */
  readonly note: string;
}

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, with a trailing line feed. */
export function fleetSummary({ rows, view, runsFile, note }: FleetSummary): string {
  const files = Object.entries({ runs_file: runsFile, report_file: view.reportFile });
  const list = files.flatMap(([name, path]) =>
    path === null ? [] : [`- \`${name}\`: ${markdownCode(path)}`],
  );
  const hint =
    'Deleted when the job ends: upload them with `actions/upload-artifact` under `if: always()`. Each run has its own log, result and report, named in `runs_file`.';
  const after = [
    list.length === 0 ? '' : joined(['### Files', list.join('\n'), hint]),
    warningsSection(view, SUMMARY_WARNINGS),
  ];
  const elsewhere = runsFile === null ? 'the job log' : '`runs_file`';
  return fitting(SUMMARY_ROWS, {
    excess: (body) => Buffer.byteLength(body) - SUMMARY_MAX_BYTES,
    render: (most) =>
      `## ${joined([beginning(rows, { view, note }), fleetTable(rows, { most, elsewhere }), ...after])}\n`,
  });
}

/** The comment, at most `COMMENT_MAX` UTF-16 units. */
export function fleetComment(
  { rows, view }: Pick<FleetSummary, 'rows' | 'view'>,
  { marker, now }: CommentOptions,
): string {
  const start = beginning(rows, { view, note: view.cutShort ?? '', now });
  return fitting(COMMENT_ROWS, {
    excess: (body) => body.length - COMMENT_MAX,
    render: (most) =>
      `${marker}\n### ${joined([
        start,
        fleetTable(rows, { most, elsewhere: 'the job summary' }),
        warningsSection(view, COMMENT_WARNINGS),
      ])}`,
  });
}

interface Beginning extends Pick<FleetSummary, 'view' | 'note'> {
  readonly now?: number | undefined;
}

function beginning(rows: readonly FleetRow[], { view, note, now }: Beginning): string {
  return joined([
    `${SHOWN[view.outcome].mark} ${counted(rows.length, 'agent run')}: ${countsText(rows)}`,
    // Without the run that the step's own state names: there are many.
    facts({ ...view, runId: null }, now),
    markdownMessage(note, { maxLength: NOTE_MAX }),
  ]);
}
