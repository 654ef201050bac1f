/**
 * What an event says, as sections: its comment or review, and the issue, pull request, discussion
 * or workflow run that it is about.
 */
import { isRecord } from '../safe/json.ts';
import { pointInPayload, type BranchPoint, type EventBranches } from './event-pull-request.ts';
import { payloadField, payloadNumber, payloadText, type EventContext } from './event.ts';

/**
 * One part of the event: facts on one line each, and at most one long text. All of it is other
 * people's.
 */
export interface Section {
  readonly title: string;
  /** Those without a value are left out. */
  readonly facts: readonly Fact<string>[];
  readonly text: string;
  /** The text is shown as it is. By default it is Markdown. */
  readonly isPlain?: true;
  /** The text is the end of a longer one: if it is cut, its own end is kept. */
  readonly isEnd?: true;
}

type Fact<T> = readonly [name: string, value: T];
/** The fields of the payload that have sections. */
type Field = 'comment' | 'discussion' | 'issue' | 'pull_request' | 'review' | 'workflow_run';
/** A value by its path in the field, such as `user.login`, or computed. */
type Source = string | ((event: EventContext, field: Field) => string);

const WRITTEN: readonly Fact<Source>[] = [
  ['Address', 'html_url'],
  ['Author', 'user.login'],
  ["Author's association", 'author_association'],
];
const TOPIC: readonly Fact<Source>[] = [
  ...WRITTEN,
  ['State', 'state'],
  ['Category', 'category.name'],
  ['Base', branch('base')],
  ['Head', branch('head')],
  ['Labels', labels],
  ['Changed files', changedFiles],
];
const FACTS: Readonly<Record<Field, readonly Fact<Source>[]>> = {
  comment: [...WRITTEN, ['On', placeInDiff]],
  review: [...WRITTEN, ['Verdict', 'state']],
  issue: TOPIC,
  pull_request: TOPIC,
  discussion: TOPIC,
  workflow_run: [
    ['Address', 'html_url'],
    ['Actor', 'actor.login'],
    ['Title', 'display_title'],
    ['Event', 'event'],
    ['Status', 'status'],
    ['Conclusion', 'conclusion'],
    ['Branch', 'head_branch'],
    ['Repository', 'head_repository.full_name'],
    ['Commit', 'head_sha'],
  ],
};

/** The fields of each event, with the newest text first. Other events have no useful content. */
const EVENTS: ReadonlyMap<string, readonly Field[]> = new Map([
  ['issues', ['issue']],
  ['issue_comment', ['comment', 'issue']],
  ['pull_request', ['pull_request']],
  ['pull_request_target', ['pull_request']],
  ['pull_request_review', ['review', 'pull_request']],
  ['pull_request_review_comment', ['comment', 'pull_request']],
  ['discussion', ['discussion']],
  ['discussion_comment', ['comment', 'discussion']],
  ['workflow_run', ['workflow_run']],
]);

/** The sections of the event, or of these fields of it, without empty ones. */
export function sectionsOf(
  event: EventContext,
  fields = EVENTS.get(event.name) ?? [],
): readonly Section[] {
  const sections = fields.flatMap((field): readonly Section[] => {
    const at = (path: string): string => payloadText(event, field, ...path.split('.'));
    const read = (source: Source): string =>
      typeof source === 'string' ? at(source) : source(event, field);
    const facts = FACTS[field].map(([name, source]) => [name, read(source)] as const);
    const title = sectionTitle(event, field);
    if (field === 'workflow_run') {
      return [{ title, facts, text: at('head_commit.message'), isPlain: true }];
    }
    const lines = {
      title: 'Lines the comment is on',
      facts: [],
      text: at('diff_hunk'),
      isPlain: true,
    } as const;
    return [{ title, facts, text: at('body') }, lines];
  });
  return sections.filter(
    ({ facts, text }) => text !== '' || facts.some(([, value]) => value !== ''),
  );
}

function sectionTitle(event: EventContext, field: Field): string {
  if (field === 'comment') {
    return 'Comment';
  }
  if (field === 'review') {
    return 'Review';
  }
  if (field === 'workflow_run') {
    return `Workflow run: ${payloadText(event, field, 'name')}`;
  }
  const other = field === 'issue' ? 'Issue' : 'Discussion';
  const kind = isPull(event, field) ? 'Pull request' : other;
  return (
    `${kind} #${payloadNumber(event, field, 'number') ?? '?'}: ` +
    payloadText(event, field, 'title')
  );
}

/** The `issue` of a comment may be a pull request. */
function isPull(event: EventContext, field: Field): boolean {
  return field === 'pull_request' || payloadField(event, field, 'pull_request') !== undefined;
}

function branch(side: 'base' | 'head'): Source {
  return (event, field) => {
    const point = pointInPayload(event, side, field);
    return point.branch === '' ? '' : pointText(point);
  };
}

/** The branches of a pull request whose event does not name them (contract 6.2). */
export function branchSection({ base, head }: EventBranches): Section {
  const facts = [
    ['Base', pointText(base)],
    ['Head', pointText(head)],
  ] as const;
  return { title: 'Branches of the pull request', facts, text: '' };
}

function pointText({ branch: name, repository, sha }: BranchPoint): string {
  return `${name} in ${repository ?? '(repository is gone)'} at ${sha}`;
}

function labels(event: EventContext, field: Field): string {
  const value = payloadField(event, field, 'labels');
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const names = items.flatMap((item) =>
    isRecord(item) && typeof item['name'] === 'string' ? item['name'] : [],
  );
  return names.slice(0, 30).join(', ');
}

function changedFiles(event: EventContext, field: Field): string {
  const address = payloadText(event, field, 'html_url');
  return address !== '' && isPull(event, field) ? `${address}/files` : '';
}

function placeInDiff(event: EventContext, field: Field): string {
  const line = payloadNumber(event, field, 'line') ?? payloadNumber(event, field, 'original_line');
  const path = payloadText(event, field, 'path');
  return path === '' || line === null ? path : `${path}, line ${line}`;
}
