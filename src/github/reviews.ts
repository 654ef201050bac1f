/** The files and reviews of a pull request of this repository (contract 17). */
import * as z from 'zod/mini';
import type { GitHub, GitHubReview } from './port.ts';
import { read } from './read.ts';
import type { Call, Reply } from './request.ts';

const PAGE = 100;
/** GitHub gives the first 3,000 files. For the other lists, the bound only stops a server whose pages never end. */
const MAX_PAGES = 100;

const fileSchema = z.object({
  filename: z.string(),
  previous_filename: z.optional(z.string()),
  patch: z.optional(z.string()),
});
const author = z.catch(z.nullable(z.object({ login: z.string(), type: z.string() })), null);
const reviewSchema = z.object({
  id: z.int(),
  body: z.catch(z.string(), ''),
  html_url: z.string(),
  user: author,
});
const commentSchema = z.extend(reviewSchema, { in_reply_to_id: z.optional(z.int()) });

type Reviews = 'pullRequestFiles' | 'reviews' | 'reviewComments' | 'createReview' | 'updateReviewComment';

export function reviewCalls(
  call: Call,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): Pick<GitHub, Reviews> {
  /** Every item of a list, page by page. */
  async function all<T>(
    schema: z.ZodMiniType<T>,
    ask: (page: { readonly per_page: number; readonly page: number }) => Promise<Reply>,
  ): Promise<readonly T[]> {
    const found: T[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const reply = await ask({ per_page: PAGE, page });
      const items = read(z.array(schema), reply.data);
      found.push(...items);
      const link = reply.headers['link'];
      // A full page without the header: a proxy may have dropped it, so read another page.
      if (typeof link === 'string' ? !/rel="?next\b/i.test(link) : items.length < PAGE) break;
    }
    return found;
  }
  const place = (number: number) => ({ owner, repo, pull_number: number });

  return {
    async pullRequestFiles(number, signal) {
      const files = await all(fileSchema, (page) =>
        call((kit, request) => kit.rest.pulls.listFiles({ ...place(number), ...page, request }), signal),
      );
      return files.map(({ filename, previous_filename: previousPath = null, patch = null }) => ({
        path: filename,
        previousPath,
        patch,
      }));
    },

    async reviews(number, signal) {
      const reviews = await all(reviewSchema, (page) =>
        call((kit, request) => kit.rest.pulls.listReviews({ ...place(number), ...page, request }), signal),
      );
      return reviews.map(asReview);
    },

    async reviewComments(number, signal) {
      const comments = await all(commentSchema, (page) =>
        call((kit, request) => kit.rest.pulls.listReviewComments({ ...place(number), ...page, request }), signal),
      );
      return comments.map((comment) => ({ ...asReview(comment), inReplyTo: comment.in_reply_to_id ?? null }));
    },

    async createReview({ number, commitId, body, comments }, signal) {
      const commit = commitId === null ? {} : { commit_id: commitId };
      const reply = await call(
        (kit, request) =>
          kit.rest.pulls.createReview({
            ...place(number),
            ...commit,
            event: 'COMMENT',
            body,
            comments: comments.map(({ path, side, line, startLine, body: text }) => ({
              path,
              side,
              line,
              ...(startLine === null ? {} : { start_line: startLine, start_side: side }),
              body: text,
            })),
            request,
          }),
        signal,
      );
      return asReview(read(reviewSchema, reply.data));
    },

    async updateReviewComment(commentId, body, signal) {
      await call(
        (kit, request) => kit.rest.pulls.updateReviewComment({ owner, repo, comment_id: commentId, body, request }),
        signal,
      );
    },
  };
}

function asReview(raw: z.infer<typeof reviewSchema>): GitHubReview {
  return {
    id: raw.id,
    body: raw.body,
    htmlUrl: raw.html_url,
    author: raw.user?.login ?? '',
    authorIsBot: raw.user?.type === 'Bot',
  };
}
