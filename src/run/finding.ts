/** Results of the preflight checks, including those of failed requests (contract 12). */
import type { Inputs } from '../inputs/parse.ts';
import type { ErrorCode } from './events.ts';
import type { ServiceError } from '../service/errors.ts';
import { asSentence } from '../safe/format.ts';

export interface Finding {
  /** `note`: could not be determined, or is for information. */
  readonly kind: 'ok' | 'note' | 'problem';
  /** What was found and, for a problem, what to change. */
  readonly text: string;
  /** Problems only. */
  readonly code: ErrorCode | null;
}

export const ok = (text: string): Finding => ({ kind: 'ok', text, code: null });
export const note = (text: string): Finding => ({ kind: 'note', text, code: null });
export const problem = (code: ErrorCode, text: string): Finding => ({ kind: 'problem', text, code });

function redirectTarget({ headers }: ServiceError, baseUrl: string): string {
  const target = headers['location'] === undefined ? null : URL.parse(headers['location'], baseUrl);
  return target === null ? ' elsewhere' : ` to ${target.origin}`;
}

/** Problems that any request can have. */
export function troubleOf(error: ServiceError, { orgId, baseUrl }: Pick<Inputs, 'orgId' | 'baseUrl'>): Finding {
  const said = error.said === '' ? '' : ` ${asSentence(`The service said: "${error.said}"`)}`;
  if (error.status === 401)
    return problem('unauthorized', `The service does not accept the token.${said} Check the input \`token\`.`);
  if (error.status === 403)
    return problem(
      'forbidden',
      `The token may not use organization ${orgId}.${said} Check the input \`org_id\`, or use a token of that organization.`,
    );
  if (error.throttled)
    return problem('rate_limited', `The token is over its rate limit.${said} Run the check again later.`);
  if (error.redirect)
    return problem(
      'bad_response',
      `${baseUrl} redirects${redirectTarget(error, baseUrl)}, and redirects are never followed. Set \`base_url\` to the final address of the service.`,
    );
  if (error.status === null)
    return problem(
      'network',
      `${baseUrl} cannot be reached (${error.message}). Check the input \`base_url\` and the way to it (DNS, firewall, HTTPS_PROXY).`,
    );
  return problem(
    error.status < 500 && error.kind === 'status' ? 'rejected' : 'bad_response',
    `${baseUrl} does not answer as the agent service does (${error.message}). Check the input \`base_url\`.`,
  );
}
