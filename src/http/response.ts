/**
 * Reads the JSON of a response. What no honest service sends is refused before it is parsed, not
 * repaired (contract 6.5): a few megabytes of brackets would exhaust the memory once parsed.
 */
import { redactedValue } from '../safe/redaction.ts';
import { JSON_LEVELS_MAX, parseJson } from '../safe/json.ts';
import { bodyError, transportFailure } from './errors.ts';
import type { HttpResponse } from './port.ts';
import { TransportError } from './proof.ts';

/**
 * Commas and opening brackets outside strings: about one for each value. A full page of ordinary
 * entries has some thousand.
 */
const VALUES_MAX = 1_000_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

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

function sizeRefusal(text: string): string | null {
  let values = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values += 1;
        level += 1;
        if (level > JSON_LEVELS_MAX) {
          return `has more than ${JSON_LEVELS_MAX} levels`;
        }
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level -= 1;
        break;
      case COMMA:
        values += 1;
    }
    if (values > VALUES_MAX) {
      return 'has more than a million values';
    }
  }
  return null;
}

/** The closing quote of the string that opens at `quote`, or the end of the text. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end;
    while (text.charCodeAt(slash - 1) === BACKSLASH) {
      slash -= 1;
    }
    if ((end - slash) % 2 === 0) {
      return end;
    }
  }
  return text.length;
}
