/** Error codes of Node, OpenSSL and undici. */

/**
 * Returns the first code found on the error, on the errors it bundles (several addresses were tried) or on its causes.
 * Checks by shape, because Node's own errors belong to another realm's `Error` when this module is loaded in a VM
 * context.
 */
export function errorCode(error: unknown): string {
  let at = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // undici's parser errors do not always have a code.
    if ('name' in at && at.name === 'HTTPParserError') return 'HPE_INVALID';
    if ('errors' in at && Array.isArray(at.errors) && at.errors.length > 0) return errorCode(at.errors[0]);
    at = 'cause' in at ? at.cause : null;
  }
  return '';
}
