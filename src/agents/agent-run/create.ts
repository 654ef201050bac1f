/** Creates a run: by the spec, or by an endpoint of the published API (contract 1.1, `task`). */
import { NotOffered, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { RequestIdentity, RunOrder } from '../port.ts';
import type { CreateBody, ServiceClient } from './client.ts';
import { withIdentity } from './key.ts';
import type { IdentifiedRun } from './schema.ts';

/** What to do if the service has no record of the ID that a `task` was given. */
const NO_SUCH = {
  'setup-commands':
    'Check the inputs `base_url`, `org_id` and `repo` or `repo_id`: ' +
    'the organization has no such repository, or one of the IDs is wrong.',
  'analyze-logs':
    'Check the inputs `base_url`, `org_id` and `sandbox_id`: ' +
    'the organization has no such sandbox, or one of the IDs is wrong.',
} as const;

export async function createRun(
  client: Pick<ServiceClient, 'create' | 'published'>,
  { order, identity }: { readonly order: RunOrder; readonly identity: RequestIdentity | null },
  call: CallOptions,
): Promise<IdentifiedRun> {
  const { task } = order;
  if (task === 'run') {
    const body = bodyOf(order);
    if (identity === null) {
      return client.create(body, call);
    }
    return client.create(withIdentity(body, identity), call).catch(refusal);
  }
  try {
    return await startTask(client, order, call);
  } catch (error) {
    const isUnknown =
      error instanceof ServiceError && error.status === 404 && !(error instanceof NotOffered);
    throw isUnknown ? error.meaning('not_found', NO_SUCH[task]) : error;
  }
}

const NO_METADATA =
  'The key of `idempotency: on` travels in `metadata`, and the service refuses that. ' +
  'Set `idempotency: none`: a lost answer or a re-run is not met with the same run then.';

/** Why a create with a key was refused: one that names metadata is about that (contract 4.9). */
function refusal(error: unknown): never {
  const isRefused = error instanceof ServiceError && (error.status === 400 || error.status === 422);
  throw isRefused && /\bmetadata\b/i.test(error.said)
    ? error.meaning('rejected', NO_METADATA)
    : error;
}

function startTask(
  { published }: Pick<ServiceClient, 'published'>,
  { task, sandboxId, repositoryId, prompt }: RunOrder,
  call: CallOptions,
): Promise<IdentifiedRun> {
  if (task === 'analyze-logs') {
    return published.analyzeLogs(Number(sandboxId), call);
  }
  const repo_id = Number(repositoryId);
  const body = prompt === '' ? { repo_id } : { repo_id, prompt };
  return published.generateSetupCommands(body, call);
}

function bodyOf({ fields, prompt, repositoryId, model, images }: RunOrder): CreateBody {
  const body: CreateBody = { ...fields, prompt };
  if (repositoryId !== null) {
    body.repo_id = repositoryId;
  }
  if (model !== null) {
    body.model = model;
  }
  if (images.length > 0) {
    body.images = images;
  }
  return body;
}
