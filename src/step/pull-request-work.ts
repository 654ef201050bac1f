/**
 * Reads what the pull request of a run consists of, where its service keeps no log that would show
 * it (contract 18.8): its commits, and the checks of its head. With the job's token alone, after
 * everything else, and in silence: what the token may not read is not told.
 */
import { SERVICE_TABLE } from '../agents/service-table.ts';
import type { Context } from '../context.ts';
import type { VerifiedPullRequest } from '../github/pull-request-check.ts';
import { GitHubError } from '../github/port.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { PullRequestWork } from '../report/step-view.ts';
import { within } from '../runner/within.ts';

/** For all of it, so that a slow answer holds nobody up. */
const WORK_READING_MS = 10_000;

export async function readWork(context: Context, inputs: Inputs): Promise<void> {
  const { clock, event, step, stop } = context;
  const isTold = SERVICE_TABLE[inputs.service].can.log !== 'states';
  const pull = lastVerified(step.view().checks ?? []);
  if (isTold || pull === null || inputs.githubToken === '' || stop.aborted) {
    return;
  }
  const github = await context.github({ token: inputs.githubToken, event });
  const { repository, number, headSha: sha } = pull;
  const work = await within({ clock, ms: WORK_READING_MS, signal: stop }, async (signal) => {
    const commits = await readable(() => github.commitsOf({ repository, number }, signal), signal);
    const checks = await readable(() => github.checkRunsOf({ repository, sha }, signal), signal);
    const read: PullRequestWork = { repository, commits, checks };
    return read;
  });
  if (work.commits !== null || work.checks !== null) {
    step.dispatch({ type: 'known', work });
  }
}

function lastVerified(
  checks: readonly { readonly pullRequest: VerifiedPullRequest | null }[],
): VerifiedPullRequest | null {
  const pulls = checks.flatMap(({ pullRequest }) => pullRequest ?? []);
  return pulls.toSorted((a, b) => (a.changedAt ?? 0) - (b.changedAt ?? 0)).at(-1) ?? null;
}

/** Null where the token may not read it, GitHub fails, or the time is over. */
async function readable<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    signal.throwIfAborted();
    return await ask();
  } catch (error) {
    if (signal.aborted || error instanceof GitHubError) {
      return null;
    }
    throw error;
  }
}
