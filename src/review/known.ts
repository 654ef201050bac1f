/**
 * What this action has already reported on a pull request (contract 17.3). Each of its review comments, and each review's body, carries a
 * signed hidden mark. Only marks in comments by a bot account or by the token's own login count, because anybody can copy one. A mark whose
 * signature does not fit (a rotated token) still says what was reported, but its comment is never edited.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { GitHub, GitHubReview, GitHubReviewComment } from '../github/port.ts';
import { MARKER_START } from '../github/own-comment.ts';
import type { FileDiff, Side } from './diff.ts';
import { lineText } from './diff.ts';

export interface ReviewPlace {
  /** The service's API token, which signs the marks. */
  readonly secret: string;
  /** `owner/name`, case-insensitive as on GitHub. */
  readonly repository: string;
  readonly number: number;
}

const findingMark = z.object({
  /** Fingerprint. */
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  path: z.string(),
  line: z.int(),
  title: z.string(),
  /** The head in which the finding was no longer found. */
  gone: z.optional(z.string()),
});
const reviewMark = z.object({ head: z.string(), findings: z.array(z.string()) });

export type FindingMark = z.infer<typeof findingMark>;
export type ReviewMark = z.infer<typeof reviewMark>;

const MARK = new RegExp(`^${MARKER_START}(finding|review) ([\\w-]+) sig=([0-9a-f]{64}) -->`);

/** The mark of a review comment, one line without a line break. */
export function writeFindingMark(place: ReviewPlace, mark: FindingMark): string {
  return write(place, 'finding', mark);
}

/** The mark of a review's body. */
export function writeReviewMark(place: ReviewPlace, mark: ReviewMark): string {
  return write(place, 'review', mark);
}

function write(place: ReviewPlace, kind: string, content: object): string {
  // In Base64url, nothing that an agent wrote can end the HTML comment.
  const data = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${MARKER_START}${kind} ${data} sig=${sign(place, kind, data)} -->`;
}

function sign({ secret, repository, number }: ReviewPlace, ...signed: readonly string[]): string {
  const parts = ['agent-run-action/review', repository.toLowerCase(), number, ...signed];
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}

interface Read<T> {
  readonly mark: T;
  readonly verified: boolean;
}

function readMark<T>(body: string, kind: string, { schema, place }: { schema: z.ZodMiniType<T>; place: ReviewPlace }) {
  const [, found, data = '', signature = ''] = MARK.exec(body) ?? [];
  if (found !== kind) return null;
  try {
    const mark = schema.parse(JSON.parse(Buffer.from(data, 'base64url').toString('utf8')));
    const right = Buffer.from(sign(place, kind, data), 'hex');
    const verified = timingSafeEqual(right, Buffer.from(signature, 'hex'));
    return { mark, verified } satisfies Read<T>;
  } catch {
    return null;
  }
}

/** A finding of an earlier review whose comment is still on the pull request. */
export interface OpenFinding extends FindingMark {
  readonly commentId: number;
  readonly body: string;
  /** Whether the comment may be edited: its mark is ours, and nobody has answered it. */
  readonly editable: boolean;
}

export interface Known {
  /** Fingerprints that were reported, inline or in a body. */
  readonly fingerprints: ReadonlySet<string>;
  readonly open: readonly OpenFinding[];
  /** The heads that were reviewed, oldest first, with the addresses of their reviews. */
  readonly reviews: readonly { readonly head: string; readonly url: string }[];
}

/** Rejects with `GitHubError`. */
export async function readKnown(github: GitHub, place: ReviewPlace, signal: AbortSignal): Promise<Known> {
  const [reviews, comments, ownLogin] = await Promise.all([
    github.reviews(place.number, signal),
    github.reviewComments(place.number, signal),
    github.ownLogin(signal),
  ]);
  const isOwn = ({ author, authorIsBot }: GitHubReview): boolean =>
    authorIsBot || (ownLogin !== null && author.toLowerCase() === ownLogin.toLowerCase());
  return knownOf({ reviews: reviews.filter(isOwn), comments, isOwn }, place);
}

function knownOf(
  given: {
    readonly reviews: readonly GitHubReview[];
    readonly comments: readonly GitHubReviewComment[];
    readonly isOwn: (comment: GitHubReview) => boolean;
  },
  place: ReviewPlace,
): Known {
  const { comments, isOwn } = given;
  const bodies = given.reviews.flatMap(({ body, htmlUrl }) => {
    const read = readMark(body, 'review', { schema: reviewMark, place });
    return read === null ? [] : [{ ...read.mark, url: htmlUrl }];
  });
  const answered = new Set(comments.map(({ inReplyTo }) => inReplyTo));
  const inline = comments.filter(isOwn).flatMap(({ id, body }) => {
    const read = readMark(body, 'finding', { schema: findingMark, place });
    const editable = read?.verified === true && !answered.has(id);
    return read === null ? [] : [{ ...read.mark, commentId: id, body, editable }];
  });
  return {
    fingerprints: new Set([...bodies.flatMap(({ findings }) => findings), ...inline.map(({ id }) => id)]),
    open: inline.filter(({ gone }) => gone === undefined),
    reviews: bodies.map(({ head, url }) => ({ head, url })),
  };
}

/** The body of a comment whose finding the run no longer found in this head. */
export function goneBody(
  finding: OpenFinding,
  { place, head }: { readonly place: ReviewPlace; readonly head: string },
) {
  const { id, path, line, title } = finding;
  const mark = writeFindingMark(place, { id, path, line, title, gone: head });
  return `${mark}\n*No longer found in \`${head.slice(0, 7)}\`.*\n${finding.body.replace(MARK, '')}`;
}

interface Fingerprinted {
  readonly path: string;
  readonly side: Side;
  readonly line: number;
  readonly title: string;
}

/**
 * A fingerprint for each finding, in their order: path, title without case and digits, text of the line, ordinal among equals. It stays the
 * same when lines move.
 */
export function fingerprintsOf(
  findings: readonly Fingerprinted[],
  diffs: ReadonlyMap<string, FileDiff>,
): readonly string[] {
  const equals = new Map<string, number>();
  const fingerprints = new Map<Fingerprinted, string>();
  for (const finding of findings.toSorted((one, other) => one.line - other.line)) {
    const { path, side, line, title } = finding;
    const plain = title.toLowerCase().replace(/\d+/g, '').replace(/\s+/g, ' ').trim();
    const key = JSON.stringify([path, plain, lineText(diffs.get(path), side, line)?.trim() ?? '']);
    const ordinal = equals.get(key) ?? 0;
    equals.set(key, ordinal + 1);
    fingerprints.set(finding, createHash('sha256').update(`${key}${ordinal}`).digest('hex').slice(0, 16));
  }
  return findings.map((finding) => fingerprints.get(finding) ?? '');
}
