/** Tasks and sessions, as `copilot` shows them (sheet, sections 3 to 5). */
import type { PullRequest, StoredRun, TurnState } from '../../store.ts';
import { answerOf, asText, entryOf } from '../entries.ts';
import { NO_HABITS, type Habits, type RunShowing } from '../face.ts';
import { hexOf, uuidOf } from '../ids.ts';
import { wordFor, type Meaning } from '../words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the answer about a task depends on beside the task. */
export interface Showing extends RunShowing {
  /** Of the API, such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  /** Of the web pages. */
  readonly serverUrl: string;
}

export const ME = { id: 501, login: 'octo-dev', type: 'User' };
export const AGENT = { id: 1_143_301, login: 'copilot-swe-agent[bot]', type: 'Bot' };

export const WORDS: Readonly<Record<Meaning, string>> = {
  queued: 'queued',
  working: 'in_progress',
  done: 'completed',
  asks: 'waiting_for_user',
  failed: 'failed',
  cancelled: 'cancelled',
  'timed-out': 'timed_out',
};
const OVER = ['completed', 'failed', 'cancelled', 'timed_out', 'waiting_for_user'];
/** How long a task is queued, without a session. Scenario time. */
const QUEUED_MS = 500;
const NANO = 1_000_000_000;
const CREDITS_EACH_ENTRY = 0.5;
const NAME_LENGTH = 80;
const DEFAULT_BRANCH = 'main';

/** A task, or a stand-in for one that somebody else has made. */
export interface Task {
  readonly id: string;
  readonly run: StoredRun;
  /** Who made it: this token's person, or another one, or nobody. */
  readonly creatorId: number | null;
  /** Not that of the run if somebody else made it. */
  readonly prompt: string | null;
}

export interface Session {
  readonly id: string;
  readonly state: string;
  readonly isOver: boolean;
  /** Scenario time, milliseconds since the epoch. */
  readonly createdAt: number;
  readonly turn: TurnState;
  readonly prompt: string;
}

/** All tasks that can be read, in the order in which they were made. */
export function tasksOf({ store, habits }: Showing): readonly Task[] {
  return store.all().flatMap((run) => {
    const own = { id: run.id, run, creatorId: ME.id, prompt: null };
    const foreign = [777, 778, null].map((creatorId, nth) => ({
      id: uuidOf(`${run.id}/foreign/${nth}`),
      run,
      creatorId,
      prompt: `Something else, number ${nth + 1}.`,
    }));
    const twin = { ...own, id: uuidOf(`${run.id}/twin`) };
    return [
      ...(habits.has('foreign-tasks') ? foreign : []),
      own,
      ...(habits.has('equal-marker') ? [twin] : []),
    ];
  });
}

/** Oldest first. Empty while the task is queued. */
export function sessionsOf({ run, prompt }: Task, showing: Showing): readonly Session[] {
  const { store, now, habits } = showing;
  const elapsed = store.scenarioNow(run) - run.createdAt;
  const turns = store.turns(run);
  const sessions = turns
    .filter(({ isWaiting }) => !isWaiting)
    .map((turn): Session => {
      const state = wordFor(turn.status, WORDS);
      const id = uuidOf(`${run.id}/session/${turn.index}`);
      const text = prompt ?? turn.turn.prompt;
      const createdAt = turn.turn.startedAt + QUEUED_MS;
      return { id, state, isOver: OVER.includes(state), createdAt, turn, prompt: text };
    });
  const [first] = sessions;
  if (first === undefined || (elapsed < QUEUED_MS && !first.isOver)) {
    return [];
  }
  const last = sessions.at(-1) ?? first;
  const reopened = habits.get('reopened');
  const isReopened =
    reopened !== undefined &&
    last.isOver &&
    now >= store.realTime(run, last.turn.statusAt) + reopened.forMs;
  if (!isReopened) {
    return sessions;
  }
  const later = {
    id: uuidOf(`${run.id}/later`),
    state: 'in_progress',
    isOver: false,
    createdAt: last.turn.statusAt + reopened.forMs,
    turn: last.turn,
    prompt: '@copilot one more thing',
  };
  return [...sessions, later];
}

/** That of the latest session. */
export function taskState(task: Task, showing: Showing): string {
  const last = sessionsOf(task, showing).at(-1);
  if (last === undefined) {
    return 'queued';
  }
  return last.state;
}

/** A task as it stands in lists, and in the answer of a create. */
export function taskBody(task: Task, showing: Showing): Fields {
  const { run, creatorId } = task;
  const { habits, origin, serverUrl } = showing;
  const place = placeOf(run);
  const sessions = sessionsOf(task, showing);
  const reference = (id: number): unknown => (habits.has('bare-numbers') ? id : { id });
  const pages = `${serverUrl}/${place}/agents/tasks/${task.id}`;
  return {
    id: task.id,
    url: `${origin}/agents/repos/${place}/tasks/${task.id}`,
    ...(!habits.has('no-address') && { html_url: pages }),
    name: nameOf(task, { showing, sessions }),
    state: taskState(task, showing),
    ...(creatorId !== null && { creator: reference(creatorId), creator_type: 'user' }),
    user_collaborators: [],
    owner: reference(numberOf(place.split('/')[0] ?? '')),
    repository: reference(numberOf(place)),
    session_count: sessions.length,
    artifacts: artifactsOf(task, showing),
    archived_at: habits.has('archived') ? timeOf(run.createdAt) : null,
    created_at: timeOf(run.createdAt),
    updated_at: timeOf(updatedAt(run, showing)),
  };
}

/** The same with its sessions and prompts, which only the two reads of one task have. */
export function taskDetail(task: Task, showing: Showing): Fields {
  const { habits, now } = showing;
  const late = habits.get('late-sessions')?.forMs ?? 0;
  const isHidden = habits.has('no-sessions') || now < task.run.createdAt + late;
  const sessions = isHidden ? [] : sessionsOf(task, showing);
  return {
    ...taskBody(task, showing),
    sessions: sessions.map((session) => sessionBody(session, { task, showing })),
  };
}

function sessionBody(
  session: Session,
  { task, showing }: { readonly task: Task; readonly showing: Showing },
): Fields {
  const { run } = task;
  const { habits } = showing;
  const { turn, isOver } = session;
  const place = placeOf(run);
  const usage = isOver && !habits.has('no-usage') ? usageOf(turn, habits) : null;
  const error = session.state === 'failed' ? causeOf(turn) : '';
  const { model = 'claude-sonnet-4.6' } = run.request;
  return {
    id: session.id,
    name: firstLine(session.prompt),
    user: { id: ME.id },
    owner: { id: numberOf(place.split('/')[0] ?? '') },
    repository: { id: numberOf(place) },
    task_id: task.id,
    state: session.state,
    created_at: timeOf(session.createdAt),
    updated_at: timeOf(Math.max(session.createdAt, turn.statusAt)),
    ...(isOver && { completed_at: timeOf(turn.statusAt) }),
    ...(!habits.has('no-prompt') && { prompt: session.prompt }),
    head_ref: headOf(task, showing),
    base_ref: baseOf(run),
    model: `sweagent-capi:${asText(model)}`,
    ...(usage !== null && { usage }),
    ...(error !== '' && { error: habits.has('error-text') ? error : { message: error } }),
  };
}

/** Nano credits are whole numbers. */
function usageOf({ usage, log }: TurnState, habits: Habits): Fields {
  const field = habits.has('credits') ? 'credits' : 'amount';
  if (usage?.premium_requests !== undefined) {
    return { type: 'premium_requests', [field]: usage.premium_requests };
  }
  const credits = usage?.ai_credits ?? (log.length + 1) * CREDITS_EACH_ENTRY;
  return { type: 'ai_credits', [field]: Math.round(credits * NANO) };
}

function causeOf(turn: TurnState): string {
  const error = turn.log.findLast((item) => !item.isRaw && entryOf(item).message_type === 'ERROR');
  return error === undefined ? answerOf(turn) : asText(entryOf(error).observation);
}

function artifactsOf(task: Task, showing: Showing): readonly unknown[] {
  if (sessionsOf(task, showing).length === 0) {
    return [];
  }
  const pull = continuedPull(task.run, showing) ?? pullOf(task.run, showing);
  const branch = { head_ref: headOf(task, showing), base_ref: baseOf(task.run) };
  const pulls = pull === null ? [] : [{ id: pull.id, global_id: pull.nodeId }];
  return [
    ...pulls.map((data) => ({ provider: 'github', type: 'pull', data })),
    { provider: 'github', type: 'branch', data: branch },
  ];
}

/** The one pull request of a task. */
export interface TaskPull {
  readonly run: StoredRun;
  readonly turn: TurnState;
  /** Of the database: not the number. */
  readonly id: number;
  readonly nodeId: string;
  readonly number: number;
  readonly head: string;
  readonly isOver: boolean;
  readonly told: PullRequest;
}

/** Null until the scenario has one, and if none was asked for. */
export function pullOf(run: StoredRun, showing: Showing): TaskPull | null {
  const { store, now, habits } = showing;
  // Without the field it is made: the documentation says otherwise (sheet, section 3.1).
  if (run.request['create_pull_request'] === false || habits.has('no-pull-request')) {
    return null;
  }
  const turn = store.turns(run).findLast(({ pullRequests }) => pullRequests !== null);
  const told = turn?.pullRequests?.at(-1);
  if (turn === undefined || told === undefined) {
    return null;
  }
  const isOver = OVER.includes(wordFor(turn.status, WORDS));
  const late = habits.get('late-pull-request');
  if (late !== undefined && !(isOver && now >= store.realTime(run, turn.statusAt) + late.forMs)) {
    return null;
  }
  const number = Number(/\/pull\/(\d+)$/.exec(told.url)?.[1] ?? '1');
  const id = numberOf(`${run.id}/pull/${number}`);
  const nodeId = `PR_kw${hexOf(`${run.id}/pull/${number}`, 12)}`;
  return { run, turn, id, nodeId, number, head: ownHead(run), isOver, told };
}

/** A new branch, or that of the pull request that the task continues. */
function headOf({ run }: Task, showing: Showing): string {
  return continuedPull(run, showing)?.head ?? ownHead(run);
}

/**
 * The open pull request of another task that `head_ref` and `base_ref` name. Without one they are
 * ignored in silence.
 */
export function continuedPull(run: StoredRun, showing: Showing): TaskPull | null {
  const { store, habits } = showing;
  if (habits.has('head-ref-ignored')) {
    return null;
  }
  const usual = { ...showing, habits: NO_HABITS };
  const others = store
    .all()
    .filter((each) => each.id !== run.id && placeOf(each) === placeOf(run))
    .flatMap((each) => pullOf(each, usual) ?? []);
  const wanted = run.request['head_ref'];
  return others.find(({ head, run: of }) => head === wanted && baseOf(of) === baseOf(run)) ?? null;
}

function ownHead({ id }: StoredRun): string {
  return `copilot/work-${hexOf(id, 6)}`;
}

export function baseOf({ request }: StoredRun): string {
  const base = request['base_ref'];
  return typeof base === 'string' ? base : DEFAULT_BRANCH;
}

/** `owner/name`. */
export function placeOf({ repository }: StoredRun): string {
  return repository.split('/').slice(-2).join('/');
}

/** First from the prompt, rewritten at the end. */
function nameOf(
  task: Task,
  { showing, sessions }: { readonly showing: Showing; readonly sessions: readonly Session[] },
): string {
  if (showing.habits.has('renamed')) {
    return 'Improve the code';
  }
  const first = firstLine(task.prompt ?? task.run.turns[0]?.prompt ?? '');
  return sessions.at(-1)?.isOver === true ? `Done: ${first}`.slice(0, NAME_LENGTH) : first;
}

export function firstLine(prompt: string): string {
  return (prompt.split('\n')[0] ?? '').slice(0, NAME_LENGTH);
}

export function updatedAt(run: StoredRun, { store }: Pick<Showing, 'store'>): number {
  const times = store
    .turns(run)
    .flatMap(({ turn, statusAt, log }) => [turn.acceptedAt, statusAt, log.at(-1)?.at ?? 0]);
  return Math.min(Math.max(...times), store.scenarioNow(run));
}

/** An id as GitHub has them: a number without meaning. */
export function numberOf(text: string): number {
  return Number.parseInt(hexOf(text, 9), 16);
}

/** In whole seconds, as GitHub writes times. */
export function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
