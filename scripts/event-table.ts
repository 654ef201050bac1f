/**
 * Generates the table in docs/security.md that shows whose permission is checked for each event,
 * with the code that makes the decision (contract 6.1).
 */
import { peopleBehind } from '../src/github/people.ts';
import { isTrusted } from '../src/github/event-rules.ts';
import { readEvent } from '../src/github/event.ts';

const REPOSITORY = 'octo/repo';
const COMMENT = { action: 'edited', comment: { user: { login: 'comment.user' } } };
const user = (field: string): object => ({ login: `workflow_run.${field}` });
const pullRequest = (from: string): object => ({
  pull_request: { user: { login: 'pull_request.user' }, head: { repo: { full_name: from } } },
});

interface Row {
  readonly event: string;
  readonly note?: string;
  readonly payload?: unknown;
}

/**
 * Every event that starts a workflow, in the order of GitHub's documentation; an event in several
 * rows has a note. People are named after the field that contains them.
 */
const EVENTS =
  `branch_protection_rule check_run check_suite commit_comment create delete deployment deployment_status discussion
  discussion_comment fork gollum image_version issue_comment issues label merge_group milestone page_build public pull_request
  pull_request_review pull_request_review_comment pull_request_target push registry_package release repository_dispatch schedule status
  watch workflow_dispatch workflow_run`.split(/\s+/);
const REVIEW = { action: 'edited', review: { user: { login: 'review.user' } } };
const newOrEdited = (payload: object): readonly Omit<Row, 'event'>[] => [
  { note: 'new' },
  { note: 'edited', payload },
];
const SPECIAL: Readonly<Record<string, readonly Omit<Row, 'event'>[]>> = {
  discussion_comment: newOrEdited(COMMENT),
  issue_comment: newOrEdited(COMMENT),
  pull_request: [
    { note: 'head in this repository', payload: pullRequest(REPOSITORY) },
    { note: 'any other head', payload: pullRequest('stranger/repo') },
  ],
  pull_request_review: newOrEdited(REVIEW),
  pull_request_review_comment: newOrEdited(COMMENT),
  workflow_run: [
    {
      payload: {
        workflow_run: { actor: user('actor'), triggering_actor: user('triggering_actor') },
      },
    },
  ],
};
const ROWS = EVENTS.flatMap((event): readonly Row[] =>
  (SPECIAL[event] ?? [{}]).map((row) => ({ event, ...row })),
);
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
  if (isTrusted(event)) {
    return 'nobody';
  }
  return peopleBehind(event)
    .logins.map((login) => `\`${login}\``)
    .join(', ');
}

/** The lines of the Markdown table. */
export function eventTable(): readonly string[] {
  return [
    '| Event | Asked about |',
    '| --- | --- |',
    ...ROWS.map(
      (row) =>
        `| \`${row.event}\`${row.note === undefined ? '' : `, ${row.note}`} | ${asked(row)} |`,
    ),
    `| any other | ${asked(UNKNOWN)} |`,
  ];
}
