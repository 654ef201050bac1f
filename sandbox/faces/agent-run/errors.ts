/** Error responses of the service. */
import type { Refusal } from './limits.ts';
import type { ErrorFormat } from '../../scenario.ts';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  /** The location of the problem in the request, such as `['body', 'prompt']`. */
  readonly at: readonly string[];

  constructor(status: number, message: string, at: readonly string[] = []) {
    super(message);
    this.status = status;
    this.at = at;
  }
}

/** 429, with the time when a request will be possible again. */
export class RateLimited extends Refused {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(429, `Rate limit exceeded (${refusal.limit})`);
    this.refusal = refusal;
  }
}

/** Status and body of an error response. */
export function errorAnswer(
  { status, message, at }: Refused,
  format: ErrorFormat,
): { readonly status: number; readonly body: unknown } {
  switch (format) {
    case 'message':
      return { status, body: { message } };
    case 'detail':
      return { status, body: { detail: message } };
    case 'validation':
      return { status, body: validation(at, message) };
    case 'published':
      if (at.length > 0) {
        return { status: 422, body: validation(at, message) };
      }
      if (status === 405) {
        return { status, body: { detail: 'Method Not Allowed' } };
      }
      return { status, body: { message, status_code: status } };
  }
}

function validation(at: readonly string[], message: string): unknown {
  return { detail: [{ loc: at, msg: message, type: 'value_error' }] };
}

/** The format of the retry time in a 429. The spec does not define it. */
export type RetryAfter = 'none' | 'seconds' | 'date' | 'ms' | 'reset';

/** `now` in milliseconds since the epoch. */
export function retryHeaders(
  { retryMs }: Refusal,
  { say, now }: { readonly say: RetryAfter; readonly now: number },
): Readonly<Record<string, string>> {
  switch (say) {
    case 'none':
      return {};
    case 'seconds':
      return { 'retry-after': String(Math.ceil(retryMs / 1000)) };
    case 'date':
      // HTTP dates have whole seconds. Rounded up, so that a retry at that time is not too early.
      return { 'retry-after': new Date(now + retryMs + 999).toUTCString() };
    case 'ms':
      return { 'retry-after-ms': String(Math.ceil(retryMs)) };
    case 'reset':
      return { 'x-ratelimit-reset': String(Math.ceil((now + retryMs) / 1000)) };
  }
}
