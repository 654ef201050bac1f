/** The origin of a step, for the summary's last line and the comment. */
import type { Provenance, Reply } from '../report/step-view.ts';
import { threadNumber, type EventContext } from './event.ts';

export function provenanceOf(event: EventContext): Provenance {
  const { repository, workflowRunId, serverUrl } = event;
  const known = repository !== '' && workflowRunId !== '';
  return {
    event: event.name,
    actor: event.triggeringActor,
    repository,
    serverUrl,
    workflow: event.workflow,
    workflowRunUrl: known ? `${serverUrl}/${repository}/actions/runs/${workflowRunId}` : null,
    promptHash: null,
    orgId: null,
  };
}

/** How to answer the run's question from the event's thread, or nothing if the thread cannot resume the run. */
export function replyOf(
  event: EventContext,
  { resume, triggerPhrase }: { readonly resume: string; readonly triggerPhrase: string | null },
): { readonly reply?: Reply } {
  const thread = threadNumber(event);
  return resume === 'thread' && thread !== null ? { reply: { thread, phrase: triggerPhrase } } : {};
}

/** What the inputs add: the repositories that they name, and the task if it may be shown (contract 1.1, 6.4). */
export function namedBy(inputs: {
  readonly repo: string | null;
  readonly prompt: string | null;
  readonly showPrompt: boolean;
}): Pick<Provenance, 'repositories' | 'task'> {
  const { repo, prompt, showPrompt } = inputs;
  return { repositories: repo === null ? [] : [repo], ...(showPrompt && prompt !== null && { task: prompt }) };
}
