/** What went wrong, as Node, OpenSSL and undici name it. */

/**
 * The first code found on the error, the errors it bundles (several addresses tried) or its causes. Looked at by shape:
 * Node's own errors are of another realm's `Error` where this module is loaded into one of its own.
 */
export function errorCode(error: unknown): string {
  let at = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // undici's parser does not always say which rule was broken.
    if ('name' in at && at.name === 'HTTPParserError') return 'HPE_INVALID';
    if ('errors' in at && Array.isArray(at.errors) && at.errors.length > 0) return errorCode(at.errors[0]);
    at = 'cause' in at ? at.cause : null;
  }
  return '';
}
