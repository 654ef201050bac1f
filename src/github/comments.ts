/** The comments of issues and pull requests, and reactions to them (contract 7). */
import * as z from 'zod/mini';
import type { GitHub, GitHubComment } from './port.ts';
import { read } from './read.ts';
import type { Call } from './request.ts';

const PAGE = 100;
/** GitHub allows 2,500 comments per thread. The bound only stops a server whose pages never end. */
const MAX_PAGES = 100;

const commentSchema = z.object({
  id: z.int(),
  body: z.catch(z.string(), ''),
  html_url: z.string(),
  created_at: z.catch(z.string(), ''),
  user: z.catch(z.nullable(z.object({ login: z.string(), type: z.string() })), null),
});

type Comments = 'comments' | 'comment' | 'createComment' | 'updateComment' | 'deleteComment' | 'react';

export function commentCalls(
  call: Call,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): Pick<GitHub, Comments> {
  return {
    async *comments(thread, signal) {
      for (let page = 1; page <= MAX_PAGES; page++) {
        const reply = await call(
          (kit, request) =>
            kit.rest.issues.listComments({ owner, repo, issue_number: thread, per_page: PAGE, page, request }),
          signal,
        );
        const items = read(z.array(z.unknown()), reply.data);
        yield items.map((item) => commentSchema.safeParse(item)).flatMap((r) => (r.success ? [asComment(r.data)] : []));
        const link = reply.headers['link'];
        // A full page without the header: a proxy may have dropped it, so read another page.
        if (typeof link === 'string' ? !/rel="?next\b/i.test(link) : items.length < PAGE) return;
      }
    },

    async comment(commentId, signal) {
      const reply = await call(
        (kit, request) => kit.rest.issues.getComment({ owner, repo, comment_id: commentId, request }),
        signal,
      );
      return asComment(read(commentSchema, reply.data));
    },

    async createComment(thread, body, signal) {
      const reply = await call(
        (kit, request) => kit.rest.issues.createComment({ owner, repo, issue_number: thread, body, request }),
        signal,
      );
      return asComment(read(commentSchema, reply.data));
    },

    async updateComment(commentId, body, signal) {
      const reply = await call(
        (kit, request) => kit.rest.issues.updateComment({ owner, repo, comment_id: commentId, body, request }),
        signal,
      );
      return asComment(read(commentSchema, reply.data));
    },

    async deleteComment(commentId, signal) {
      await call(
        (kit, request) => kit.rest.issues.deleteComment({ owner, repo, comment_id: commentId, request }),
        signal,
      );
    },

    async react(commentId, content, signal) {
      await call(
        (kit, request) =>
          kit.rest.reactions.createForIssueComment({ owner, repo, comment_id: commentId, content, request }),
        signal,
      );
    },
  };
}

function asComment(raw: z.infer<typeof commentSchema>): GitHubComment {
  return {
    id: raw.id,
    body: raw.body,
    htmlUrl: raw.html_url,
    author: raw.user?.login ?? '',
    authorIsBot: raw.user?.type === 'Bot',
    createdAt: Date.parse(raw.created_at) || null,
  };
}
