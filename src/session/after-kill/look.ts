/**
 * The post step's single read of the run that a killed step left, and the outcome that the step ends with (contract
 * 7.3).
 */
import type { Ports } from '../../context.ts';
import type { Inputs } from '../../inputs/parse.ts';
import type { Outcome } from '../../run/events.ts';
import { changedAnswer, changedFacts } from '../../run/record.ts';
import { createClassifier, isTerminal, outcomeOf } from '../../run/status.ts';
import type { RunState } from '../../runner/saved-state.ts';
import { Cancelled } from '../../runner/signals.ts';
import { createClient } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { AgentRun } from '../../service/schema.ts';
import { plainEnd } from '../ends.ts';
import { temporaryFile } from '../reporters.ts';
import type { Step } from '../step.ts';
import type { LookedAt } from './message.ts';
import { POST_BUDGET_MS, settleAs, type Afterwards } from './scene.ts';

/** Outcomes that the main step reports only after it saw the run end. */
const SEEN_ENDS: ReadonlySet<Outcome | 'running' | null> = new Set(['succeeded', 'failed', 'needs_input']);

/**
 * Reads the run once and finishes the step: with the run's own outcome if it shows one that counts, otherwise with
 * `cancelled`.
 */
export async function lookAfterKill(
  ports: Ports,
  { step, inputs }: Pick<Afterwards, 'step' | 'inputs'>,
  state: RunState & { readonly runId: number },
): Promise<LookedAt> {
  return settle(ports, { step, inputs, run: await readRun(ports, inputs, state.runId) }, state);
}

/** The run's current state, or null if it cannot be read. */
async function readRun(ports: Ports, inputs: Inputs, runId: number): Promise<AgentRun | null> {
  const client = createClient({ ...ports, ...inputs });
  try {
    return await client.run(runId, { signal: ports.stop, deadline: ports.clock.now() + POST_BUDGET_MS / 2 });
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Cancelled) return null;
    throw error;
  }
}

function settle(
  ports: Ports,
  { step, inputs, run }: Pick<Afterwards, 'step' | 'inputs'> & { readonly run: AgentRun | null },
  state: RunState,
): LookedAt {
  const { turn } = step.state;
  if (run !== null && turn !== null) {
    const answer = changedAnswer(turn, { ...run, result: resultOf(ports, state, run) });
    const facts = changedFacts(turn, run);
    if (answer !== null) step.dispatch({ type: 'answer', ...answer });
    if (facts !== null) step.dispatch({ type: 'status', ...facts });
  }
  const meaning = createClassifier(inputs)(run?.status ?? null);
  const seenEnd = SEEN_ENDS.has(state.outcome ?? null);
  const counts = isTerminal(meaning) && (seenEnd || state.mode !== 'resumed');
  if (seenEnd || counts) step.dispatch({ type: 'finished' });
  settleAs(step, counts ? plainEnd(outcomeOf(meaning)) : plainEnd('cancelled'), ports);
  keepOutcome(ports, step, state);
  if (seenEnd || counts) return 'ended';
  if (run === null || isTerminal(meaning)) step.dispatch({ type: 'unclear' });
  if (run === null) return 'unread';
  return isTerminal(meaning) ? 'unclear' : 'at_work';
}

/**
 * The run's result as the service shows it now. A resumed run may still show the previous result, so there it is the
 * one that the main step saved, if it got that far.
 */
function resultOf({ env, files }: Ports, { mode, phase, runId, fileStem }: RunState, run: AgentRun): string | null {
  if (mode !== 'resumed') return run.result ?? null;
  if (phase !== 'comment') return null;
  try {
    return files.readText(`${fileStem ?? temporaryFile(env, `agent-run-${Number(runId)}`)}-result.txt`);
  } catch {
    return null;
  }
}

/**
 * Keeps the outcome that the main step already wrote to its outputs and summary. If the step was cancelled, the run's
 * own outcome is still open.
 */
function keepOutcome(
  ports: Ports,
  step: Step,
  { outcome = null, errorCode = null, errorMessage = null }: RunState,
): void {
  if (outcome === null || outcome === 'cancelled' || outcome === 'running') return;
  settleAs(step, { ...plainEnd(outcome), errorCode, errorMessage }, ports);
}
