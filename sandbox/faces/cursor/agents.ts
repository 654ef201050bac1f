/** Agents and their runs, as `cursor` shows them (sheet, sections 3 to 5). */
import type { PullRequest, Store, StoredRun, TurnState } from '../../store.ts';
import { answerOf } from '../entries.ts';
import type { Habits, RunShowing } from '../face.ts';
import { hexOf, uuidOf } from '../ids.ts';
import { wordFor, type Meaning } from '../words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A question has no word: an agent that asks has finished. */
export const WORDS: Readonly<Record<Meaning, string>> = {
  queued: 'CREATING',
  working: 'RUNNING',
  done: 'FINISHED',
  asks: 'FINISHED',
  failed: 'ERROR',
  cancelled: 'CANCELLED',
  'timed-out': 'EXPIRED',
};
const FINAL = ['FINISHED', 'ERROR', 'CANCELLED', 'EXPIRED'];
/** How long a run is created before it is running. Scenario time. */
const CREATING_MS = 500;
const TOKENS_EACH_ENTRY = 1_200;

/** A run of an agent, with what its adapter may be told of it. */
export interface CursorRun {
  readonly id: string;
  readonly agent: StoredRun;
  readonly state: TurnState;
  readonly status: string;
  readonly isOver: boolean;
  /** Scenario time of its end, milliseconds since the epoch; of the last change until then. */
  readonly endedAt: number;
}

export function runIdOf(agentId: string, index: number): string {
  return `run-${uuidOf(`${agentId}/${index}`)}`;
}

/** The runs of an agent, oldest first. */
export function runsOf(store: Store, agent: StoredRun): readonly CursorRun[] {
  const now = store.scenarioNow(agent);
  return store.turns(agent).map((state) => {
    const { turn } = state;
    const word = wordFor(state.status, WORDS);
    const isNew = word === 'RUNNING' && now - turn.startedAt < CREATING_MS;
    const status = isNew ? 'CREATING' : word;
    return {
      id: runIdOf(agent.id, state.index),
      agent,
      state,
      status,
      isOver: FINAL.includes(status),
      endedAt: state.statusAt,
    };
  });
}

export function runBody(run: CursorRun, showing: RunShowing): Fields {
  const { habits } = showing;
  const { turn } = run.state;
  const isFrozen = run.isOver && habits.has('frozen-record');
  const isOver = run.isOver && !isFrozen;
  const text = resultText(run, habits);
  const git = gitOf(run, showing);
  // While it runs, the time of the last change stays near that of the creation.
  const updatedAt = isOver ? run.endedAt : turn.acceptedAt + CREATING_MS;
  return {
    id: run.id,
    agentId: run.agent.id,
    status: isFrozen ? 'RUNNING' : run.status,
    createdAt: timeOf(turn.acceptedAt),
    updatedAt: timeOf(updatedAt),
    ...(isOver && { durationMs: durationOf(run) }),
    ...(isOver && text !== '' && { result: text }),
    ...(git !== null && { git }),
  };
}

export function durationOf({ endedAt, state }: CursorRun): number {
  return Math.max(0, Math.round(endedAt - state.turn.startedAt));
}

/** Empty for a run that failed: its record has no cause. */
export function resultText({ status, state }: CursorRun, habits: Habits): string {
  return status === 'FINISHED' && !habits.has('no-result') ? answerOf(state) : '';
}

export function agentSummary(agent: StoredRun, { store, habits }: RunShowing): Fields {
  const { webUrl } = store.now(agent);
  const name = agent.request['name'];
  const latest = habits.has('foreign-run')
    ? foreignRunId(agent.id)
    : runIdOf(agent.id, agent.turns.length - 1);
  const last = agent.turns.at(-1)?.acceptedAt ?? agent.createdAt;
  return {
    id: agent.id,
    ...(typeof name === 'string' && { name }),
    status: agent.isArchived ? 'ARCHIVED' : 'ACTIVE',
    env: { type: 'cloud' },
    ...(webUrl !== null && { url: webUrl }),
    createdAt: timeOf(agent.createdAt),
    updatedAt: timeOf(last),
    latestRunId: latest,
  };
}

export function agentBody(agent: StoredRun, showing: RunShowing): Fields {
  const { repos = [], workOnCurrentBranch = false, autoCreatePR = false } = agent.request;
  const { skipReviewerRequest = false } = agent.request;
  return {
    ...agentSummary(agent, showing),
    repos,
    workOnCurrentBranch,
    autoCreatePR,
    skipReviewerRequest,
  };
}

/**
 * A snapshot of the agent: the same list in each run, with the work of earlier ones. Null without
 * a repository, and until there is a branch.
 */
export function gitOf(run: CursorRun, showing: RunShowing): Fields | null {
  const { agent } = run;
  const { store, now, habits } = showing;
  if (agent.repository === '') {
    return null;
  }
  const pulls = new Map<string, { readonly pull: PullRequest; readonly isTold: boolean }>();
  const isAsked = agent.request['autoCreatePR'] === true;
  const late = habits.get('late-pull-request')?.forMs ?? 0;
  const runs = runsOf(store, agent);
  for (const each of runs) {
    const toldAt = store.realTime(agent, each.endedAt) + late;
    for (const pull of each.state.pullRequests ?? []) {
      const isTold = isAsked && each.isOver && toldAt <= now;
      pulls.set(pull.url, { pull, isTold: isTold || (pulls.get(pull.url)?.isTold ?? false) });
    }
  }
  const branches = [...pulls.values()].map(({ pull, isTold }) => ({
    repoUrl: bareAddress(repositoryOf(pull.url)),
    branch: pull.head_branch_name ?? branchOf(agent),
    ...(isTold && { prUrl: pull.url }),
  }));
  // A branch is listed for a run that changed nothing, too.
  if (branches.length === 0 && runs.some(({ isOver }) => isOver)) {
    branches.push({ repoUrl: bareAddress(agent.repository), branch: branchOf(agent) });
  }
  if (habits.has('stale-git')) {
    branches.unshift({
      repoUrl: bareAddress(agent.repository),
      branch: 'cursor/earlier-work-0a1b',
      prUrl: `${agent.repository}/pull/1`,
    });
  }
  return branches.length === 0 ? null : { branches };
}

function branchOf(agent: StoredRun): string {
  return `cursor/work-${hexOf(agent.id, 4)}`;
}

function repositoryOf(pullRequest: string): string {
  return pullRequest.replace(/\/pull\/\d+$/, '');
}

/** Without its scheme, as the service writes addresses of repositories. */
function bareAddress(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

/** A run that somebody started on the web page, and that has ended. */
export function foreignRun(agent: StoredRun): Fields {
  const at = timeOf((agent.turns.at(-1)?.acceptedAt ?? agent.createdAt) + 1);
  return {
    id: foreignRunId(agent.id),
    agentId: agent.id,
    status: 'FINISHED',
    createdAt: at,
    updatedAt: at,
    durationMs: 1,
    result: 'Somebody asked for this on the web page.',
  };
}

export function foreignRunId(agentId: string): string {
  return `run-${uuidOf(`${agentId}/foreign`)}`;
}

/** `runId` empty: all runs of the agent. */
export function usageBody(runs: readonly CursorRun[], { store, now, habits }: RunShowing): Fields {
  const late = habits.get('late-usage')?.forMs ?? 0;
  const each = runs.map((run) => {
    const toldAt = store.realTime(run.agent, run.endedAt) + late;
    const isSettled = run.isOver && toldAt <= now;
    const { usage, log } = run.state;
    const tokens = isSettled ? (usage?.tokens ?? (log.length + 1) * TOKENS_EACH_ENTRY) : 0;
    const cents = isSettled ? usage?.cost_usd : undefined;
    return { id: run.id, tokens, cents: cents === undefined ? null : Math.round(cents * 100) };
  });
  const total = each.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    totalUsage: tokenFields(total),
    runs: each.map(({ id, tokens, cents }) => ({
      id,
      usage: {
        ...tokenFields(tokens),
        ...(cents !== null && { cost: { rawCostCents: cents, chargedCents: cents } }),
      },
    })),
  };
}

/** The total is the sum of all four. */
function tokenFields(total: number): Fields {
  const inputTokens = Math.floor(total * 0.3);
  const outputTokens = Math.floor(total * 0.2);
  const cacheWriteTokens = Math.floor(total * 0.1);
  const cacheReadTokens = total - inputTokens - outputTokens - cacheWriteTokens;
  return { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, totalTokens: total };
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
