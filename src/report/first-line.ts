/** The first line of the job log: whose log it is, and what the step is going to do. */
import type { Inputs } from '../inputs/parse.ts';
import { ACTION } from '../runner/host.ts';
import { counted, duration, joined, sameName, shortId } from '../safe/text.ts';

type ReadInputs = Pick<
  Inputs,
  | 'agentRunId'
  | 'orgId'
  | 'prompt'
  | 'repo'
  | 'repoId'
  | 'resume'
  | 'service'
  | 'task'
  | 'timeoutMs'
  | 'wait'
>;

interface Known {
  /** The repository of the workflow, `owner/name`, or empty outside GitHub. */
  readonly workflowRepository: string;
  /** How many tasks a fleet has. Null: the step has one run. */
  readonly tasks: number | null;
}

/**
 * `agent-run-action 1.0.0 in octo/shop, service NAME: creating an agent run, waiting up to 1h 00m
 * for it to end.` Written before the first request, so that it says what the inputs ask for.
 */
export function firstLine(inputs: ReadInputs, known: Known): string {
  const { orgId, service } = inputs;
  const { workflowRepository: repository } = known;
  const where = repository === '' ? '' : ` in ${repository}`;
  const organization = orgId === '' ? '' : ` (organization ${orgId})`;
  const whose = `${ACTION}${where}, service ${service.name}${organization}`;
  return `${whose}: ${joined([intention(inputs, known), patience(inputs, known)], ', ')}.`;
}

function intention(inputs: ReadInputs, { tasks, workflowRepository }: Known): string {
  const { agentRunId, prompt, resume, task } = inputs;
  if (tasks !== null) {
    return `running ${counted(tasks, 'task')}`;
  }
  if (task === 'check') {
    return 'checking the setup without a run';
  }
  if (agentRunId !== null) {
    const run = `agent run ${shortId(agentRunId)}`;
    return prompt === null ? `attaching to ${run}` : `sending a follow-up to ${run}`;
  }
  const what = task === 'run' ? 'an agent run' : `a run of the task ${task}`;
  const created = `${what}${repositoryOf(inputs, workflowRepository)}`;
  return resume === 'thread'
    ? `sending a follow-up to the run of this thread, or creating ${created}`
    : `creating ${created}`;
}

/** Where it is another one than the workflow's. */
function repositoryOf({ repo, repoId }: ReadInputs, workflowRepository: string): string {
  if (repoId !== null) {
    return ` for the repository ${repoId}`;
  }
  return repo === null || sameName(repo, workflowRepository) ? '' : ` for ${repo}`;
}

function patience({ task, timeoutMs, wait }: ReadInputs, { tasks }: Known): string {
  if (task === 'check') {
    return '';
  }
  const [each, them] = tasks === null ? ['it', 'it'] : ['each', 'them'];
  return wait
    ? `waiting up to ${duration(timeoutMs)} for ${each} to end`
    : `not waiting for ${them} to end (wait: false)`;
}
