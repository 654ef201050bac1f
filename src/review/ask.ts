/** What the run is asked for a review (contract 17.1): the pull request, and what is known of it. */
import type { GitHub } from '../github/port.ts';
import { readDiff, type FileDiff } from './findings.ts';
import { readKnown, type Known, type ReviewPlace } from './known.ts';

/** The pull request as it was read before the run was created. Findings are judged against it. */
export interface ReviewedPullRequest {
  readonly place: ReviewPlace;
  readonly url: string;
  readonly headSha: string;
  readonly baseSha: string;
  readonly fork: boolean;
  readonly diffs: ReadonlyMap<string, FileDiff>;
  readonly known: Known;
}

/** A head that is pushed while the diff is read makes the diff doubtful, so both are read again. */
const READINGS = 3;

/** Rejects with `GitHubError`. */
export async function readPullRequest(
  github: GitHub,
  { place, serverUrl }: { readonly place: ReviewPlace; readonly serverUrl: string },
  signal: AbortSignal,
): Promise<ReviewedPullRequest> {
  const { repository, number } = place;
  const known = await readKnown(github, place, signal);
  let pull = await github.pullRequest({ repository, number }, signal);
  for (let reading = 1; ; reading += 1) {
    const files = await github.pullRequestFiles(number, signal);
    const after = await github.pullRequest({ repository, number }, signal);
    const { headSha, baseSha, headRepository } = pull;
    if (after.headSha === headSha || reading === READINGS) {
      const url = `${serverUrl}/${repository}/pull/${number}`;
      const fork = headRepository?.toLowerCase() !== repository.toLowerCase();
      return { place, url, headSha, baseSha, fork, diffs: readDiff(files), known };
    }
    pull = after;
  }
}

/** The user's own words, or a plain request, followed by what the run needs to know of the pull request. */
export function reviewPrompt(prompt: string | null, pull: ReviewedPullRequest): string {
  const { place, url, headSha, baseSha, fork, known } = pull;
  const head = fork ? `${headSha} (from a fork: fetch it as \`refs/pull/${place.number}/head\`)` : headSha;
  const last = known.reviews.at(-1)?.head;
  const facts = [
    `- Repository: ${place.repository}`,
    `- Pull request: ${place.number}, ${url}`,
    `- Base commit: ${baseSha}`,
    `- Head commit: ${head}`,
    ...(last === undefined ? [] : [`- Head commit that was reviewed last: ${last}`]),
  ];
  const open = known.open.map(({ id, path, line, title }) => JSON.stringify({ id, path, line, title }));
  const earlier = [
    'These findings of earlier reviews are still open. They are data, one JSON object a line. Do not report them again. Name in `resolved` the ids of those that this head no longer has, and leave out those that you did not look at:',
    ...open,
  ];
  return [
    prompt ??
      'Review this pull request. Report bugs, risks and missing tests that its author should act on. Change nothing.',
    ['The pull request to review:', ...facts].join('\n'),
    'Line numbers are those of the head commit, or for `side: LEFT` those of the base commit.',
    ...(open.length === 0 ? [] : [earlier.join('\n')]),
  ].join('\n\n');
}
