/** Who may trigger (contract 6.1): phrase first, then permission, both before any request to the service. */
import { messageOf } from '../shared/format.ts';
import { commentBody, payloadText, type EventContext } from '../event/event.ts';
import { hasTriggerPhrase } from './trigger-phrase.ts';

export type RequiredPermission = 'write' | 'maintain' | 'admin' | 'none';

export interface GateOptions {
  readonly requirePermission: RequiredPermission;
  /** Exact logins, letter case included; `*` is none. */
  readonly allowedBots: readonly string[];
  /** Empty: no phrase is asked for. */
  readonly triggerPhrase: string;
  /** Whether a comment's body is one of this action's own. */
  readonly ownComment: (body: string) => boolean;
  /** What GitHub says of a login: `permission` and `role_name`. */
  readonly permissionOf: (login: string) => Promise<{ readonly permission: string; readonly roleName: string }>;
}

export type GateDecision = { readonly go: true } | { readonly go: false; readonly reason: string };

const GO: GateDecision = { go: true };

/** Events whose text outsiders can write. */
const GATED: ReadonlySet<string> = new Set([
  'issues',
  'issue_comment',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_target',
  'discussion',
  'discussion_comment',
  'workflow_run',
  // Not named by the contract, and as open: comments on commits, and pages of a wiki.
  'commit_comment',
  'gollum',
]);

/** Whether the people behind the event are asked about at all. */
export function isGated(event: EventContext): boolean {
  return GATED.has(event.name);
}

const LEVELS: Readonly<Record<string, number>> = { write: 1, maintain: 2, admin: 3 };

/**
 * Rank of what GitHub answered, 0 below write. `permission` knows admin, write, read and none, and gives the base of a
 * custom role; only `role_name` knows maintain, which counts above the write it comes with.
 */
function rank(answer: { readonly permission: string; readonly roleName: string }): number {
  const base = Object.hasOwn(LEVELS, answer.permission) ? (LEVELS[answer.permission] ?? 0) : 0;
  return base > 0 && answer.roleName === 'maintain' ? Math.max(base, 2) : base;
}

function skip(reason: string): GateDecision {
  return { go: false, reason };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The logins behind the event, each once. */
function people(event: EventContext): readonly string[] {
  const { actor, triggeringActor } = event;
  return same(actor, triggeringActor) ? [actor] : [actor, triggeringActor];
}

function isBot(login: string, event: EventContext): boolean {
  const bySender = same(payloadText(event, 'sender', 'login'), login) && payloadText(event, 'sender', 'type') === 'Bot';
  return bySender || login.toLowerCase().endsWith('[bot]');
}

/** Whether this login may go on; asks GitHub about people only. */
async function judge(login: string, event: EventContext, options: GateOptions): Promise<GateDecision> {
  if (login === '' && options.requirePermission !== 'none')
    return skip(
      'The event names no actor, so nobody can be asked about. Run the action on GitHub, or set require_permission: none.',
    );
  if (isBot(login, event)) {
    if (options.allowedBots.some((bot) => bot !== '*' && bot === login)) return GO;
    return skip(
      `${login} is a bot that is not listed in allowed_bots. Add "${login}" to allowed_bots if it may trigger the agent.`,
    );
  }
  const required = options.requirePermission;
  if (required === 'none') return GO;
  let answer;
  try {
    answer = await options.permissionOf(login);
  } catch (error) {
    const why = messageOf(error);
    return skip(
      `The permission of ${login} on ${event.repository} could not be read (${why}). Give github_token read access to the repository's metadata, or try again.`,
    );
  }
  if (rank(answer) >= (LEVELS[required] ?? Infinity)) return GO;
  const role = answer.roleName || answer.permission || 'no role';
  return skip(
    `${login} has ${role} on ${event.repository}, and require_permission asks for ${required}. Someone with ${required} permission must trigger this workflow themselves.`,
  );
}

/** Decides whether the step goes on. Asks about each login once; whatever cannot be found out is a no. */
export async function gate(event: EventContext, options: GateOptions): Promise<GateDecision> {
  const body = commentBody(event);
  if (body !== null && options.ownComment(body))
    return skip("The comment was written by this action, and the action's own comments never trigger it.");
  if (body !== null && options.triggerPhrase !== '' && !hasTriggerPhrase(body, options.triggerPhrase))
    return skip(
      `The comment does not contain "${options.triggerPhrase}" as a word of its own outside quotes and code. Write it in a new comment to start the agent.`,
    );
  if (!isGated(event)) return GO;
  for (const login of people(event)) {
    const decision = await judge(login, event, options);
    if (!decision.go) return decision;
  }
  return GO;
}
