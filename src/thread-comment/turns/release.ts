/** Settles a step's announcement whose result it could not record in the thread (contract 7.2). */
import type { GitHub } from '../../github/port.ts';
import { renewClaim, revokeClaim } from './claim.ts';
import { readThread } from '../find.ts';
import { acknowledged, reminded, withdrawn, type Mailbox } from '../mailbox.ts';
import { withMarker, writeMarker, type MarkerPlace } from '../marker.ts';

/** Result of the request: accepted, certainly not carried out, not known yet, or never to be known. */
export type Fate = 'sent' | 'unsent' | 'unknown' | 'lost';

export interface ReleasePorts {
  readonly github: Pick<GitHub, 'comments' | 'createComment' | 'deleteComment' | 'ownLogin' | 'updateComment'>;
  readonly place: MarkerPlace;
}

export interface Announced {
  readonly mark: string;
  /** The comments that the request brings, if known. Another step may have overwritten the announcement. */
  readonly ids?: readonly number[];
}

/** Rejects with `GitHubError`, or with the signal's reason on abort. */
export async function releaseTurn(
  { github, place }: ReleasePorts,
  { mark, ids = [], fate }: Announced & { readonly fate: Fate },
  signal: AbortSignal,
): Promise<void> {
  const { found, claims } = await readThread(github, { place, asks: () => Promise.resolve(false) }, signal);
  const claim = claims.find(({ intent }) => intent.mark === mark);
  if (claim !== undefined && fate === 'unsent') await revokeClaim({ github }, claim.comment, signal);
  // The claim remains, so that the next job knows that a run may exist. It loses its date if waiting cannot reveal the run.
  if (claim !== undefined && (fate === 'unknown' || fate === 'lost')) {
    const intent = fate === 'lost' ? { ...claim.intent, at: 0 } : claim.intent;
    await renewClaim({ github, place }, { claim: { ...claim, intent }, standing: 'unknown' }, signal);
  }
  if (found === null) return;
  const { comment, record } = found;
  const mailbox = settled(record.mailbox, { mark, ids, fate });
  if (mailbox === record.mailbox) return;
  await github.updateComment(
    comment.id,
    withMarker(comment.body, writeMarker({ ...place, ...record, mailbox })),
    signal,
  );
}

function settled(mailbox: Mailbox, { mark, ids, fate }: Required<Announced> & { readonly fate: Fate }): Mailbox {
  switch (fate) {
    case 'sent':
      return acknowledged(mailbox, { mark, ids, isTurn: true });
    case 'unsent':
      return mailbox.intended?.mark === mark ? withdrawn(mailbox) : mailbox;
    case 'unknown':
    case 'lost':
      return reminded(mailbox, { mark, ids });
  }
}
