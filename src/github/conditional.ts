/** Reads of GitHub that cost nothing of its limit while nothing has changed (contract 19.3). */
import { unlessVersion, versionOf } from '../http/reply.ts';
import type { ReadReply } from './check-reads.ts';
import { GitHubError } from './port.ts';
import type { GitHubReply } from './request.ts';

/** Answers that are remembered. A step that waits for checks reads a dozen addresses. */
const REMEMBERED_MAX = 200;

/**
 * Reads what was read before under the condition that it has changed: an answer that has not costs
 * nothing of GitHub's limit (contract 19.3).
 */
export function conditionally(
  ask: (
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<GitHubReply>,
): ReadReply {
  const known = new Map<string, { readonly version: string; readonly reply: GitHubReply }>();
  return async (path, signal) => {
    const before = known.get(path);
    if (before === undefined) {
      const reply = await ask(path, {}, signal);
      remember(known, path, reply);
      return reply;
    }
    try {
      const reply = await ask(path, unlessVersion(before.version), signal);
      remember(known, path, reply);
      return reply;
    } catch (error) {
      if (error instanceof GitHubError && error.status === 304) {
        return before.reply;
      }
      throw error;
    }
  };
}

function remember(
  known: Map<string, { readonly version: string; readonly reply: GitHubReply }>,
  path: string,
  reply: GitHubReply,
): void {
  const version = versionOf(reply.headers);
  known.delete(path);
  if (version === null) {
    return;
  }
  known.set(path, { version, reply });
  const [oldest] = known.keys();
  if (known.size > REMEMBERED_MAX && oldest !== undefined) {
    known.delete(oldest);
  }
}
