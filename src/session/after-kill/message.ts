/** What the post step reports about a step that was killed while its run continued (contract 7.3). Pure. */
import { runIdOf } from '../../report/view-of-step.ts';
import type { StepView } from '../../report/step-view.ts';
import type { Problem } from '../../inputs/parse.ts';
import type { RunState } from '../../runner/saved-state.ts';
import { shownAddress } from '../../shared/format.ts';
import type { Step } from '../step.ts';

/**
 * What one read shows about the run. `unclear`: it shows an end, but a resumed run may show its previous one for a
 * while, which one read cannot distinguish (contract 4.5), unless the main step had seen the new one.
 */
export type LookedAt = 'ended' | 'unclear' | 'at_work' | 'unread';

export function killedMessage(
  step: Step,
  { look, stopped }: { readonly look: LookedAt; readonly stopped: string | null },
  { outcome = null }: RunState,
): string {
  const runId = String(runIdOf(step.state));
  const when =
    outcome === null
      ? `before it saw the agent run ${runId} end.`
      : `while it wrote down what it knew of the agent run ${runId} (outcome ${outcome}), so outputs and files may be missing.`;
  if (stopped !== null) return `The step was killed ${when} ${stopped}`;
  return `The step was killed ${when} ${standing(step.view(), look)} with \`agent_run_id: ${runId}\` and no \`prompt\`.`;
}

/** For a request that was in flight. */
export function doubtMessage({ runId = null }: RunState): string {
  const doubt =
    runId === null
      ? 'created an agent run, so it is not known whether there is one. Look at the list of runs'
      : `resumed the agent run ${runId}, so it is not known whether the run took the follow-up. Look at the run`;
  return `The step was killed while it ${doubt} in the web interface of the service before you run this again.`;
}

/** For inputs that the post step cannot use, for example because an expression in them has another value by then. */
export function unreadInputs(problems: readonly Problem[]): string {
  const given = problems.map(({ name, given: what }) => `\`${name}\`: ${what}`).join('; ');
  return `The inputs are not valid in the post step (${given}), so a comment, a commit status or a request to stop a run may be left unfinished.`;
}

/** For a step that the post step cannot finish, with what is known of its run. */
export function unreadMessage(state: RunState, problems: readonly Problem[]): string {
  const unread = unreadInputs(problems);
  const { phase, runId = null, webUrl = null } = state;
  if (phase === 'sending') return `${doubtMessage(state)} ${unread}`;
  if (phase !== 'running' || runId === null) return unread;
  const look = `Look at ${shownAddress(webUrl) ?? 'the service'}, or follow it with \`agent_run_id: ${runId}\` and no \`prompt\`.`;
  return `The step was killed before it saw the agent run ${runId} end. ${look} ${unread}`;
}

function standing({ status, webUrl }: StepView, look: LookedAt): string {
  const address = shownAddress(webUrl);
  const where = address === null ? '' : ` at ${address}`;
  switch (look) {
    case 'ended':
      return `The run has ended since (status ${status ?? 'not known'})${where}; read its result`;
    case 'unclear':
      return `The run${where} shows the status ${String(status)}, which may be from before the follow-up; follow it`;
    case 'at_work':
      return `The run goes on${where}; follow it`;
    case 'unread':
      return `Where the run stands now could not be read; look${where === '' ? ' at the service' : where}, or follow it`;
  }
}
