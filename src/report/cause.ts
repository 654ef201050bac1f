/** Determines from the log why a run failed (contract 9). Pure. */
import type { StepDigest } from './step-view.ts';

export interface Cause {
  /** The last error that no later step resolved, or the last error if all were resolved. */
  readonly error: StepDigest;
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
  let last: number | null = null;
  let open: number | null = null;
  for (let at = steps.length - 1; at >= 0 && open === null; at -= 1) {
    const step = steps[at];
    if (step === undefined) continue;
    if (step.error) {
      last ??= at;
      const needed = need(step);
      if (needed === null || !overcome.has(needed)) open = at;
    } else overcome.add(overcomes(step));
  }
  const at = open ?? last;
  const error = at === null ? undefined : steps[at];
  if (at === null || error === undefined) return null;
  return { error, before: steps.slice(Math.max(0, at - 3), at) };
}

/** The beginning of the agent's last answer, plan or thought, or null if there is none. */
export function lastWords(steps: readonly StepDigest[]): StepDigest | null {
  const said = (step: StepDigest): boolean =>
    (step.kind === 'FINAL_ANSWER' || step.kind === 'PLAN_EVALUATION') && step.headline !== '';
  return steps.findLast(said) ?? null;
}
