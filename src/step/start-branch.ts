/** Where a new run starts: by the author's word, or at a pull request's head (contract 18.8). */
import type { ServiceFacts } from '../agents/facts.ts';
import type { PullRequestHead } from '../github/event-pull-request.ts';
import type { Inputs } from '../inputs/parse.ts';
import { sameName } from '../safe/text.ts';

interface StartInputs extends Pick<Inputs, 'ref' | 'repo'> {
  readonly can: Pick<ServiceFacts['can'], 'startsAtHead'>;
}

/**
 * The head branch from which a new run starts because the author names no other start. Null where
 * the service cannot be told, and where branch or run is in another repository than the workflow.
 *
 * @param here the workflow's repository, `owner/name`
 */
export function startsAtHead(
  { ref, repo, can }: StartInputs,
  { headBranch, here }: { readonly headBranch: PullRequestHead | null; readonly here: string },
): PullRequestHead | null {
  if (ref !== null || headBranch === null || !can.startsAtHead) {
    return null;
  }
  const isHere = (repository: string | null): boolean =>
    repository !== null && sameName(repository, here);
  return isHere(headBranch.repository) && isHere(repo) ? headBranch : null;
}

/** Told before the run is created: the author may have meant the default branch. */
export function startNotice({ number, branch }: PullRequestHead): string {
  return (
    `A new run starts from ${branch}, the head branch of pull request #${number}, and what it ` +
    'proposes goes into that branch. To start elsewhere, name a branch in the input `ref`.'
  );
}
