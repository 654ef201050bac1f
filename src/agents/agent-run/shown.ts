/** A run of the spec (2.1) in the action's own words. */
import { parseTime } from '../entry.ts';
import type { RunId, RunShown } from '../port.ts';
import { identityIn } from './key.ts';
import type { AgentRun } from './schema.ts';
import { statusMeaning } from './words.ts';

/** @param runId of the run that was asked for: an answer need not repeat it */
export function shownRun(run: AgentRun, runId: RunId): RunShown {
  const identity = identityIn(run.metadata);
  return {
    id: run.id ?? runId,
    webUrl: run.web_url,
    status: run.status,
    meaning: statusMeaning(run.status),
    result: run.result,
    summary: run.summary,
    cause: null,
    isOutOfMoney: false,
    pullRequests: run.github_pull_requests.flatMap(({ url }) =>
      url === null ? [] : [{ kind: 'address' as const, url, isEarlier: false }],
    ),
    awaitsPullRequest: 'no',
    usage: null,
    createdAt: parseTime(run.created_at),
    key: identity === null ? null : { key: identity.key, generation: identity.generation },
  };
}
