/** The branches of the event's pull request for the prompt (contract 6.2). */
import type { Context } from '../context.ts';
import { payloadField } from '../github/event.ts';
import { eventPullRequest, type EventBranches } from '../github/event-pull-request.ts';
import type { GitHub } from '../github/port.ts';
import { githubFailure } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { logInline } from '../safe/job-log.ts';

type BranchContext = Pick<Context, 'clock' | 'event' | 'github' | 'host' | 'stop'>;

/** The wait for branches, which only add to the prompt. */
const BRANCHES_MS = 10_000;

/**
 * The branches of the event's pull request, where its text goes to the agent and its payload does
 * not name them (contract 6.2). Null without a token for GitHub, and where they cannot be read.
 */
export async function branchesOf(
  context: BranchContext,
  inputs: Inputs,
): Promise<EventBranches | null> {
  const { clock, event, host, stop } = context;
  const { agentRunId, prompt, githubToken } = inputs;
  const isNamed = payloadField(event, 'pull_request') !== undefined;
  const isFollowedOnly = agentRunId !== null && prompt === null;
  const isWanted = inputs.context === 'event' && !isNamed && !isFollowedOnly;
  if (!isWanted || githubToken === '') {
    return null;
  }
  const github = (): Promise<GitHub> => context.github({ token: githubToken, event });
  const patience = { clock, signal: stop, budgetMs: BRANCHES_MS };
  const pull = await eventPullRequest(event, github, patience);
  if (pull.kind === 'failed') {
    const what = `The branches of pull request #${pull.number} could not be read from GitHub`;
    host.line(logInline(`${what}${githubFailure(pull.error)}; the prompt does not name them.`));
  }
  return pull.kind === 'read' ? pull : null;
}
