/** Messages about repositories that several checks share. */

import { MOST_ITEMS } from '../service/published.ts';

/** Why the input `repo` cannot be used, with suggestions. */
export function missingRepository(
  repo: string,
  { orgId, close, whole }: { readonly orgId: number; readonly close: readonly string[]; readonly whole: boolean },
): string {
  if (!whole)
    return `The repository ${repo} is not among the first ${MOST_ITEMS.toLocaleString('en')} that the service lists for organization ${orgId}, and no more are read. Give its number in \`repo_id\` instead.`;
  const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
  return `Organization ${orgId} has no repository ${repo} at the service.${meant} Correct the input \`repo\`, or connect the repository in the service's web interface.`;
}

export function archivedRepository(fullName: string): string {
  return `The repository ${fullName} is archived: the agent can read it, but neither push nor open pull requests.`;
}

/** A run without a repository is legitimate and rarely meant (contract 12). @param runs if only some of a fleet are such */
export function withoutRepository(runs: { readonly some: number; readonly all: number } | null = null): string {
  const which =
    runs === null || runs.some === runs.all
      ? 'Neither `repo` nor `repo_id` is set, so runs are created without a repository'
      : `${runs.some} of ${runs.all} tasks name no repository, so their runs are created without one`;
  return `${which}: the agent has no code to work on. Set \`repo: \${{ github.repository }}\` for that of this workflow.`;
}
