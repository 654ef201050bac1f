/** The comment of a fleet in its thread (contract 7.1, 13): counts, then a table of the runs, worst first. Pure. */
import type { CommentOptions } from '../../report/comment.ts';
import { COMMENT_MAX } from '../../report/comment.ts';
import { outcomeMark } from '../../report/ending.ts';
import { markdownMessage, markdownRunnerLink } from '../../safe/markdown.ts';
import type { StepView } from '../../report/step-view.ts';
import { counted, duration, joined } from '../../shared/format.ts';
import { countsText, type FleetRow } from './rows.ts';
import { fleetTable } from './summary.ts';

const ROWS_MOST = 50;
const WARNINGS_MOST = 5;

/**
 * The body, at most `maxLength` UTF-16 units: as many rows as fit.
 *
 * @param note why the step ended early, or null
 */
export function fleetComment(
  { rows, view, note }: { readonly rows: readonly FleetRow[]; readonly view: StepView; readonly note: string | null },
  { marker, maxLength = COMMENT_MAX, now }: CommentOptions,
): string {
  for (let most = ROWS_MOST; ; most = Math.floor(most / 2)) {
    const body = joined([
      `${marker}\n### ${outcomeMark(view.outcome)} ${counted(rows.length, 'agent run')}: ${countsText(rows)}`,
      facts(view, now),
      note === null ? '' : markdownMessage(note, 1000),
      most === 0 ? '*The table does not fit here: see the job summary.*' : fleetTable(rows, { ...view, most }),
      ...view.warnings.slice(-WARNINGS_MOST).map((warning) => `- ${markdownMessage(warning, 500)}`),
    ]);
    if (body.length <= maxLength || most === 0) return body;
  }
}

function facts({ outcome, durationMs, provenance: { workflowRunUrl } }: StepView, now: number | undefined): string {
  const time = duration(durationMs);
  const running = outcome === 'running';
  return joined(
    [
      running ? `${time} so far` : `\`${outcome}\` after ${time}`,
      workflowRunUrl === null ? '' : markdownRunnerLink('workflow run', workflowRunUrl),
      running && now !== undefined ? `as of ${new Date(now).toISOString().slice(11, 16)} UTC` : '',
    ],
    ' · ',
  );
}
