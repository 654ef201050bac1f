/**
 * What a task says of the run (sheet, sections 4 and 5). A person can start further sessions of a
 * task, so that its own state is no more than that of the newest: what counts is the session that
 * does what was asked.
 */
import { safeHttpsUrl } from '../../safe/url.ts';
import { parseTime } from '../entry.ts';
import type {
  AwaitedPullRequest,
  PullRequestLead,
  RequestIdentity,
  RunShown,
  Usage,
} from '../port.ts';
import { tasksAt } from './facts.ts';
import { identityIn, markerOf } from '../kit/marker.ts';
import type { OwnTask } from './step-memory.ts';
import type { Session, Task } from './schema.ts';
import { isIdle, isTimedOut, meaningOf } from './words.ts';

interface Judging {
  /** Null: the task is only followed, and its newest session counts. */
  readonly own: OwnTask | null;
  /** `owner/name` of the task, null if it is not known. */
  readonly repository: string | null;
  /** `GITHUB_SERVER_URL`. */
  readonly serverUrl: string;
  /** `idle` has stayed as it is for so long that it waits for a person. */
  readonly isResting: boolean;
}

/** The sessions of a task, oldest first. */
export function sessionsOf({ sessions = [] }: Task): readonly Session[] {
  const timeOf = (session: Session): number => parseTime(session.created_at) ?? Infinity;
  return sessions.toSorted((a, b) => compare(timeOf(a), timeOf(b)));
}

function compare(a: number, b: number): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/**
 * The session by which the run is judged: of a task that is only followed the newest, of our own
 * the one that carries our marker or else the first. Null if the answer shows none.
 */
export function judgedSession(task: Task, own: OwnTask | null): Session | null {
  const sessions = sessionsOf(task);
  if (own === null) {
    return sessions.at(-1) ?? null;
  }
  const known = sessions.find(({ id }) => id !== null && id === own.sessionId);
  const marked = sessions.find(({ prompt }) => carries(prompt, own.marker));
  return marked ?? known ?? sessions[0] ?? null;
}

function carries(prompt: string | null, marker: string | null): boolean {
  return marker !== null && (prompt ?? '').includes(marker);
}

/** The state that counts, as the service calls it. */
export function stateOf(task: Task, session: Session | null): string | null {
  return session?.state ?? task.state;
}

export function shownTask(task: Task, judging: Judging): RunShown {
  const { own, repository, serverUrl } = judging;
  const session = judgedSession(task, own);
  const status = stateOf(task, session);
  const meaning = isIdle(status) && judging.isResting ? 'needs_input' : meaningOf(status);
  const webUrl = taskAddress(task, serverUrl);
  const inRepository = repository ?? repositoryOf(task);
  const pullRequests = leadsOf(task, { session, repository: inRepository });
  const branch = headOf(task, session);
  const isBare = branch !== null && pullRequests.length === 0;
  const isMissing = meaning === 'succeeded' && pullRequests.length === 0;
  return {
    id: task.id,
    webUrl,
    status,
    meaning,
    // No answer has a text of the agent's.
    result: null,
    cause: causeOf({ meaning, status }, session),
    isOutOfMoney: false,
    pullRequests,
    branches: isBare ? [{ repository: inRepository, name: branch }] : [],
    awaitsPullRequest: isMissing ? awaitedOf(own) : 'no',
    usage: usageOf(session),
    createdAt: parseTime(task.created_at),
    key: identityIn(session?.prompt ?? null),
  };
}

/** What a task that this step only follows was asked for is not told. */
function awaitedOf(own: OwnTask | null): AwaitedPullRequest {
  if (own === null) {
    return 'perhaps';
  }
  return own.asksForPullRequest ? 'yes' : 'no';
}

/**
 * As it was sent, if it is on our server; never built, because its form has changed (section 5).
 */
function taskAddress(task: Task, serverUrl: string): string {
  const sent = safeHttpsUrl(task.html_url, { allowHttp: true });
  const isOurs = sent !== null && URL.parse(sent)?.host === URL.parse(serverUrl)?.host;
  return isOurs ? sent : tasksAt(serverUrl);
}

const IN_URL = /\/agents\/repos\/([\w.-]{1,100}\/[\w.-]{1,100})\/tasks\//;

/** Only a task that was read without its repository does not tell it otherwise. */
function repositoryOf({ url }: Task): string | null {
  return IN_URL.exec(url ?? '')?.[1] ?? null;
}

/** What a task asks is told on its page alone. */
function causeOf(
  { meaning, status }: Pick<RunShown, 'meaning' | 'status'>,
  session: Session | null,
): string | null {
  if (meaning !== 'failed') {
    return null;
  }
  const told = session?.error ?? null;
  return isTimedOut(status) ? limitCause(told) : told;
}

function limitCause(told: string | null): string {
  const limit = "The limit of the service for a session's time was reached";
  return told === null ? `${limit}.` : `${limit}: ${told}`;
}

/** Credits are told in nano credits, as whole numbers (section 3.4). */
const NANO_IN_A_TENTH = 100_000_000;

function usageOf(session: Session | null): Usage | null {
  const { type, amount } = session?.usage ?? { type: '', amount: -1 };
  if (amount < 0) {
    return null;
  }
  switch (type) {
    case 'ai_credits':
      return { unit: type, amount: Math.round(amount / NANO_IN_A_TENTH) / 10, costUsd: null };
    case 'premium_requests':
      return { unit: type, amount, costUsd: null };
    default:
      return null;
  }
}

/** A task has at most one pull request (section 5). */
function leadsOf(
  task: Task,
  { session, repository }: { readonly session: Session | null; readonly repository: string | null },
): readonly PullRequestLead[] {
  const { artifacts = [] } = task;
  const branch = headOf(task, session);
  return artifacts.flatMap(({ type, data: { id, global_id: nodeId } }) => {
    if (type === 'pull' && id !== null) {
      return [{ kind: 'database_id' as const, repository, id, nodeId, branch }];
    }
    return [];
  });
}

/** The branch that the task works on, null where it is not told. */
function headOf({ artifacts = [] }: Task, session: Session | null): string | null {
  const artifact = artifacts.find(({ type }) => type === 'branch');
  const head = artifact?.data.head_ref ?? session?.head_ref ?? null;
  return head === null || head === '' ? null : branchName(head);
}

/** A branch, also where its whole reference is given. */
function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}

/** What this step has created, so that its session is known from its marker. */
export function ownTask(identity: RequestIdentity | null, asksForPullRequest: boolean): OwnTask {
  const marker = identity === null ? null : markerOf(identity);
  return { marker, asksForPullRequest, sessionId: null };
}
