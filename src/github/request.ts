/** What one request to GitHub is made with and answered by. */
import type { getOctokit } from '@actions/github';

// Octokit's own logger writes GitHub's text to standard error, which the runner reads for commands.
const quiet = () => undefined;
export const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };

type Octokit = ReturnType<typeof getOctokit>;
export type Reply = { readonly data: unknown; readonly headers: Readonly<Record<string, unknown>> };
type RequestSettings = { readonly signal: AbortSignal; readonly log: typeof SILENT };
/** One attempt under the timeout. Rejects with `GitHubError`, and with the signal's reason when aborted. */
export type Call = (
  send: (octokit: Octokit, request: RequestSettings) => Promise<Reply>,
  signal: AbortSignal,
) => Promise<Reply>;
