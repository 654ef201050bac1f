/** Where a run stands and what to do about it: the one wording for annotation, outputs, summary and comment. Pure. */
import { shownAddress } from '../shared/format.ts';
import type { StepView } from './step-view.ts';

/** @param linked the address as the destination shows it. Default: as text */
export function standingText(
  { standing, runId, webUrl, status }: Pick<StepView, 'standing' | 'runId' | 'webUrl' | 'status'>,
  linked: (address: string) => string = (address) => address,
): string {
  const address = shownAddress(webUrl);
  const where = address === null ? 'at the service' : `at ${linked(address)}`;
  const run = `run ${String(runId)}`;
  const follow = `with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
  switch (standing) {
    case 'no_run':
      return 'No agent run was created.';
    case 'maybe_created':
      return 'Whether a run was created is not known: look at the list of runs in the web interface of the service.';
    case 'untouched':
      return `Nothing was sent to the ${run} ${where}.`;
    case 'maybe_resumed':
      return `Whether the ${run} received the follow-up is not known: look ${where} before you send it again, or follow the run ${follow}.`;
    case 'going_on':
      return `The ${run} goes on ${where}; follow it ${follow}.`;
    case 'not_known':
      return `The state of the ${run} could not be confirmed: look ${where}, or follow it ${follow}.`;
    case 'ended':
      return `The ${run} has ended (status ${status ?? 'not known'}); look ${where}, or read its result ${follow}.`;
  }
}
