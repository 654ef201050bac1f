/** What each event says, as received, for the prompt (contract 6.2). */
import { payloadField, payloadNumber, payloadText, type EventContext } from '../github/event.ts';

/** One part of the event: facts on one line each, and at most one long text. All of it is other people's. */
export interface Section {
  readonly title: string;
  /** Those without a value are left out. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The text is shown as it is. By default it is Markdown. */
  readonly isPlain?: boolean;
}

type Offer = (event: EventContext) => Section;

function labels(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const names = value.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? item.name : '',
  );
  return names.filter(Boolean).slice(0, 30).join(', ');
}

/** Author, association and address, which all texts have. */
function writing(event: EventContext, field: string): Section['facts'] {
  return [
    ['Address', payloadText(event, field, 'html_url')],
    ['Author', payloadText(event, field, 'user', 'login')],
    ["Author's association", payloadText(event, field, 'author_association')],
  ];
}

/** An issue, a pull request or a discussion. */
function topic(event: EventContext, field: 'issue' | 'pull_request' | 'discussion'): Section {
  const at = (...path: readonly string[]): string => payloadText(event, field, ...path);
  const isPull = field === 'pull_request' || payloadField(event, field, 'pull_request') !== undefined;
  const branch = (side: 'base' | 'head'): string =>
    at(side, 'ref') === ''
      ? ''
      : `${at(side, 'ref')} in ${at(side, 'repo', 'full_name') || '(repository is gone)'} at ${at(side, 'sha')}`;
  const kind = isPull ? 'Pull request' : field === 'issue' ? 'Issue' : 'Discussion';
  return {
    title: `${kind} #${payloadNumber(event, field, 'number') ?? '?'}: ${at('title')}`,
    facts: [
      ...writing(event, field),
      ['State', at('state')],
      ['Category', at('category', 'name')],
      ['Base', branch('base')],
      ['Head', branch('head')],
      ['Labels', labels(payloadField(event, field, 'labels'))],
      ['Changed files', isPull && at('html_url') !== '' ? `${at('html_url')}/files` : ''],
    ],
    text: at('body'),
  };
}

export const issue: Offer = (event) => topic(event, 'issue');
const pullRequest: Offer = (event) => topic(event, 'pull_request');
const discussion: Offer = (event) => topic(event, 'discussion');

const comment: Offer = (event) => {
  const line = payloadNumber(event, 'comment', 'line') ?? payloadNumber(event, 'comment', 'original_line');
  const path = payloadText(event, 'comment', 'path');
  return {
    title: 'Comment',
    facts: [...writing(event, 'comment'), ['On', path === '' || line === null ? path : `${path}, line ${line}`]],
    text: payloadText(event, 'comment', 'body'),
  };
};

const diffHunk: Offer = (event) => ({
  title: 'Lines the comment is on',
  facts: [],
  text: payloadText(event, 'comment', 'diff_hunk'),
  isPlain: true,
});

const review: Offer = (event) => ({
  title: 'Review',
  facts: [...writing(event, 'review'), ['Verdict', payloadText(event, 'review', 'state')]],
  text: payloadText(event, 'review', 'body'),
});

const workflowRun: Offer = (event) => {
  const at = (...path: readonly string[]): string => payloadText(event, 'workflow_run', ...path);
  return {
    title: `Workflow run: ${at('name')}`,
    facts: [
      ['Address', at('html_url')],
      ['Actor', at('actor', 'login')],
      ['Title', at('display_title')],
      ['Event', at('event')],
      ['Status', at('status')],
      ['Conclusion', at('conclusion')],
      ['Branch', at('head_branch')],
      ['Repository', at('head_repository', 'full_name')],
      ['Commit', at('head_sha')],
    ],
    text: at('head_commit', 'message'),
    isPlain: true,
  };
};

/** The sections for each event, with the newest text first. Events without useful content have none. */
const OFFERS: ReadonlyMap<string, readonly Offer[]> = new Map([
  ['issues', [issue]],
  ['issue_comment', [comment, issue]],
  ['pull_request', [pullRequest]],
  ['pull_request_target', [pullRequest]],
  ['pull_request_review', [review, pullRequest]],
  ['pull_request_review_comment', [comment, diffHunk, pullRequest]],
  ['discussion', [discussion]],
  ['discussion_comment', [comment, discussion]],
  ['workflow_run', [workflowRun]],
]);

/** The event's sections, without empty ones. */
export function sectionsOf(event: EventContext): readonly Section[] {
  return (OFFERS.get(event.name) ?? []).map((offer) => offer(event)).filter(says);
}

export function says({ facts, text }: Section): boolean {
  return text !== '' || facts.some(([, value]) => value !== '');
}
