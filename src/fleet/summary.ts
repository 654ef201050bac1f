/**
 * The job summary and the comment of a fleet: counts, then a table of the runs, worst first
 * (contract 7.1, 13). Pure.
 */
import { COMMENT_MAX } from '../github/port.ts';
import type { CommentOptions } from '../report/comment.ts';
import { outcomeWords, SHOWN, worstFirst } from '../outcomes.ts';
import { butNo } from '../inputs/named-run.ts';
import { canGoOn } from '../report/go-on.ts';
import { asksSomething } from '../report/next-steps.ts';
import { pullRequestCells } from '../report/pull-request-lines.ts';
import { sandboxNote } from '../report/sandbox-note.ts';
import {
  facts,
  fitting,
  folded,
  reportLink,
  reportToUpload,
  sandboxSection,
  warningsSection,
} from '../report/sections.ts';
import type { StepView } from '../report/step-view.ts';
import { usageSums, usageSumsText, usageText } from '../report/usage.ts';
import { SUMMARY_MAX_BYTES } from '../runner/host.ts';
import { markdownCode, markdownLink, markdownMessage, markdownText } from '../safe/markdown.ts';
import { counted, duration, joined, shortId } from '../safe/text.ts';
import { countsOf, didNotPass, outcomeCounts, WHY_MAX, type TaskRow } from './rows.ts';
import { taskTitles, type TaskTitles } from './titles.ts';

const SUMMARY_ROWS = 100;
const COMMENT_ROWS = 50;
const SUMMARY_WARNINGS = 50;
const COMMENT_WARNINGS = 5;
const PULLS_MOST = 3;
const NOTE_MAX = 2_000;

const TITLE_MAX = 80;
const SHARED_MAX = 300;

/**
 * What a person looks for comes first: the task, then what it brought. Short, so that the table
 * fits a phone.
 */
const TITLES = ['Task', 'PR', 'Outcome'];
/** Left out if it is empty. */
const PULLS = TITLES.indexOf('PR');
/** Succeeded rows that are shown without unfolding them, beside others. */
const GREEN_MOST = 5;

/** Worst first. Many that succeeded are folded behind those that did not. */
export function fleetTable(
  rows: readonly TaskRow[],
  {
    most,
    elsewhere,
  }: {
    readonly most: number;
    /** Where the tasks are that the table leaves out. */
    readonly elsewhere: string;
  },
): string {
  const byVerdict = rows.toSorted((a, b) => Number(didNotPass(b)) - Number(didNotPass(a)));
  const shown = worstFirst(byVerdict).slice(0, most);
  const isGreen = (row: TaskRow): boolean =>
    SHOWN[row.outcome].ending === 'good' && !didNotPass(row);
  const green = shown.filter(isGreen);
  const others = shown.filter((row) => !isGreen(row));
  const isFolded = others.length > 0 && green.length > GREEN_MOST;
  const rest = rows.length - shown.length;
  const { own } = taskTitles(rows);
  return joined([
    tableOf(isFolded ? others : shown, own),
    isFolded ? folded(`${green.length} succeeded`, tableOf(green, own)) : '',
    rest > 0 ? `*${counted(rest, 'more task')}: see ${elsewhere}.*` : '',
    rows.some(({ claims }) => doesAnyExist(claims)) ? '✓ GitHub confirms the pull request.' : '',
    howToReply(rows),
  ]);
}

/** Empty where no run can be answered. */
function howToReply(rows: readonly TaskRow[]): string {
  const asking = rows.find(canBeAnswered);
  if (asking === undefined) {
    return '';
  }
  return (
    'To answer a run, start this action with a task of its `key` and `agent_run_id`, ' +
    `and your answer as \`prompt\`${butNo(asking.provenance.toDrop ?? [])}.`
  );
}

/** Not one that waits for an approval, or is paused: that is given on its page (contract 18.5). */
function canBeAnswered(row: TaskRow): boolean {
  return SHOWN[row.outcome].ending === 'question' && asksSomething(row) && canGoOn(row);
}

function doesAnyExist(claims: TaskRow['claims']): boolean {
  return claims?.some(({ state }) => state === 'exists') === true;
}

/** @param own what tells the tasks apart, by key */
function tableOf(rows: readonly TaskRow[], own: TaskTitles['own']): string {
  if (rows.length === 0) {
    return '';
  }
  const cells = rows.map((row) => [
    taskCell(row, own.get(row.key) ?? null),
    pullsCell(row),
    outcomeCell(row),
  ]);
  const hasPulls = cells.some((row) => row[PULLS] !== '');
  const line = (row: readonly string[]): string =>
    `| ${row.filter((_, at) => at !== PULLS || hasPulls).join(' | ')} |`;
  const rules = TITLES.map(() => ':--');
  return [TITLES, rules, ...cells].map(line).join('\n');
}

/** @param own what tells the task from the others beside its key, or null */
function taskCell(row: TaskRow, own: string | null): string {
  const key = markdownText(row.key, 64);
  return own === null ? key : `${key}<br>${markdownText(own, TITLE_MAX)}`;
}

/** The numbers alone where they are those of the task's own repository. */
function pullsCell(row: TaskRow): string {
  return pullRequestCells(row, { own: row.provenance.repositories?.[0] ?? null })
    .slice(0, PULLS_MOST)
    .join(' ');
}

/** `❌ failed · [run 9003](…) · 4m 22s`, and below it the cause. */
function outcomeCell(row: TaskRow): string {
  const { runId, isSandbox, webUrl, outcome, durationMs, why, message } = row;
  const words = markdownMessage(why || (message ?? ''), { maxLength: WHY_MAX });
  const verdict = didNotPass(row) ? ', **did not pass**' : '';
  const told = `${SHOWN[outcome].mark} ${outcomeWords(outcome)}${verdict}`;
  const page = isSandbox ? null : webUrl;
  const run = runId === null ? '' : markdownLink(`run ${shortId(runId)}`, page);
  const time = durationMs > 0 ? duration(durationMs).replace(' ', '\u00a0') : '';
  const facts = joined([told, run, time, usageText(row.usage)], ' · ');
  return joined([facts, words], '<br>');
}

/** Squares of the bar. */
const SQUARES_MOST = 30;

/** One square for each run, or of very many for a share of them: `🟥🟧🟩🟩🟩`. */
export function countsBar(rows: readonly TaskRow[]): string {
  const share = Math.max(1, rows.length / SQUARES_MOST);
  return Object.entries(countsOf(rows))
    .map(([outcome, count]) =>
      SHOWN[outcome as TaskRow['outcome']].square.repeat(Math.max(1, Math.round(count / share))),
    )
    .join('');
}

interface FleetSummary {
  readonly rows: readonly TaskRow[];
  readonly view: StepView;
  readonly runsFile: string | null;
  /** Why the step ended early and what became of its runs, or empty. */
  readonly note: string;
}

const UPLOAD_HINT =
  'Deleted when the job ends: upload them with `actions/upload-artifact` under `if: always()`.';
const FILES_OF_RUNS = 'Each run has its own log, result and report, named in `runs_file`.';

/** A run that was not waited for, or is not there, has none. */
function hasFiles({ logsFile, resultFile, reportFile }: TaskRow): boolean {
  return [logsFile, resultFile, reportFile].some((path) => path !== null);
}

/** The summary as Markdown, at most `SUMMARY_MAX_BYTES`, with a trailing line feed. */
export function fleetSummary({ rows, view, runsFile, note }: FleetSummary): string {
  const files = Object.entries({ runs_file: runsFile, report_file: reportToUpload(view) });
  const list = files.flatMap(([name, path]) =>
    path === null ? [] : [`- \`${name}\`: ${markdownCode(path)}`],
  );
  const hint = joined([UPLOAD_HINT, rows.some(hasFiles) ? FILES_OF_RUNS : ''], ' ');
  const after = [
    list.length === 0 ? '' : joined(['### Files', list.join('\n'), hint]),
    warningsSection(view, SUMMARY_WARNINGS),
  ];
  const elsewhere = runsFile === null ? 'the job log' : '`runs_file`';
  return fitting(SUMMARY_ROWS, {
    excess: (body) => Buffer.byteLength(body) - SUMMARY_MAX_BYTES,
    render: (most) => {
      const start = beginning(rows, { view, note });
      return `## ${joined([start, fleetTable(rows, { most, elsewhere }), ...after])}\n`;
    },
  });
}

/** The comment, at most `COMMENT_MAX` UTF-16 units. */
export function fleetComment(
  { rows, view, note }: Pick<FleetSummary, 'rows' | 'view' | 'note'>,
  { marker, now }: CommentOptions,
): string {
  const start = beginning(rows, { view, note, now });
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

interface SummaryBeginning extends Pick<FleetSummary, 'view' | 'note'> {
  readonly now?: number | undefined;
}

function beginning(rows: readonly TaskRow[], { view, note, now }: SummaryBeginning): string {
  const { shared } = taskTitles(rows);
  return joined([
    `${SHOWN[view.outcome].mark} ${counted(rows.length, 'agent run')}: ${outcomeCounts(rows)}`,
    shared === null ? '' : `**${markdownText(shared, SHARED_MAX)}**`,
    reportLink(view),
    sandboxSection(sandboxNote(view)),
    countsBar(rows),
    joined([facts(view, now), usageSumsText(usageSums(rows))], ' · '),
    markdownMessage(note, { maxLength: NOTE_MAX }),
  ]);
}
