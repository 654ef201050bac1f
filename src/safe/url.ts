/** Addresses: only plain https links, and also http for addresses from the runner's environment. */

const LENGTH_MAX = 2048;
/** Spaces, and characters that browsers drop or that are invisible, are not allowed in an address. */
const ODD = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
/** Characters after the host that could be syntax in Markdown, HTML or the runner's commands (`##[name]`). */
const SYNTAX = /[[\]\\^`{}|"<>]/g;

/**
 * A host name or IP address with an optional port. URL parsers accept almost any character in a host name, such as backticks, quotes and
 * braces.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** `%5B` for `[`. */
export function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * The address, normalised and with odd characters percent-encoded, if it is an `https:` address with a plain host and without user info,
 * otherwise null.
 */
export function safeHttpsUrl(url: string | null): string | null {
  return url === null ? null : plainUrl(url, /^https:\/\/[^/]/i);
}

/**
 * The same for an address from the runner's environment (`GITHUB_SERVER_URL`), which the service does not control. A GitHub Enterprise
 * Server without TLS uses `http:`.
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
  // `https://@host` parses to an empty user, but looks like user info and could mislead readers.
  if (/^https?:[\\/]*[^\\/?#]*@/i.test(given)) return null;
  return `${parsed.origin}${parsed.href.slice(parsed.origin.length).replace(SYNTAX, percentEncode)}`;
}
