/** Sends the traces of a file to an OTLP/HTTP endpoint, each once, in as few requests as their size allows (contract 16). */
import type { Clock } from '../../ports.ts';
import type { Http, HttpAnswer } from '../../service/http/port.ts';
import { whatTheServiceSaid } from '../../service/errors.ts';
import { isRecord } from '../../safe/json.ts';
import { messageOf } from '../../safe/format.ts';
import { joinedLines } from './message.ts';
import type { OtlpSettings } from './settings.ts';

const TOTAL_MS = 10_000;
/** Maximum UTF-16 length of a request. Collectors accept a few megabytes. */
const REQUEST_MAX = 2_000_000;
const NO_REASON = 'no reason was given';
const UNSUPPORTED_MEDIA_TYPE = 415;

export interface SendOptions extends Pick<OtlpSettings, 'headers'> {
  readonly http: Http;
  readonly clock: Pick<Clock, 'now'>;
  readonly endpoint: string;
  readonly userAgent: string;
  readonly lines: AsyncIterable<string> | Iterable<string>;
  readonly signal: AbortSignal;
}

/** Returns a sentence about what failed, or null if everything arrived. Sends nothing twice. Rejects with the signal's reason. */
export async function sendOtlp(options: SendOptions): Promise<string | null> {
  const { clock, endpoint, lines, signal } = options;
  const deadline = clock.now() + TOTAL_MS;
  for await (const body of joinedLines(lines, REQUEST_MAX)) {
    const timeoutMs = deadline - clock.now();
    if (timeoutMs <= 0) return trouble(endpoint, 'there was no time left');
    try {
      const problem = problemOf(await post(options, { body, timeoutMs }));
      if (problem !== null) return trouble(endpoint, problem);
    } catch (error) {
      signal.throwIfAborted();
      return trouble(endpoint, messageOf(error));
    }
  }
  return null;
}

function post(
  { http, endpoint, headers, userAgent, signal }: SendOptions,
  { body, timeoutMs }: { readonly body: string; readonly timeoutMs: number },
): Promise<HttpAnswer> {
  const own = { 'content-type': 'application/json', 'user-agent': userAgent };
  const request = { method: 'POST' as const, url: endpoint, headers: { ...headers, ...own }, body, fresh: false };
  return http.send({ ...request, headersTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs }, signal);
}

function problemOf({ status, body }: HttpAnswer): string | null {
  if (status === UNSUPPORTED_MEDIA_TYPE) return 'HTTP 415: the receiver does not take OTLP as JSON';
  if (status < 200 || status > 299) {
    const said = whatTheServiceSaid(body);
    return `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
  }
  const partial = partialSuccess(body);
  return partial === null ? null : `some spans were rejected: ${partial}`;
}

/** A collector that accepts only some of the spans still answers 200. */
function partialSuccess(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    const partial = isRecord(answer) ? answer['partialSuccess'] : null;
    if (!isRecord(partial) || Number(partial['rejectedSpans'] ?? 0) === 0) return null;
    const { errorMessage } = partial;
    return typeof errorMessage === 'string' ? errorMessage.slice(0, 500) : NO_REASON;
  } catch {
    return null;
  }
}

function trouble(endpoint: string, why: string): string {
  const { origin } = new URL(endpoint);
  return `The trace could not be sent to ${origin}: ${why}. It takes an endpoint for OTLP over HTTP as JSON (usually port 4318, not 4317); the trace is in \`otlp_file\`.`;
}
