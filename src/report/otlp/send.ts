/** Sends the traces of a file to an OTLP/HTTP endpoint, each once, in as few requests as their size allows (contract 16). */
import type { Clock } from '../../ports.ts';
import type { Http, HttpAnswer } from '../../service/http/port.ts';
import { whatTheServiceSaid } from '../../service/errors.ts';
import { isRecord } from '../../shared/json.ts';
import { messageOf } from '../../shared/format.ts';
import { joinedLines, type TracesData } from './encode.ts';
import { tracesBytes } from './protobuf.ts';
import type { OtlpSettings } from './settings.ts';

const TOTAL_MS = 10_000;
/** Maximum UTF-16 length of a request. Collectors accept a few megabytes. */
const REQUEST_MAX = 2_000_000;
const NO_REASON = 'no reason was given';
const UNSUPPORTED_MEDIA_TYPE = 415;

export interface SendOptions extends Pick<OtlpSettings, 'headers' | 'protobuf'> {
  readonly http: Http;
  readonly clock: Pick<Clock, 'now'>;
  readonly endpoint: string;
  readonly userAgent: string;
  readonly lines: AsyncIterable<string> | Iterable<string>;
  /** Limits the total time further. Milliseconds. */
  readonly timeLeftMs?: number;
  readonly signal: AbortSignal;
}

/** Returns a sentence about what failed, or null if everything arrived. Sends nothing twice. Rejects with the signal's reason. */
export async function sendOtlp(options: SendOptions): Promise<string | null> {
  const { clock, endpoint, lines, signal, timeLeftMs = Infinity } = options;
  const deadline = clock.now() + Math.min(TOTAL_MS, timeLeftMs);
  let { protobuf } = options;
  for await (const json of joinedLines(lines, REQUEST_MAX)) {
    const left = (): number => deadline - clock.now();
    if (left() <= 0) return trouble(endpoint, 'there was no time left');
    try {
      let answer = await post(options, { json, protobuf, timeoutMs: left() });
      if (answer.status === UNSUPPORTED_MEDIA_TYPE && !protobuf && left() > 0) {
        protobuf = true;
        answer = await post(options, { json, protobuf, timeoutMs: left() });
      }
      const problem = problemOf(answer);
      if (problem !== null) return trouble(endpoint, problem);
    } catch (error) {
      signal.throwIfAborted();
      return trouble(endpoint, messageOf(error));
    }
  }
  return null;
}

interface Message {
  readonly json: string;
  readonly protobuf: boolean;
  readonly timeoutMs: number;
}

function post(
  { http, endpoint, headers, userAgent, signal }: SendOptions,
  { json, protobuf, timeoutMs }: Message,
): Promise<HttpAnswer> {
  const type = protobuf ? 'application/x-protobuf' : 'application/json';
  const request = {
    method: 'POST' as const,
    url: endpoint,
    headers: { ...headers, 'content-type': type, 'user-agent': userAgent },
    ...(protobuf ? { body: null, bytes: tracesBytes(JSON.parse(json) as TracesData) } : { body: json }),
    fresh: false,
  };
  return http.send({ ...request, headersTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs }, signal);
}

function problemOf({ status, body }: HttpAnswer): string | null {
  if (status < 200 || status > 299) {
    const said = whatTheServiceSaid(body);
    return `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
  }
  const partial = body.startsWith('{') ? partialSuccess(body) : partialSuccessInProtobuf(body);
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

/**
 * Parses a message (tag 0x0a) with one or two length bytes. Its first field, the number of rejected spans (tag 0x08), is absent if it is 0.
 * Of the rest, only the reason is readable text.
 */
function partialSuccessInProtobuf(body: string): string | null {
  const field = [2, 3].find((at) => body.charCodeAt(at) === 0x08);
  if (body.charCodeAt(0) !== 0x0a || field === undefined) return null;
  const reason = body
    .slice(field + 1)
    .split(String.fromCharCode(0x12))
    .slice(1)
    .join(' ');
  return (
    reason
      .replace(/[^ -~]+/g, ' ')
      .trim()
      .slice(0, 500) || NO_REASON
  );
}

function trouble(endpoint: string, why: string): string {
  const { origin } = new URL(endpoint);
  return `The trace could not be sent to ${origin}: ${why}. It takes an OTLP/HTTP endpoint (usually port 4318, not 4317); the trace is in \`otlp_file\`.`;
}
