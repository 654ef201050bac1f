/** Where a step comes from, for the summary's last line and the comment. */
import type { Provenance } from '../report/step-view.ts';
import type { EventContext } from './event.ts';

export function provenanceOf(event: EventContext): Provenance {
  const { repository, workflowRunId, serverUrl } = event;
  const known = repository !== '' && workflowRunId !== '';
  return {
    event: event.name,
    actor: event.triggeringActor,
    repository,
    workflow: event.workflow,
    workflowRunUrl: known ? `${serverUrl}/${repository}/actions/runs/${workflowRunId}` : null,
    promptHash: null,
    orgId: null,
  };
}
