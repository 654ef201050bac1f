/** A call that GitHub refused, or did not answer, as an error with values (contract 5, 6.1). */
import * as z from 'zod/mini';
import { waitTold } from '../http/asked-wait.ts';
import { whatTheServiceSaid } from '../http/errors.ts';
import { refusedOf } from '../http/github-refusal.ts';
import type { Redact } from '../safe/redaction.ts';
import { messageOf } from '../safe/text.ts';
import { GitHubError, statusAlone } from './port.ts';

/** Maximum UTF-16 units of GitHub's message to show. */
const MESSAGE_MAX = 500;
/** Octokit's message for an answer that says nothing. */
const WORDLESS = /^(?:Unknown error(?:: (?:\{\}|\[\]|null))?|\s*)$/;

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
  const said = WORDLESS.test(message) ? statusAlone(status) : message;
  const refused = refusedOf({
    status,
    message: said,
    headers,
    data,
    told: waitTold(headers, wall),
  });
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
