/**
 * The claim of a job to create the first run of a thread (contract 7.2): a comment with a marker that has no run yet. GitHub numbers
 * comments in the order in which they are created, so of several claims the first one counts, and every job sees which that is.
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

/** Rejects with `GitHubError`, after which the comment may have been written all the same. */
export function writeClaim(
  { github, place }: ClaimPorts,
  { intent, writer }: { readonly intent: Intent; readonly writer: Writer },
  signal: AbortSignal,
): Promise<GitHubComment> {
  const marker = writeMarker({ ...place, runId: null, writer, mailbox: { ...EMPTY_MAILBOX, intended: intent } });
  return github.createComment(place.thread, claimBody(marker, 'starting'), signal);
}

/** Dates the claim anew, so that it is not taken for that of a killed job; or says that its run may or may not exist. */
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

/** Takes the claim back. Where the comment cannot be deleted, it stays without a marker. */
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
