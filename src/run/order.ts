/** Decides what a step does with which run (contract 1.1, 7.2). Pure. */
import type { Inputs } from '../inputs/parse.ts';
import type { CreateBody } from '../service/client.ts';

export type StartOrder =
  | { readonly kind: 'create'; readonly body: CreateBody }
  | {
      readonly kind: 'resume';
      readonly runId: number;
      readonly prompt: string;
      /**
       * Appended to the follow-up, so that its echo in the log proves that it arrived (contract 4.9, 7.2). Null for
       * none.
       */
      readonly mark?: string | null;
      /** The request to create a new run if the service no longer has this one (7.2). Null to fail instead. */
      readonly otherwise: CreateBody | null;
    }
  /** Nothing is sent. The run is only followed. */
  | { readonly kind: 'attach'; readonly runId: number };

type Given = Pick<Inputs, 'agentRunId' | 'repoId' | 'requestFields'>;

interface Asked {
  /** Null if nothing is sent. */
  readonly prompt: string | null;
  /** The run recorded in the thread. `agent_run_id` takes precedence. */
  readonly recordedRun: number | null;
  readonly mark?: string | null;
}

export function startOrderOf(inputs: Given, { prompt, recordedRun, mark = null }: Asked): StartOrder {
  const runId = inputs.agentRunId ?? recordedRun;
  const body = createBodyOf(inputs, prompt ?? '');
  if (runId === null) return { kind: 'create', body };
  if (prompt === null) return { kind: 'attach', runId };
  return { kind: 'resume', runId, prompt, mark, otherwise: inputs.agentRunId === null ? body : null };
}

export function createBodyOf({ requestFields, repoId }: Omit<Given, 'agentRunId'>, prompt: string): CreateBody {
  return { ...requestFields, prompt, ...(repoId !== null && { repo_id: repoId }) };
}
