/**
 * The branches of the event's pull request: for the prompt (contract 6.2), and for where a new run
 * starts (18.8).
 */
import type { ServiceFacts } from '../agents/facts.ts';
import type { Context } from '../context.ts';
import { isReplyOnPullRequest, payloadField, type EventContext } from '../github/event.ts';
import {
  eventPullRequest,
  type EventBranches,
  type PullRequestHead,
} from '../github/event-pull-request.ts';
import type { GitHub } from '../github/port.ts';
import { githubFailure } from '../github/wait-out.ts';
import type { Inputs } from '../inputs/parse.ts';
import { isFollowedOnly } from '../run/start.ts';
import { logInline } from '../safe/job-log.ts';
import type { TurnPlan } from '../thread/turn.ts';

type BranchContext = Pick<Context, 'clock' | 'event' | 'github' | 'host' | 'stop' | 'warn'>;

/** The wait for branches, which only add to a run. */
const BRANCHES_MS = 10_000;

interface KnownBranches {
  /** For the prompt, where the payload does not name them. */
  readonly branches: EventBranches | null;
  /** The head of an open pull request on which the event is a comment or a review. */
  readonly headBranch: PullRequestHead | null;
}

interface BranchOrder {
  readonly inputs: Inputs;
  readonly can: Pick<ServiceFacts['can'], 'startsAtHead'>;
  /** What the thread says that the step does, where it was asked. */
  readonly plan?: TurnPlan | null;
}

const NONE: KnownBranches = { branches: null, headBranch: null };

/**
 * Asks GitHub where the payload does not name the branches, and the prompt or the start of a new
 * run needs them. None without a token for GitHub, and where they cannot be read.
 */
export async function branchesOf(
  context: BranchContext,
  order: BranchOrder,
): Promise<KnownBranches> {
  const { clock, event, host, stop, warn } = context;
  const { githubToken } = order.inputs;
  const { isForPrompt, isForStart } = needOf(event, order);
  const canBeRead = isNamed(event) || githubToken !== '';
  if ((!isForPrompt && !isForStart) || !canBeRead) {
    return NONE;
  }
  const github = (): Promise<GitHub> => context.github({ token: githubToken, event });
  const pull = await eventPullRequest(event, github, {
    clock,
    signal: stop,
    budgetMs: BRANCHES_MS,
  });
  if (pull.kind === 'failed') {
    const what =
      `The branches of pull request #${pull.number} could not be read from GitHub` +
      githubFailure(pull.error);
    const line = (text: string): void => host.line(logInline(text));
    if (!isForStart) {
      line(`${what}; the prompt does not name them.`);
    } else if (order.plan?.kind === 'resume') {
      line(`${what}; if the run is gone, a new one starts from the default branch.`);
    } else {
      warn(`${what}; a new run starts from the default branch. To start elsewhere, set \`ref\`.`);
    }
  }
  if (pull.kind !== 'read') {
    return NONE;
  }
  const { branch, repository } = pull.head;
  return {
    branches: isForPrompt ? pull : null,
    headBranch: isForStart && pull.isOpen ? { number: pull.number, branch, repository } : null,
  };
}

/** What the branches are needed for. */
interface Need {
  /** The prompt names them, unless the payload does. */
  readonly isForPrompt: boolean;
  /** A new run starts from the head branch, unless the author names another start. */
  readonly isForStart: boolean;
}

function needOf(event: EventContext, { inputs, can, plan = null }: BranchOrder): Need {
  if (plan?.kind === 'attach' || isFollowedOnly(inputs)) {
    // Nothing is sent.
    return { isForPrompt: false, isForStart: false };
  }
  const { agentRunId, context, ref } = inputs;
  const mayStartAtHead = ref === null && agentRunId === null && can.startsAtHead;
  return {
    isForPrompt: context === 'event' && !isNamed(event),
    isForStart: mayStartAtHead && isReplyOnPullRequest(event),
  };
}

/** Whether the payload has the pull request, with its branches. */
function isNamed(event: EventContext): boolean {
  return payloadField(event, 'pull_request') !== undefined;
}
