/**
 * Formats a run in responses, with the fields of the specification (spec 2.1) or those of the
 * published API.
 */
import type { Mode } from '../scenario.ts';
import type { RunFields, Store, StoredRun } from '../store.ts';
import type { Fields } from './request.ts';

interface Shown {
  readonly store: Store;
  readonly mode: Mode;
}

/** The response of create, resume and read, and an item of the list of runs. */
export function runBody(run: StoredRun, { store, mode }: Shown): Fields {
  const state = store.now(run);
  const { pullRequests, summary } = state;
  const base = commonBody(run, { state, mode });
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
export function logsBody(run: StoredRun, { store, mode }: Shown): Fields {
  return mode.api === 'spec'
    ? runBody(run, { store, mode })
    : commonBody(run, { state: store.now(run), mode });
}

function commonBody(
  run: StoredRun,
  { state, mode }: { readonly state: RunFields; readonly mode: Mode },
): Fields {
  const { status, webUrl, result } = state;
  return {
    id: run.id,
    organization_id: run.orgId,
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
  { pull, index }: { readonly pull: unknown; readonly index: number },
): Fields {
  const { url = null, title = null, head_branch_name = null } = pull as Fields;
  return {
    id: run.id * 100 + index + 1,
    title,
    url,
    created_at: new Date(run.createdAt).toISOString(),
    head_branch_name,
  };
}
