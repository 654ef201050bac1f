/** Which pull requests a run claims, and in which order to look them up on GitHub. Pure. */

export interface Claim {
  /** The address as the run reported it. */
  readonly url: string;
  /** `owner/name`, or null if the address is not a pull request on the runner's GitHub server. */
  readonly repository: string | null;
  readonly number: number;
}

const PULL_REQUEST = /^\/([\w.-]{1,100})\/([\w.-]{1,100})\/pull\/([1-9]\d{0,9})(?:\/|$)/;

/** @param serverUrl `GITHUB_SERVER_URL`. Pull requests on other hosts cannot be looked up */
export function readClaim(url: string, serverUrl: string): Claim {
  const none = { url, repository: null, number: 0 };
  if (!URL.canParse(url) || !URL.canParse(serverUrl)) return none;
  const { host, pathname } = new URL(url);
  const [, owner = '', name = '', number = ''] = PULL_REQUEST.exec(pathname) ?? [];
  const dots = /^\.+$/;
  if (host !== new URL(serverUrl).host || owner === '' || dots.test(owner) || dots.test(name)) return none;
  return { url, repository: `${owner}/${name}`, number: Number(number) };
}

export interface ClaimOptions {
  readonly serverUrl: string;
  /** `owner/name` of this workflow's repository. */
  readonly repository: string;
  /** Maximum number of pull requests to look up. */
  readonly most: number;
}

export interface Claims {
  /** Unique pull requests: those of this repository first, and the latest claim first. */
  readonly asked: readonly Claim[];
  /** Claims that are not looked up, with the reason. */
  readonly left: readonly { readonly url: string; readonly reason: string }[];
}

export function claimsOf(urls: readonly string[], { serverUrl, repository, most }: ClaimOptions): Claims {
  const claims = urls.map((url) => readClaim(url, serverUrl));
  const elsewhere = claims.filter((claim) => claim.repository === null);
  const known = new Map<string, Claim>();
  for (const claim of claims.toReversed()) {
    if (claim.repository === null) continue;
    const key = `${claim.repository.toLowerCase()}#${claim.number}`;
    if (!known.has(key)) known.set(key, claim);
  }
  const isHere = (claim: Claim): boolean => sameRepository(claim.repository ?? '', repository);
  const ordered = [...known.values()].sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
  return {
    asked: ordered.slice(0, most),
    left: [
      ...elsewhere.map(({ url }) => ({ url, reason: 'it is not on this GitHub server' })),
      ...ordered.slice(most).map(({ url }) => ({ url, reason: `only ${most} pull requests are checked` })),
    ],
  };
}

export function sameRepository(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
