/** The issue's or pull request's thread: the run it records and the comment that is kept there (contract 7.1, 7.2). */
import type { Clock, Host } from '../ports.ts';
import type { StepView } from '../report/step-view.ts';
import { isPassing, waitOut } from '../github/wait-out.ts';
import { duration } from '../shared/format.ts';
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

/** How long trouble of GitHub's is waited out before the step ends without knowing the thread (contract 7.2). */
const FIND_PATIENCE_MS = 120_000;

/** The thread cannot be read for now: a new run could be a second one. The message is for people. */
export class ThreadUnavailable extends Error {
  override readonly name = 'ThreadUnavailable';
}

/** The recorded comment; null, with a warning, also when the token may not read the thread. @throws ThreadUnavailable */
async function find(
  { clock, warn, stop, inputs }: ConversationPorts,
  search: () => Promise<FoundComment | null>,
): Promise<FoundComment | null> {
  const budgetMs = Math.min(FIND_PATIENCE_MS, inputs.timeoutMs);
  try {
    return await waitOut(search, { clock, signal: stop, budgetMs, passes: isPassing });
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof GitHubError)) throw error;
    if (isPassing(error)) throw new ThreadUnavailable(unavailable(error), { cause: error });
    warn(
      `The comments of this thread could not be read, so it is not known whether it records a run; a new run is created. GitHub said: ${error.message}. The job needs \`permissions: issues: write\` (\`pull-requests: write\` on pull requests).`,
    );
    return null;
  }
}

type Asked = Pick<GitHub, 'comments' | 'ownLogin'>;

/** Not to know whose token this is, where it matters, is not to know whether the thread records a run. */
async function insisting<T>(github: Asked, search: (github: Asked) => Promise<T>): Promise<T> {
  let trouble: unknown = null;
  const ownLogin = (signal: AbortSignal): Promise<string | null> =>
    github.ownLogin(signal).catch((error: unknown) => {
      trouble = error;
      throw error;
    });
  const found = await search({ comments: (thread, signal) => github.comments(thread, signal), ownLogin });
  if (trouble instanceof GitHubError && isPassing(trouble)) throw trouble;
  return found;
}

function unavailable({ status, message, retryAfterMs }: GitHubError): string {
  const said = status === null ? message : `HTTP ${status}: ${message}`;
  const when = retryAfterMs === null ? '' : ` It asks to wait for ${duration(retryAfterMs)}.`;
  return `The comments of this thread could not be read from GitHub for now (${said}), so it is not known whether it records a run.${when} Nothing was sent to the service, since a new run could be a second one. Run this again later, or give the run in \`agent_run_id\`.`;
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
  const search = (asked: Asked): Promise<FoundComment | null> => threads.findThreadComment(asked, place, stop);
  const found = resuming ? await find(ports, () => insisting(github, search)) : null;
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
