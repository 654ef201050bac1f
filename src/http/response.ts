/**
 * Reads the JSON of a response. What no honest service sends is refused before it is parsed, not
 * repaired (contract 6.5): a few megabytes of brackets would exhaust the memory once parsed.
 */
import { redactedValue } from '../safe/redaction.ts';
import { parseJson, sizeRefusal } from '../safe/json.ts';
import { bodyError, transportFailure } from './errors.ts';
import type { HttpResponse } from './port.ts';
import { TransportError } from './proof.ts';

/**
 * The JSON value of the response's body, without secrets.
 *
 * @throws ServiceError of kind `too_large` if the body has too many values or levels, of kind
 *   `body` if it is not JSON
 */
export function readJson(response: HttpResponse): unknown {
  const refusal = sizeRefusal(response.body);
  if (refusal !== null) {
    throw transportFailure(new TransportError('too_large', `the answer ${refusal}`));
  }
  let value: unknown;
  try {
    value = parseJson(response.body);
  } catch (cause) {
    throw Object.assign(bodyError(response, 'its body is not JSON'), { cause });
  }
  // Before anything is cut: half a secret would not be found.
  return response.redact === undefined ? value : redactedValue(value, response.redact);
}

/**
 * What `read` finds in the response's body. It returns null for a body that is not what the
 * endpoint responds with.
 *
 * @param problem what is wrong with such a body, as a clause: `its body has no list of items`
 * @throws ServiceError as `readJson`, and of kind `body` for null
 */
export function parsed<T>(
  response: HttpResponse,
  { read, problem }: { readonly read: (body: unknown) => T | null; readonly problem: string },
): T {
  const value = read(readJson(response));
  if (value === null) {
    throw bodyError(response, problem);
  }
  return value;
}
