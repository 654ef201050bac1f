/** Finds the action's comment in an issue or pull request by its marker (contract 7.1, 7.2). */
import { type GitHub, type GitHubComment, GitHubError } from '../github/port.ts';
import { isPassing } from '../github/wait-out.ts';
import { withSettled, type Intent, type Mailbox } from './mailbox.ts';
import { type MarkerPlace, type ThreadRecord, verifyMarker } from './marker.ts';

export interface FoundComment {
  readonly comment: GitHubComment;
  readonly record: ThreadRecord & { readonly runId: number };
}

/** The comment of a job that is about to create the thread's run. */
export interface FoundClaim {
  readonly comment: GitHubComment;
  readonly record: ThreadRecord;
  readonly intent: Intent;
}

/** One reading of a thread. */
export interface ThreadReading {
  /** The latest comment with a run and a valid marker for this place, or null. Includes what the earlier ones say is settled. */
  readonly found: FoundComment | null;
  /** Oldest first. */
  readonly claims: readonly FoundClaim[];
  /** Comments that may address the agent, oldest first. */
  readonly requests: readonly GitHubComment[];
}

type Reading = Pick<GitHub, 'comments' | 'ownLogin'>;

export async function findThreadComment(
  github: Reading,
  place: MarkerPlace,
  signal: AbortSignal,
): Promise<FoundComment | null> {
  return (await readThread(github, { place, asks: () => Promise.resolve(false) }, signal)).found;
}

/**
 * Reads the whole thread. Only markers by bot accounts and by the token's own login are valid; the login is requested only if needed.
 * Rejects with `GitHubError` if the thread cannot be read, and with the signal's reason on abort.
 */
export async function readThread(
  github: Reading,
  { place, asks }: { readonly place: MarkerPlace; readonly asks: (comment: GitHubComment) => Promise<boolean> },
  signal: AbortSignal,
): Promise<ThreadReading> {
  let found: FoundComment | null = null;
  const claims: FoundClaim[] = [];
  const requests: GitHubComment[] = [];
  let own: string | null | undefined;
  for await (const page of github.comments(place.thread, signal)) {
    for (const comment of page) {
      if (await asks(comment)) requests.push(comment);
      const record = verifyMarker(comment.body, place);
      if (record === null) continue;
      if (!comment.authorIsBot) {
        if (own === undefined) own = await ownLogin(github, signal);
        if (own === null || own.toLowerCase() !== comment.author.toLowerCase()) continue;
      }
      const { runId, mailbox } = record;
      // Jobs that could not agree may have created a run each. What one of them delivered is not delivered again to the other.
      const all: Mailbox = found === null ? mailbox : withSettled(mailbox, found.record.mailbox);
      if (runId !== null) found = { comment, record: { ...record, runId, mailbox: all } };
      else if (mailbox.intended !== null) claims.push({ comment, record, intent: mailbox.intended });
    }
  }
  return { found, claims, requests };
}

/**
 * Null if GitHub refuses to say it, because a person who copies a marker must not be able to prevent the comment. Rejects if it may say it
 * later: a marker that was not recognized could lead to a second run.
 */
async function ownLogin(github: Pick<GitHub, 'ownLogin'>, signal: AbortSignal): Promise<string | null> {
  try {
    return await github.ownLogin(signal);
  } catch (error) {
    if (error instanceof GitHubError && !isPassing(error)) return null;
    throw error;
  }
}
