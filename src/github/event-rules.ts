/**
 * Which events may start something, before any person is asked about (contract 6.1, 6.3): those
 * that only trusted people can trigger, those whose comment was withdrawn, and those from which
 * GitHub withholds the secrets. Pure.
 */
import {
  commentBody,
  payloadField,
  payloadText,
  PULL_REQUEST_EVENTS,
  type EventContext,
} from './event.ts';
import { isRecord } from '../safe/json.ts';
import { sameName } from '../safe/text.ts';

/**
 * Only people with write access and GitHub itself can trigger these events. All other events are
 * checked, including unknown ones.
 */
const TRUSTED_EVENTS: ReadonlySet<string> = new Set([
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'merge_group',
  'release',
  'create',
  'delete',
  'deployment',
]);

/**
 * Whether the event needs no permission check. Also true outside GitHub, where there is no event.
 */
export function isTrusted(event: EventContext): boolean {
  if (event.name === '') {
    return Object.keys(event.payload).length === 0;
  }
  return TRUSTED_EVENTS.has(event.name);
}

/**
 * Whether a comment event reports that its comment was deleted, or that its review was dismissed.
 */
export function isWithdrawnComment(event: EventContext): boolean {
  const action = event.name === 'pull_request_review' ? 'dismissed' : 'deleted';
  return commentBody(event) !== null && payloadText(event, 'action') === action;
}

/** Whether the event's pull request comes from another or a deleted repository. */
export function isForkPullRequest(event: EventContext): boolean {
  if (!isRecord(payloadField(event, 'pull_request'))) {
    return false;
  }
  const head = payloadText(event, 'pull_request', 'head', 'repo', 'full_name');
  const base = payloadText(event, 'pull_request', 'base', 'repo', 'full_name') || event.repository;
  return !sameName(head, base);
}

/**
 * Whether GitHub withheld the token (contract 6.3): on `pull_request` events (including reviews and
 * review comments) from a fork, or by Dependabot, which gets only Dependabot secrets.
 */
export function noSecretsHere(event: EventContext): boolean {
  // `pull_request_target` has the secrets of the base.
  if (!PULL_REQUEST_EVENTS.has(event.name) || event.name === 'pull_request_target') {
    return false;
  }
  return isForkPullRequest(event) || sameName(event.actor, 'dependabot[bot]');
}
