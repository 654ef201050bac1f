/**
 * What is known of a pull request before it is reviewed (contract 17.1, 17.3): its head and its
 * diff, and what this action has already reported on it. Each of its review comments, and each
 * review's body, carries a signed hidden mark. Only marks in comments by a bot account or by the
 * token's own login count, because anybody can copy one. A mark whose signature does not fit (a
 * rotated token) still says what was reported, but its comment is never edited.
 */
import * as z from 'zod/mini';
import { readMark, writeMark, type MarkPlace } from '../github/mark.ts';
import type { GitHub, GitHubComment } from '../github/port.ts';
import { repositoryLinks } from '../safe/url.ts';
import { readDiff } from './findings.ts';

export interface ReviewPlace {
  /** The service's API token, which signs the marks. */
  readonly secret: string;
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  readonly number: number;
}

const marks = {
  /** Of a review comment. */
  finding: z.object({
    /** Fingerprint. */
    id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
    path: z.string(),
    line: z.int(),
    title: z.string(),
    /** The head in which the finding was no longer found. */
    gone: z.optional(z.string()),
  }),
  /** Of a review's body. */
  review: z.object({ head: z.string(), findings: z.array(z.string()) }),
};
type Marks = { readonly [Kind in keyof typeof marks]: z.infer<(typeof marks)[Kind]> };

const markPlace = ({ secret, repository, number }: ReviewPlace, kind: keyof Marks): MarkPlace => ({
  kind,
  secret,
  repository,
  scope: [number],
});

export function reviewMark<Kind extends keyof Marks>(
  place: ReviewPlace,
  kind: Kind,
  mark: Marks[Kind],
): string {
  // In Base64url, nothing that an agent wrote can end the HTML comment.
  return writeMark(markPlace(place, kind), Buffer.from(JSON.stringify(mark)).toString('base64url'));
}

/** The content of a mark, or null if there is none that can be read. */
function readMarkOf<Kind extends keyof Marks>(body: string, place: ReviewPlace, kind: Kind) {
  const found = readMark(body, markPlace(place, kind));
  if (found === null) {
    return null;
  }
  try {
    const content: unknown = JSON.parse(Buffer.from(found.content, 'base64url').toString('utf8'));
    return { mark: marks[kind].parse(content) as Marks[Kind], verified: found.verified };
  } catch {
    return null;
  }
}

/** A finding of an earlier review whose comment is still on the pull request. */
export type OpenFinding = Awaited<ReturnType<typeof readKnown>>['open'][number];

/** Rejects with `GitHubError`. */
export async function readKnown(github: GitHub, place: ReviewPlace, signal: AbortSignal) {
  const [reviews, comments, ownLogin] = await Promise.all([
    github.reviews(place.number, signal),
    github.reviewComments(place.number, signal),
    github.ownLogin(signal),
  ]);
  const isOwn = ({ author, authorIsBot }: GitHubComment): boolean =>
    authorIsBot || (ownLogin !== null && author.toLowerCase() === ownLogin.toLowerCase());
  const bodies = reviews.filter(isOwn).flatMap(({ body, htmlUrl }) => {
    const found = readMarkOf(body, place, 'review');
    return found === null ? [] : [{ ...found.mark, url: htmlUrl }];
  });
  const answered = new Set(comments.map(({ inReplyTo }) => inReplyTo));
  const inline = comments.filter(isOwn).flatMap(({ id, body }) => {
    const found = readMarkOf(body, place, 'finding');
    // Only if the mark is ours, and nobody has answered the comment.
    const editable = found?.verified === true && !answered.has(id);
    return found === null ? [] : [{ ...found.mark, commentId: id, body, editable }];
  });
  return {
    /** What was reported, inline or in a body. */
    fingerprints: new Set([
      ...bodies.flatMap(({ findings }) => findings),
      ...inline.map(({ id }) => id),
    ]),
    open: inline.filter(({ gone }) => gone === undefined),
    /** The heads that were reviewed, oldest first, with the addresses of their reviews. */
    reviews: bodies,
  };
}

/** The pull request as it was read before the run was created. Findings are judged against it. */
export type ReviewedPullRequest = Awaited<ReturnType<typeof readPullRequest>>;

/** A head that is pushed while the diff is read makes the diff doubtful, so both are read again. */
const READINGS = 3;

/** Rejects with `GitHubError`. */
export async function readPullRequest(
  github: GitHub,
  { place, serverUrl }: { readonly place: ReviewPlace; readonly serverUrl: string },
  signal: AbortSignal,
) {
  const { repository, number } = place;
  const known = await readKnown(github, place, signal);
  for (let reading = 1; ; reading += 1) {
    const { headSha, baseSha, headRepository } = await github.pullRequest(
      { repository, number },
      signal,
    );
    const files = await github.pullRequestFiles(number, signal);
    const after = await github.pullRequest({ repository, number }, signal);
    if (after.headSha !== headSha && reading < READINGS) {
      continue;
    }
    const url = `${serverUrl}/${repository}/pull/${number}`;
    const fork = headRepository?.toLowerCase() !== repository.toLowerCase();
    /** Addresses in the agent's text that may be live links. */
    const links = repositoryLinks({ serverUrl, repository });
    return { place, url, headSha, baseSha, fork, diffs: readDiff(files), known, links };
  }
}
