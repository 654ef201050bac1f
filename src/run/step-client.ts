/** The client of one step, in which some inputs change the create and resume requests (contract 1.1). */
import { dataUrisOf } from '../inputs/files.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Files } from '../ports.ts';
import type { CallOptions, ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { IdentifiedRun } from '../service/schema.ts';
import { unbanRun } from './stop.ts';

export interface StepClientOptions {
  readonly inputs: Pick<Inputs, 'images' | 'model' | 'onCancel' | 'sandboxId' | 'task'>;
  readonly files: Pick<Files, 'readBytes'>;
  /** Reports a problem that does not end the step. */
  readonly warn: (message: string) => void;
}

/** What to do if the service has no endpoint for a `task`, or no record of the given ID. */
const MISSING = {
  'setup-commands': [
    'This service has no endpoint that generates setup commands (`task: setup-commands`). Use `task: run` with a prompt that asks for them.',
    'Check the inputs `base_url`, `org_id` and `repo` or `repo_id`: the organization has no such repository, or one of the IDs is wrong.',
  ],
  'analyze-logs': [
    'This service has no endpoint that analyzes the logs of a sandbox (`task: analyze-logs`). Use `task: run` with a prompt that contains the log.',
    'Check the inputs `base_url`, `org_id` and `sandbox_id`: the organization has no such sandbox, or one of the IDs is wrong.',
  ],
} as const;

/**
 * Creates send `model` and `images`, and the first resume sends `images` (the agent already has them in a schema repair). With `task:
 * setup-commands` and `analyze-logs`, creates use the endpoints of the published API. With `on_cancel: stop`, a run is unbanned before its
 * first resume. All other calls use the service's client unchanged.
 */
export function stepClient(service: ServiceClient, { inputs, files, warn }: StepClientOptions): ServiceClient {
  const { task, sandboxId, onCancel, model } = inputs;
  let isShown = false;
  const withImages = <T extends object>(body: T): T & { readonly images?: readonly string[] } =>
    isShown || inputs.images.length === 0 ? body : { ...body, images: dataUrisOf(inputs.images, files) };
  const unbanned = new Set<number>();
  return {
    ...service,
    create: async (body, call) => {
      if (task === 'setup-commands' || task === 'analyze-logs')
        return startTask(service, { task, sandboxId: Number(sandboxId), ...body }, call);
      const created = await service.create(withImages({ ...body, ...(model !== null && { model }) }), call);
      isShown = true;
      return created;
    },
    resume: async (body, call) => {
      const { agent_run_id: runId } = body;
      if (onCancel === 'stop' && !unbanned.has(runId)) {
        unbanned.add(runId);
        const trouble = await unbanRun(service, runId, call);
        if (trouble !== null) warn(trouble);
      }
      const resumed = await service.resume(withImages(body), call);
      isShown = true;
      return resumed;
    },
  };
}

interface OtherTask {
  readonly task: keyof typeof MISSING;
  readonly sandboxId: number;
  readonly repo_id?: number;
  readonly prompt: string;
}

async function startTask(
  service: ServiceClient,
  { task, sandboxId, repo_id, prompt }: OtherTask,
  call: CallOptions,
): Promise<IdentifiedRun> {
  const [endpoint, record] = MISSING[task];
  const { published } = service;
  try {
    if (task === 'analyze-logs') return await published.analyzeLogs(sandboxId, call);
    return await published.generateSetupCommands({ repo_id: Number(repo_id), ...(prompt !== '' && { prompt }) }, call);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.notOffered) throw error.because(endpoint);
    throw error.status === 404 ? error.because(record) : error;
  }
}
