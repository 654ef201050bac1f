/**
 * What sends a failed run back to work: its cause, what led to it and its result as the text of a
 * follow-up, and the step of a workflow that sends that. Pure.
 */
import { cut, joined, visibleText } from '../../safe/text.ts';
import type { RunId } from '../../agents/port.ts';
import type { ChosenService } from '../../inputs/service.ts';
import { canGoOn } from '../go-on.ts';
import { stepName } from '../../agents/entry.ts';
import { causeDetail, causeTitle, endCause } from '../cause.ts';
import type { StepDigest, StepView } from '../step-view.ts';
import type { FollowUp } from './data.ts';

const RESULT_MAX = 4_000;

/** Null for a run that did not fail, that cannot be gone on with, or whose log has no cause. */
export function followUpOf(head: StepView): FollowUp | null {
  const { runId, result, resultIsOld } = head;
  const found = endCause(head);
  const cause = found === null || found.isUntold ? null : found.inLog;
  if (runId === null || cause === null || !canGoOn(head)) {
    return null;
  }
  const told = found?.told ?? null;
  const { command } = cause;
  const prompt = joined([
    'The run failed. Find out why, put it right, and go on with the task.',
    told === null ? '' : `Cause: ${told}`,
    `${told === null ? 'Cause' : 'In the log'}: ${causeTitle(cause.error)}\n${causeDetail(cause.error)}`,
    command === null ? '' : `Before that: ${causeTitle(command)}\n${causeDetail(command)}`,
    section('What led to it:', cause.before.map(lineOf).join('\n')),
    section('What followed:', cause.then === null ? '' : lineOf(cause.then)),
    section('The result so far:', resultIsOld ? '' : cut(result.trim(), RESULT_MAX)),
  ]);
  const text = visibleText(prompt);
  return { prompt: text, yaml: stepOf({ runId, prompt: text, service: head.provenance.service }) };
}

const section = (title: string, text: string): string => (text === '' ? '' : `${title}\n${text}`);

const lineOf = (step: StepDigest): string =>
  `- Step ${step.index + 1}, ${stepName(step)}: ${step.headline}`;

/** The follow-up as a step. What the agent wrote must not become an expression of the workflow. */
function stepOf({
  runId,
  prompt,
  service,
}: {
  readonly runId: RunId;
  readonly prompt: string;
  readonly service: ChosenService;
}): string {
  const { name, isDefault, facts } = service;
  const { orgId, baseUrl } = facts;
  const lines = prompt.replaceAll('${{', '$ {{').split('\n');
  const indented = lines.map((line) => (line === '' ? '' : `      ${line}`));
  return [
    '- uses: OWNER/agent-run-action@v1',
    '  with:',
    ...(isDefault ? [] : [`    service: ${name}`]),
    '    token: ${{ secrets.AGENT_RUN_TOKEN }}',
    ...(orgId === 'number' ? ['    org_id: ${{ vars.AGENT_RUN_ORG_ID }}'] : []),
    ...(baseUrl.kind === 'required' ? ['    base_url: ${{ vars.AGENT_RUN_BASE_URL }}'] : []),
    `    agent_run_id: ${runId}`,
    '    prompt: |',
    ...indented,
    '',
  ].join('\n');
}
