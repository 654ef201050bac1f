/**
 * Entries of the log from the frames of a stream, in the form of the specification (sheet, section
 * 6; contract 18.3). One tool call is one entry; thinking and text belong to the entry after them.
 */
import { ENTRY_TYPE } from '../../message-types.ts';
import { isRecord } from '../../safe/json.ts';
import { redactedValue, type Redact } from '../../safe/redaction.ts';
import { parseTime, viewEntry } from '../entry.ts';
import { UNTOLD_EXIT_CODE } from '../kit/entries.ts';
import { planLine } from '../plan-line.ts';
import type { Entry, RunId } from '../port.ts';
import { failureText } from './shown.ts';

/** A frame whose data is read. */
export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How a run ended, as far as its log tells it. */
export interface LogEnd {
  readonly kind: 'cancelled' | 'failed' | 'succeeded' | 'unknown';
  /** The answer, where it came apart from the text before. */
  readonly text: string | null;
  readonly cause: string | null;
  /** The id of the event that told it. */
  readonly sourceId: string | null;
}

/** UTF-16 units of thinking and text without an entry after it (contract 6.5). */
const PENDING_MAX = 16 * 1024 * 1024;
const NO_RESULT = 'no result was sent';
const NO_CAUSE = 'the service gave no cause';
const PLAN_TOOL = 'todo_write';

/** Thinking or text since the last entry. */
interface Segment {
  readonly kind: 'text' | 'thinking';
  readonly at: number;
  text: string;
}

/** A tool call that has not completed. */
interface OpenCall {
  readonly name: string | null;
  readonly args: unknown;
  readonly sourceId: string | null;
  /** Where it stands among the segments. */
  readonly at: number;
}

interface Fields {
  readonly message_type: string;
  readonly thought?: string | null;
  readonly tool_name?: string | null;
  readonly tool_input?: unknown;
  readonly tool_output?: unknown;
  readonly observation?: string | null;
}

interface EntriesOptions {
  /** For the entries of a run; it may be known later. */
  readonly runId: () => RunId;
  /** Milliseconds since the epoch. */
  readonly wall: () => number;
}

export class Entries {
  readonly #options: EntriesOptions;
  /** Absent until an answer brings it. Joined pieces may make up what none of them has. */
  redact: Redact | undefined;
  #segments: Segment[] = [];
  #pending = 0;
  #at = 0;
  /** The next piece begins a segment. */
  #isSplit = false;
  readonly #open = new Map<string, OpenCall>();
  readonly #done = new Set<string>();
  #count = 0;
  #hasError = false;
  /** What was said last when the log ended; null before that. */
  #lastWords: string | null = null;

  constructor(options: EntriesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** The text of the agent after its last tool call; empty without one. */
  get lastText(): string {
    return this.#lastWords ?? spokenText(this.#segments);
  }

  take({ id, event, data }: Frame): readonly Entry[] {
    switch (event) {
      case 'thinking':
        return this.#append('thinking', data['text']);
      case 'assistant':
        return this.#append('text', data['text']);
      case 'tool_call':
        return this.#call(data, id);
      case 'interaction_update':
        return this.#userMessage(data, id);
      default:
        return [];
    }
  }

  /** Stands for a frame that is too large to be read (contract 6.5). */
  omittedEntry(): Entry {
    const thought = 'This entry is too large to be read.';
    return this.#entry({ message_type: 'LEFT_OUT', thought }, null);
  }

  /** An error that ends the stream for good. */
  fatal(cause: string): Entry {
    this.#hasError = true;
    return this.#entry({ message_type: ENTRY_TYPE.error, observation: cause }, null);
  }

  /** What is left at the end. Only the first end counts. */
  end({ kind, text, cause, sourceId }: LogEnd): readonly Entry[] {
    if (this.#lastWords !== null) {
      return [];
    }
    // What was said before a call belongs to that.
    const told = [...this.#open.values()].map((call) => this.#unanswered(call));
    this.#open.clear();
    this.#lastWords = this.lastText;
    if (kind === 'succeeded') {
      return [...told, ...this.#answer(text, sourceId)];
    }
    told.push(...this.#plan(sourceId));
    if (kind === 'failed' && !this.#hasError) {
      const observation = cause ?? NO_CAUSE;
      const error = this.#entry({ message_type: ENTRY_TYPE.error, observation }, sourceId);
      told.push({ ...error, namesNoCause: cause === null });
    }
    return told;
  }

  #append(kind: Segment['kind'], value: unknown): readonly Entry[] {
    if (typeof value !== 'string' || value === '') {
      return [];
    }
    const last = this.#segments.at(-1);
    if (last?.kind === kind && !this.#isSplit) {
      last.text += value;
    } else {
      this.#at += 1;
      this.#segments.push({ kind, text: value, at: this.#at });
      this.#isSplit = false;
    }
    this.#pending += value.length;
    return this.#pending > PENDING_MAX ? this.#plan(null) : [];
  }

  /** Takes the segments before a place; null without any. */
  #takeThought(before = Infinity): string | null {
    const taken = this.#segments.filter(({ at }) => at <= before);
    this.#segments = this.#segments.filter(({ at }) => at > before);
    this.#pending = this.#segments.reduce((sum, { text }) => sum + text.length, 0);
    const text = joinedText(taken);
    return text === '' ? null : text;
  }

  #plan(sourceId: string | null): readonly Entry[] {
    const thought = this.#takeThought();
    if (thought === null) {
      return [];
    }
    return [this.#entry({ message_type: ENTRY_TYPE.plan, thought }, sourceId)];
  }

  #answer(text: string | null, sourceId: string | null): readonly Entry[] {
    const spoken = this.lastText;
    const observation = text === null || text.trim() === '' ? spoken : text;
    if (observation === '') {
      return this.#plan(sourceId);
    }
    // What was said beside the answer is not lost.
    if (observation.includes(spoken)) {
      this.#segments = this.#segments.filter(({ kind }) => kind === 'thinking');
    }
    const thought = this.#takeThought();
    return [this.#entry({ message_type: ENTRY_TYPE.answer, thought, observation }, sourceId)];
  }

  #call(data: Frame['data'], sourceId: string | null): readonly Entry[] {
    const { callId, name: given, status } = data;
    const id = typeof callId === 'string' ? callId : '';
    if (this.#done.has(id)) {
      return [];
    }
    const known = this.#open.get(id);
    const name = typeof given === 'string' && given !== '' ? given : (known?.name ?? null);
    const args = data['args'] === undefined ? known?.args : data['args'];
    const isCompleted = typeof status === 'string' && status.toLowerCase() === 'completed';
    if (!isCompleted) {
      const at = known?.at ?? this.#at;
      // What follows belongs to another entry, should this call never complete.
      this.#isSplit ||= known === undefined;
      this.#open.set(id, { name, args, sourceId, at });
      return [];
    }
    this.#open.delete(id);
    if (id !== '') {
      this.#done.add(id);
    }
    const thought = this.#takeThought();
    if (isPlan(name, args)) {
      return [this.#todos({ thought, args, sourceId })];
    }
    return [
      this.#entry(
        {
          message_type: ENTRY_TYPE.tool,
          thought,
          tool_name: name,
          tool_input: asObject(args),
          tool_output: outputOf(data['result']),
          observation: observationOf(data['result'], data['truncated']),
        },
        sourceId,
      ),
    ];
  }

  #unanswered({ name, args, sourceId, at }: OpenCall): Entry {
    const thought = this.#takeThought(at);
    if (isPlan(name, args)) {
      return this.#todos({ thought, args, sourceId });
    }
    return this.#entry(
      {
        message_type: ENTRY_TYPE.tool,
        thought,
        tool_name: name,
        tool_input: asObject(args),
        tool_output: {},
        observation: NO_RESULT,
      },
      sourceId,
    );
  }

  #todos({
    thought,
    args,
    sourceId,
  }: {
    readonly thought: string | null;
    readonly args: unknown;
    readonly sourceId: string | null;
  }): Entry {
    const list = todoList(args);
    const text = thought === null ? list : `${thought}\n\n${list}`;
    return this.#entry({ message_type: ENTRY_TYPE.plan, thought: text }, sourceId);
  }

  #userMessage(data: Frame['data'], sourceId: string | null): readonly Entry[] {
    const { type, userMessage } = data;
    const text = isRecord(userMessage) ? userMessage['text'] : null;
    if (type !== 'user-message-appended' || typeof text !== 'string') {
      return [];
    }
    return [this.#entry({ message_type: ENTRY_TYPE.prompt, observation: text }, sourceId)];
  }

  #entry(fields: Fields, sourceId: string | null): Entry {
    const stamp = new Date(this.#options.wall()).toISOString();
    const given = {
      agent_run_id: this.#options.runId(),
      created_at: stamp,
      thought: null,
      tool_name: null,
      tool_input: null,
      tool_output: null,
      observation: null,
      ...fields,
      source_id: sourceId,
    };
    const value = this.redact === undefined ? given : redactedValue(given, this.redact);
    const index = this.#count;
    this.#count += 1;
    return { index, line: lineOf(value), view: viewEntry(value), time: parseTime(stamp) };
  }
}

/** The text as it was written, whatever was thought in between (contract 18.3). */
function spokenText(segments: readonly Segment[]): string {
  const spoken = segments.filter(({ kind }) => kind === 'text');
  return spoken
    .map(({ text }) => text)
    .join('')
    .trim();
}

function joinedText(segments: readonly Segment[]): string {
  return segments
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/** `JSON.stringify` fails where `JSON.parse` did not only for nesting, which is refused before. */
const lineOf = (value: unknown): string => JSON.stringify(value);

/** Fields of tools are objects (spec 2.3). */
function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) {
    return {};
  }
  return isRecord(value) ? value : { value };
}

/** The error of a call, and whether the service has cut what it tells; null if all went well. */
function observationOf(result: unknown, truncated: unknown): string | null {
  const cut = isRecord(truncated)
    ? Object.keys(truncated).filter((name) => truncated[name] === true)
    : [];
  const parts = [
    errorOf(result),
    cut.length === 0 ? '' : `(The service has truncated: ${cut.join(', ')}.)`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('\n');
}

/**
 * What a call brought; of one that failed with its exit code, so that every sink knows (9), and
 * where it told none that it did not.
 */
function outputOf(result: unknown): Readonly<Record<string, unknown>> {
  const output = asObject(result);
  const failure = failureIn(result);
  if (failure === null) {
    return output;
  }
  const [, value] = failure;
  const told = isRecord(value) ? value['exitCode'] : null;
  return typeof told === 'number'
    ? { ...output, exit_code: told }
    : { ...output, exit_code: UNTOLD_EXIT_CODE, is_error: true };
}

/**
 * Any key for the outcome but `success` is a failure; flags stand beside it (sheet, section 6).
 * Null: the call did not fail.
 */
function failureIn(result: unknown): readonly [name: string, value: unknown] | null {
  if (!isRecord(result) || 'success' in result) {
    return null;
  }
  return Object.entries(result).find(([, value]) => typeof value !== 'boolean') ?? null;
}

function errorOf(result: unknown): string {
  const failure = failureIn(result);
  if (failure === null) {
    return '';
  }
  const [name, value] = failure;
  if (typeof value === 'string') {
    return value === '' ? name : value;
  }
  if (!isRecord(value)) {
    return `${name}: ${JSON.stringify(value)}`;
  }
  return detailOf(value) ?? `${name}: ${JSON.stringify(value)}`;
}

function detailOf(value: Readonly<Record<string, unknown>>): string | null {
  const { exitCode, stdout, stderr, reason, message } = value;
  if (typeof exitCode === 'number') {
    // What went wrong stands at the end, where a person looks for it.
    const output = [stdout, stderr].filter((one) => typeof one === 'string' && one !== '');
    return output.length === 0 ? `exit code ${exitCode}` : output.join('\n');
  }
  if (typeof reason === 'string' && reason !== '') {
    return reason;
  }
  const { code } = value;
  return failureText({
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : null,
  });
}

/** A list of tasks that has not come, as of a call that has begun, is no plan. */
function isPlan(name: string | null, args: unknown): boolean {
  return name === PLAN_TOOL && Object.keys(asObject(args)).length > 0;
}

/** A list of tasks as text. */
function todoList(args: unknown): string {
  const todos = isRecord(args) ? args['todos'] : args;
  if (!Array.isArray(todos)) {
    return JSON.stringify(asObject(args));
  }
  return todos.map(todoLine).join('\n');
}

function todoLine(todo: unknown): string {
  if (!isRecord(todo) || typeof todo['content'] !== 'string') {
    return `- ${typeof todo === 'string' ? todo : JSON.stringify(todo)}`;
  }
  const { content, status } = todo;
  const word = typeof status === 'string' ? status.toLowerCase().replace(/_/g, ' ') : '';
  switch (word) {
    case 'completed':
      return planLine({ text: content, state: 'done' });
    case 'in progress':
      return planLine({ text: content, state: 'current' });
    case '':
    case 'pending':
      return planLine({ text: content, state: 'open' });
    default:
      return planLine({ text: `${content} (${word})`, state: 'open' });
  }
}
