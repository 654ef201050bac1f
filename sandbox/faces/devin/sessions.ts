/** Sessions as `devin` shows them: words of two levels, output, messages (sheet, 3.2 to 6). */
import { isPutToSleep, type Store, type StoredRun, type TurnState } from '../../store.ts';
import { answerOf, asText, asWords, entryOf } from '../entries.ts';
import type { Habits, RunShowing } from '../face.ts';
import { hexOf } from '../ids.ts';
import { isObject } from '../shape.ts';
import { shownTurns } from '../shown-turns.ts';
import { meaningOf, wordFor, type Meaning } from '../words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the answer about a session depends on beside the session. */
export interface Showing extends RunShowing {
  readonly orgId: string;
}

export interface SessionState {
  readonly status: string;
  readonly detail: string | null;
  readonly output: Fields | null;
  readonly pullRequests: readonly string[];
}

export const WORDS: Readonly<Record<Meaning, string>> = {
  queued: 'new',
  working: 'running/working',
  done: 'running/waiting_for_user',
  asks: 'running/waiting_for_user',
  failed: 'error',
  cancelled: 'suspended/user_request',
  'timed-out': 'error',
};
/** Of a session's life, in scenario time. */
const NEW_MS = 250;
const CLAIMED_MS = 500;
const RESUMING_MS = 500;
/** How long a session waits before it falls asleep, in scenario time. */
const AWAKE_MS = 1_800_000;
const OUT_OF_MONEY =
  /^(usage_limit_exceeded|out_of_\w+|no_quota_allocation|payment_declined|\w+_limit_exceeded|contract_expired)$/;

/** Whether no message can wake it any more. */
export function isDead(run: StoredRun, { status }: SessionState): boolean {
  const isLost = run.request['resumable'] === false && status === 'suspended';
  return ['exit', 'error'].includes(status) || isLost;
}

export function isOutOfMoney({ status, detail }: SessionState): boolean {
  return status === 'suspended' && OUT_OF_MONEY.test(detail ?? '');
}

export function sessionState(run: StoredRun, showing: Showing): SessionState {
  const turns = shownTurns(run, showing, 'stale-session');
  const last = turns.at(-1);
  if (last === undefined) {
    throw new Error('a session has at least one turn');
  }
  const [status = '', detail = null] = wordsOf(run, { turn: last, showing }).split('/');
  return { status, detail, output: outputOf(run, turns), pullRequests: pullsOf(turns) };
}

interface ShownTurn {
  readonly turn: TurnState;
  readonly showing: Showing;
}

/** `status` or `status/status_detail`. */
function wordsOf(run: StoredRun, { turn, showing }: ShownTurn): string {
  const { store, habits } = showing;
  if (run.isClosed) {
    return 'exit';
  }
  if (isPutToSleep(run)) {
    return 'suspended/user_request';
  }
  const word = wordOf(run, turn);
  if (word === WORDS.working && isAtLimit(run, store)) {
    return 'suspended/usage_limit_exceeded';
  }
  if (word === WORDS.working) {
    const elapsed = store.scenarioNow(run) - turn.turn.startedAt;
    return beginning(turn, elapsed) ?? word;
  }
  if (!isResting(word)) {
    return word;
  }
  if (isAsleep(run, { showing, turn })) {
    return 'suspended/inactivity';
  }
  const isDone = meaningOf(turn.status) === 'done';
  return isDone && habits.has('finished') ? 'running/finished' : word;
}

/** After a rest of `AWAKE_MS`, or of the habit's own time. */
function isAsleep(run: StoredRun, { turn, showing }: ShownTurn): boolean {
  const { store, now, habits } = showing;
  const habit = habits.get('falls-asleep');
  if (habit === undefined) {
    return store.scenarioNow(run) - turn.statusAt >= AWAKE_MS;
  }
  return now >= store.realTime(run, turn.statusAt) + habit.forMs;
}

/** With a schema that has a word for it, a run that fails says so there, and waits. */
function wordOf(run: StoredRun, { status }: TurnState): string {
  const word = wordFor(status, WORDS);
  const isTold = meaningOf(status) === 'failed' && hasOutcome(schemaOf(run));
  return isTold ? WORDS.done : word;
}

function beginning({ index, turn }: TurnState, elapsed: number): string | null {
  if (index > 0) {
    return turn.isWoken && elapsed < RESUMING_MS ? 'resuming' : null;
  }
  if (elapsed < NEW_MS) {
    return 'new';
  }
  return elapsed < CLAIMED_MS ? 'claimed' : null;
}

function isResting(word: string): boolean {
  return ['running/waiting_for_user', 'running/finished'].includes(word);
}

/** That of the last turn that has one: it stays until another comes. */
function outputOf(run: StoredRun, turns: readonly TurnState[]): Fields | null {
  const schema = schemaOf(run);
  if (schema === null) {
    return null;
  }
  for (const turn of turns.toReversed()) {
    const output = turn.output ?? composed(run, { turn, schema });
    if (output !== null) {
      return output;
    }
  }
  return null;
}

/** What the turn answers, in the form that was asked for. Null while it works. */
function composed(
  run: StoredRun,
  { turn, schema }: { readonly turn: TurnState; readonly schema: Fields },
): Fields | null {
  if (!isResting(wordOf(run, turn))) {
    return null;
  }
  const message = answerOf(turn);
  const answer = jsonIn(message);
  if (!hasOutcome(schema)) {
    return isObject(answer) ? answer : null;
  }
  const outcome = outcomeOf(turn);
  const properties = schema['properties'] as Fields;
  const isAnswered = outcome === 'done' && 'answer' in properties && answer !== null;
  return { outcome, message, ...(isAnswered && { answer }) };
}

function outcomeOf({ status }: TurnState): 'done' | 'question' | 'blocked' {
  const meaning = meaningOf(status);
  if (meaning === 'asks') {
    return 'question';
  }
  return meaning === 'failed' ? 'blocked' : 'done';
}

function schemaOf({ request }: StoredRun): Fields | null {
  const schema = request['structured_output_schema'];
  return isObject(schema) ? schema : null;
}

/** Whether the schema has a word for how a turn ended, and a text. */
function hasOutcome(schema: Fields | null): boolean {
  const properties = schema?.['properties'];
  return isObject(properties) && 'outcome' in properties && 'message' in properties;
}

/** The text as JSON, or its last block of JSON; null without either. */
function jsonIn(text: string): unknown {
  const block = [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].at(-1)?.[1];
  try {
    return JSON.parse(block ?? text) as unknown;
  } catch {
    return null;
  }
}

/** Of all turns together. */
function pullsOf(turns: readonly TurnState[]): readonly string[] {
  const pulls = turns.flatMap(({ pullRequests }) => pullRequests ?? []);
  return [...new Set(pulls.map(({ url }) => url))];
}

/**
 * Status detail and output are told by get and list alone.
 */
export function sessionBody(
  run: StoredRun,
  { showing, isRead }: { readonly showing: Showing; readonly isRead: boolean },
): Fields {
  const { store, habits, orgId } = showing;
  const { status, detail, output, pullRequests } = sessionState(run, showing);
  const { title = null, devin_mode = 'normal' } = run.request;
  const id = habits.has('prefixed-ids') ? `devin-${run.id}` : run.id;
  const hasOutput = isRead && !habits.has('no-output');
  return {
    session_id: id,
    url: store.now(run).webUrl ?? `https://app.devin.ai/sessions/${run.id}`,
    status,
    status_detail: isRead ? detail : null,
    structured_output: hasOutput ? output : null,
    tags: habits.has('lost-tags') ? [] : run.keys,
    org_id: orgId,
    created_at: epoch(run.createdAt, habits),
    updated_at: epoch(updatedAt(run, store), habits),
    acus_consumed: acusOf(run, store),
    pull_requests: pullRequests.map((pr_url) => ({ pr_url, pr_state: 'open' })),
    title,
    devin_mode,
    origin: 'api',
    parent_session_id: null,
    child_session_ids: [],
    service_user_id: 'service-user-1',
    is_archived: run.isArchived,
    category: null,
    // A field that no document names.
    snapshot_state: 'none',
  };
}

/** It works on no more once it has used what `max_acu_limit` allows. */
function isAtLimit(run: StoredRun, store: Store): boolean {
  const limit = run.request['max_acu_limit'];
  return typeof limit === 'number' && acusOf(run, store) >= limit;
}

/** Zero where the scenario says nothing. */
function acusOf(run: StoredRun, store: Store): number {
  return store.turns(run).reduce((sum, { usage }) => sum + (usage?.acu ?? 0), 0);
}

export function updatedAt(run: StoredRun, store: Store): number {
  const times = store
    .turns(run)
    .flatMap(({ turn, statusAt, log }) => [
      turn.acceptedAt,
      statusAt,
      log.at(-1)?.at ?? 0,
      turn.notes.at(-1)?.at ?? 0,
    ]);
  return Math.min(Math.max(...times), store.scenarioNow(run));
}

/** Whole seconds since the epoch. */
export function epoch(ms: number, habits: Habits): number {
  return habits.has('milliseconds') ? Math.floor(ms) : Math.floor(ms / 1000);
}

export interface Message {
  readonly id: string;
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
  /** As sent, without id and time; or word for word if the scenario says so. */
  readonly source: 'user' | 'devin';
  readonly text: string;
  readonly raw: Fields | null;
}

/** Oldest first. There is nothing else in the log: no tool, no thought that was not said. */
export function messagesOf(run: StoredRun, { store, now, habits }: Showing): readonly Message[] {
  const lag = habits.get('message-lag')?.forMs ?? 0;
  return store
    .turns(run)
    .flatMap((state) => turnMessages(run, state))
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }) => store.realTime(run, at) + lag <= now);
}

function turnMessages(run: StoredRun, state: TurnState): readonly Message[] {
  const { turn, index, log } = state;
  const idOf = (what: string): string => `ev-${hexOf(`${run.id}/${index}/${what}`, 12)}`;
  const said = (what: string, message: Omit<Message, 'id' | 'raw'>): Message => ({
    id: idOf(what),
    raw: null,
    ...message,
  });
  const prompt = said('prompt', { at: turn.acceptedAt, source: 'user', text: turn.prompt });
  const spoken = log.flatMap((item, nth): readonly Message[] => {
    const id = idOf(`entry ${nth}`);
    const { at } = item;
    if (item.isRaw) {
      const raw = item.value();
      return isObject(raw) && 'message' in raw ? [{ id, at, source: 'devin', text: '', raw }] : [];
    }
    const message = messageIn(item.value(), turn.prompt);
    return message === null ? [] : [{ id, at, ...message, raw: null }];
  });
  const notes = turn.notes.map(({ at, text }, nth) =>
    said(`note ${nth}`, { at, source: 'user', text }),
  );
  return [prompt, ...spoken, ...lastWord(state, { spoken, said }), ...notes];
}

/** A turn that ends with a result alone says it. */
function lastWord(
  state: TurnState,
  {
    spoken,
    said,
  }: {
    readonly spoken: readonly Message[];
    readonly said: (what: string, message: Omit<Message, 'id' | 'raw'>) => Message;
  },
): readonly Message[] {
  const { result, status, statusAt, log } = state;
  const isAnswered = log.some(
    (item) => !item.isRaw && entryOf(item).message_type === 'FINAL_ANSWER',
  );
  const isOver = !['queued', 'working', null].includes(meaningOf(status));
  if (result === null || isAnswered || !isOver || spoken.some(({ text }) => text === result)) {
    return [];
  }
  return [said('result', { at: statusAt, source: 'devin', text: result })];
}

type Said = Pick<Message, 'source' | 'text'>;

/** Null for what is not said to anybody. */
function messageIn(value: unknown, prompt: string): Said | null {
  const entry = value as ReturnType<typeof entryOf>;
  const observation = asWords(entry.observation);
  switch (entry.message_type) {
    case 'ACTION':
      return null;
    case 'PLAN_EVALUATION':
    case 'FIX_PR_ERRORS':
      return { source: 'devin', text: asText(entry.thought) };
    case 'USER_MESSAGE':
    case 'USER_GITHUB_ISSUE_COMMENT':
      return observation === prompt ? null : { source: 'user', text: observation };
    default:
      return observation === '' ? null : { source: 'devin', text: observation };
  }
}

export function messageBody({ id, at, source, text, raw }: Message, habits: Habits): Fields {
  const usual = {
    event_id: id,
    source,
    message: text,
    created_at: epoch(at, habits),
    origin: source === 'user' ? 'api' : null,
    user_id: null,
    username: null,
  };
  return raw === null ? usual : { ...usual, ...raw };
}
