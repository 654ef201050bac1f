/** Reads of GitHub that cost nothing of its limit while nothing has changed (contract 19.3). */
import { KnownAnswers } from '../http/known-answers.ts';
import { unlessVersion } from '../http/reply.ts';
import type { ReadReply } from './check-reads.ts';
import { GitHubError } from './port.ts';
import type { GitHubReply } from './request.ts';

/** Answers that are remembered. A step that waits for checks reads a dozen addresses. */
const REMEMBERED_MAX = 200;

/** Reads what was read before under the condition that it has changed. */
export function conditionally(
  ask: (
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<GitHubReply>,
): ReadReply {
  const known = new KnownAnswers<GitHubReply>(REMEMBERED_MAX);
  return async (path, signal) => {
    const before = known.at(path);
    try {
      const reply = await ask(path, unlessVersion(before?.version ?? null), signal);
      known.keep(path, { answer: reply, headers: reply.headers });
      return reply;
    } catch (error) {
      if (before !== null && error instanceof GitHubError && error.status === 304) {
        return before.answer;
      }
      throw error;
    }
  };
}
