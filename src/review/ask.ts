/** What the run is asked for a review (contract 17.1): the pull request, what is known of it, and the form of the answer. */
import * as z from 'zod/mini';
import type { GitHub, GitHubPullRequest } from '../github/port.ts';
import { readDiff, type FileDiff } from './diff.ts';
import { readKnown, type Known, type ReviewPlace } from './known.ts';

export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** More findings than this help nobody, and their fingerprints would not fit into a review's body. */
const MOST_FINDINGS = 1_000;

const finding = z.object({
  path: z.string(),
  line: z.int(),
  start_line: z.optional(z.nullable(z.int())),
  side: z.optional(z.nullable(z.string())),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  body: z.string(),
  suggestion: z.optional(z.nullable(z.string())),
});
const answer = z.object({
  summary: z.string(),
  findings: z.array(finding),
  resolved: z.optional(z.nullable(z.array(z.string()))),
  pass: z.optional(z.boolean()),
});

/** The run's answer, as the schema of `answerSchema` admits it. */
export type ReviewAnswer = z.infer<typeof answer>;
export type AnsweredFinding = ReviewAnswer['findings'][number];

/** @throws {Error} if the JSON was not checked against `answerSchema` before */
export function readAnswer(json: string): ReviewAnswer {
  return answer.parse(JSON.parse(json));
}

/** The JSON Schema of the answer. `gate` also asks for the verdict. */
export function answerSchema(gate: boolean): string {
  const text = { type: 'string' };
  const line = { type: 'integer', minimum: 1 };
  const properties = {
    summary: { ...text, description: 'What the change does and what you think of it, in Markdown' },
    findings: {
      type: 'array',
      maxItems: MOST_FINDINGS,
      description: 'Only what the author should act on. Empty if there is nothing',
      items: {
        type: 'object',
        required: ['path', 'line', 'severity', 'title', 'body'],
        properties: {
          path: { ...text, description: 'Path in the repository' },
          line: { ...line, description: 'The last line that the finding is about' },
          start_line: { type: ['integer', 'null'], description: 'The first line, if there are several' },
          side: {
            enum: ['LEFT', 'RIGHT', null],
            description: 'LEFT for a line number of the base (a removed line), otherwise RIGHT',
          },
          severity: { enum: SEVERITIES },
          title: { ...text, description: 'One short line' },
          body: { ...text, description: 'Why it matters and what to do, in Markdown' },
          suggestion: {
            type: ['string', 'null'],
            description: 'The exact text that replaces the lines, if you know it',
          },
        },
      },
    },
    resolved: {
      type: ['array', 'null'],
      items: text,
      description: 'The ids of the earlier findings that this head no longer has',
    },
    ...(gate && { pass: { type: 'boolean', description: 'Whether the pull request may be merged' } }),
  };
  const required = ['summary', 'findings', ...(gate ? ['pass'] : [])];
  return JSON.stringify({ type: 'object', required, properties });
}

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
    const before: GitHubPullRequest = pull;
    pull = await github.pullRequest({ repository, number }, signal);
    if (pull.headSha !== before.headSha && reading < READINGS) continue;
    return {
      place,
      url: `${serverUrl}/${repository}/pull/${number}`,
      headSha: before.headSha,
      baseSha: before.baseSha,
      fork: pull.headRepository?.toLowerCase() !== repository.toLowerCase(),
      diffs: readDiff(files),
      known,
    };
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
