/** Options and result of a request to GitHub. */
import type { getOctokit } from '@actions/github';

// Octokit's logger would write GitHub's text to standard error, which the runner scans for commands.
const quiet = () => undefined;
export const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };

type Octokit = ReturnType<typeof getOctokit>;
export type Reply = { readonly data: unknown; readonly headers: Readonly<Record<string, unknown>> };
type RequestSettings = { readonly signal: AbortSignal; readonly log: typeof SILENT };
/** Makes one attempt within the timeout. Rejects with `GitHubError`, or with `signal.reason` on abort. */
export type Call = (
  send: (octokit: Octokit, request: RequestSettings) => Promise<Reply>,
  signal: AbortSignal,
) => Promise<Reply>;
