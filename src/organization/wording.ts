/** Messages about repositories that several checks share. */

/** Why the input `repo` cannot be used, with suggestions. */
export function missingRepository(
  repo: string,
  { orgId, close }: { readonly orgId: number; readonly close: readonly string[] },
): string {
  const meant = close.length === 0 ? '' : ` Close names: ${close.join(', ')}.`;
  return `Organization ${orgId} has no repository ${repo} at the service.${meant} Correct the input \`repo\`, or connect the repository in the service's web interface.`;
}

export function archivedRepository(fullName: string): string {
  return `The repository ${fullName} is archived: the agent can read it, but neither push nor open pull requests.`;
}
