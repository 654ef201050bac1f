/** A call that GitHub refused, or did not answer, as an error with values (contract 5, 6.1). */
import * as z from 'zod/mini';
import { waitTold, waitWhenSpent } from '../http/asked-wait.ts';
import { whatTheServiceSaid } from '../http/errors.ts';
import { isTold } from '../http/reply.ts';
import type { Redact } from '../safe/redaction.ts';
import { messageOf } from '../safe/text.ts';
import { GitHubError } from './port.ts';

/** Maximum UTF-16 units of GitHub's message to show. */
const MESSAGE_MAX = 500;

/**
 * The message is redacted before it is cut, because a secret that was cut is no longer recognized.
 */
export function asGitHubError(
  error: unknown,
  {
    wall,
    redact,
    wasAccepted,
  }: {
    readonly wall: number;
    readonly redact: Redact;
    /** GitHub took the token before. */
    readonly wasAccepted: boolean;
  },
): GitHubError {
  const message = gatewayWords(messageOf(error), redact).slice(0, MESSAGE_MAX);
  const response = responseOf(error);
  // Octokit reports a missing response as status 500; only a response object proves that there was
  // one.
  if (response === null) {
    return new GitHubError({ status: null, message, retryAfterMs: null }, { cause: error });
  }
  const { status, headers, data } = response;
  const refused = {
    status,
    message,
    retryAfterMs: namedWait(response, wall),
    codes: codesIn(data),
    asksForSso: isTold(headers, 'x-github-sso'),
  };
  const ended = wasAccepted && status === 401 ? { kind: 'ended_token' as const } : {};
  return new GitHubError({ ...refused, ...ended }, { cause: error });
}

/** What people see of a gateway's web page, which Octokit passes on as the message. */
function gatewayWords(message: string, redact: Redact): string {
  if (message.trimStart().startsWith('<')) {
    return whatTheServiceSaid(message, redact);
  }
  return redact(message);
}

interface RefusedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

function responseOf(error: unknown): RefusedResponse | null {
  const parsed = z
    .object({
      response: z.object({
        status: z.int(),
        headers: z.record(z.string(), z.string()),
        data: z.unknown(),
      }),
    })
    .safeParse(error);
  return parsed.success ? parsed.data.response : null;
}

const codeSchema = z.catch(z.object({ code: z.catch(z.string(), '') }), { code: '' });

/** The code of a refusal's body, and those of its `errors`. */
function codesIn(data: unknown): readonly string[] {
  const errors = z.object({ errors: z.array(codeSchema) }).safeParse(data);
  const all = [codeSchema.parse(data), ...(errors.success ? errors.data.errors : [])];
  return all.map(({ code }) => code).filter((code) => code !== '');
}

/** Milliseconds to wait as GitHub asks, or null if it names no time. */
function namedWait({ status, headers }: RefusedResponse, wall: number): number | null {
  const told = waitTold(headers, wall);
  // A used-up limit refuses with these alone: the last request that it allows says "spent" as well.
  const isRefused = status === 403 || status === 429;
  return isRefused ? waitWhenSpent(told) : told.retryAfterMs;
}
