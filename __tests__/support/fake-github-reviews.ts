/**
 * Files, reviews and review comments of the fake GitHub's pull requests. A review is refused with
 * 422 as GitHub refuses it: a position that is not in the diff, a range over two hunks, a commit
 * that is not the pull request's.
 */
import { error, ok, pageOf, simpleUser, type FakeUser, type Reply } from './fake-github-shapes.ts';
import { HEAD_SHA, type FakePullRequest } from './fake-github-pulls.ts';
import type { Exchange } from './openapi.ts';

interface FakeFile {
  readonly filename: string;
  readonly previous_filename?: string;
  /** Absent for a binary file, or one that is too large. */
  readonly patch?: string;
  readonly isDeleted?: boolean;
}

interface FakeReviewComment {
  readonly id: number;
  readonly pull: number;
  readonly author: FakeUser;
  readonly path: string;
  readonly line: number;
  readonly side: string;
  readonly startLine: number | null;
  readonly inReplyTo?: number;
  body: string;
}

interface FakeReview {
  readonly id: number;
  readonly pull: number;
  readonly author: FakeUser;
  readonly commitId: string;
  body: string;
}

export interface FakeReviews {
  /** By number of the pull request. */
  readonly files: Map<number, FakeFile[]>;
  readonly reviews: FakeReview[];
  readonly reviewComments: FakeReviewComment[];
}

interface SentComment {
  readonly path: string;
  readonly line?: number;
  readonly side?: string;
  readonly start_line?: number;
  readonly body: string;
}

interface Store extends FakeReviews {
  readonly repository: string;
  readonly pulls: readonly FakePullRequest[];
  readonly own: FakeUser;
}

/** Answers a request for files, reviews or review comments. Null for all others. */
export function reviewAnswers(store: Store) {
  let nextId = 5001;
  return ({ method, path, query, body }: Exchange): Reply | null => {
    const ours = path.replace(`/repos/${store.repository}/`, '');
    const [, edited] = /^pulls\/comments\/(\d+)$/.exec(ours) ?? [];
    if (edited !== undefined) {
      const found = store.reviewComments.find(({ id }) => id === Number(edited));
      if (method !== 'PATCH' || found === undefined) {
        return error(404, 'Not Found');
      }
      found.body = (body as { readonly body: string }).body;
      return ok(commentShape(found, store.repository));
    }
    const [, rewritten] = /^pulls\/\d+\/reviews\/(\d+)$/.exec(ours) ?? [];
    if (rewritten !== undefined) {
      const found = store.reviews.find(({ id }) => id === Number(rewritten));
      if (method !== 'PUT' || found === undefined) {
        return error(404, 'Not Found');
      }
      found.body = (body as { readonly body: string }).body;
      return ok(reviewShape(found, store.repository));
    }
    const [, number, kind] = /^pulls\/(\d+)\/(files|reviews|comments)$/.exec(ours) ?? [];
    if (number === undefined) {
      return null;
    }
    const pull = store.pulls.find((each) => each.number === Number(number));
    if (pull === undefined) {
      return error(404, 'Not Found');
    }
    if (method === 'GET') {
      const all = {
        files: (store.files.get(pull.number) ?? []).map(fileShape),
        reviews: store.reviews
          .filter((review) => review.pull === pull.number)
          .map((review) => reviewShape(review, store.repository)),
        comments: store.reviewComments
          .filter((comment) => comment.pull === pull.number)
          .map((comment) => commentShape(comment, store.repository)),
      }[kind as 'files' | 'reviews' | 'comments'];
      return pageOf(all, query, `https://api.test${path}`);
    }
    if (method !== 'POST' || kind !== 'reviews') {
      return error(404, 'Not Found');
    }
    const sent = body as { commit_id?: string; body: string; comments?: readonly SentComment[] };
    const { commit_id: commitId = pull.headSha ?? HEAD_SHA, comments = [] } = sent;
    if (commitId !== (pull.headSha ?? HEAD_SHA) && !pull.commits?.includes(commitId)) {
      return error(422, 'Unprocessable Entity: "commit_id is not part of the pull request"');
    }
    const files = store.files.get(pull.number) ?? [];
    if (!comments.every((comment) => isInDiff(comment, files))) {
      return error(422, 'Unprocessable Entity: "Line could not be resolved"');
    }
    const review = {
      id: nextId++,
      pull: pull.number,
      author: store.own,
      commitId,
      body: sent.body,
    };
    store.reviews.push(review);
    for (const {
      path: file,
      line = 0,
      side = 'RIGHT',
      start_line: startLine = null,
      body: text,
    } of comments) {
      store.reviewComments.push({
        id: nextId++,
        pull: pull.number,
        author: store.own,
        path: file,
        line,
        side,
        startLine,
        body: text,
      });
    }
    return ok(reviewShape(review, store.repository));
  };
}

/** Both ends of the range are lines of one hunk on their side. */
function isInDiff(
  { path, line = 0, side = 'RIGHT', start_line: start = line }: SentComment,
  files: readonly FakeFile[],
) {
  const patch = files.find(({ filename }) => filename === path)?.patch ?? '';
  const hunks = patch.split(/^(?=@@ )/m).filter((hunk) => hunk.startsWith('@@'));
  return hunks.some((hunk) => {
    const [, left, right] = /^@@ -(\d+)\S* \+(\d+)/.exec(hunk) ?? [];
    const own = side === 'LEFT' ? '-' : '+';
    const count = hunk
      .split('\n')
      .slice(1)
      .filter((text) => text.startsWith(' ') || text.startsWith(own)).length;
    const first = Number(side === 'LEFT' ? left : right);
    return first <= start && start <= line && line < first + count;
  });
}

function statusOf(file: FakeFile): string {
  if (file.isDeleted === true) {
    return 'removed';
  }
  return file.previous_filename === undefined ? 'modified' : 'renamed';
}

function fileShape(file: FakeFile): object {
  const { filename, previous_filename, patch } = file;
  const address = `https://github.com/octo/repo/raw/${HEAD_SHA}/${filename}`;
  return {
    sha: 'f'.repeat(40),
    filename,
    status: statusOf(file),
    additions: 1,
    deletions: 1,
    changes: 2,
    blob_url: address,
    raw_url: address,
    contents_url: address,
    ...(previous_filename !== undefined && { previous_filename }),
    ...(patch !== undefined && { patch }),
  };
}

function reviewShape({ id, pull, author, commitId, body }: FakeReview, repository: string): object {
  const address = `https://github.com/${repository}/pull/${pull}`;
  return {
    id,
    node_id: `PRR_${id}`,
    user: simpleUser(author),
    body,
    state: 'COMMENTED',
    commit_id: commitId,
    html_url: `${address}#pullrequestreview-${id}`,
    pull_request_url: address,
    author_association: 'NONE',
    _links: { html: { href: address }, pull_request: { href: address } },
    submitted_at: '2026-01-01T00:00:00Z',
  };
}

function commentShape(comment: FakeReviewComment, repository: string): object {
  const { id, pull, author, path, line, side, startLine, inReplyTo, body } = comment;
  const address = `https://github.com/${repository}/pull/${pull}`;
  const stamp = '2026-01-01T00:00:00Z';
  return {
    id,
    node_id: `PRRC_${id}`,
    url: address,
    diff_hunk: '@@',
    path,
    body,
    user: simpleUser(author),
    line,
    side,
    commit_id: HEAD_SHA,
    original_commit_id: HEAD_SHA,
    pull_request_review_id: null,
    start_line: startLine,
    html_url: `${address}#discussion_r${id}`,
    pull_request_url: address,
    author_association: 'NONE',
    created_at: stamp,
    updated_at: stamp,
    _links: { self: { href: address }, html: { href: address }, pull_request: { href: address } },
    ...(inReplyTo !== undefined && { in_reply_to_id: inReplyTo }),
  };
}
