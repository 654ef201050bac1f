/**
 * The branches of the pull request that an event is about. The event of a comment has none in its
 * payload, so that they are read from GitHub (contract 6.2).
 */
import {
  isOnPullRequest,
  payloadField,
  payloadText,
  threadNumber,
  type EventContext,
} from './event.ts';
import { GitHubError, type GitHub } from './port.ts';
import { waitOut, type Patience } from './wait-out.ts';

export interface BranchPoint {
  readonly branch: string;
  /** `owner/name`, or null if it was deleted. */
  readonly repository: string | null;
  readonly sha: string;
}

/** Branch names are untrusted text. */
export interface EventBranches {
  readonly base: BranchPoint;
  readonly head: BranchPoint;
  readonly isOpen: boolean;
}

/** The head branch of the pull request that a step is about. Its name is untrusted text. */
export interface PullRequestHead {
  readonly number: number;
  readonly branch: string;
  /** `owner/name` of where it lies, null if that was deleted. */
  readonly repository: string | null;
}

type EventPullRequest =
  | ({ readonly kind: 'read'; readonly number: number } & EventBranches)
  | { readonly kind: 'failed'; readonly number: number; readonly error: GitHubError }
  /** The event is about no pull request. */
  | { readonly kind: 'none' };

const NONE: EventPullRequest = { kind: 'none' };

/** @param field of the payload that holds the pull request */
export function pointInPayload(
  event: EventContext,
  side: 'base' | 'head',
  field = 'pull_request',
): BranchPoint {
  const at = (...path: readonly string[]): string => payloadText(event, field, side, ...path);
  return { branch: at('ref'), repository: at('repo', 'full_name') || null, sha: at('sha') };
}

/** Makes a request for the event of a comment alone. Rejects with the signal's reason on abort. */
export async function eventPullRequest(
  event: EventContext,
  github: () => Promise<Pick<GitHub, 'pullRequest'>>,
  patience: Patience,
): Promise<EventPullRequest> {
  const number = threadNumber(event);
  if (number === null || !isOnPullRequest(event)) {
    return NONE;
  }
  if (payloadField(event, 'pull_request') !== undefined) {
    const isOpen = payloadText(event, 'pull_request', 'state') !== 'closed';
    const [base, head] = [pointInPayload(event, 'base'), pointInPayload(event, 'head')];
    return { kind: 'read', number, base, head, isOpen };
  }
  const place = { repository: event.repository, number };
  try {
    const pull = await waitOut(async (ends) => (await github()).pullRequest(place, ends), patience);
    return {
      kind: 'read',
      number,
      base: { branch: pull.baseBranch, repository: pull.repository, sha: pull.baseSha },
      head: { branch: pull.headBranch, repository: pull.headRepository, sha: pull.headSha },
      isOpen: !pull.closed,
    };
  } catch (error) {
    if (error instanceof GitHubError) {
      return { kind: 'failed', number, error };
    }
    throw error;
  }
}
