/** Comments of this repository's issues and pull requests, and reactions (contract 6.1, 7.1). */
import type { Redact } from '../safe/redaction.ts';
import type { GitHub, GitHubComment } from './port.ts';
import { asComment, commentSchema, pages, read, type Call } from './request.ts';

type Comments = 'comments' | 'createComment' | 'updateComment' | 'react' | 'reactToReviewComment';

export function commentCalls(
  call: Call,
  {
    owner,
    repo,
    redact,
  }: { readonly owner: string; readonly repo: string; readonly redact: Redact },
): Pick<GitHub, Comments> {
  /** Sends a comment, and returns it as GitHub has it then. */
  const comment = async (...request: Parameters<Call>): Promise<GitHubComment> =>
    asComment(read(commentSchema, (await call(...request)).data));

  return {
    async *comments(thread, signal) {
      const place = { owner, repo, issue_number: thread };
      const all = pages((page) =>
        call(
          (kit, request) => kit.rest.issues.listComments({ ...place, ...page, request }),
          signal,
        ),
      );
      for await (const items of all) {
        yield items
          .map((item) => commentSchema.safeParse(item))
          .flatMap((r) => (r.success ? [asComment(r.data)] : []));
      }
    },

    createComment: (thread, body, signal) =>
      comment(
        (kit, request) =>
          kit.rest.issues.createComment({
            owner,
            repo,
            issue_number: thread,
            body: redact(body),
            request,
          }),
        signal,
      ),

    updateComment: (commentId, body, signal) =>
      comment(
        (kit, request) =>
          kit.rest.issues.updateComment({
            owner,
            repo,
            comment_id: commentId,
            body: redact(body),
            request,
          }),
        signal,
      ),

    async react(commentId, content, signal) {
      const reaction = { owner, repo, comment_id: commentId, content };
      await call(
        (kit, request) => kit.rest.reactions.createForIssueComment({ ...reaction, request }),
        signal,
      );
    },

    async reactToReviewComment(commentId, content, signal) {
      const reaction = { owner, repo, comment_id: commentId, content };
      await call(
        (kit, request) =>
          kit.rest.reactions.createForPullRequestReviewComment({ ...reaction, request }),
        signal,
      );
    },
  };
}
