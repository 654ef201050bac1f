/**
 * What a step reads of GitHub after its run: pull requests and what is checked of them, with the
 * job's token, and where that may not with the service's own (contract 14, 18.8, 19.1).
 */
import type { Agent } from '../agents/port.ts';
import type { Context } from '../context.ts';
import { checkReads, checkReadsOfBoth } from '../github/check-reads.ts';
import type { CheckReads, GitHub } from '../github/port.ts';
import {
  pathOfService,
  pullRequestReads,
  readsOfBoth,
  type PullRequestReads,
  type ReadPath,
} from '../github/pull-requests.ts';
import type { Inputs } from '../inputs/parse.ts';

export interface GitHubReads {
  readonly pulls: PullRequestReads;
  readonly checks: CheckReads;
  /** With the job's token alone. */
  readonly jobs: Pick<GitHub, 'jobLog'>;
}

export interface ReadsOrder {
  readonly inputs: Pick<Inputs, 'githubToken'>;
  readonly agent: Pick<Agent, 'readGitHub'>;
  /** Waits before each read, where many runs share GitHub's limit (contract 19.5). */
  readonly pace?: Pace | undefined;
}

/** Rejects with the signal's reason on abort. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/** Whether there is a token for it. */
export function mayRead({ inputs, agent }: ReadsOrder): boolean {
  return inputs.githubToken !== '' || agent.readGitHub !== undefined;
}

export async function openReads(context: Context, order: ReadsOrder): Promise<GitHubReads> {
  const { clock, event } = context;
  const { inputs, agent, pace } = order;
  const job = await context.github({ token: inputs.githubToken, event, pace });
  if (agent.readGitHub === undefined) {
    return { pulls: job, checks: job, jobs: job };
  }
  const plainPath = pathOfService(agent.readGitHub, clock);
  const readPath: ReadPath = async (path, signal) => {
    await pace?.(signal);
    return plainPath(path, signal);
  };
  const own = {
    pulls: pullRequestReads(readPath),
    checks: checkReads(async (path, signal) => ({
      data: await readPath(path, signal),
      headers: {},
    })),
  };
  // Without the job's token, that of the service reads everything.
  if (inputs.githubToken === '') {
    return { ...own, jobs: job };
  }
  return {
    // A pull request that is known by its database id alone is looked up in any case (18.1).
    pulls: readsOfBoth({ job, own: own.pulls, repository: event.repository }),
    checks: checkReadsOfBoth({ job, own: own.checks }),
    jobs: job,
  };
}
