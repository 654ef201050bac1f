/**
 * A job's claim to create the first run of a thread (contract 7.2): a comment with a marker without a run. GitHub numbers comments in
 * the order of their creation, so all jobs agree that the claim with the lowest id wins.
 */
import type { GitHub, GitHubComment } from '../../github/port.ts';
import { claimBody } from '../../report/claim.ts';
import { judge } from '../errors.ts';
import type { FoundClaim } from '../find.ts';
import { EMPTY_MAILBOX, type Intent } from '../mailbox.ts';
import { type MarkerPlace, writeMarker, type Writer } from '../marker.ts';

export interface ClaimPorts {
  readonly github: Pick<GitHub, 'createComment' | 'deleteComment' | 'updateComment'>;
  readonly place: MarkerPlace;
}

/** Rejects with `GitHubError`, although the comment may have been created. */
export function writeClaim(
  { github, place }: ClaimPorts,
  { intent, writer }: { readonly intent: Intent; readonly writer: Writer },
  signal: AbortSignal,
): Promise<GitHubComment> {
  const marker = writeMarker({ ...place, runId: null, writer, mailbox: { ...EMPTY_MAILBOX, intended: intent } });
  return github.createComment(place.thread, claimBody(marker, 'starting'), signal);
}

/** Updates the date of the claim, so that it does not seem to belong to a killed job, or records that its run may exist. */
export function renewClaim(
  { github, place }: ClaimPorts,
  {
    claim,
    standing,
  }: { readonly claim: FoundClaim & { readonly intent: Intent }; readonly standing: 'starting' | 'unknown' },
  signal: AbortSignal,
): Promise<GitHubComment> {
  const { record, intent, comment } = claim;
  const marker = writeMarker({ ...place, ...record, mailbox: { ...record.mailbox, intended: intent } });
  return github.updateComment(comment.id, claimBody(marker, standing), signal);
}

/** Deletes the claim. If that is not permitted, removes its marker. */
export async function revokeClaim(
  { github }: Pick<ClaimPorts, 'github'>,
  { id }: Pick<GitHubComment, 'id'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await github.deleteComment(id, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (judge(error, 'edit').kind === 'later') throw error;
    await github.updateComment(id, claimBody(null, 'revoked'), signal).catch((refusal: unknown) => {
      signal.throwIfAborted();
      if (judge(refusal, 'edit').kind === 'later') throw refusal;
    });
  }
}
