/** The data in the report's page: written here, and read by its script in the browser. */

/** Flag bits of a row. */
export const ROW_ERROR = 1;
/** The tool reported an exit code other than 0, which is in the higher bits. */
export const ROW_EXIT = 2;
const EXIT_UNIT = 4;
const EXIT_MAX = 2 ** 31;

export function rowFlags({ error, exitCode }: { readonly error: boolean; readonly exitCode: number | null }): number {
  const code = exitCode === null ? 0 : Math.max(-EXIT_MAX, Math.min(exitCode, EXIT_MAX));
  return (error ? ROW_ERROR : 0) + (code === 0 ? 0 : ROW_EXIT) + code * EXIT_UNIT;
}

/** The exit code if it is not 0, otherwise null. 0 in reports that do not contain the number. */
export function exitOf(flags: number): number | null {
  return (flags & ROW_EXIT) === 0 ? null : Math.floor(flags / EXIT_UNIT);
}

/**
 * One entry in the index: time (ms since the epoch), `message_type`, `tool_name`, first words, flags, and the file that the tool
 * worked on. Every string is agent text.
 */
export type TraceRow = readonly [
  time: number | null,
  kind: string | null,
  tool: string | null,
  headline: string,
  flags: number,
  target: string | null,
];

/** The data that the script needs about a run besides its entries. Every string may be agent text. */
export interface RunHead {
  readonly title: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly requests: number;
}

/** One row of a fleet's index. Every string may be agent text. */
export interface FleetRow {
  readonly key: string;
  readonly title: string;
  readonly outcome: string;
  readonly status: string | null;
  readonly durationMs: number;
  readonly steps: number;
  readonly errors: number;
  /** Why it did not succeed, in a few words. */
  readonly reason: string;
  /** Whether this file contains the run's own report. */
  readonly inside: boolean;
  /** Name of the run's own report file, or null. */
  readonly reportFile: string | null;
}
