/** Settles what a step announced in its thread and did not come to write down the end of (contract 7.2). */
import type { GitHub } from '../../github/port.ts';
import { renewClaim, revokeClaim } from './claim.ts';
import { readThread } from '../find.ts';
import { delivered, withdrawn } from '../mailbox.ts';
import { withMarker, writeMarker, type MarkerPlace } from '../marker.ts';

/** What became of the request: accepted, surely not carried out, not known yet, or never to be known. */
export type Fate = 'sent' | 'unsent' | 'unknown' | 'lost';

export interface ReleasePorts {
  readonly github: Pick<GitHub, 'comments' | 'createComment' | 'deleteComment' | 'ownLogin' | 'updateComment'>;
  readonly place: MarkerPlace;
}

/** Rejects with `GitHubError`, and with the signal's reason when aborted. */
export async function releaseTurn(
  { github, place }: ReleasePorts,
  { mark, fate }: { readonly mark: string; readonly fate: Fate },
  signal: AbortSignal,
): Promise<void> {
  const { found, claims } = await readThread(github, { place, asks: () => Promise.resolve(false) }, signal);
  const claim = claims.find(({ intent }) => intent.mark === mark);
  if (claim !== undefined && fate === 'unsent') await revokeClaim({ github }, claim.comment, signal);
  // The claim stays: the next job must know that there may be a run. Where waiting cannot bring it to light, the claim has no date.
  if (claim !== undefined && (fate === 'unknown' || fate === 'lost')) {
    const intent = fate === 'lost' ? { ...claim.intent, at: 0 } : claim.intent;
    await renewClaim({ github, place }, { claim: { ...claim, intent }, standing: 'unknown' }, signal);
  }
  if (found === null || fate === 'unknown' || fate === 'lost' || found.record.mailbox.intended?.mark !== mark) return;
  const { comment, record } = found;
  const mailbox = fate === 'sent' ? delivered(record.mailbox) : withdrawn(record.mailbox);
  await github.updateComment(
    comment.id,
    withMarker(comment.body, writeMarker({ ...place, ...record, mailbox })),
    signal,
  );
}
