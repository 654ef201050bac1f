/** Answers of `openhands` that are no good news (sheet, section 2). */
import { json, plain, type Answer } from '../face.ts';
import type { Misfit } from '../shape.ts';

/** Refused with `{detail}`: a text, an object, or a list of what does not fit. */
export class OpenHandsRefused extends Error {
  override readonly name = 'OpenHandsRefused';
  readonly status: number;
  readonly detail: unknown;

  constructor(status: number, detail: unknown) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail));
    this.status = status;
    this.detail = detail;
  }
}

/** An error of the server that nobody caught. */
export class OpenHandsBroken extends Error {
  override readonly name = 'OpenHandsBroken';
}

/** 422: each place of the body or query, with what was sent there. */
export function misfit(misfits: readonly Misfit[], input: unknown = null): OpenHandsRefused {
  const detail = misfits.map(({ at, why }) => ({ type: 'value_error', loc: at, msg: why, input }));
  return new OpenHandsRefused(422, detail);
}

export function refusal(error: unknown): Answer {
  if (error instanceof OpenHandsRefused) {
    return json(error.status, { detail: error.detail });
  }
  return plain(500, 'Internal Server Error', 'text/plain; charset=utf-8');
}

/** What a `GET` of any path that the API does not have answers: the web interface. */
export function webPage(): Answer {
  const page = '<!doctype html><html><body>OpenHands</body></html>\n';
  return plain(200, page, 'text/html; charset=utf-8');
}
