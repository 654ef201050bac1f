/**
 * The data in the report's file: written by `src/report/page/`, read by `report-page/` in the
 * browser. Pure.
 */
import type { ShownOutcome } from '../../outcomes.ts';
import { isRecord } from '../../safe/json.ts';
import type { MarkupNode } from '../../safe/markdown-document.ts';
import { messageType, type MessageType } from '../../message-types.ts';

/**
 * One entry in the index: time (ms since the epoch), `message_type`, `tool_name`, first words,
 * whether it reports an error, the exit code of its tool, or 0, and the file that the tool worked
 * on. Every string is agent text.
 */
export type TraceRow = readonly [
  time: number | null,
  kind: string | null,
  tool: string | null,
  headline: string,
  isError: boolean,
  exitCode: number,
  target: string | null,
];

/** The texts of an entry that are Markdown, as elements. Those that are missing are plain text. */
export interface EntryMarkup {
  readonly thought?: readonly MarkupNode[] | undefined;
  readonly observation?: readonly MarkupNode[] | undefined;
}

/** Phases whose entries are written for people. */
const PROSE: ReadonlySet<MessageType['phase']> = new Set(['talk', 'plan', 'checks', 'state']);

/** Whether the observation of such an entry is prose, not the output of a tool. */
export function isProse(kind: string | null, isError: boolean): boolean {
  const phase = messageType(kind)?.phase ?? 'work';
  return !isError && PROSE.has(phase);
}

/** What sends a failed run back to work, to copy. Both are agent text in part. */
export interface FollowUp {
  /** The text of a follow-up. */
  readonly prompt: string;
  /** The step of a workflow that sends it. */
  readonly yaml: string;
}

/** One row of a fleet's index. Every string may be agent text. */
export interface FleetRow {
  readonly key: string;
  readonly title: string;
  /** What tells its task from the others, beside the key, or null. */
  readonly task: string | null;
  readonly outcome: ShownOutcome;
  readonly status: string | null;
  readonly durationMs: number;
  readonly steps: number;
  /** Errors, and commands that ended with another exit code than 0. */
  readonly problems: number;
  /** What the run used, or empty if the service does not tell it. */
  readonly used: string;
  /** Why it did not succeed, or what it asks, in a few words. */
  readonly reason: string;
  /** Whether this file contains the run's own report. */
  readonly isInside: boolean;
  /** Name of the run's own report file, or null. */
  readonly reportFile: string | null;
}

/** A turn as the index names it, by why it began. */
export const TURN_NAMES = {
  'follow-up': 'Follow-up',
  mend: 'Mends its checks',
  repair: 'Corrects its answer',
} as const;

const PATH_FIELDS = ['path', 'file_path', 'filepath', 'filename', 'file', 'target_file'] as const;

/**
 * Which file a tool works on: the value of the first field of its input that names a file, or null.
 */
export function filePath(input: unknown): string | null {
  if (!isRecord(input)) {
    return null;
  }
  const found = PATH_FIELDS.map((name) => input[name]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof found === 'string' ? found : null;
}
