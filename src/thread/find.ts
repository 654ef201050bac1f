/** Finds the action's comment in an issue or pull request by its marker (contract 7.1, 7.2). */
import { isMarkerTrusted } from '../github/marker.ts';
import { GitHubError, type GitHub, type GitHubComment } from '../github/port.ts';
import {
  responseText,
  GITHUB_PATIENCE_MS,
  isGoneAtGitHub,
  isPassing,
  remedy,
  waitOut,
} from '../github/wait-out.ts';
import { butNo, refusedBesideRun, type DroppableInputs } from '../inputs/named-run.ts';
import type { Clock } from '../runner/port.ts';
import { asSentence, duration, joined, messageOf } from '../safe/text.ts';
import { readMarker, type MarkerPlace, type ThreadRecord } from './record.ts';

export interface FoundComment {
  readonly comment: GitHubComment;
  readonly record: ThreadRecord;
}

/** One reading of a thread. */
export interface ThreadReading {
  /** The latest comment with a valid marker for this place, or null. */
  readonly found: FoundComment | null;
}

/**
 * Reads the whole thread. Only markers by bot accounts and by the token's own login are valid; the
 * login is requested only if needed. Rejects with `GitHubError` if the thread cannot be read, and
 * with the signal's reason on abort.
 */
export async function readThread(
  github: Pick<GitHub, 'comments' | 'ownLogin'>,
  place: MarkerPlace,
  signal: AbortSignal,
): Promise<ThreadReading> {
  let found: FoundComment | null = null;
  let own: string | null | undefined;
  for await (const page of github.comments(place.thread, signal)) {
    for (const comment of page) {
      const record = readMarker(comment.body, place);
      if (record === null) {
        continue;
      }
      if (!comment.authorIsBot && own === undefined) {
        own = await github.ownLogin(signal);
      }
      if (isMarkerTrusted(comment, own ?? null)) {
        found = { comment, record };
      }
    }
  }
  return { found };
}

/**
 * The thread cannot be read or written for now, so a request might be a second one. The message is
 * for users.
 */
export class ThreadUnavailable extends Error {
  override readonly name = 'ThreadUnavailable';
}

interface ThreadPatience {
  readonly clock: Clock;
  readonly stop: AbortSignal;
  /** When the step times out (as `clock.now`), which may be before the end of the retry period. */
  readonly deadline: number;
}

/**
 * Asks GitHub, and waits while it fails for now. @throws ThreadUnavailable if it still does in the
 * end, or leads elsewhere, with `why`
 */
async function patiently<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { clock, stop, deadline }: ThreadPatience,
  why: (error: GitHubError) => string,
): Promise<T> {
  const budgetMs = Math.min(GITHUB_PATIENCE_MS, deadline - clock.now());
  try {
    return await waitOut(ask, { clock, signal: stop, budgetMs });
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof GitHubError) || !(isPassing(error) || isElsewhere(error))) {
      throw error;
    }
    throw new ThreadUnavailable(why(error), { cause: error });
  }
}

/** GitHub has the thread under another address, with what it records. */
function isElsewhere({ kind }: GitHubError): boolean {
  return kind === 'redirected';
}

const NEEDED =
  'The job needs `permissions: issues: write` (`pull-requests: write` on pull requests).';

/**
 * Returns the result of `read`, or null with a warning if the token may not read the thread.
 * Rejects if the thread is gone.
 *
 * @throws ThreadUnavailable
 */
export async function readPatiently<T>(
  read: (signal: AbortSignal) => Promise<T>,
  {
    warn,
    inputs,
    ...patience
  }: ThreadPatience & {
    readonly inputs: DroppableInputs;
    readonly warn: (message: string) => void;
  },
): Promise<T | null> {
  try {
    return await patiently(read, patience, (error) => unavailable(error, inputs));
  } catch (error) {
    if (error instanceof ThreadUnavailable || isGoneAtGitHub(error) || patience.stop.aborted) {
      throw error;
    }
    const what =
      'The comments of this thread could not be read, so it is not known whether it ' +
      `records a run; a new run is created. GitHub said: ${messageOf(error)}`;
    warn(joined([asSentence(what), remedy(error, NEEDED, { asked: 'read' })], ' '));
    return null;
  }
}

function unavailable(error: GitHubError, inputs: DroppableInputs): string {
  const { retryAfterMs } = error;
  const when = retryAfterMs === null ? '' : ` It asks to wait for ${duration(retryAfterMs)}.`;
  const without = butNo(refusedBesideRun(inputs));
  const next = isElsewhere(error)
    ? remedy(error, NEEDED)
    : `Run this again later, or give the run in \`agent_run_id\`${without}.`;
  return (
    'The comments of this thread could not be read from GitHub for now ' +
    `(${responseText(error)}), so it is not known whether it records a run.${when} Nothing was ` +
    `sent to the service, since a new run could be a second one. ${next}`
  );
}
