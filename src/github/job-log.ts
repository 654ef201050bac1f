/** The log of a failed job, from where GitHub keeps it (contract 2.4, 19.4). */
import { isLoopback } from '../http/proxy.ts';
import { locationOf } from '../http/reply.ts';
import type { Redact } from '../safe/redaction.ts';
import { GitHubError, type GitHub } from './port.ts';
import { repositoryPath } from './pull-requests.ts';
import type { Call, GitHubReply } from './request.ts';

/** Rejects with any error, whose text may name the address, and with `signal.reason` on abort. */
export type ReadTail = (url: string, signal: AbortSignal) => Promise<string>;

const NO_LOG = 'the log could not be read from where GitHub keeps it';

export function jobLogRead(
  /** Gives a redirect as the answer. */
  call: Call,
  {
    apiUrl,
    redact,
    readTail,
  }: {
    readonly apiUrl: string;
    readonly redact: Redact;
    /** Absent: no log of a job can be read. */
    readonly readTail: ReadTail | undefined;
  },
): Pick<GitHub, 'jobLog'> {
  return {
    async jobLog({ repository, jobId }, signal) {
      if (readTail === undefined) {
        throw new GitHubError({ status: null, message: NO_LOG, retryAfterMs: null });
      }
      const path = `${repositoryPath(repository)}/actions/jobs/${jobId}/logs`;
      const reply = await call((kit, request) => kit.request(`GET ${path}`, { request }), signal);
      const address = redirectTarget(reply, apiUrl);
      try {
        return redact(await readTail(address, signal));
      } catch (error) {
        signal.throwIfAborted();
        // The error may name the address, which lets everybody read the log for a while.
        throw new GitHubError(
          { status: null, message: NO_LOG, retryAfterMs: null },
          { cause: error },
        );
      }
    },
  };
}

/** Where a job's log lies: over https, or on this machine where GitHub itself does (2.4). */
function redirectTarget({ headers }: GitHubReply, apiUrl: string): string {
  const location = locationOf(headers);
  const target = location === null ? null : URL.parse(location, apiUrl);
  const isLocal = (url: URL): boolean => url.protocol === 'http:' && isLoopback(url.hostname);
  const isAllowed =
    target !== null &&
    (target.protocol === 'https:' || (isLocal(target) && isLoopback(new URL(apiUrl).hostname)));
  if (!isAllowed) {
    const message = 'GitHub does not say where the log is';
    throw new GitHubError({ status: null, message, retryAfterMs: null });
  }
  return target.href;
}
