/** Determines from the log why a run failed (contract 9). Pure. */
import type { StepDigest } from './step-view.ts';

export interface Cause {
  /**
   * The last ERROR that no later step resolved; without one a pull request that could not be opened, which is often a consequence of an
   * ERROR; or the last error if all were resolved.
   */
  readonly error: StepDigest;
  /** A later failure that no step resolved either, such as that of the pull request. */
  readonly then: StepDigest | null;
  /** Up to three preceding steps, oldest first. */
  readonly before: readonly StepDigest[];
}

/** Whether a later step resolves an error: a success of the same tool, or a pull request after a failed one. */
function overcomes(step: StepDigest): string | null {
  if (step.error) return null;
  if (step.kind === 'INITIAL_PR_GENERATION') return 'PR_CREATION_FAILED';
  return step.tool === null || step.tool === '' ? null : `tool ${step.tool}`;
}

function need(error: StepDigest): string | null {
  if (error.kind === 'PR_CREATION_FAILED') return error.kind;
  return error.tool === null || error.tool === '' ? null : `tool ${error.tool}`;
}

/** The cause of a failure, or null if no step reports an error. */
export function causeOf(steps: readonly StepDigest[]): Cause | null {
  const overcome = new Set<string | null>();
  let last: StepDigest | null = null;
  let open: StepDigest | null = null;
  let failedPullRequest: StepDigest | null = null;
  for (const step of steps.toReversed()) {
    if (!step.error) {
      overcome.add(overcomes(step));
      continue;
    }
    last ??= step;
    const needed = need(step);
    if (needed !== null && overcome.has(needed)) continue;
    if (step.kind === 'PR_CREATION_FAILED') failedPullRequest ??= step;
    else {
      open = step;
      break;
    }
  }
  const error = open ?? failedPullRequest ?? last;
  if (error === null) return null;
  const at = steps.indexOf(error);
  return {
    error,
    then: error === failedPullRequest ? null : failedPullRequest,
    before: steps.slice(Math.max(0, at - 3), at),
  };
}

/** The beginning of the agent's last answer, plan or thought, or null if there is none. */
export function lastWords(steps: readonly StepDigest[]): StepDigest | null {
  const said = (step: StepDigest): boolean =>
    (step.kind === 'FINAL_ANSWER' || step.kind === 'PLAN_EVALUATION') && step.headline !== '';
  return steps.findLast(said) ?? null;
}
