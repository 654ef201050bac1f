/**
 * Links to this repository, and to those that the step's inputs name, on the runner's GitHub server (contract 6.4 "What is live"). Each
 * link is built from validated parts: owner, name, number, SHA, path. An address by the agent is only parsed for its parts and never
 * copied. Pure.
 */
import { safeRunnerUrl } from './url.ts';

export interface RepositoryLink {
  readonly kind: 'pull_request' | 'issue' | 'commit' | 'file';
  /** `#128`, `0a1b2c3`, `src/app.ts`, of another repository `octo/shop#128`. Plain text: sanitize for the destination. */
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

export interface RepositoryLinks {
  pullRequest(number: number): RepositoryLink | null;
  issue(number: number): RepositoryLink | null;
  commit(sha: string): RepositoryLink | null;
  /** @param at `ref` is a SHA or a branch without a slash */
  file(at: { readonly ref: string; readonly path: string; readonly lines?: string }): RepositoryLink | null;
  /** The link for an untrusted address, if it points to one of these in one of the repositories. */
  readonly read: (address: string) => RepositoryLink | null;
}

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[\w.-]{1,100}$/;
const SHA = /^[0-9a-f]{7,64}$/i;
const REF = /^[\w][\w.-]{0,99}$/;
/** A path segment without escapes, and not `.` or `..`, so that the address shows its target. */
const SEGMENT = /^(?!\.{1,2}$)[\w.+@-]+$/;
const LINES = /^L\d{1,7}(?:-L\d{1,7})?$/;
const ADDRESS_MAX = 1_000;

const isNumber = (number: number): boolean => Number.isInteger(number) && number > 0 && number < 1e10;

/** Links of one repository, and addresses of all. All are null for a repository that is unknown or has an unusual name. */
export function repositoryLinks({ serverUrl, repository, repositories = [] }: RepositoryPlace): RepositoryLinks {
  const server = safeRunnerUrl(serverUrl)?.replace(/\/+$/, '') ?? null;
  const own = linksOf(server, { repository, isOwn: true });
  const isOwn = (name: string): boolean => name.toLowerCase() === repository.toLowerCase();
  const others = repositories
    .filter((name) => !isOwn(name))
    .map((name) => linksOf(server, { repository: name, isOwn: false }));
  const read = (address: string): RepositoryLink | null => {
    for (const links of [own, ...others]) {
      const link = links.read(address);
      if (link !== null) return link;
    }
    return null;
  };
  return { ...own, read };
}

function linksOf(
  server: string | null,
  { repository, isOwn }: { readonly repository: string; readonly isOwn: boolean },
): RepositoryLinks {
  const root = server !== null && REPOSITORY.test(repository) ? `${server}/${repository}` : null;
  const elsewhere = (mark: string): string => (isOwn ? '' : `${repository}${mark}`);

  const link = (kind: RepositoryLink['kind'], label: string, path: string): RepositoryLink | null =>
    root === null ? null : { kind, label, url: `${root}/${path}` };
  const pullRequest = (number: number): RepositoryLink | null =>
    isNumber(number) ? link('pull_request', `${elsewhere('')}#${number}`, `pull/${number}`) : null;
  const issue = (number: number): RepositoryLink | null =>
    isNumber(number) ? link('issue', `${elsewhere('')}#${number}`, `issues/${number}`) : null;
  const commit = (sha: string): RepositoryLink | null =>
    SHA.test(sha)
      ? link('commit', `${elsewhere('@')}${sha.slice(0, 7).toLowerCase()}`, `commit/${sha.toLowerCase()}`)
      : null;
  const file: RepositoryLinks['file'] = ({ ref, path, lines = '' }) => {
    const isPlain = path.length <= 400 && path.split('/').every((segment) => SEGMENT.test(segment));
    if (!REF.test(ref) || !isPlain || (lines !== '' && !LINES.test(lines))) return null;
    return link('file', `${elsewhere('/')}${path}`, `blob/${ref}/${path}${lines === '' ? '' : `#${lines}`}`);
  };

  const read = (address: string): RepositoryLink | null => {
    if (root === null || address.length > ADDRESS_MAX) return null;
    // GitHub ignores case in hosts, owners and names.
    if (address.slice(0, root.length + 1).toLowerCase() !== `${root}/`.toLowerCase()) return null;
    const [path = '', lines = ''] = address.slice(root.length + 1).split('#');
    const [, kind, number] = /^(pull|issues)\/(\d{1,9})\/?$/.exec(path) ?? [];
    if (number !== undefined) return kind === 'pull' ? pullRequest(Number(number)) : issue(Number(number));
    const [, sha] = /^commit\/([0-9a-f]{7,64})$/i.exec(path) ?? [];
    if (sha !== undefined) return commit(sha);
    const [, ref, name] = /^blob\/([^/]+)\/(.+)$/.exec(path) ?? [];
    return ref === undefined || name === undefined ? null : file({ ref, path: name, lines });
  };
  return { pullRequest, issue, commit, file, read };
}
