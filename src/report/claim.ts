/** The visible text of a claim, the comment of a job that is about to create a thread's run (contract 7.2). Pure. */
const CLAIMS = {
  starting: '**⏳ Starting an agent run**',
  unknown:
    '**⚠️ An agent run may have been started:** the workflow lost sight of it. Check the list of runs at the service before you ask again.',
  revoked: 'No agent run was started from here.',
} as const;

/** @param marker the first line, or null for none */
export function claimBody(marker: string | null, standing: keyof typeof CLAIMS): string {
  return marker === null ? CLAIMS[standing] : `${marker}\n${CLAIMS[standing]}`;
}
