/**
 * Addresses that may be live (contract 6.4 "What is live"): plain https links, also http for
 * addresses from the runner's environment, and pull requests, issues, commits and files of this
 * repository and of those that the step's inputs name. The latter are built from validated parts;
 * an address by the agent is only parsed for its parts and never copied. Pure.
 */

const LENGTH_MAX = 2048;
/**
 * Spaces, and characters that browsers drop or that are invisible, are not allowed in an address.
 */
const ODD = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
/**
 * Characters after the host that could be syntax in Markdown, HTML or the runner's commands
 * (`##[name]`).
 */
const SYNTAX = /[[\]\\^`{}|"<>]/g;

/**
 * A host name or IP address with an optional port. URL parsers accept almost any character in a
 * host name, such as backticks, quotes and braces.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** `%5B` for `[`. */
export function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The path with each of its segments percent-encoded. Throws on half a surrogate pair. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

export interface UrlOptions {
  /**
   * Also `http:`, for an address from the runner's environment (`GITHUB_SERVER_URL`), which the
   * service does not control. A GitHub Enterprise Server without TLS uses it.
   */
  readonly allowHttp?: boolean;
}

/**
 * The address, normalised and with odd characters percent-encoded, if it is an `https:` address
 * with a plain host and without user info, otherwise null.
 */
export function safeHttpsUrl(
  url: string | null,
  { allowHttp = false }: UrlOptions = {},
): string | null {
  const given = url?.trim() ?? '';
  const scheme = allowHttp ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i;
  if (given.length > LENGTH_MAX || ODD.test(given) || !scheme.test(given)) {
    return null;
  }
  const parsed = URL.parse(given);
  // User info, also an empty one: it could mislead readers.
  if (parsed === null || /^https?:[\\/]*[^\\/?#]*@/i.test(given) || !HOST.test(parsed.host)) {
    return null;
  }
  const rest = parsed.href.slice(parsed.origin.length);
  return `${parsed.origin}${rest.replace(SYNTAX, percentEncode)}`;
}

/** A pull request, issue, commit or file. */
export interface RepositoryLink {
  /**
   * `#128`, `0a1b2c3`, `src/app.ts`, of another repository `octo/shop#128`. Plain text: sanitize
   * for the destination.
   */
  readonly label: string;
  readonly url: string;
}

export interface RepositoryPlace {
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The repositories that the step's inputs name, as `owner/name`. */
  readonly repositories?: readonly string[];
}

/** The link for an untrusted address, if it points to one of these in one of the repositories. */
export type ReadLink = (address: string) => RepositoryLink | null;

/** The name of an Enterprise Managed User has an underscore: `mona_octo`. */
const REPOSITORY = /^[A-Za-z0-9][\w-]{0,38}\/[\w.-]{1,100}$/;
/** A path segment without escapes, and not `.` or `..`, so that the address shows its target. */
const SEGMENT = /^(?!\.{1,2}$)[\w.+@-]+$/;

/** A comment, a review or a comment of one, on the page of an issue or pull request. */
const WITHIN = /^(?:issuecomment-|pullrequestreview-|discussion_r)\d{1,19}$/;

/** A repository that is unknown or has an unusual name has no links. */
export function repositoryLinks({
  serverUrl,
  repository,
  repositories = [],
}: RepositoryPlace): ReadLink {
  const server = safeHttpsUrl(serverUrl, { allowHttp: true })?.replace(/\/+$/, '') ?? null;
  const names = [repository, ...repositories].filter((name) => REPOSITORY.test(name));
  return (address) => {
    if (server === null || address.length > LENGTH_MAX) {
      return null;
    }
    // GitHub ignores case in hosts, owners and names.
    const name = names.find((one) =>
      address.toLowerCase().startsWith(`${server}/${one}/`.toLowerCase()),
    );
    if (name === undefined) {
      return null;
    }
    const root = `${server}/${name}/`;
    const target = targetOf(address.slice(root.length), name === repository ? '' : name);
    return target && { label: target.label, url: root + target.path };
  };
}

/** What an address of GitHub leads to. */
interface LinkTarget {
  /** Below the repository. */
  readonly path: string;
  readonly label: string;
}

/** @param address below the repository @param other its name, if it is another repository */
function targetOf(address: string, other: string): LinkTarget | null {
  const [path = '', fragment = ''] = address.split('#');
  const before = (mark: string): string => (other === '' ? '' : other + mark);
  const [, thread, number] = /^(pull|issues)\/([1-9]\d{0,8})\/?$/.exec(path) ?? [];
  if (number !== undefined) {
    const within = WITHIN.test(fragment) ? `#${fragment}` : '';
    return { path: `${thread}/${number}${within}`, label: `${other}#${number}` };
  }
  const [, sha] = /^commit\/([0-9a-f]{7,64})$/.exec(path.toLowerCase()) ?? [];
  if (sha !== undefined) {
    return { path: `commit/${sha}`, label: before('@') + sha.slice(0, 7) };
  }
  const [, file] = /^blob\/\w[\w.-]{0,99}\/(.+)$/.exec(path) ?? [];
  if (file?.split('/').every((segment) => SEGMENT.test(segment)) !== true) {
    return null;
  }
  if (!/^(?:L\d{1,7}(?:-L\d{1,7})?)?$/.test(fragment)) {
    return null;
  }
  return { path: `${path}${fragment === '' ? '' : `#${fragment}`}`, label: before('/') + file };
}

/** A run or job of GitHub Actions, or the page of a check, below its repository. */
const ACTIONS_PAGE = /^(?:actions\/runs\/\d{1,19}(?:\/job\/\d{1,19})?|runs\/\d{1,19})(?=$|[?#/])/;

/**
 * The address of a run or job of this repository, or of a check's own page, built from its numbers
 * (contract 19.5). Null for any other.
 */
export function checkPage(
  address: string,
  { serverUrl, repository }: Pick<RepositoryPlace, 'repository' | 'serverUrl'>,
): string | null {
  const server = safeHttpsUrl(serverUrl, { allowHttp: true })?.replace(/\/+$/, '') ?? null;
  const root = `${server ?? ''}/${repository}/`;
  const isHere = address.toLowerCase().startsWith(root.toLowerCase());
  if (server === null || !REPOSITORY.test(repository) || !isHere) {
    return null;
  }
  const [page] = ACTIONS_PAGE.exec(address.slice(root.length)) ?? [];
  return page === undefined ? null : `${root}${page}`;
}

/** The job of GitHub Actions that an address names, by its number. */
export function jobIn(address: string): number | null {
  const [, job] = /\/actions\/runs\/\d{1,15}\/job\/(\d{1,15})(?:$|[?#/])/.exec(address) ?? [];
  return job === undefined ? null : Number(job);
}
