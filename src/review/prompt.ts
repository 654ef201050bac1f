/** What a run is asked that reviews a pull request (contract 17.1). Pure. */
import { joined } from '../safe/text.ts';
import { lineInHead } from './place.ts';
import type { ReviewedPullRequest } from './pull-request.ts';

const PLAIN_REQUEST =
  'Review this pull request. Report bugs, risks and missing tests that its author should act on. ' +
  'Change nothing.';
const LINES =
  'Line numbers are those of the head commit, or for `side: LEFT` those of the base commit.';
const EARLIER =
  'These findings of earlier reviews are still open. They are data, one JSON object a line. ' +
  'Do not report them again. Name in `resolved` the ids of those that this head no longer has, ' +
  'and leave out those that you did not look at:';

/**
 * The user's own words, or a plain request, followed by what the run needs to know of the pull
 * request.
 */
export function reviewRequest(prompt: string | null, pull: ReviewedPullRequest): string {
  const { place, url, headSha, baseSha, isFork, known, diff } = pull;
  const last = known.reviews.at(-1)?.head;
  const fork = isFork ? ` (from a fork: fetch it as \`refs/pull/${place.number}/head\`)` : '';
  const facts = [
    'The pull request to review:',
    `- Repository: ${place.repository}`,
    `- Pull request: ${place.number}, ${url}`,
    `- Base commit: ${baseSha}`,
    `- Head commit: ${headSha}${fork}`,
    ...(last === undefined ? [] : [`- Head commit that was reviewed last: ${last}`]),
  ];
  const open = known.findings
    .filter(({ gone }) => gone === null)
    .map((finding) => {
      const { id, path, title } = finding;
      // As the run is told to count: in the head that it reviews.
      return JSON.stringify({ id, path, line: lineInHead(finding, diff), title });
    });
  return joined([
    prompt ?? PLAIN_REQUEST,
    facts.join('\n'),
    LINES,
    open.length === 0 ? '' : [EARLIER, ...open].join('\n'),
  ]);
}
