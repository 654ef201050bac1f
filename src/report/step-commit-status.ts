/** The commit status of a step, from `pending` to its final state, in the main step and in the post step (contract 15). */
import { CommitStatusKeeper, passOf, statusOf, type Said } from '../github/commit-status.ts';
import type { EventContext } from '../github/event.ts';
import type { OpenGitHub } from '../github/port.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock, Env, Host } from '../ports.ts';
import { saveRunState, type RunState } from '../runner/saved-state.ts';
import type { Step } from './step.ts';

interface StatusContext {
  readonly clock: Clock;
  readonly env: Env;
  readonly event: EventContext;
  readonly github: OpenGitHub;
  readonly host: Pick<Host, 'saveState'>;
  readonly step: Step;
  readonly stop: AbortSignal;
}
type StatusInputs = Pick<Inputs, 'commitStatus' | 'githubToken'>;

/** Follows the step's events and updates the status. Null if no status is requested. */
export function followWithStatus(
  context: StatusContext,
  inputs: StatusInputs & Pick<Inputs, 'wait'>,
): CommitStatusKeeper | null {
  const keeper = openCommitStatus(context, inputs);
  context.step.listen(({ type }) => {
    if (type === 'started') keeper?.begin(context.step.view());
  });
  return keeper;
}

/** Null if no status is requested, or if no process would be left to finish it. */
export function openCommitStatus(
  context: StatusContext,
  inputs: StatusInputs & Pick<Inputs, 'wait'>,
): CommitStatusKeeper | null {
  if (inputs.commitStatus === null) return null;
  if (!inputs.wait) {
    context.step.warn(
      '`commit_status` was ignored: with `wait: false` no step would be left to update it. Set it on the step that waits for the run.',
    );
    return null;
  }
  return createKeeper(context, { ...inputs, name: inputs.commitStatus, known: null });
}

function createKeeper(
  { clock, env, event, github, host, step, stop }: StatusContext,
  { name, known, githubToken }: { readonly name: string; readonly known: string | null; readonly githubToken: string },
): CommitStatusKeeper {
  return new CommitStatusKeeper({
    ...{ name, known, event, sha: env['GITHUB_SHA']?.trim() ?? '', clock, stop },
    github: () => github({ token: githubToken, event }),
    warn: (message) => step.warn(message),
    onLeft: (statusSha) => saveRunState(host, { statusSha }),
  });
}

/** The status for the step's current state. With a structured result, `pass` decides whether it is a success. */
export function lastWord(step: Step, schema: string | null): Said {
  return statusOf(step.view(), passOf(step.state.resultJson, schema));
}

export interface LeftStatus {
  readonly inputs: StatusInputs;
  readonly state: RunState;
  /** The status if the main step had not reached its final one. */
  readonly otherwise: () => Said | Promise<Said>;
  readonly signal: AbortSignal;
}

/** Finishes a `pending` status that the main step left. */
export async function endLeftStatus(
  context: StatusContext,
  { inputs, state, otherwise, signal }: LeftStatus,
): Promise<void> {
  const { statusSha = null, statusState = null, statusText = null } = state;
  if (inputs.commitStatus === null || statusSha === null) return;
  const keeper = createKeeper(context, { ...inputs, name: inputs.commitStatus, known: statusSha });
  const known = statusState !== null && statusText !== null;
  const said = known ? { state: statusState, description: statusText } : await otherwise();
  await keeper.finish(context.step.view(), { said, signal });
}
