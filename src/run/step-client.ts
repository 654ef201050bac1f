/** A client for one step, in which some inputs change the create and resume requests (contract 1.1). */
import { dataUrisOf } from '../inputs/files.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Files } from '../ports.ts';
import type { CallOptions, CreateBody, ResumeBody, ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { AgentRun, IdentifiedRun } from '../service/schema.ts';

export interface StepClientOptions {
  readonly inputs: Pick<Inputs, 'images' | 'model' | 'onCancel' | 'sandboxId' | 'task'>;
  readonly files: Pick<Files, 'readBytes'>;
  /** Reports a problem that does not end the step. */
  readonly warn: (message: string) => void;
}

/** How long a resume may be delayed to unban the run. */
const UNBAN_PATIENCE_MS = 10_000;

const NO_SETUP_COMMANDS =
  'This service has no endpoint that generates setup commands (`task: setup-commands`). Use `task: run` with a prompt that asks for them.';
const NO_REPOSITORY =
  'Check the inputs `base_url`, `org_id` and `repo` or `repo_id`: the organization has no such repository, or one of the IDs is wrong.';
const NO_SANDBOX =
  'Check the inputs `base_url`, `org_id` and `sandbox_id`: the organization has no such sandbox, or one of the IDs is wrong.';
const NO_LOG_ANALYSIS =
  'This service has no endpoint that analyzes the logs of a sandbox (`task: analyze-logs`). Use `task: run` with a prompt that contains the log.';

/**
 * Creates send `model` and `images`, and the first resume sends `images` (the agent already has them in a schema repair). With `task:
 * setup-commands` and `analyze-logs`, creates use the endpoints of the published API. With `on_cancel: stop`, a run is unbanned before its
 * first resume. All other calls use the service's client unchanged.
 */
export function stepClient(service: ServiceClient, { inputs, files, warn }: StepClientOptions): ServiceClient {
  const { task, sandboxId, onCancel, model } = inputs;
  let shown = false;
  const withImages = <T extends object>(body: T): T & { readonly images?: readonly string[] } =>
    shown || inputs.images.length === 0 ? body : { ...body, images: dataUrisOf(inputs.images, files) };
  const unbanned = new Set<number>();
  const unban = async (runId: number, call: CallOptions): Promise<void> => {
    if (onCancel !== 'stop' || unbanned.has(runId)) return;
    unbanned.add(runId);
    try {
      await service.published.unban(runId, { ...call, patienceMs: UNBAN_PATIENCE_MS });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A service without `ban` has nothing to unban.
      if (!error.notOffered) warn(`Run ${runId} could not be unblocked before the follow-up (${error.message}).`);
    }
  };
  const create = async (body: CreateBody, call: CallOptions): Promise<IdentifiedRun> => {
    if (task === 'setup-commands') return setupCommands(service, body, call);
    if (task === 'analyze-logs') return logAnalysis(service, Number(sandboxId), call);
    const created = await service.create(withImages({ ...body, ...(model !== null && { model }) }), call);
    shown = true;
    return created;
  };
  const resume = async (body: ResumeBody, call: CallOptions): Promise<AgentRun | null> => {
    await unban(body.agent_run_id, call);
    const resumed = await service.resume(withImages(body), call);
    shown = true;
    return resumed;
  };
  return { ...service, create, resume };
}

async function setupCommands(
  service: ServiceClient,
  { prompt, repo_id }: CreateBody,
  call: CallOptions,
): Promise<IdentifiedRun> {
  const body = { repo_id: Number(repo_id), ...(prompt !== '' && { prompt }) };
  return orMissing(service.published.generateSetupCommands(body, call), {
    endpoint: NO_SETUP_COMMANDS,
    record: NO_REPOSITORY,
  });
}

async function logAnalysis(service: ServiceClient, sandboxId: number, call: CallOptions): Promise<IdentifiedRun> {
  return orMissing(service.published.analyzeLogs(sandboxId, call), { endpoint: NO_LOG_ANALYSIS, record: NO_SANDBOX });
}

/** What to do if the service has no such endpoint, or if it has no record of that ID. */
interface Missing {
  readonly endpoint: string;
  readonly record: string;
}

async function orMissing<T>(answer: Promise<T>, missing: Missing): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.notOffered) throw error.because(missing.endpoint);
    throw error.status === 404 ? error.because(missing.record) : error;
  }
}
