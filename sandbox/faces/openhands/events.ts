/** The events of a conversation (sheet, section 6). */
import type { LogItem, StoredRun, TurnState } from '../../store.ts';
import { answerOf, asText, asWords, entryOf, printedBy, type ScriptedEntry } from '../entries.ts';
import { uuidOf } from '../ids.ts';
import { isObject } from '../shape.ts';
import {
  isOver,
  isStarted,
  metricsBody,
  sleepsSince,
  useOf,
  withoutZone,
  wordOfTurn,
  type Showing,
} from './conversations.ts';
import { dashedId } from './shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Event {
  readonly id: string;
  /** Scenario time, milliseconds since the epoch. */
  readonly at: number;
  /** It is told late where the last events of a turn are. */
  readonly isLast: boolean;
  readonly body: Fields;
}

interface Made {
  readonly at: number;
  /** Tells it from others of its turn. */
  readonly name: string;
  readonly kind: string;
  readonly source: 'agent' | 'environment' | 'user';
  readonly fields: Fields;
  readonly isLast?: boolean;
  /** Of an observation: the name of the action that it answers. */
  readonly answers?: string;
}

/** Oldest first; empty until the conversation has started. */
export function eventsOf(run: StoredRun, showing: Showing): readonly Event[] {
  if (!isStarted(run, showing)) {
    return [];
  }
  const { store, now, habits } = showing;
  const asleepAt = sleepsSince(run, showing) ?? Infinity;
  const late = habits.get('late-events')?.forMs ?? 0;
  return store
    .turns(run)
    .flatMap((turn, index, all) =>
      eventsOfTurn(run, { turn, before: all.slice(0, index), showing }),
    )
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at, isLast }) => {
      const toldAt = store.realTime(run, at) + (isLast ? late : 0);
      return toldAt <= now && store.realTime(run, at) <= asleepAt;
    });
}

function eventsOfTurn(
  run: StoredRun,
  {
    turn,
    before,
    showing,
  }: {
    readonly turn: TurnState;
    readonly before: readonly TurnState[];
    readonly showing: Showing;
  },
): readonly Event[] {
  if (turn.isWaiting) {
    return [];
  }
  const made = [
    ...beginning(run, turn),
    ...pullRequestOutput(turn, showing),
    ...turn.log.flatMap((item, nth) => eventsOfItem(item, `entry ${nth}`)),
    ...turn.turn.notes.map(({ at, text }, nth) => userMessage(text, { at, name: `note ${nth}` })),
    ...ending(turn, before),
  ];
  const idOf = (name: string): string => uuidOf(`${run.id}/${turn.index}/${name}`);
  return made.map(({ name, at, kind, source, fields, isLast = false, answers }) => {
    const id = idOf(name);
    const head = { id, timestamp: withoutZone(at), source, parent_id: null };
    const action = answers === undefined ? {} : { action_id: idOf(answers) };
    return { id, at, isLast, body: { ...head, ...fields, ...action, kind } };
  });
}

function beginning(run: StoredRun, { index, turn }: TurnState): readonly Made[] {
  const at = turn.acceptedAt;
  const message = userMessage(turn.prompt, { at, name: 'prompt' });
  const running = stateUpdate('execution_status', 'running', { at, name: 'running' });
  if (index > 0) {
    return [message, running];
  }
  const state = { id: dashedId(run.id), execution_status: 'idle' };
  const prompt = { type: 'text', text: 'You are OpenHands agent.' };
  return [
    stateUpdate('full_state', state, { at, name: 'state' }),
    {
      name: 'system',
      at,
      kind: 'SystemPromptEvent',
      source: 'agent',
      fields: { system_prompt: prompt, tools: [] },
    },
    message,
    running,
  ];
}

/** A turn that ends with a result alone says it with `finish`. */
function ending(state: TurnState, before: readonly TurnState[]): readonly Made[] {
  const { log, result, statusAt, isStopped } = state;
  if (!isOver(state)) {
    return [];
  }
  const at = statusAt;
  const isAnswered = log.some(isAnswer);
  const answer = answerOf(state);
  const isTold = result === null || isAnswered || wordOfTurn(state) !== 'finished';
  const finish = isTold ? [] : finishCall(answer, { at, name: 'result' });
  const stats = { usage_to_metrics: { agent: metricsBody(useOf([...before, state])) } };
  const interrupted: Made = {
    name: 'interrupt',
    at,
    kind: 'InterruptEvent',
    source: 'user',
    fields: {},
  };
  return [
    ...finish,
    ...(isStopped ? [interrupted] : []),
    stateUpdate('execution_status', wordOfTurn(state), { at, name: 'end', isLast: true }),
    stateUpdate('stats', stats, { at, name: 'stats', isLast: true }),
  ];
}

const isAnswer = (item: LogItem): boolean =>
  !item.isRaw && entryOf(item).message_type === 'FINAL_ANSWER';

function eventsOfItem(item: LogItem, name: string): readonly Made[] {
  const { at } = item;
  if (item.isRaw) {
    const raw = item.value();
    const { kind = 'ServerErrorEvent', source = 'agent', ...fields } = isObject(raw) ? raw : {};
    return [{ name, at, kind: asText(kind), source: source as Made['source'], fields }];
  }
  const entry = entryOf(item);
  const observation = asWords(entry.observation);
  switch (entry.message_type) {
    case 'ACTION':
      return toolCall(entry, { at, name });
    case 'FINAL_ANSWER':
      return finishCall(observation, { at, name });
    case 'USER_MESSAGE':
      return [userMessage(observation, { at, name })];
    case 'ERROR':
      return [
        {
          name,
          at,
          kind: 'ConversationErrorEvent',
          source: 'environment',
          fields: { code: 'AgentError', detail: observation },
        },
      ];
    default:
      return [agentMessage(observation || asText(entry.thought), { at, name })];
  }
}

interface Named {
  readonly at: number;
  readonly name: string;
  readonly isLast?: boolean;
}

function toolCall(entry: ScriptedEntry, { at, name }: Named): readonly Made[] {
  const tool_name = entry.tool_name ?? 'terminal';
  const tool_call_id = `call_${name.replace(/\D/g, '')}`;
  const input = isObject(entry.tool_input) ? entry.tool_input : {};
  const output = isObject(entry.tool_output) ? entry.tool_output : {};
  const thought = asText(entry.thought);
  const text = printedBy(entry);
  const action: Made = {
    name,
    at,
    kind: 'ActionEvent',
    source: 'agent',
    fields: {
      thought: thought === '' ? [] : [{ type: 'text', text: thought }],
      reasoning_content: null,
      action: { ...input, kind: 'TerminalAction' },
      tool_name,
      tool_call_id,
      summary: null,
    },
  };
  const observed: Made = {
    name: `${name} observed`,
    at,
    kind: 'ObservationEvent',
    source: 'environment',
    answers: name,
    fields: {
      tool_name,
      tool_call_id,
      observation: {
        content: [{ type: 'text', text }],
        is_error: false,
        ...output,
        kind: 'TerminalObservation',
      },
    },
  };
  return [action, observed];
}

/** The call and its observation, which repeats the text (sheet, section 6). */
function finishCall(message: string, { at, name }: Named): readonly Made[] {
  const tool_call_id = `call_finish_${name.replace(/\W/g, '_')}`;
  return [
    {
      name,
      at,
      kind: 'ActionEvent',
      source: 'agent',
      isLast: true,
      fields: {
        thought: [],
        reasoning_content: null,
        action: { message, kind: 'FinishAction' },
        tool_name: 'finish',
        tool_call_id,
        summary: 'finish',
      },
    },
    {
      name: `${name} observed`,
      at,
      kind: 'ObservationEvent',
      source: 'environment',
      isLast: true,
      answers: name,
      fields: {
        tool_name: 'finish',
        tool_call_id,
        observation: {
          content: [{ type: 'text', text: message }],
          is_error: false,
          kind: 'FinishObservation',
        },
      },
    },
  ];
}

function userMessage(text: string, { at, name }: Named): Made {
  return { name, at, kind: 'MessageEvent', source: 'user', fields: messageFields('user', text) };
}

function agentMessage(text: string, { at, name }: Named): Made {
  const fields = messageFields('assistant', text);
  return { name, at, kind: 'MessageEvent', source: 'agent', fields };
}

function messageFields(role: string, text: string): Fields {
  return { llm_message: { role, content: [{ type: 'text', text }] }, activated_skills: [] };
}

function stateUpdate(key: string, value: unknown, { at, name, isLast = false }: Named): Made {
  return {
    name,
    at,
    kind: 'ConversationStateUpdateEvent',
    source: 'environment',
    fields: { key, value },
    isLast,
  };
}

/** The pull request as a command's output, where the agent used the shell before it finished. */
function pullRequestOutput(state: TurnState, { habits }: Showing): readonly Made[] {
  const urls = (state.pullRequests ?? []).map(({ url }) => url);
  if (!habits.has('shell-pull-request') || urls.length === 0) {
    return [];
  }
  const entry: ScriptedEntry = {
    message_type: 'ACTION',
    thought: null,
    tool_name: 'terminal',
    tool_input: { command: 'gh pr create --fill' },
    tool_output: { exit_code: 0 },
    observation: urls.join('\n'),
  };
  const answer = state.log.find(isAnswer);
  const at = Math.min(state.statusAt, answer?.at ?? Infinity);
  return toolCall(entry, { at, name: 'pull request 0' });
}
