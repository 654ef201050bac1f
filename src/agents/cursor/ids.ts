/** The ids of agents and runs, and the id of a run as people read it (contract 18.2). */
import type { RunId } from '../port.ts';

interface NamedRun {
  readonly agentId: string;
  /** Null: the agent's newest run. */
  readonly runId: string | null;
}

/** `bc-…/run-…`, or `bc-…` alone for the newest run of the agent. */
export function namedRunOf(id: RunId): NamedRun {
  const [agentId = '', runId = null] = id.split('/');
  return { agentId, runId };
}

export function runIdOf(agentId: string, runId: string): RunId {
  return `${agentId}/${runId}`;
}

/** Ids of agents may be written in any case (sheet, section 3.1). */
export function agentIdForm(id: string): string {
  return id.toLowerCase();
}
