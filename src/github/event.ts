/** The event that started the workflow, from the environment and payload, read once. */
import type { Env } from '../runner/port.ts';
import { integerOf, isRecord } from '../safe/json.ts';

export interface EventContext {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** The event payload, or an empty object. Untrusted: outsiders may have written it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** `owner/name`, empty outside GitHub. */
  readonly repository: string;
  /** `GITHUB_ACTOR`. */
  readonly actor: string;
  /** `GITHUB_TRIGGERING_ACTOR`, or `actor` if absent. */
  readonly triggeringActor: string;
  readonly workflow: string;
  readonly job: string;
  /** `GITHUB_ACTION`: the ID of the step, or a generated name. */
  readonly step: string;
  /** `GITHUB_RUN_ID`. */
  readonly workflowRunId: string;
  /** `GITHUB_RUN_ATTEMPT`, from 1; 1 outside GitHub. */
  readonly attempt: number;
  /** Without a trailing slash. Defaults to `https://github.com`. */
  readonly serverUrl: string;
  /** Without a trailing slash. Defaults to `https://api.github.com`. */
  readonly apiUrl: string;
  /** `GITHUB_ACTION_REPOSITORY`: `owner/name` of this action, empty where a folder is used. */
  readonly actionRepository: string;
}

/**
 * Reads the event from the runner's variables and the parsed payload. A payload of another type
 * counts as empty.
 */
export function readEvent(env: Env, payload: unknown): EventContext {
  const text = (name: string): string => env[name]?.trim() ?? '';
  const address = (name: string, otherwise: string): string =>
    (text(name) || otherwise).replace(/\/+$/, '');
  return {
    name: text('GITHUB_EVENT_NAME'),
    payload: isRecord(payload) ? payload : {},
    repository: text('GITHUB_REPOSITORY'),
    actor: text('GITHUB_ACTOR'),
    triggeringActor: text('GITHUB_TRIGGERING_ACTOR') || text('GITHUB_ACTOR'),
    workflow: text('GITHUB_WORKFLOW'),
    job: text('GITHUB_JOB'),
    step: text('GITHUB_ACTION'),
    workflowRunId: text('GITHUB_RUN_ID'),
    attempt: integerOf(text('GITHUB_RUN_ATTEMPT')) || 1,
    serverUrl: address('GITHUB_SERVER_URL', 'https://github.com'),
    apiUrl: address('GITHUB_API_URL', 'https://api.github.com'),
    actionRepository: text('GITHUB_ACTION_REPOSITORY'),
  };
}

/** The value at `path` in the payload, or undefined. */
export function payloadField(event: EventContext, ...path: readonly string[]): unknown {
  let value: unknown = event.payload;
  for (const key of path) {
    value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** The string at `path` in the payload, or an empty string. */
export function payloadText(event: EventContext, ...path: readonly string[]): string {
  const value = payloadField(event, ...path);
  return typeof value === 'string' ? value : '';
}

/** The integer at `path` in the payload, or null. */
export function payloadNumber(event: EventContext, ...path: readonly string[]): number | null {
  const value = payloadField(event, ...path);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

const ISSUE_EVENTS: ReadonlySet<string> = new Set(['issues', 'issue_comment']);
export const PULL_REQUEST_EVENTS: ReadonlySet<string> = new Set([
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
]);
/**
 * Comment events (contract 1.1, `trigger_phrase`), and the payload field that contains the body.
 */
const COMMENT_BODIES: Readonly<Record<string, 'comment' | 'review'>> = {
  issue_comment: 'comment',
  pull_request_review: 'review',
  pull_request_review_comment: 'comment',
  discussion_comment: 'comment',
};

/**
 * Whether the event is about a pull request. `issue_comment` covers both, and its `issue` says
 * which.
 */
export function isOnPullRequest(event: EventContext): boolean {
  const isComment =
    event.name === 'issue_comment' && isRecord(payloadField(event, 'issue', 'pull_request'));
  return isComment || PULL_REQUEST_EVENTS.has(event.name);
}

/** Whether somebody has commented on a pull request, or reviewed it. */
export function isReplyOnPullRequest(event: EventContext): boolean {
  return isOnPullRequest(event) && commentField(event) !== null;
}

/** Number of the event's issue or pull request, or null. Discussions are not threads. */
export function threadNumber(event: EventContext): number | null {
  if (ISSUE_EVENTS.has(event.name)) {
    return payloadNumber(event, 'issue', 'number');
  }
  if (PULL_REQUEST_EVENTS.has(event.name)) {
    return payloadNumber(event, 'pull_request', 'number') ?? payloadNumber(event, 'number');
  }
  return null;
}

/** The events of a check, whose `GITHUB_SHA` is the newest commit of the default branch. */
const CHECK_EVENTS: ReadonlySet<string> = new Set(['workflow_run', 'check_run', 'check_suite']);

/** The head commit that the event is about; null where it names none, as a comment does. */
export function eventHead(event: EventContext): string | null {
  if (CHECK_EVENTS.has(event.name)) {
    return payloadText(event, event.name, 'head_sha') || null;
  }
  const isOfPull = event.name.startsWith('pull_request');
  return isOfPull ? payloadText(event, 'pull_request', 'head', 'sha') || null : null;
}

/** The payload field of what a comment event is about; null for all other events. */
function commentField({ name }: EventContext): 'comment' | 'review' | null {
  return Object.hasOwn(COMMENT_BODIES, name) ? (COMMENT_BODIES[name] ?? null) : null;
}

/**
 * The body of the comment or review of a comment event (empty if it has none), or null for all
 * other events.
 */
export function commentBody(event: EventContext): string | null {
  const field = commentField(event);
  return field === null ? null : payloadText(event, field, 'body');
}

/** A comment or review at one time: after an edit it is another message. */
interface AskingComment {
  readonly id: number;
  /** When it was edited last, as the event tells it. */
  readonly editedAt: string;
}

/** The comment or review that a comment event is about, or null for all other events. */
export function askingComment(event: EventContext): AskingComment | null {
  const field = commentField(event);
  const id = field === null ? null : payloadNumber(event, field, 'id');
  if (field === null || id === null) {
    return null;
  }
  // A review has a time of its own.
  const editedAt =
    payloadText(event, field, 'updated_at') || payloadText(event, field, 'submitted_at');
  return { id, editedAt };
}

const TIMES = [
  ['issue', 'updated_at'],
  ['comment', 'created_at'],
  ['pull_request', 'updated_at'],
  ['review', 'submitted_at'],
  ['workflow_run', 'updated_at'],
  ['release', 'published_at'],
] as const;

/**
 * The latest time that the event tells, which was before its workflow run began (epoch, ms). Null
 * without any. Only times by GitHub's clock: that of a commit is by the clock of whoever made it,
 * and may be ahead.
 */
export function eventTime(event: EventContext): number | null {
  // A push alone has this as a number, in seconds.
  const pushedAt = event.name === 'push' ? payloadNumber(event, 'repository', 'pushed_at') : null;
  const times = [
    ...TIMES.map((path) => Date.parse(payloadText(event, ...path))),
    (pushedAt ?? 0) * 1000,
  ].filter((time) => time > 0);
  return times.length === 0 ? null : Math.max(...times);
}
