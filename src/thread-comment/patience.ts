/** Retries reading a thread while GitHub has problems, because starting a second run would be worse (contract 7.2). */
import type { Clock } from '../ports.ts';
import { GitHubError, type GitHub } from '../github/port.ts';
import { isPassing, waitOut } from '../github/wait-out.ts';
import { duration, messageOf } from '../shared/format.ts';

/** How long to retry before the step ends with `thread_unavailable` (contract 7.2). */
const PATIENCE_MS = 120_000;

/** The thread cannot be read for now, so a new run might be a second one. The message is for users. */
export class ThreadUnavailable extends Error {
  override readonly name = 'ThreadUnavailable';
}

/** Another job of the thread has taken over this step's comments, and nothing was sent. The message is for users. */
export class TurnTaken extends Error {
  override readonly name = 'TurnTaken';
}

type Asked = Pick<GitHub, 'comments' | 'ownLogin'>;

export interface Patience {
  readonly github: Asked;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  /** When the step times out (as `clock.now`), which may be before the end of the retry period. */
  readonly deadline: number;
  readonly warn: (message: string) => void;
}

/** Returns the result of `read`, or null with a warning if the token may not read the thread. @throws ThreadUnavailable */
export async function readPatiently<T>(
  read: (github: Asked) => Promise<T>,
  { github, clock, stop, deadline, warn }: Patience,
): Promise<T | null> {
  const budgetMs = Math.min(PATIENCE_MS, deadline - clock.now());
  try {
    return await waitOut(() => read(github), { clock, signal: stop, budgetMs, passes: isPassing });
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof GitHubError && isPassing(error))
      throw new ThreadUnavailable(unavailable(error), { cause: error });
    warn(
      `The comments of this thread could not be read, so it is not known whether it records a run; a new run is created. GitHub said: ${messageOf(error)}. The job needs \`permissions: issues: write\` (\`pull-requests: write\` on pull requests).`,
    );
    return null;
  }
}

function unavailable({ status, message, retryAfterMs }: GitHubError): string {
  const said = status === null ? message : `HTTP ${status}: ${message}`;
  const when = retryAfterMs === null ? '' : ` It asks to wait for ${duration(retryAfterMs)}.`;
  return `The comments of this thread could not be read from GitHub for now (${said}), so it is not known whether it records a run.${when} Nothing was sent to the service, since a new run could be a second one. Run this again later, or give the run in \`agent_run_id\`.`;
}
