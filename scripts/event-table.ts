/**
 * Generates the table in docs/security.md that shows whose permission is checked for each event, with the code that
 * makes the decision (contract 6.1).
 */
import { isTrusted, peopleBehind } from '../src/github/people.ts';
import { readEvent } from '../src/github/event.ts';

const REPOSITORY = 'octo/repo';
const COMMENT = { action: 'edited', comment: { user: { login: 'comment.user' } } };
const pullRequest = (from: string): object => ({
  pull_request: { user: { login: 'pull_request.user' }, head: { repo: { full_name: from } } },
});

interface Row {
  readonly event: string;
  readonly note?: string;
  readonly payload?: unknown;
}

/**
 * Every event that starts a workflow, in the order of GitHub's documentation. People are named after the field that
 * contains them.
 */
const ROWS: readonly Row[] = [
  { event: 'branch_protection_rule' },
  { event: 'check_run' },
  { event: 'check_suite' },
  { event: 'commit_comment' },
  { event: 'create' },
  { event: 'delete' },
  { event: 'deployment' },
  { event: 'deployment_status' },
  { event: 'discussion' },
  { event: 'discussion_comment', note: 'new' },
  { event: 'discussion_comment', note: 'edited', payload: COMMENT },
  { event: 'fork' },
  { event: 'gollum' },
  { event: 'image_version' },
  { event: 'issue_comment', note: 'new' },
  { event: 'issue_comment', note: 'edited', payload: COMMENT },
  { event: 'issues' },
  { event: 'label' },
  { event: 'merge_group' },
  { event: 'milestone' },
  { event: 'page_build' },
  { event: 'public' },
  { event: 'pull_request', note: 'head in this repository', payload: pullRequest(REPOSITORY) },
  { event: 'pull_request', note: 'any other head', payload: pullRequest('stranger/repo') },
  { event: 'pull_request_review', note: 'new' },
  {
    event: 'pull_request_review',
    note: 'edited',
    payload: { action: 'edited', review: { user: { login: 'review.user' } } },
  },
  { event: 'pull_request_review_comment', note: 'new' },
  { event: 'pull_request_review_comment', note: 'edited', payload: COMMENT },
  { event: 'pull_request_target' },
  { event: 'push' },
  { event: 'registry_package' },
  { event: 'release' },
  { event: 'repository_dispatch' },
  { event: 'schedule' },
  { event: 'status' },
  { event: 'watch' },
  { event: 'workflow_dispatch' },
  {
    event: 'workflow_run',
    payload: {
      workflow_run: {
        actor: { login: 'workflow_run.actor' },
        triggering_actor: { login: 'workflow_run.triggering_actor' },
      },
    },
  },
];
/** An event that GitHub may add in the future. */
const UNKNOWN: Row = { event: 'any_other' };

function asked({ event: name, payload }: Row): string {
  const event = readEvent(
    {
      GITHUB_EVENT_NAME: name,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_ACTOR: 'github.actor',
      GITHUB_TRIGGERING_ACTOR: 'github.triggering_actor',
    },
    payload,
  );
  if (isTrusted(event)) return 'nobody';
  return peopleBehind(event)
    .logins.map((login) => `\`${login}\``)
    .join(', ');
}

/** The lines of the Markdown table. */
export function eventTable(): readonly string[] {
  return [
    '| Event | Asked about |',
    '| --- | --- |',
    ...ROWS.map((row) => `| \`${row.event}\`${row.note === undefined ? '' : `, ${row.note}`} | ${asked(row)} |`),
    `| any other | ${asked(UNKNOWN)} |`,
  ];
}
