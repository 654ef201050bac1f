/**
 * Shows what is checked of a confirmed pull request, where nobody waits for it (contract 19.6). It
 * is read once at the end, and in silence: what the token may not read is not told.
 */
import type { Context } from '../context.ts';
import { judgeHead } from '../github/head-checks.ts';
import { GitHubError } from '../github/port.ts';
import { provenPullRequest } from '../report/pull-requests.ts';
import { within } from '../runner/within.ts';
import { mayRead, openReads } from './github-reads.ts';
import { leftOutOf, readHead } from './head-look.ts';
import type { ProofPorts } from './proof.ts';

/** For all of it, so that a slow answer holds nobody up. */
const READING_MS = 10_000;
/** Near the timeout and after it (contract 6.5). */
const SHORT_MS = 1_000;

export async function showChecks(
  context: Context,
  order: Omit<ProofPorts, 'context' | 'withheld'>,
): Promise<void> {
  const { clock, step, stop } = context;
  const pull = provenPullRequest(step.view());
  if (pull === null || !mayRead(order) || stop.aborted) {
    return;
  }
  const { checks } = await openReads(context, { ...order, pace: undefined });
  const head = { repository: pull.repository, sha: pull.headSha };
  const ms = Math.max(SHORT_MS, Math.min(READING_MS, order.deadline - clock.now()));
  const reading = await within({ clock, ms, signal: stop }, async (signal) => {
    try {
      return await readHead(head, { checks, signal });
    } catch (error) {
      if (signal.aborted || error instanceof GitHubError) {
        return null;
      }
      throw error;
    }
  });
  if (reading === null) {
    return;
  }
  const judged = judgeHead(reading, leftOutOf(context, order.inputs));
  const { repository, number, here, headSha } = pull;
  step.dispatch({ type: 'checks', head: { ...judged, repository, number, here, headSha } });
}
