/** The issue's or pull request's thread: the run it records and the comment that is kept there (contract 7.1, 7.2). */
import type { Clock, Host } from '../ports.ts';
import type { StepView } from '../report/step-view.ts';
import { messageOf } from '../shared/format.ts';
import { threadNumber, type EventContext } from '../event/event.ts';
import { GitHubError, type GitHub } from '../github/port.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { FinishOptions, LastEdit } from './schedule.ts';
import type { FoundComment } from './find.ts';

export interface ConversationPorts {
  readonly host: Host;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly github: (options: { readonly token: string; readonly event: EventContext }) => Promise<GitHub>;
  readonly inputs: Inputs;
  readonly event: EventContext;
  readonly warn: (message: string) => void;
  /** Called with the comment's address once it is written. */
  readonly onComment: (url: string) => void;
}

export interface Thread {
  /** The run that `resume: thread` found; null when there is none or it was not asked for. */
  readonly recordedRun: number | null;
  update(view: StepView): void;
  /** The last edit. Never rejects. */
  finish(view: StepView, options: FinishOptions): Promise<LastEdit>;
}

/** `comment_key`, or what tells this job from the others in the workflow. */
export function commentKeyOf(inputs: Pick<Inputs, 'commentKey' | 'siblingIndex'>, event: EventContext): string {
  return inputs.commentKey ?? `${event.workflow}/${event.job}/${inputs.siblingIndex}`;
}

/** A pull request's conversation also comes as an issue comment, whose issue then says so. */
function kindOf({ payload }: EventContext): 'issue' | 'pull_request' {
  const { issue } = payload;
  const marked = issue !== null && typeof issue === 'object' && 'pull_request' in issue;
  return 'pull_request' in payload || marked ? 'pull_request' : 'issue';
}

const FIND_TRIES = 3;
const FIND_PAUSE_MS = 2_000;

/** The recorded comment; null, with a warning, also when the thread cannot be read. */
async function find(
  ports: ConversationPorts,
  search: () => Promise<FoundComment | null>,
): Promise<FoundComment | null> {
  const { clock, warn, stop } = ports;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await search();
    } catch (error) {
      stop.throwIfAborted();
      const hopeless =
        error instanceof GitHubError && error.status !== null && [401, 403, 404, 410].includes(error.status);
      if (attempt < FIND_TRIES && !hopeless) {
        await clock.sleep(FIND_PAUSE_MS * attempt, stop);
        continue;
      }
      const why = messageOf(error);
      warn(
        `The comments of this thread could not be read, so it is not known whether it records a run; a new run is created. GitHub said: ${why}. The job needs \`permissions: issues: write\` (\`pull-requests: write\` on pull requests).`,
      );
      return null;
    }
  }
}

/**
 * Null when neither `comment` nor `resume: thread` is asked for, or the event has no thread. `afterwards`: for the last edit
 * alone; no recorded run is looked for, and what the main step has said about the thread is not said again.
 */
export async function openThread(
  ports: ConversationPorts,
  { afterwards = false }: { readonly afterwards?: boolean } = {},
): Promise<Thread | null> {
  const { inputs, event, host, clock, warn, stop } = ports;
  const resuming = inputs.resume === 'thread' && inputs.agentRunId === null && !afterwards;
  if (!inputs.comment && inputs.resume !== 'thread') return null;
  const thread = threadNumber(event);
  if (thread === null || event.repository === '') {
    if (afterwards) return null;
    host.notice(
      `The event ${event.name === '' ? '(none)' : event.name} belongs to no issue or pull request, so there is no thread to comment in or to resume from.`,
    );
    return null;
  }
  const [github, threads] = await Promise.all([
    ports.github({ token: inputs.githubToken, event }),
    import('./schedule.ts'),
  ]);
  const place = { secret: inputs.token, repository: event.repository, thread, commentKey: commentKeyOf(inputs, event) };
  const found = resuming ? await find(ports, () => threads.findThreadComment(github, place, stop)) : null;
  const comment = threads.createThreadComment({
    ...place,
    github,
    clock,
    kind: kindOf(event),
    full: inputs.comment,
    known: found?.comment ?? null,
    warn,
    onComment: ({ htmlUrl }) => ports.onComment(htmlUrl),
  });
  return {
    recordedRun: found?.record.runId ?? null,
    update: (view) => comment.update(view),
    finish: (view, options) => comment.finish(view, options),
  };
}
