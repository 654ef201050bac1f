/**
 * Who may trigger the action (contract 6.1): trigger phrase first, then permissions, both before
 * any request to the service.
 */
import type { Clock } from '../runner/port.ts';
import { messageOf } from '../safe/text.ts';
import { commentBody, isWithdrawnComment, type EventContext } from './event.ts';
import { isOwnComment } from './mark.ts';
import {
  accountTypeInPayload,
  isBotType,
  isOwnPullRequest,
  isTrusted,
  peopleBehind,
} from './people.ts';
import type { GitHub } from './port.ts';
import { hasTriggerPhrase } from './trigger-phrase.ts';
import { isRateLimit, remedy, waitOut } from './wait-out.ts';

export type RequiredPermission = 'write' | 'maintain' | 'admin' | 'none';

/** Looks up accounts on GitHub. Both methods reject if the look-up fails. */
export interface Accounts {
  /** `permission` and `role_name` of a login on this repository. */
  readonly permissionOf: (
    login: string,
  ) => Promise<{ readonly permission: string; readonly roleName: string }>;
  /** `User`, `Bot`, `Organization`, …; null if the account does not exist. */
  readonly accountType: (login: string) => Promise<string | null>;
}

/** How long GitHub's rate limit is waited out, in all, before access is denied (contract 6.1). */
const RATE_LIMIT_PATIENCE_MS = 60_000;

export interface AccountsOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** When no more is waited for (as `clock.now`). */
  readonly deadline?: number;
}

/** The accounts on GitHub, whose rate limit is waited out. */
export function accountsOf(
  github: () => Promise<Pick<GitHub, 'accountType' | 'permissionOf'>>,
  { clock, signal, deadline = Infinity }: AccountsOptions,
): Accounts {
  let until: number | null = null;
  const asked = <T>(ask: (port: Awaited<ReturnType<typeof github>>) => Promise<T>): Promise<T> => {
    until ??= Math.min(clock.now() + RATE_LIMIT_PATIENCE_MS, deadline);
    return waitOut(async () => ask(await github()), {
      clock,
      signal,
      passes: isRateLimit,
      budgetMs: until - clock.now(),
    });
  };
  return {
    permissionOf: (login) => asked((port) => port.permissionOf(login, signal)),
    accountType: (login) => asked((port) => port.accountType(login, signal)),
  };
}

export interface PermissionRules extends Accounts {
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
  /** Whether the agent gets the event's text (`context: event`). */
  readonly usesText: boolean;
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
 * Ranks a permission, 0 below write. `permission` is admin, write, read or none, and the base of a
 * custom role. Only `role_name` distinguishes maintain, which ranks above the write reported with
 * it.
 */
function rank(answer: { readonly permission: string; readonly roleName: string }): number {
  const base = Object.hasOwn(LEVELS, answer.permission) ? (LEVELS[answer.permission] ?? 0) : 0;
  return base > 0 && answer.roleName === 'maintain' ? Math.max(base, 2) : base;
}

function skip(reason: string): PermissionDecision {
  return { go: false, reason };
}

/**
 * Whether the account is a bot. Throws if that cannot be determined. `type` is null if not known
 * yet.
 */
async function isBot(
  { login, type }: { readonly login: string; readonly type: string | null },
  rules: PermissionRules,
): Promise<boolean> {
  if (isBotType(type) || login.toLowerCase().endsWith('[bot]')) {
    return true;
  }
  if (type !== null) {
    return false;
  }
  try {
    return isBotType(await rules.accountType(login));
  } catch (error) {
    // People need no permission in this case, so the account type does not matter.
    if (rules.requirePermission === 'none') {
      return false;
    }
    throw error;
  }
}

/**
 * Whether one account may trigger the action. Requests permissions only for people, and denies
 * access if a request fails.
 * @param account `type` as received from GitHub (`User`, `Bot`), or null to request it
 */
export async function checkAccount(
  account: { readonly login: string; readonly type: string | null },
  rules: PermissionRules,
): Promise<PermissionDecision> {
  const { login } = account;
  const { requirePermission: required, repository } = rules;
  let answer;
  try {
    if (await isBot(account, rules)) {
      if (
        rules.botsPass === true ||
        rules.allowedBots.some((bot) => bot !== '*' && bot === login)
      ) {
        return GO;
      }
      return skip(
        `${login} is a bot that is not listed in allowed_bots. ` +
          `Add "${login}" to allowed_bots if it may trigger the agent.`,
      );
    }
    if (required === 'none') {
      return GO;
    }
    answer = await rules.permissionOf(login);
  } catch (error) {
    const reason = `The permission of ${login} on ${repository} could not be read (${messageOf(error)}).`;
    return { go: false, reason: `${reason} ${remedy(error, METADATA)}`, unread: true };
  }
  if (rank(answer) >= (LEVELS[required] ?? Infinity)) {
    return GO;
  }
  const role = answer.roleName || answer.permission || 'no role';
  return skip(
    `${login} has ${role} on ${repository}, and require_permission asks for ${required}. ` +
      `Someone with ${required} permission must trigger this workflow themselves.`,
  );
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
  if (isWithdrawnComment(event) && (check.triggerPhrase !== '' || check.usesText)) {
    return skip(
      event.name === 'pull_request_review'
        ? 'The review was dismissed, so its text starts nothing.'
        : 'The comment was deleted, so its text starts nothing.',
    );
  }
  if (body !== null && check.triggerPhrase !== '' && !hasTriggerPhrase(body, check.triggerPhrase)) {
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
