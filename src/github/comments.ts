/** The comments of issues and pull requests, and reactions to them (contract 7). */
import type { GitHub } from './port.ts';
import { asComment, commentSchema, pages, read, type Call } from './request.ts';

type Comments =
  'comments' | 'comment' | 'createComment' | 'updateComment' | 'deleteComment' | 'react' | 'reactToReviewComment';

export function commentCalls(
  call: Call,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): Pick<GitHub, Comments> {
  return {
    async *comments(thread, signal) {
      const place = { owner, repo, issue_number: thread };
      const all = pages((page) =>
        call((kit, request) => kit.rest.issues.listComments({ ...place, ...page, request }), signal),
      );
      for await (const items of all)
        yield items.map((item) => commentSchema.safeParse(item)).flatMap((r) => (r.success ? [asComment(r.data)] : []));
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
      const comment = { owner, repo, comment_id: commentId, content };
      await call((kit, request) => kit.rest.reactions.createForIssueComment({ ...comment, request }), signal);
    },

    async reactToReviewComment(commentId, content, signal) {
      const comment = { owner, repo, comment_id: commentId, content };
      await call(
        (kit, request) => kit.rest.reactions.createForPullRequestReviewComment({ ...comment, request }),
        signal,
      );
    },
  };
}
