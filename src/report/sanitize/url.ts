/** Addresses: a link only when it is plain https, or plain http too where the address is the runner's own. */

const LENGTH_MAX = 2048;
/** Blanks and whatever a browser drops or a reader cannot see have no place in an address. */
const ODD = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
/** Behind the host: what Markdown, HTML or the runner (`##[name]`) could take for syntax. */
const SYNTAX = /[[\]\\^`{}|"<>]/g;

/** A name or an address with its port. A URL parser takes almost any sign in a name: backticks, quotes, braces. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** `%5B` for `[`. */
export function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * The address, normalised and with odd characters percent-encoded, if it is `https:` to a plain host without user info,
 * else null.
 */
export function safeHttpsUrl(url: string | null): string | null {
  return url === null ? null : plainUrl(url, /^https:\/\/[^/]/i);
}

/**
 * The same for an address made of the runner's environment (`GITHUB_SERVER_URL`), which is not the service's to choose: a
 * GitHub Enterprise Server without TLS is reached by `http:`.
 */
export function safeRunnerUrl(url: string | null): string | null {
  return url === null ? null : plainUrl(url, /^https?:\/\/[^/]/i);
}

function plainUrl(url: string, scheme: RegExp): string | null {
  const given = url.trim();
  if (given.length > LENGTH_MAX || ODD.test(given) || !scheme.test(given)) return null;
  const parsed = URL.parse(given);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  if (!HOST.test(parsed.host)) return null;
  // `https://@host` parses to an empty user; what looks like user info misleads a reader all the same.
  if (/^https?:[\\/]*[^\\/?#]*@/i.test(given)) return null;
  return `${parsed.origin}${parsed.href.slice(parsed.origin.length).replace(SYNTAX, percentEncode)}`;
}
