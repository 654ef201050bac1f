/** The data in the report's page: written here, and read by its script in the browser. */

/** Flag bits of a row. */
export const ROW_ERROR = 1;
/** The tool reported an exit code other than 0. */
export const ROW_EXIT = 2;

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
