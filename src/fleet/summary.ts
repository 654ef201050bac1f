/** The job summary and the comment of a fleet: counts, then a table of the runs, worst first (contract 7.1, 13). Pure. */
import { COMMENT_MAX } from '../github/port.ts';
import type { CommentOptions } from '../report/comment.ts';
import { outcomeMark } from '../report/ending.ts';
import { pullRequestCells } from '../report/pull-requests.ts';
import type { Provenance } from '../github/event.ts';
import { facts, fitting, warningsSection } from '../report/sections.ts';
import type { StepView } from '../report/step-view.ts';
import { SUMMARY_MAX_BYTES } from '../runner/host.ts';
import { markdownCode, markdownLink, markdownMessage, markdownText } from '../safe/markdown.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import { counted, duration, joined } from '../safe/text.ts';
import { countsText, WHY_MAX, worstFirst, type FleetRow } from './rows.ts';

const SUMMARY_ROWS = 100;
const COMMENT_ROWS = 50;
const SUMMARY_WARNINGS = 50;
const COMMENT_WARNINGS = 5;
const PULLS_MOST = 3;

interface TableOptions {
  readonly provenance: Provenance;
  readonly most: number;
  /** Where the tasks are that the table leaves out. */
  readonly elsewhere: string;
}

/** What a person looks for comes first: the task, and why it ended as it did. */
export function fleetTable(rows: readonly FleetRow[], { provenance, most, elsewhere }: TableOptions): string {
  const shown = worstFirst(rows).slice(0, most);
  const pulls = shown.map((row) =>
    pullRequestCells({ ...row, provenance })
      .slice(0, PULLS_MOST)
      .join(' '),
  );
  const hasPulls = pulls.some((cell) => cell !== '');
  const line = (cells: readonly string[], pull: string): string =>
    `| ${[...cells.slice(0, 2), ...(hasPulls ? [pull] : []), ...cells.slice(2)].join(' | ')} |`;
  const rest = rows.length - shown.length;
  return joined([
    [
      line(['Task', 'Outcome', 'Run', 'Time'], 'Pull request'),
      line([':--', ':--', ':--', '--:'], ':--'),
      ...shown.map((row, index) => line(cellsOf(row), pulls[index] ?? '')),
    ].join('\n'),
    rest > 0 ? `*${counted(rest, 'more task')}: see ${elsewhere}.*` : '',
    rows.some(({ outcome }) => outcome === 'needs_input')
      ? 'To answer a run, start this action with a task of its `key` and `agent_run_id`, and your answer as `prompt`.'
      : '',
  ]);
}

function cellsOf(row: FleetRow): readonly string[] {
  const { key, runId, webUrl, outcome, durationMs, why, message, result } = row;
  const address = webUrl === null ? null : safeHttpsUrl(webUrl);
  const run = runId === null ? '' : address === null ? String(runId) : markdownLink(String(runId), address);
  const mark = outcome === 'waiting' ? '⏳' : outcomeMark(outcome);
  const words = markdownText(why || (message ?? result), WHY_MAX);
  const told = `${mark} ${outcome.replace('_', ' ')}${words === '' ? '' : `: ${words}`}`;
  const time = durationMs > 0 ? duration(durationMs).replace(' ', '\u00a0') : '';
  return [markdownText(key, 64), told, run, time];
}

export interface FleetSummary {
  readonly rows: readonly FleetRow[];
  readonly view: StepView;
  readonly runsFile: string | null;
  /** Why the step ended early and what became of its runs, or null. */
  readonly note: string | null;
}

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, with a trailing line feed. */
export function fleetSummary({ rows, view, runsFile, note }: FleetSummary): string {
  const files = [
    ['runs_file', runsFile],
    ['report_file', view.reportFile],
  ] as const;
  const list = files.flatMap(([name, path]) => (path === null ? [] : [`- \`${name}\`: ${markdownCode(path)}`]));
  const elsewhere = runsFile === null ? 'the job log' : '`runs_file`';
  return fitting(SUMMARY_ROWS, {
    excess: (body) => Buffer.byteLength(body) - SUMMARY_MAX_BYTES,
    render: (most) =>
      `${joined([
        `## ${heading(rows, view)}`,
        facts(alone(view)),
        note === null ? '' : markdownMessage(note, 2000),
        fleetTable(rows, { ...view, most, elsewhere }),
        list.length === 0
          ? ''
          : joined([
              '### Files',
              list.join('\n'),
              'Deleted when the job ends: upload them with `actions/upload-artifact` under `if: always()`. Each run has its own log, result and report, named in `runs_file`.',
            ]),
        warningsSection(view, SUMMARY_WARNINGS),
      ])}\n`,
  });
}

/** The comment, at most `COMMENT_MAX` UTF-16 units. */
export function fleetComment(
  { rows, view }: Pick<FleetSummary, 'rows' | 'view'>,
  { marker, now }: CommentOptions,
): string {
  return fitting(COMMENT_ROWS, {
    excess: (body) => body.length - COMMENT_MAX,
    render: (most) =>
      joined([
        `${marker}\n### ${heading(rows, view)}`,
        facts(alone(view), now),
        view.cutShort === null ? '' : markdownMessage(view.cutShort, 1000),
        most === 0
          ? '*The table does not fit here: see the job summary.*'
          : fleetTable(rows, { ...view, most, elsewhere: 'the job summary' }),
        warningsSection(view, COMMENT_WARNINGS),
      ]),
  });
}

function heading(rows: readonly FleetRow[], { outcome }: StepView): string {
  return `${outcomeMark(outcome)} ${counted(rows.length, 'agent run')}: ${countsText(rows)}`;
}

/** Without the run that the step's own state names: there are many. */
const alone = (view: StepView): StepView => ({ ...view, runId: null });
