/** Reviews of this repository's pull requests, and their changed files (contract 17). */
import * as z from 'zod/mini';
import { redactedValue, type Redact } from '../safe/redaction.ts';
import type { GitHub, NewReview, NewReviewComment } from './port.ts';
import { asComment, commentSchema, pages, read, type Call } from './request.ts';

const fileSchema = z.object({
  filename: z.string(),
  previous_filename: z.optional(z.string()),
  status: z.catch(z.string(), ''),
  patch: z.optional(z.string()),
});
const reviewCommentSchema = z.extend(commentSchema, { in_reply_to_id: z.optional(z.int()) });

type Reviews =
  | 'pullRequestFiles'
  | 'reviews'
  | 'reviewComments'
  | 'createReview'
  | 'updateReview'
  | 'updateReviewComment';

export function reviewCalls(
  call: Call,
  {
    owner,
    repo,
    redact,
  }: { readonly owner: string; readonly repo: string; readonly redact: Redact },
): Pick<GitHub, Reviews> {
  /** Every item of a list. */
  async function all<T>(
    schema: z.ZodMiniType<T>,
    ask: Parameters<typeof pages>[0],
  ): Promise<readonly T[]> {
    const found: T[] = [];
    for await (const items of pages(ask)) {
      found.push(...read(z.array(schema), items));
    }
    return found;
  }
  const place = (number: number) => ({ owner, repo, pull_number: number });

  return {
    async pullRequestFiles(number, signal) {
      const files = await all(fileSchema, (page) =>
        call(
          (kit, request) => kit.rest.pulls.listFiles({ ...place(number), ...page, request }),
          signal,
        ),
      );
      return files.map(
        ({ filename, previous_filename: previousPath = null, status, patch = null }) => ({
          path: filename,
          previousPath,
          isDeleted: status === 'removed',
          patch,
        }),
      );
    },

    async reviews(number, signal) {
      const reviews = await all(commentSchema, (page) =>
        call(
          (kit, request) => kit.rest.pulls.listReviews({ ...place(number), ...page, request }),
          signal,
        ),
      );
      return reviews.map(asComment);
    },

    async reviewComments(number, signal) {
      const comments = await all(reviewCommentSchema, (page) =>
        call(
          (kit, request) =>
            kit.rest.pulls.listReviewComments({ ...place(number), ...page, request }),
          signal,
        ),
      );
      return comments.map((comment) => ({
        ...asComment(comment),
        inReplyTo: comment.in_reply_to_id ?? null,
      }));
    },

    async createReview(review, signal) {
      const { number, commitId, body, comments } = redactedValue(review, redact) as NewReview;
      const commit = commitId === null ? {} : { commit_id: commitId };
      const reply = await call(
        (kit, request) =>
          kit.rest.pulls.createReview({
            ...place(number),
            ...commit,
            event: 'COMMENT',
            body,
            comments: comments.map(commentParameters),
            request,
          }),
        signal,
      );
      return asComment(read(commentSchema, reply.data));
    },

    async updateReview({ number, reviewId, body }, signal) {
      await call(
        (kit, request) =>
          kit.rest.pulls.updateReview({
            ...place(number),
            review_id: reviewId,
            body: redact(body),
            request,
          }),
        signal,
      );
    },

    async updateReviewComment(commentId, body, signal) {
      await call(
        (kit, request) =>
          kit.rest.pulls.updateReviewComment({
            owner,
            repo,
            comment_id: commentId,
            body: redact(body),
            request,
          }),
        signal,
      );
    },
  };
}

/** A new comment as GitHub takes it. */
function commentParameters({ startLine, ...comment }: NewReviewComment) {
  if (startLine === null) {
    return comment;
  }
  return { ...comment, start_line: startLine, start_side: comment.side };
}
