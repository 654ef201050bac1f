/** How the service says no. */
import type { Refusal } from './limits.ts';
import type { ErrorFormat } from './scenario.ts';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  /** Where in the request the problem lies, such as `['body', 'prompt']`. */
  readonly at: readonly string[];

  constructor(status: number, message: string, at: readonly string[] = []) {
    super(message);
    this.status = status;
    this.at = at;
  }
}

/** 429; carries when a place will be free. */
export class RateLimited extends Refused {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(429, `Rate limit exceeded (${refusal.limit})`);
    this.refusal = refusal;
  }
}

/** The body of an error response. */
export function errorBody({ message, at }: Refused, format: ErrorFormat): unknown {
  if (format === 'message') return { message };
  return { detail: format === 'detail' ? message : [{ loc: at, msg: message, type: 'value_error' }] };
}

/** What a 429 says about when to come back; the spec shows nothing. */
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
      // HTTP dates have whole seconds: rounded up, so that coming back then is not too early.
      return { 'retry-after': new Date(now + retryMs + 999).toUTCString() };
    case 'ms':
      return { 'retry-after-ms': String(Math.ceil(retryMs)) };
    case 'reset':
      return { 'x-ratelimit-reset': String(Math.ceil((now + retryMs) / 1000)) };
  }
}
