/** The commit status of a step, from `pending` to its final state, in the main step and in the post step (contract 15). */
import type { CommitStatusKeeper, Said } from '../commit-status/index.ts';
import type { Ports } from '../context.ts';
import type { EventContext } from '../event/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { saveRunState, type RunState } from '../runner/saved-state.ts';
import type { Step } from './step.ts';

export interface StatusScene {
  readonly ports: Pick<Ports, 'clock' | 'env' | 'github' | 'host' | 'stop'>;
  readonly event: EventContext;
  readonly inputs: Pick<Inputs, 'commitStatus' | 'githubToken' | 'wait'>;
  readonly step: Step;
}

/** Follows the step's events and updates the status. Null if no status is requested. */
export async function followWithStatus(scene: StatusScene): Promise<CommitStatusKeeper | null> {
  const keeper = await openCommitStatus(scene);
  scene.step.listen(({ type }) => {
    if (type === 'started') keeper?.begin(scene.step.view());
  });
  return keeper;
}

/** Null if no status is requested, or if no process would be left to finish it. */
export async function openCommitStatus(scene: StatusScene): Promise<CommitStatusKeeper | null> {
  const { inputs, step } = scene;
  if (inputs.commitStatus === null) return null;
  if (!inputs.wait) {
    step.warn(
      '`commit_status` was ignored: with `wait: false` no step would be left to update it. Set it on the step that waits for the run.',
    );
    return null;
  }
  return createKeeper(scene, { name: inputs.commitStatus, known: null });
}

async function createKeeper(
  { ports, event, inputs, step }: StatusScene,
  { name, known }: { readonly name: string; readonly known: string | null },
): Promise<CommitStatusKeeper> {
  const { CommitStatusKeeper } = await import('../commit-status/index.ts');
  return new CommitStatusKeeper({
    ...{ name, known, event, sha: ports.env['GITHUB_SHA']?.trim() ?? '', clock: ports.clock, stop: ports.stop },
    github: () => ports.github({ token: inputs.githubToken, event }),
    warn: (message) => step.warn(message),
    onLeft: (statusSha) => saveRunState(ports.host, { statusSha }),
  });
}

/** The status for the step's current state. With a structured result, a boolean `pass` decides whether it is a success. */
export async function lastWord(step: Step): Promise<Said> {
  const { passOf, statusOf } = await import('../commit-status/index.ts');
  return statusOf(step.view(), passOf(step.state.resultJson));
}

/** Finishes a `pending` status that a killed step left, with what the main step would have reported, if it got that far. */
export async function endLeftStatus(
  scene: StatusScene & { readonly inputs: Pick<Inputs, 'expect' | 'outputSchema'> },
  { state, budgetMs }: { readonly state: RunState; readonly budgetMs: number },
): Promise<void> {
  const { inputs, step } = scene;
  const unchecked = (state.outcome ?? null) === null && (inputs.outputSchema !== null || inputs.expect !== 'none');
  await endLeftStatusWith(scene, {
    ...{ state, budgetMs },
    otherwise: async () =>
      unchecked && step.state.outcome === 'succeeded'
        ? { state: 'error', description: 'The run ended, but the step was killed before its answer was checked' }
        : lastWord(step),
  });
}

/** Finishes a `pending` status. `otherwise` is the status to use if the main step had not reached its final one. */
export async function endLeftStatusWith(
  scene: StatusScene,
  {
    state,
    budgetMs,
    otherwise,
  }: { readonly state: RunState; readonly budgetMs: number; readonly otherwise: () => Said | Promise<Said> },
): Promise<void> {
  const { inputs, step } = scene;
  const { statusSha = null, statusState = null, statusText = null } = state;
  if (inputs.commitStatus === null || statusSha === null) return;
  const keeper = await createKeeper(scene, { name: inputs.commitStatus, known: statusSha });
  const known = statusState !== null && statusText !== null;
  const said = known ? { state: statusState, description: statusText } : await otherwise();
  await keeper.finish(step.view(), { budgetMs, said, signal: new AbortController().signal });
}
