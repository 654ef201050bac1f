/** The origin of a step, for what people read of it: its event, its inputs and its thread. */
import { DEFAULT_SERVICE } from '../agents/service-table.ts';
import type { Inputs } from '../inputs/parse.ts';
import { inputsToDrop, type DroppableInputs } from '../inputs/named-run.ts';
import { serviceNamed, type ChosenService } from '../inputs/service.ts';
import { payloadText, threadNumber, type EventContext } from './event.ts';

export interface Provenance {
  /** The service that the inputs choose; until they are read, the one by default. */
  readonly service: ChosenService;
  /** The input `service` names none that is known. */
  readonly namesNoService?: boolean;
  readonly event: string;
  readonly actor: string;
  readonly repository: string;
  /**
   * The repositories that the step's inputs name, as `owner/name`. Links into them are live
   * (contract 6.4).
   */
  readonly repositories?: readonly string[];
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  readonly workflow: string;
  /** When the step began, in ms since the epoch. Absent until its inputs are read. */
  readonly startedAt?: number;
  /** Address of the workflow run, or null outside GitHub. */
  readonly workflowRunUrl: string | null;
  /** The attempt before this one: its page has its summary and report. Null: there was none. */
  readonly earlierAttemptUrl: string | null;
  /** Address of this action's repository, or null if it is not known. */
  readonly actionUrl: string | null;
  /**
   * The author's own prompt, without the event's text. Absent if it may not be shown
   * (`show_prompt`) or there is none.
   */
  readonly task?: string;
  /** Entries that repeat the prompt are shown without their text (`show_prompt: false`). */
  readonly hidesPrompt?: boolean;
  /** The issue or pull request that `context: event` hands over. It is the title of the run. */
  readonly subject?: Subject;
  /** Inputs that the step has to drop to name its run: see `inputsToDrop`. Absent: none. */
  readonly toDrop?: readonly string[];
  /** How to answer the run from its thread. Absent if the thread cannot resume it. */
  readonly reply?: Reply;
  /** The head of the pull request that was read for a review. Absent without one. */
  readonly reviewedHead?: string;
}

interface Subject {
  readonly number: number;
  /** Untrusted: its author may be anyone. Null if it may not be shown (`show_prompt`). */
  readonly title: string | null;
}

interface Reply {
  /** Number of the issue or pull request. */
  readonly thread: number;
  /**
   * The required trigger phrase, or null if any event of the workflow in this thread continues the
   * run.
   */
  readonly phrase: string | null;
  /** What people write goes to the agent (`context: event`), whatever the prompt contains. */
  readonly isHandedOn: boolean;
  /** The most follow-ups of the thread (`max_turns`), or null. */
  readonly turnsMost: number | null;
}

/** The origin of a step, for what people read of it. */
export function provenanceOf(event: EventContext): Provenance {
  const { actionRepository, attempt, repository, workflowRunId, serverUrl } = event;
  const isKnown = repository !== '' && workflowRunId !== '';
  const run = isKnown ? `${serverUrl}/${repository}/actions/runs/${workflowRunId}` : null;
  return {
    service: serviceNamed(DEFAULT_SERVICE),
    event: event.name,
    actor: event.triggeringActor,
    repository,
    serverUrl,
    workflow: event.workflow,
    workflowRunUrl: run,
    earlierAttemptUrl: run === null || attempt === 1 ? null : `${run}/attempts/${attempt - 1}`,
    actionUrl: actionRepository === '' ? null : `${serverUrl}/${actionRepository}`,
  };
}

/**
 * How to answer the run's question from the event's thread, or nothing if the thread cannot resume
 * the run.
 */
export function replyOf(
  event: EventContext,
  {
    context,
    maxTurns,
    resume,
    triggerPhrase,
  }: Pick<Inputs, 'context' | 'maxTurns' | 'resume' | 'triggerPhrase'>,
): { readonly reply?: Reply } {
  const thread = threadNumber(event);
  if (resume !== 'thread' || thread === null) {
    return {};
  }
  const isHandedOn = context === 'event';
  return { reply: { thread, phrase: triggerPhrase, isHandedOn, turnsMost: maxTurns } };
}

/**
 * What the inputs add: the service, the repositories that they name, what they have to drop to name
 * a run, and the task if it may be shown (contract 1.1, 6.4).
 */
export function namedBy(
  inputs: DroppableInputs & Pick<Inputs, 'service' | 'repo' | 'prompt' | 'showPrompt'>,
) {
  const { service, repo, prompt, showPrompt } = inputs;
  const repositories = repo === null ? [] : [repo];
  const toDrop = inputsToDrop(inputs);
  const named = { service, repositories, toDrop, hidesPrompt: !showPrompt };
  if (!showPrompt || prompt === null) {
    return named;
  }
  return { ...named, task: prompt };
}

/**
 * The issue or pull request of the event, where its text goes to the agent (contract 1.1
 * `show_prompt`): the same fixed prompt would be the title of every run.
 */
export function subjectOf(
  event: EventContext,
  { context, showPrompt }: Pick<Inputs, 'context' | 'showPrompt'>,
): { readonly subject?: Subject } {
  const number = threadNumber(event);
  if (context !== 'event' || number === null) {
    return {};
  }
  const title = payloadText(event, 'issue', 'title') || payloadText(event, 'pull_request', 'title');
  return { subject: { number, title: showPrompt && title !== '' ? title : null } };
}
