/** What a step is to do about which run (contract 1.1, 7.2). Pure. */
import type { Inputs } from '../inputs/parse.ts';
import type { CreateBody } from '../service/client.ts';

export type StartOrder =
  | { readonly kind: 'create'; readonly body: CreateBody }
  | {
      readonly kind: 'resume';
      readonly runId: number;
      readonly prompt: string;
      /** Ends the follow-up, so that its echo in the log proves that it arrived (contract 4.9, 7.2); null: none. */
      readonly mark?: string | null;
      /** What to create where the service no longer knows the run (7.2); null to fail then. */
      readonly otherwise: CreateBody | null;
    }
  /** Nothing is sent, the run is only followed. */
  | { readonly kind: 'attach'; readonly runId: number };

type Given = Pick<Inputs, 'agentRunId' | 'repoId' | 'requestFields'>;

interface Asked {
  /** Null when nothing is to be sent. */
  readonly prompt: string | null;
  /** The run that the thread records; `agent_run_id` wins over it. */
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
