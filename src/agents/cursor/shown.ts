/** What answers of the service tell of a run, in the port's words (sheet, sections 4 and 5). */
import { parseTime } from '../entry.ts';
import type { CarriedKey, RunShown, Usage } from '../port.ts';
import { bareBranches, NOTHING_BEFORE, pullRequestsIn, type GitBefore } from './git.ts';
import { runIdOf } from './ids.ts';
import type { Branch, Run, RunUsage } from './schema.ts';
import { isExpired, isFinal, meaningOf } from './words.ts';

/** What is known of an agent, whichever answer told it. */
export interface AgentFacts {
  readonly url: string | null;
  /** Null where not told. */
  readonly createsPullRequests: boolean | null;
  /** It takes no prompt any more. False where not told. */
  readonly isArchived: boolean;
}

/** What the end of a run is, as its stream or its record tells. */
export interface RunState {
  readonly status: string | null;
  readonly text: string | null;
  /** Null: nothing is told of branches. */
  readonly branches: readonly Branch[] | null;
  readonly cause: string | null;
  readonly createdAt: string | null;
}

/** A run of which no more is told than its id. */
export const NOTHING_KNOWN: RunState = {
  status: null,
  text: null,
  branches: null,
  cause: null,
  createdAt: null,
};

export function stateOf({ status, result, git, createdAt, ...run }: Run): RunState {
  return {
    status,
    text: spoken(result),
    branches: git === null ? null : git.branches,
    cause: toldCause(run),
    createdAt,
  };
}

/** A text that says something, or null. */
export function spoken(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}

/**
 * The cause of a failure, where a record or an event has one: never seen live (sheet, section 3.3).
 */
export function toldCause({ error, message }: Pick<Run, 'error' | 'message'>): string | null {
  return failureText(error) ?? spoken(message);
}

/** `code: message`, or what there is of it. */
export function failureText(
  error: { readonly code: string | null; readonly message: string | null } | null,
): string | null {
  const parts = [error?.code ?? '', error?.message ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(': ');
}

/** The codes for want of credit (sheet, section 2), where a record tells one as its cause. */
const OUT_OF_MONEY = /^(?:usage_limit_exceeded|plan_required)\b/;

interface ShownParts {
  readonly agentId: string;
  readonly runId: string;
  readonly state: RunState;
  readonly facts: AgentFacts;
  /** Null: it is not known what was before the turn. Absent: everything counts. */
  readonly before?: GitBefore | null;
  readonly usage?: Usage | null;
  readonly key?: CarriedKey | null;
}

export function shownOf({
  agentId,
  runId,
  state,
  facts,
  before = NOTHING_BEFORE,
  usage = null,
  key = null,
}: ShownParts): RunShown {
  const { status, text, branches, createdAt } = state;
  const git = branches ?? [];
  const bare = bareBranches(git, before ?? NOTHING_BEFORE);
  const mayOpenOne = isFinal(status) && facts.createsPullRequests === true && bare.length > 0;
  // Where it is not known what was before, a branch without one may be of an earlier turn.
  const isKnown = before !== null;
  const ownBranches = isKnown ? bare : [];
  const awaited = isKnown ? 'yes' : 'perhaps';
  return {
    id: runIdOf(agentId, runId),
    webUrl: facts.url,
    status,
    meaning: meaningOf(status),
    result: text,
    cause: causeOf(state),
    takesNoMessage: facts.isArchived,
    isOutOfMoney: OUT_OF_MONEY.test(state.cause ?? ''),
    pullRequests: pullRequestsIn(git, before),
    branches: branches === null ? undefined : ownBranches,
    awaitsPullRequest: mayOpenOne ? awaited : 'no',
    usage,
    createdAt: parseTime(createdAt),
    key,
  };
}

/** Why a run failed, as far as the service tells it. */
export function causeOf({ status, cause }: Pick<RunState, 'cause' | 'status'>): string | null {
  if (meaningOf(status) !== 'failed') {
    return null;
  }
  return cause ?? (isExpired(status) ? 'the run expired' : null);
}

/**
 * Zeros mean that nothing is told yet (sheet, section 3.3), and a cost of none that a plan, a key
 * of one's own or a grant bears it (contract 18.6).
 */
export function usageOf({ tokens, chargedCents }: RunUsage): Usage | null {
  if (tokens === null || tokens === 0) {
    return null;
  }
  const used = { unit: 'tokens', amount: tokens } as const;
  if (chargedCents === 0) {
    return { ...used, costUsd: null, isInPlan: true };
  }
  return { ...used, costUsd: chargedCents === null ? null : chargedCents / 100 };
}
