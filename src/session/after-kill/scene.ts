/** What the post step knows about the killed step, and what it needs to finish it (contract 7.3). */
import type { Ports } from '../../context.ts';
import { readEvent, type EventContext } from '../../event/event.ts';
import { provenanceOf, replyOf } from '../../event/provenance.ts';
import { parseInputs, type Inputs, type ParsedInputs } from '../../inputs/parse.ts';
import type { SessionEnd } from '../../run/events.ts';
import type { RunState } from '../../runner/saved-state.ts';
import { Step } from '../step.ts';

/** The runner gives post steps little time when a job is cancelled. */
export const POST_BUDGET_MS = 8_000;

export interface Afterwards {
  readonly event: EventContext;
  readonly inputs: Inputs;
  readonly step: Step;
}

/** What the killed step left. */
export interface Left {
  readonly inputs: Inputs;
  readonly state: RunState;
}

/** The inputs as far as the post step needs them: not the prompt, its images and the files that inputs name. */
export function inputsAfterwards({ host, env, files }: Pick<Ports, 'host' | 'env' | 'files'>): ParsedInputs {
  return parseInputs({ input: (name) => host.input(name), env, files, afterwards: true });
}

/** The step as reconstructed from its inputs and the saved state. */
export function afterwards({ host, clock, http, env, payload }: Ports, { inputs, state }: Left): Afterwards {
  const event = readEvent(env, payload);
  const known = { orgId: inputs.orgId, promptHash: state.promptHash ?? null };
  const provenance = { ...provenanceOf(event), ...replyOf(event, inputs), ...known };
  const step = new Step({ clock, host, requests: () => http.reached() }, provenance);
  return { event, inputs, step };
}

export async function summarize({ host }: Ports, { step, inputs }: Pick<Afterwards, 'step' | 'inputs'>): Promise<void> {
  if (!inputs.summary) return;
  const { renderSummary } = await import('../../report/summary/index.ts');
  await host.summary(renderSummary(step.view()));
}

export function settleAs(step: Step, end: SessionEnd, { clock }: Pick<Ports, 'clock'>): void {
  step.dispatch({ type: 'ended', end, at: clock.now() });
}
