/** Conversations and their start tasks as `openhands` shows them (sheet, 3.1 to 3.3, 4 and 5). */
import type { StoredRun, TurnState } from '../../store.ts';
import type { Habits, RunShowing } from '../face.ts';
import { hexOf } from '../ids.ts';
import { isObject } from '../shape.ts';
import { shownTurns } from '../shown-turns.ts';
import { wordFor, type Meaning } from '../words.ts';
import { dashedId } from './shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the answer about a conversation depends on beside it. */
export interface Showing extends RunShowing {
  /** When each sandbox was last resumed, by the id of its conversation (epoch, ms). */
  readonly woken: ReadonlyMap<string, number>;
  /** Where the sandboxes are reached: `http://127.0.0.1:4000`. */
  readonly origin: string;
}

type SandboxStatus = 'ERROR' | 'MISSING' | 'PAUSED' | 'RUNNING';

interface ConversationState {
  readonly sandbox: SandboxStatus;
  /** The execution status, null where nobody knows it. */
  readonly word: string | null;
}

export const WORDS: Readonly<Record<Meaning, string>> = {
  queued: 'idle',
  working: 'running',
  done: 'finished',
  // A question ends a turn like any other (sheet, section 4).
  asks: 'finished',
  failed: 'error',
  cancelled: 'paused',
  'timed-out': 'error',
};
/** The words with which a turn rests. */
const FINAL_WORDS = ['error', 'finished', 'paused', 'stuck', 'waiting_for_confirmation'];
/** The steps of a start and when each begins, in scenario time since the create. */
const START_STEPS = [
  { word: 'WORKING', from: 0 },
  { word: 'PREPARING_REPOSITORY', from: 300 },
  { word: 'STARTING_CONVERSATION', from: 400 },
  { word: 'READY', from: 500 },
] as const;
const NO_DETAIL = '';
const NOT_STARTED = '500: Agent Server Failed to start properly';
const TOKENS_EACH_ENTRY = 110;

export interface StartTask {
  readonly id: string;
  readonly run: StoredRun;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly request: Fields;
  /** Of a second create under the id of a conversation that exists. */
  readonly isRepeat: boolean;
}

export function startTaskOf(run: StoredRun): StartTask {
  const { createdAt, request } = run;
  return { id: hexOf(`task/${run.id}`, 32), run, createdAt, request, isRepeat: false };
}

/** The word of a start task, with its detail. */
function startState(
  { run, createdAt, isRepeat }: StartTask,
  { store, now, habits }: Showing,
): { readonly word: string; readonly detail: string | null } {
  const elapsed = store.scenarioTime(run, now) - store.scenarioTime(run, createdAt);
  if (elapsed < START_STEPS[1].from) {
    return { word: 'WORKING', detail: null };
  }
  if (habits.has('start-fails')) {
    return { word: 'ERROR', detail: NO_DETAIL };
  }
  if (habits.has('start-fails-with-detail')) {
    return { word: 'ERROR', detail: NOT_STARTED };
  }
  if (isRepeat) {
    const detail = `Server error '500 Internal Server Error' for url '${sandboxHost(run)}'`;
    return { word: 'ERROR', detail };
  }
  const held = habits.get('slow-start')?.forMs ?? 0;
  const isHeld = now < run.createdAt + held;
  const steps = START_STEPS.filter(
    ({ word, from }) => elapsed >= from && !(isHeld && word === 'READY'),
  );
  return { word: steps.at(-1)?.word ?? 'WORKING', detail: null };
}

/** Whether the conversation can be read: its start task is `READY`. */
export function isStarted(run: StoredRun, showing: Showing): boolean {
  return startState(startTaskOf(run), showing).word === 'READY';
}

export function startTaskBody(task: StartTask, showing: Showing): Fields {
  const { run, createdAt, request } = task;
  const { word, detail } = startState(task, showing);
  const isReady = word === 'READY';
  const conversationId = dashedId(run.id);
  return {
    id: task.id,
    created_by_user_id: null,
    status: word,
    detail,
    app_conversation_id: isReady ? run.id : null,
    sandbox_id: word === 'WORKING' ? null : run.id,
    agent_server_url: isReady ? sandboxRoot(run, showing) : null,
    request: { ...requestDefaults(), ...echoOf(request), conversation_id: conversationId },
    created_at: withoutZone(createdAt),
    updated_at: withoutZone(createdAt),
  };
}

function requestDefaults(): Fields {
  return {
    sandbox_id: null,
    initial_message: null,
    system_message_suffix: null,
    processors: null,
    llm_model: null,
    agent_profile_id: null,
    selected_repository: null,
    selected_branch: null,
    git_provider: null,
    suggested_task: null,
    title: null,
    trigger: null,
    pr_number: [],
    parent_conversation_id: null,
    agent_type: 'default',
    public: null,
    plugins: null,
    secrets: null,
  };
}

/** As it was sent, but for secrets, and for `run`, which is told false whatever was asked. */
function echoOf(request: Fields): Fields {
  const echoed: Record<string, unknown> = { ...request };
  const { initial_message: message, secrets } = request;
  if (isObject(message)) {
    echoed['initial_message'] = { role: 'user', ...message, run: false };
  }
  if (isObject(secrets)) {
    const masked = Object.keys(secrets).map((name) => [name, '**********']);
    echoed['secrets'] = Object.fromEntries(masked) as Fields;
  }
  return echoed;
}

/** The execution status of a turn, whatever its sandbox does. */
export function wordOfTurn({ status }: TurnState): string {
  return wordFor(status, WORDS);
}

export function isOver(state: TurnState): boolean {
  return FINAL_WORDS.includes(wordOfTurn(state));
}

export function conversationState(run: StoredRun, showing: Showing): ConversationState {
  const { store, now, habits } = showing;
  const last = shownTurns(run, showing, 'stale-word').at(-1);
  if (last === undefined) {
    throw new Error('a conversation has at least one turn');
  }
  const isGone = habits.has('missing') || habits.has('missing-410');
  if (isGone && isOver(last)) {
    return { sandbox: 'MISSING', word: null };
  }
  if (sleepsSince(run, showing) !== null) {
    return { sandbox: 'PAUSED', word: null };
  }
  const age = now - run.createdAt;
  const failing = habits.get('sandbox-error')?.forMs ?? 0;
  if (habits.has('sandbox-lost') || age < failing) {
    return { sandbox: 'ERROR', word: null };
  }
  if (age < (habits.get('no-word')?.forMs ?? 0)) {
    return { sandbox: 'RUNNING', word: null };
  }
  const isBegun = store.scenarioNow(run) >= last.turn.startedAt;
  return { sandbox: 'RUNNING', word: isBegun ? wordOfTurn(last) : 'idle' };
}

/** Since when the sandbox sleeps (epoch, ms); null while it is awake. */
export function sleepsSince(run: StoredRun, showing: Showing): number | null {
  const { store, now, habits, woken } = showing;
  const last = shownTurns(run, showing, 'stale-word').at(-1);
  if (last === undefined) {
    return null;
  }
  const sleeps = habits.get('sleeps');
  const inMidTurn = habits.get('sleeps-in-mid-turn');
  const times: number[] = [];
  if (sleeps !== undefined && isOver(last)) {
    times.push(store.realTime(run, last.statusAt) + sleeps.forMs);
  }
  if (inMidTurn !== undefined) {
    times.push(store.realTime(run, last.turn.startedAt) + inMidTurn.forMs);
  }
  const since = Math.min(...times);
  const isAwake = now < since || (woken.get(run.id) ?? -Infinity) >= since;
  return times.length === 0 || isAwake ? null : since;
}

export function conversationBody(run: StoredRun, showing: Showing): Fields {
  const { store, habits } = showing;
  const { sandbox, word } = conversationState(run, showing);
  const isAwake = sandbox === 'RUNNING';
  const createdAt = `${withoutZone(run.createdAt)}Z`;
  const turns = shownTurns(run, showing, 'stale-word');
  const updatedAt = store.realTime(run, turns.at(-1)?.statusAt ?? run.createdAt);
  return {
    id: run.id,
    created_by_user_id: null,
    sandbox_id: run.id,
    selected_repository: run.request['selected_repository'] ?? null,
    selected_branch: run.request['selected_branch'] ?? null,
    git_provider: run.request['git_provider'] ?? null,
    title: `Conversation ${run.id.slice(0, 5)}`,
    trigger: null,
    pr_number: [...new Set([...presetNumbers(run), ...pullRequestNumbers(turns, habits)])],
    llm_model: run.request['llm_model'] ?? 'openhands/default',
    agent_kind: 'openhands',
    metrics: metricsBody(habits.has('no-metrics') ? NO_USE : useOf(turns)),
    parent_conversation_id: null,
    sub_conversation_ids: [],
    public: null,
    tags: { archiveworkspacepath: '.' },
    created_at: createdAt,
    updated_at: `${withoutZone(updatedAt)}Z`,
    sandbox_status: sandbox,
    execution_status: word,
    conversation_url: isAwake ? `${sandboxRoot(run, showing)}/api/conversations/${run.id}` : null,
    session_api_key: isAwake ? sandboxKey(run) : null,
    acp_server: null,
    launched_agent_profile: null,
  };
}

/** The create may name some (sheet, annex A5). */
function presetNumbers({ request }: StoredRun): readonly number[] {
  const { pr_number: given } = request;
  return Array.isArray(given) ? given.filter((number) => typeof number === 'number') : [];
}

/** Of all turns together. */
function pullRequestNumbers(turns: readonly TurnState[], habits: Habits): readonly number[] {
  if (habits.has('shell-pull-request')) {
    return [];
  }
  const named = turns.flatMap(({ pullRequests }) => pullRequests ?? []);
  const numbers = named.flatMap(({ url }) => {
    const digits = /\/pull\/(\d+)/.exec(url)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
  const earlier = habits.has('earlier-pull-request') ? [1] : [];
  return [...earlier, ...numbers];
}

export interface Use {
  readonly costUsd: number;
  readonly tokens: number;
}

const NO_USE: Use = { costUsd: 0, tokens: 0 };

/** A running total of the conversation. Without a scenario's word each entry costs some tokens. */
export function useOf(turns: readonly TurnState[]): Use {
  const tokens = turns.map(({ usage, log }) => usage?.tokens ?? log.length * TOKENS_EACH_ENTRY);
  const cost = turns.map(({ usage }) => usage?.cost_usd ?? 0);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  return { costUsd: sum(cost), tokens: sum(tokens) };
}

export function metricsBody({ costUsd, tokens }: Use): Fields {
  const completion = Math.floor(tokens / 11);
  return {
    model_name: 'default',
    accumulated_cost: costUsd,
    max_budget_per_task: null,
    accumulated_token_usage: {
      model: '',
      prompt_tokens: tokens - completion,
      completion_tokens: completion,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      context_window: 0,
      per_turn_token: 0,
      response_id: '',
    },
  };
}

/** The key of the sandbox, which gives power over it. */
export function sandboxKey(run: StoredRun): string {
  return `sandbox-${hexOf(`key/${run.id}`, 32)}`;
}

/** Where the sandbox itself is reached: here another path of the same host. */
function sandboxRoot(run: StoredRun, { origin }: Showing): string {
  return `${origin}/sandboxes/${run.id}`;
}

function sandboxHost({ id }: StoredRun): string {
  return `http://localhost/${id}/api/conversations`;
}

/** Six digits, no zone: `2026-11-28T21:14:06.373421`. */
export function withoutZone(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.\d{3})Z$/, '$1000');
}
