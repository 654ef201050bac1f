/**
 * Who may trigger the action (contract 6.1): trigger phrase first, then permissions, both before
 * any request to the service.
 */
import type { Clock } from '../runner/port.ts';
import { joined, messageOf } from '../safe/text.ts';
import { commentBody, type EventContext } from './event.ts';
import { isOwnComment } from './marker.ts';
import { accountTypeInPayload, isBotType, isOwnPullRequest, peopleBehind } from './people.ts';
import { isTrusted, isWithdrawnComment } from './event-rules.ts';
import type { Secretless } from '../safe/redaction.ts';
import type { GitHub, RepositoryPermission } from './port.ts';
import { GITHUB_PATIENCE_MS, remedy, waitOut } from './wait-out.ts';

type RequiredPermission = 'write' | 'maintain' | 'admin' | 'none';

/** Looks up accounts on GitHub. Both methods reject if the look-up fails. */
interface Accounts {
  /** `permission` and `role_name` of a login on this repository. */
  readonly permissionOf: (login: string) => Promise<RepositoryPermission>;
  /** `User`, `Bot`, `Organization`, …; null if the account does not exist. */
  readonly accountType: (login: string) => Promise<string | null>;
}

/** The accounts on GitHub. Its limits and faults are waited out, for two minutes in all. */
export function accountsOf(
  github: () => Promise<Pick<GitHub, 'accountType' | 'permissionOf'>>,
  {
    clock,
    signal,
    deadline = Infinity,
  }: {
    readonly clock: Pick<Clock, 'now' | 'sleep'>;
    readonly signal: AbortSignal;
    /** When no more is waited for (as `clock.now`). */
    readonly deadline?: number;
  },
): Accounts {
  let until: number | null = null;
  const asked = <T>(
    ask: (port: Awaited<ReturnType<typeof github>>, ends: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    until ??= Math.min(clock.now() + GITHUB_PATIENCE_MS, deadline);
    const budgetMs = until - clock.now();
    return waitOut(async (ends) => ask(await github(), ends), { clock, signal, budgetMs });
  };
  return {
    permissionOf: (login) => asked((port, ends) => port.permissionOf(login, ends)),
    accountType: (login) => asked((port, ends) => port.accountType(login, ends)),
  };
}

export interface PermissionRules extends Accounts, Secretless {
  /** `owner/name`, for messages. */
  readonly repository: string;
  readonly requirePermission: RequiredPermission;
  /** Exact, case-sensitive logins. `*` matches nothing. */
  readonly allowedBots: readonly string[];
  /** Whether other bots pass, too. */
  readonly botsPass?: boolean;
}

export interface PermissionCheck extends Omit<PermissionRules, 'repository' | 'botsPass'> {
  /** Empty if no phrase is required. */
  readonly triggerPhrase: string;
  /**
   * Whether a comment is what asks: the agent gets its text (`context: event`), or it asks for a
   * review (contract 17.3).
   */
  readonly commentAsks: boolean;
}

export type PermissionDecision =
  | { readonly go: true }
  /** `unread`: a permission could not be read, and the reason says what to change. */
  | { readonly go: false; readonly reason: string; readonly unread?: true };

const GO: PermissionDecision = { go: true };
const METADATA =
  'Give `github_token` the permission `metadata: read` on this repository: ' +
  "a job's own token has it; a GitHub App or a fine-grained token may lack it.";
const LEVELS: Readonly<Record<string, number>> = { write: 1, maintain: 2, admin: 3 };

/**
 * Ranks a permission, 0 below write. Maintain, which ranks above the write reported with it, is
 * told by the name of the role, and of a custom one by what it may do.
 */
function rank({ permission, roleName, maintains }: RepositoryPermission): number {
  const base = Object.hasOwn(LEVELS, permission) ? (LEVELS[permission] ?? 0) : 0;
  const isMaintainer = maintains || roleName === 'maintain';
  return base > 0 && isMaintainer ? Math.max(base, 2) : base;
}

function skip(reason: string): PermissionDecision {
  return { go: false, reason };
}

/** `unknown`: GitHub knows no such user, as with the logins of some of its own apps. */
type AccountKind = 'person' | 'bot' | 'unknown';

interface Account {
  readonly login: string;
  /** As GitHub names it, or null if not known yet. */
  readonly type: string | null;
}

/** Throws if that cannot be determined. */
async function kindOf({ login, type }: Account, rules: PermissionRules): Promise<AccountKind> {
  if (isBotType(type) || login.toLowerCase().endsWith('[bot]')) {
    return 'bot';
  }
  if (type !== null) {
    return 'person';
  }
  try {
    const found = await rules.accountType(login);
    if (found === null) {
      return 'unknown';
    }
    return isBotType(found) ? 'bot' : 'person';
  } catch (error) {
    // People need no permission in this case, so the account type does not matter.
    if (rules.requirePermission === 'none') {
      return 'person';
    }
    throw error;
  }
}

/** Whom GitHub does not know as a user counts as a bot, but does not pass where any bot does. */
function checkBot(
  { login, kind }: { readonly login: string; readonly kind: 'bot' | 'unknown' },
  { allowedBots, botsPass = false }: PermissionRules,
): PermissionDecision {
  if (allowedBots.some((bot) => bot !== '*' && bot === login) || (botsPass && kind === 'bot')) {
    return GO;
  }
  const what =
    kind === 'bot' ? `${login} is a bot` : `GitHub knows no user ${login}: it counts as a bot`;
  return skip(
    `${what} that is not listed in allowed_bots. ` +
      `Add "${login}" to allowed_bots if it may trigger the agent.`,
  );
}

/**
 * Whether one account may trigger the action. Requests permissions only for people, and denies
 * access if a request fails.
 * @param account `type` as received from GitHub (`User`, `Bot`), or null to request it
 */
export async function checkAccount(
  account: Account,
  rules: PermissionRules,
): Promise<PermissionDecision> {
  const { login } = account;
  const { requirePermission: required, repository } = rules;
  let held;
  try {
    const kind = await kindOf(account, rules);
    if (kind !== 'person') {
      return checkBot({ login, kind }, rules);
    }
    if (required === 'none') {
      return GO;
    }
    held = await rules.permissionOf(login);
  } catch (error) {
    const reason =
      `The permission of ${login} on ${repository} could not be read ` + `(${messageOf(error)}).`;
    return {
      go: false,
      reason: joined([reason, remedy(error, METADATA, { asked: 'guard' })], ' '),
      unread: true,
    };
  }
  if (rank(held) >= (LEVELS[required] ?? Infinity)) {
    return GO;
  }
  const role = held.roleName || held.permission;
  const hasNone = role === '' || role === 'none';
  return skip(
    `${login} has ${hasNone ? 'no' : role} permission on ${repository}, and ` +
      `require_permission asks for ${required}. ` +
      `Someone with ${required} permission must trigger this workflow themselves.`,
  );
}

/** Whether a comment may go on: without a phrase each does. */
async function asksForAgent(body: string, phrase: string): Promise<boolean> {
  if (phrase === '') {
    return true;
  }
  const { hasTriggerPhrase } = await import(/* webpackMode: "eager" */ './trigger-phrase.ts');
  return hasTriggerPhrase(body, phrase);
}

/** Decides whether the step may continue. Checks each account once. */
export async function checkPermission(
  event: EventContext,
  check: PermissionCheck,
): Promise<PermissionDecision> {
  const body = commentBody(event);
  if (body !== null && isOwnComment(body)) {
    return skip(
      "The comment was written by this action, and the action's own comments never trigger it.",
    );
  }
  if (isWithdrawnComment(event) && (check.triggerPhrase !== '' || check.commentAsks)) {
    return skip(
      event.name === 'pull_request_review'
        ? 'The review was dismissed, so it starts nothing.'
        : 'The comment was deleted, so it starts nothing.',
    );
  }
  if (body !== null && !(await asksForAgent(body, check.triggerPhrase))) {
    return skip(
      `The comment does not contain "${check.triggerPhrase}" as a word of its own outside ` +
        'quotes and code. Write it in a new comment to start the agent.',
    );
  }
  if (isTrusted(event)) {
    return GO;
  }
  const { logins, unnamed } = peopleBehind(event);
  if (unnamed !== null && check.requirePermission !== 'none') {
    return skip(
      `The event has no login in \`${unnamed}\`, so that person's permission ` +
        'cannot be checked. Have someone with access trigger the workflow again, ' +
        'or set require_permission: none.',
    );
  }
  for (const login of logins) {
    const account = { login, type: accountTypeInPayload(event, login) };
    const rules = { ...check, repository: event.repository, botsPass: isOwnPullRequest(event) };
    const decision = await checkAccount(account, rules);
    if (!decision.go) {
      return decision;
    }
  }
  return GO;
}
