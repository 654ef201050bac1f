/**
 * Formats a run in responses, with the fields of the specification (spec 2.1) or those of the
 * published API.
 */
import type { Mode } from '../../scenario.ts';
import type { LogItem, PullRequest, RunFields, Store, StoredRun } from '../../store.ts';
import type { Fields } from './request.ts';

interface Shown {
  readonly store: Store;
  readonly orgId: number;
  readonly mode: Mode;
}

/** The response of create, resume and read, and an item of the list of runs. */
export function runBody(run: StoredRun, { store, orgId, mode }: Shown): Fields {
  const state = store.now(run);
  const { pullRequests, summary } = state;
  const base = commonBody(run, { state, orgId, mode });
  if (mode.api === 'spec') {
    return { ...base, ...(pullRequests === null ? {} : { github_pull_requests: pullRequests }) };
  }
  return {
    ...base,
    summary,
    source_type: run.sourceType,
    github_pull_requests:
      pullRequests?.map((pull, index) => pullRequestBody(run, { pull, index })) ?? null,
  };
}

/**
 * The run's fields on a page of logs. In the published API it has no summary, source or pull
 * requests.
 */
export function logsBody(run: StoredRun, { store, orgId, mode }: Shown): Fields {
  if (mode.api === 'spec') {
    return runBody(run, { store, orgId, mode });
  }
  return commonBody(run, { state: store.now(run), orgId, mode });
}

/** An entry of the log, with the run that it belongs to. A raw one is sent unchanged. */
export function entryBody(run: StoredRun, { isRaw, value }: LogItem): unknown {
  return isRaw ? value() : { agent_run_id: Number(run.id), ...(value() as object) };
}

function commonBody(
  run: StoredRun,
  {
    state,
    orgId,
    mode,
  }: { readonly state: RunFields; readonly orgId: number; readonly mode: Mode },
): Fields {
  const { status, webUrl, result } = state;
  return {
    id: Number(run.id),
    organization_id: orgId,
    status,
    created_at: new Date(run.createdAt).toISOString(),
    web_url: webUrl,
    result,
    ...(mode.api === 'spec' ? {} : { metadata: run.metadata }),
  };
}

/** `id` is the service's own number, not GitHub's. */
function pullRequestBody(
  run: StoredRun,
  { pull, index }: { readonly pull: PullRequest; readonly index: number },
): Fields {
  const { url, title = null, head_branch_name = null } = pull;
  return {
    id: Number(run.id) * 100 + index + 1,
    title,
    url,
    created_at: new Date(run.createdAt).toISOString(),
    head_branch_name,
  };
}
