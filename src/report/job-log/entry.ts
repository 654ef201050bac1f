/** One entry in full, as a folded group of the job log (contract 1.1 `logs`). */
import type { Host } from '../../ports.ts';
import type { Entry } from '../../run/events.ts';
import { entryText, jsonText } from '../entry-summary.ts';
import { beginAgentText, endAgentText, logLines } from '../../safe/job-log.ts';

const GUTTER = '  │ ';
const BODY = { gutter: GUTTER, maxLine: 4000, maxLines: 2000 } as const;

const SECTIONS = [
  ['thought', 'thought'],
  ['input', 'tool_input'],
  ['output', 'tool_output'],
  ['observation', 'observation'],
  ['other', 'rest'],
] as const;

/** Indented JSON for objects, strings as the agent wrote them. */
function pretty(value: unknown): string {
  return typeof value === 'object' && value !== null ? jsonText(value) : entryText(value);
}

export interface EntryPlace {
  readonly host: Pick<Host, 'line' | 'startGroup' | 'endGroup'>;
  readonly title: string;
  /** Random token that begins and ends the section in which the runner ignores commands. */
  readonly stopToken: string;
}

/** Groups do not nest, so the sections inside are plain headings. */
export function printEntry(entry: Entry, { host, title, stopToken }: EntryPlace): void {
  host.startGroup(title);
  host.line(beginAgentText(stopToken));
  for (const [heading, field] of SECTIONS) {
    const text = pretty(entry.view[field]);
    if (text === '') continue;
    host.line(` ${heading}`);
    for (const line of logLines(text, BODY)) host.line(line);
  }
  host.line(endAgentText(stopToken));
  host.endGroup();
}
