/** What is said of a run without a repository, whichever service it is of (contract 12). */

/**
 * A run without a repository is legitimate and rarely meant (contract 12).
 *
 * @param runs if only some of a fleet are such
 */
export function withoutRepository(
  runs: { readonly some: number; readonly all: number } | null = null,
): string {
  const which =
    runs === null || runs.some === runs.all
      ? 'Neither `repo` nor `repo_id` is set, so runs are created without a repository'
      : `${runs.some} of ${runs.all} tasks name no repository, so ` +
        'their runs are created without one';
  return (
    `${which}: the agent has no code to work on. Set ` +
    '`repo: ${{ github.repository }}` for that of this workflow.'
  );
}
