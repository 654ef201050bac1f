/**
 * The event that started the workflow, from the environment and payload, read once, and what is
 * told of it.
 */
import { DEFAULT_SERVICE } from '../agents/service-table.ts';
import type { Inputs } from '../inputs/parse.ts';
import { serviceNamed, type ChosenService } from '../inputs/service.ts';
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

export interface Provenance {
  /** The service that the inputs choose; until they are read, the one by default. */
  readonly service: ChosenService;
  /** The input `service` names none that is known. */
  readonly namesNoService?: boolean;
  readonly event: string;
  readonly actor: string;
  readonly repository: string;
  /**
   * The repositories that the step's inputs name, as `owner/name`. Links into them are live
   * (contract 6.4).
   */
  readonly repositories?: readonly string[];
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  readonly workflow: string;
  /** When the step began, in ms since the epoch. Absent until its inputs are read. */
  readonly startedAt?: number;
  /** Address of the workflow run, or null outside GitHub. */
  readonly workflowRunUrl: string | null;
  /** The attempt before this one: its page has its summary and report. Null: there was none. */
  readonly earlierAttemptUrl: string | null;
  /** Address of this action's repository, or null if it is not known. */
  readonly actionUrl: string | null;
  /**
   * The author's own prompt, without the event's text. Absent if it may not be shown
   * (`show_prompt`) or there is none.
   */
  readonly task?: string;
  /** Entries that repeat the prompt are shown without their text (`show_prompt: false`). */
  readonly hidesPrompt?: boolean;
  /** The issue or pull request that `context: event` hands over. It is the title of the run. */
  readonly subject?: Subject;
  /** How to answer the run from its thread. Absent if the thread cannot resume it. */
  readonly reply?: Reply;
  /** The head of the pull request that was read for a review. Absent without one. */
  readonly reviewedHead?: string;
}

interface Subject {
  readonly number: number;
  /** Untrusted: its author may be anyone. Null if it may not be shown (`show_prompt`). */
  readonly title: string | null;
}

interface Reply {
  /** Number of the issue or pull request. */
  readonly thread: number;
  /**
   * The required trigger phrase, or null if any event of the workflow in this thread continues the
   * run.
   */
  readonly phrase: string | null;
  /** What people write goes to the agent (`context: event`), whatever the prompt contains. */
  readonly isHandedOn: boolean;
  /** The most follow-ups of the thread (`max_turns`), or null. */
  readonly turnsMost: number | null;
}

/** The origin of a step, for what people read of it. */
export function provenanceOf(event: EventContext): Provenance {
  const { actionRepository, attempt, repository, workflowRunId, serverUrl } = event;
  const isKnown = repository !== '' && workflowRunId !== '';
  const run = isKnown ? `${serverUrl}/${repository}/actions/runs/${workflowRunId}` : null;
  return {
    service: serviceNamed(DEFAULT_SERVICE),
    event: event.name,
    actor: event.triggeringActor,
    repository,
    serverUrl,
    workflow: event.workflow,
    workflowRunUrl: run,
    earlierAttemptUrl: run === null || attempt === 1 ? null : `${run}/attempts/${attempt - 1}`,
    actionUrl: actionRepository === '' ? null : `${serverUrl}/${actionRepository}`,
  };
}

/**
 * How to answer the run's question from the event's thread, or nothing if the thread cannot resume
 * the run.
 */
export function replyOf(
  event: EventContext,
  {
    context,
    maxTurns,
    resume,
    triggerPhrase,
  }: Pick<Inputs, 'context' | 'maxTurns' | 'resume' | 'triggerPhrase'>,
): { readonly reply?: Reply } {
  const thread = threadNumber(event);
  if (resume !== 'thread' || thread === null) {
    return {};
  }
  const isHandedOn = context === 'event';
  return { reply: { thread, phrase: triggerPhrase, isHandedOn, turnsMost: maxTurns } };
}

/**
 * What the inputs add: the service, the repositories that they name, and the task if it may be
 * shown (contract 1.1, 6.4).
 */
export function namedBy({
  service,
  repo,
  prompt,
  showPrompt,
}: Pick<Inputs, 'service' | 'repo' | 'prompt' | 'showPrompt'>) {
  const repositories = repo === null ? [] : [repo];
  const named = { service, repositories, hidesPrompt: !showPrompt };
  if (!showPrompt || prompt === null) {
    return named;
  }
  return { ...named, task: prompt };
}

/**
 * The issue or pull request of the event, where its text goes to the agent (contract 1.1
 * `show_prompt`): the same fixed prompt would be the title of every run.
 */
export function subjectOf(
  event: EventContext,
  { context, showPrompt }: Pick<Inputs, 'context' | 'showPrompt'>,
): { readonly subject?: Subject } {
  const number = threadNumber(event);
  if (context !== 'event' || number === null) {
    return {};
  }
  const title = payloadText(event, 'issue', 'title') || payloadText(event, 'pull_request', 'title');
  return { subject: { number, title: showPrompt && title !== '' ? title : null } };
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
