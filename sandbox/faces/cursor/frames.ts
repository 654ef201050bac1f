/** The frames of a run's stream, told from the log of its turn (sheet, section 6). */
import type { LogItem } from '../../store.ts';
import { asText, asWords, entryOf, type ScriptedEntry } from '../entries.ts';
import { hexOf } from '../ids.ts';
import { isObject } from '../shape.ts';

export interface Frame {
  /** Null: the frame has none. Not unique. */
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** A text comes in pieces of a word or some, not in more pieces than these. */
const MOST_PIECES = 40;

/** Makes frames and gives them ids, in their order. */
export class Frames {
  readonly #runId: string;
  /** Null: it is not told, or the scenario tells it itself. */
  readonly #echo: string | null;
  #count = 0;
  #calls = 0;

  constructor(runId: string, { echo }: { readonly echo: string | null }) {
    this.#runId = runId;
    this.#echo = echo;
  }

  /** The prompt, as the stream gives it back. */
  echo(at: number): readonly Frame[] {
    if (this.#echo === null) {
      return [];
    }
    return [this.#frame(at, 'interaction_update', userMessage(this.#echo))];
  }

  /**
   * `isOpen`: a tool call in it never completes. `isDone`: a plan in it says that all is done.
   */
  item(
    item: LogItem,
    { isOpen, isDone = false }: { readonly isOpen: boolean; readonly isDone?: boolean },
  ): readonly Frame[] {
    if (item.isRaw) {
      return rawFrames(item.value());
    }
    const entry = entryOf(item);
    const { at } = item;
    switch (entry.message_type) {
      case 'ACTION':
        return [...this.#text(at, 'thinking', entry.thought), ...this.#call(at, entry, { isOpen })];
      case 'PLAN_EVALUATION':
        return this.#todos(at, entry, { isDone });
      case 'FINAL_ANSWER':
        return [
          ...this.#text(at, 'thinking', entry.thought),
          ...this.#text(at, 'assistant', entry.observation),
        ];
      case 'USER_MESSAGE':
      case 'USER_GITHUB_ISSUE_COMMENT':
        return this.#userMessage(at, asText(entry.observation));
      default:
        return this.#other(at, entry);
    }
  }

  /** `event` of the run's end, and `done` with the same id. */
  end(at: number, result: unknown): readonly Frame[] {
    const turnEnded = this.#frame(at, 'interaction_update', { type: 'turn-ended' });
    const end = this.#frame(at, 'result', result);
    return [turnEnded, end, { id: end.id, event: 'done', data: {} }];
  }

  statusFrame(status: string): Frame {
    return { id: null, event: 'status', data: { runId: this.#runId, status } };
  }

  /** A prompt that was echoed is not told again. */
  #userMessage(at: number, text: string): readonly Frame[] {
    return text === this.#echo ? [] : [this.#frame(at, 'interaction_update', userMessage(text))];
  }

  /** Entries of types that this service does not have. */
  #other(at: number, entry: ScriptedEntry): readonly Frame[] {
    const said = asWords(entry.observation);
    if (entry.tool_name !== null) {
      return [
        ...this.#text(at, 'thinking', entry.thought),
        ...this.#call(at, entry, { isOpen: false }),
      ];
    }
    return this.#text(at, 'assistant', said === '' ? entry.thought : said);
  }

  #todos(
    at: number,
    { thought, observation }: ScriptedEntry,
    { isDone }: { readonly isDone: boolean },
  ): readonly Frame[] {
    const status = isDone ? 'completed' : 'in_progress';
    const plan = {
      message_type: 'ACTION',
      thought: null,
      tool_name: 'todo_write',
      tool_input: { todos: [{ id: '1', content: asText(thought), status }] },
      tool_output: {},
      observation,
    };
    return this.#call(at, plan, { isOpen: false });
  }

  /** Each piece has a twin in the SDK's form, with the same id. */
  #text(at: number, event: 'thinking' | 'assistant', value: unknown): readonly Frame[] {
    const type = event === 'thinking' ? 'thinking-delta' : 'text-delta';
    return piecesOf(asText(value)).flatMap((text) => {
      const frame = this.#frame(at, event, { text });
      return [frame, { id: frame.id, event: 'interaction_update', data: { type, text } }];
    });
  }

  /** `running` first without arguments, then with them, then `completed`. */
  #call(
    at: number,
    entry: ScriptedEntry,
    { isOpen }: { readonly isOpen: boolean },
  ): readonly Frame[] {
    this.#calls++;
    const callId = callIdOf(this.#runId, this.#calls);
    const name = entry.tool_name ?? 'unknown';
    const args = entry.tool_input ?? {};
    const running = { callId, name, status: 'running' };
    const frames = [
      ...this.#twins(at, { data: running, type: 'partial-tool-call' }),
      ...this.#twins(at, { data: { ...running, args }, type: 'tool-call-started' }),
    ];
    if (isOpen) {
      return frames;
    }
    const completed = { callId, name, status: 'completed', args, result: resultOf(entry) };
    return [...frames, ...this.#twins(at, { data: completed, type: 'tool-call-completed' })];
  }

  /** The mirror comes first here, and after the simple frame with texts: no order is promised. */
  #twins(
    at: number,
    { data, type }: { readonly data: Readonly<Record<string, unknown>>; readonly type: string },
  ): readonly Frame[] {
    const frame = this.#frame(at, 'tool_call', data);
    const mirror = { type, callId: data['callId'], toolCall: { name: data['name'] } };
    return [{ id: frame.id, event: 'interaction_update', data: mirror }, frame];
  }

  #frame(at: number, event: string, data: unknown): Frame {
    this.#count++;
    return { id: `${Math.round(at)}-${this.#count}`, event, data };
  }
}

/** A frame as bytes. */
export function frameText({ id, event, data }: Frame): string {
  const head = id === null ? '' : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function userMessage(text: string): unknown {
  return { type: 'user-message-appended', userMessage: { text } };
}

/** `raw` of a scenario may be a frame, word for word. */
function rawFrames(value: unknown): readonly Frame[] {
  if (!isObject(value) || typeof value['event'] !== 'string') {
    return [];
  }
  const id = typeof value['id'] === 'string' ? value['id'] : null;
  return [{ id, event: value['event'], data: value['data'] ?? {} }];
}

/** Every third one has a line break, as live ones may. */
function callIdOf(runId: string, nth: number): string {
  const call = `call_${hexOf(`${runId}/${nth}`, 24)}`;
  return nth % 3 === 0 ? `${call}\nfc_${hexOf(call, 24)}` : call;
}

/** One key for the outcome: `success`, `failure` of a command, or `error`. */
function resultOf(entry: ScriptedEntry): unknown {
  const output = entry.tool_output;
  const failed = ['ERROR', 'PR_CREATION_FAILED'].includes(entry.message_type);
  if (failed) {
    return { error: { message: asText(entry.observation) } };
  }
  if (isObject(output) && typeof output['exit_code'] === 'number' && output['exit_code'] !== 0) {
    const { exit_code, stdout = '', stderr = '' } = output;
    return { failure: { exitCode: exit_code, stdout, stderr } };
  }
  return { success: output ?? {} };
}

function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S+\s*/g) ?? [];
  const each = Math.ceil(words.length / MOST_PIECES);
  const pieces: string[] = [];
  for (let from = 0; from < words.length; from += each) {
    pieces.push(words.slice(from, from + each).join(''));
  }
  return pieces;
}
