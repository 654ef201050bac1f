/** What the report's page holds as data, written here and read by its script in the browser. */

/** One row of the index: time (ms since the epoch), kind, tool, headline, 1 for an error. */
export type TraceRow = readonly [number | null, string | null, string | null, string, 0 | 1];

/** What the report says about the run, ready to be shown. Every string may be agent text. */
export interface PageHead {
  readonly title: string;
  readonly outcome: string;
  readonly facts: readonly string[];
  readonly webUrl: string | null;
  readonly result: string;
}
