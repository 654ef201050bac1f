/**
 * What events are in a turn's log (contract 18.3, 18.10; sheet, section 6), and what they tell
 * besides: the last word of the conversation, what it has used, why it failed.
 */
import * as z from 'zod/mini';
import { ENTRY_TYPE } from '../../message-types.ts';
import { isRecord } from '../../safe/json.ts';
import { joined } from '../../safe/text.ts';
import { jsonText } from '../entry.ts';
import { cutText, UNTOLD_EXIT_CODE, unknownDraft } from '../kit/entries.ts';
import { orNull } from '../kit/fields.ts';
import type { LogSigns } from '../kit/found-turn.ts';
import { Latest } from '../kit/latest.ts';
import type { LogPiece, UnstampedDraft } from '../kit/turn-log.ts';
import { metricsSchema, timeOf, withZone, type RawEvent } from './client.ts';
import { isFinal, isPaused, meaningOf } from './words.ts';

/** What the events of a turn have told beside its entries. */
export interface ToldByEvents {
  /** The newest execution status of the turn, null as long as none came. */
  readonly word: string | null;
  /** Nothing of the agent's work came since the last message of a person. */
  readonly isSilent: boolean;
  /** Its work was called off, and nothing has set it to work again. */
  readonly isInterrupted: boolean;
  /** Why it failed, null without a reason. */
  readonly failure: string | null;
  /** What the whole conversation used, a running total. */
  readonly use: Use;
  /** Addresses of pull requests in what tools showed. */
  readonly pulls: readonly string[];
}

export interface Use {
  readonly tokens: number;
  readonly costUsd: number;
}

export const NO_USE: Use = { tokens: 0, costUsd: 0 };

/** The larger of both: the list's numbers can fall (sheet, section 5). */
export function largerUse(one: Use, other: Use): Use {
  return {
    tokens: Math.max(one.tokens, other.tokens),
    costUsd: Math.max(one.costUsd, other.costUsd),
  };
}

export function useIn(metrics: z.infer<typeof metricsSchema> | null): Use {
  if (metrics === null) {
    return NO_USE;
  }
  const { prompt_tokens: prompt, completion_tokens: completion } = metrics.accumulated_token_usage;
  return { tokens: prompt + completion, costUsd: metrics.accumulated_cost };
}

/** A final word stands behind the last words of each turn (sheet, section 4). */
export const TURN_SIGNS: LogSigns<RawEvent> = {
  promptOf: ({ kind, fields }) =>
    kind === 'MessageEvent' && fields['source'] === 'user' ? messageText(fields) : null,
  signOf: ({ kind, fields }) =>
    kind === 'ConversationStateUpdateEvent' && isFinal(wordIn(fields)) ? 'ended' : 'none',
};

/** A tool call of which the observation is not there yet. */
interface OpenCall {
  readonly event: RawEvent;
  readonly draft: UnstampedDraft;
}

/** The words of the Agent Client Protocol for a call that has come to its end. */
const FAILED_CALL = 'failed';
const ENDED_CALL: ReadonlySet<string> = new Set(['completed', FAILED_CALL]);

const PULL_REQUEST = /https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/pull\/\d+/g;

/**
 * Reads events one after the other. They come late and out of order (sheet, section 6), so that an
 * action and its observation find each other whichever comes first, until the end of the turn, and
 * what is newest counts, whichever comes last.
 */
export class EventReader {
  // A message of a person takes back what older events told of these.
  /** The event that tells the execution status. */
  readonly #status = new Latest<RawEvent | null>(null);
  readonly #isSilent = new Latest(true);
  readonly #isInterrupted = new Latest(false);
  readonly #failure = new Latest<string | null>(null);
  #use: Use = NO_USE;
  #pulls: readonly string[] = [];
  /** By the id of the action, in the order in which they began. */
  readonly #open = new Map<string, OpenCall>();
  /** Observations of which the action is not there yet. */
  #strays: readonly RawEvent[] = [];
  /** Calls that are told already. */
  readonly #told = new Set<string>();
  /** The event of the final word that was told as the end. */
  #ending: RawEvent | null = null;

  get told(): ToldByEvents {
    const status = this.#status.value;
    const word = status === null ? null : wordIn(status.fields);
    return {
      word,
      isSilent: this.#isSilent.value,
      isInterrupted: this.#isInterrupted.value && isPaused(word),
      failure: this.#failure.value,
      use: this.#use,
      pulls: this.#pulls,
    };
  }

  /** An action is told when its observation is there (contract 18.10). */
  take(event: RawEvent): readonly LogPiece[] {
    const { kind, fields } = event;
    if (WORK.has(kind) || wordIn(fields) !== null) {
      this.#isSilent.tell(false, timeOf(event));
    }
    switch (kind) {
      case 'ActionEvent':
        return this.#action(event);
      case 'ACPToolCallEvent':
        return this.#frame(event);
      case 'ObservationEvent':
      case 'AgentErrorEvent':
      case 'UserRejectObservation':
        return this.#observation(event);
      case 'MessageEvent':
        return this.#message(event);
      case 'ConversationErrorEvent':
      case 'ServerErrorEvent': {
        const failure = joined([textIn(fields['code']), textIn(fields['detail'])], ': ');
        this.#failure.tell(failure, timeOf(event));
        return [other(event, { type: ENTRY_TYPE.error, observation: failure })];
      }
      case 'InterruptEvent':
      case 'PauseEvent': {
        const who = textIn(fields['source']) || 'somebody';
        const what = kind === 'PauseEvent' ? 'paused' : 'interrupted';
        this.#isInterrupted.tell(kind === 'InterruptEvent', timeOf(event));
        const observation = `The conversation was ${what} by: ${who}.`;
        return [...this.#rest(), other(event, { type: ENTRY_TYPE.error, observation })];
      }
      case 'ConversationStateUpdateEvent':
        return this.#state(event);
      default:
        return SILENT.has(kind)
          ? []
          : [other(event, unknownDraft(kind.replace(/Event$/, ''), jsonText(fields)))];
    }
  }

  /** The turn is over, or nothing more is read: what has found no other half, and its end. */
  end(): readonly LogPiece[] {
    const rest = this.#rest();
    const status = this.#status.value;
    const isTold = status === null || status === this.#ending;
    if (isTold || meaningOf(wordIn(status.fields)) !== 'succeeded') {
      return rest;
    }
    this.#ending = status;
    return [...rest, { ...stampOf(status), kind: 'end', end: 'succeeded' }];
  }

  #rest(): readonly LogPiece[] {
    const open = [...this.#open].map(([call, { event, draft }]) => {
      this.#told.add(call);
      return { ...other(event, draft), isUnfinished: true };
    });
    const strays = this.#strays.map((event) => ({
      ...other(event, strayDraft(event)),
      isUnfinished: true,
    }));
    this.#open.clear();
    this.#strays = [];
    return [...open, ...strays];
  }

  /** Each frame of a call of another agent inside says more than the one before. */
  #frame(event: RawEvent): readonly LogPiece[] {
    const { id, fields } = event;
    const call = textIn(fields['tool_call_id']) || id;
    if (this.#told.has(call)) {
      return [];
    }
    this.#see(jsonText(fields['raw_output'] ?? null));
    const draft = callDraft(event);
    if (!ENDED_CALL.has(textIn(fields['status']))) {
      this.#open.set(call, { event, draft });
      return [];
    }
    this.#open.delete(call);
    this.#told.add(call);
    return [other(event, draft)];
  }

  #see(text: string): void {
    this.#pulls = [...new Set([...this.#pulls, ...(text.match(PULL_REQUEST) ?? [])])];
  }

  #action(event: RawEvent): readonly LogPiece[] {
    const { id, fields } = event;
    const action = isRecord(fields['action']) ? fields['action'] : {};
    if (fields['tool_name'] === 'finish') {
      const answer = textIn(action['message']);
      // Without a text of its own, the answer is what the agent has said last (sheet, section 5).
      return answer.trim() === '' ? [] : [said(event, answer)];
    }
    const call = { event, draft: callDraft(event) };
    const observed = this.#strays.find((stray) => namesAction(stray, event));
    if (observed !== undefined) {
      this.#strays = this.#strays.filter((stray) => stray !== observed);
      return [observedCall(call, observed)];
    }
    this.#open.set(id, call);
    return [];
  }

  #observation(event: RawEvent): readonly LogPiece[] {
    if (event.fields['tool_name'] === 'finish') {
      return [];
    }
    this.#see(observedText(event));
    const open = [...this.#open];
    const found =
      open.find(([, call]) => namesAction(event, call.event)) ??
      open.find(([, call]) => isOfSameCall(event, call.event));
    if (found === undefined && event.kind === 'AgentErrorEvent') {
      // A call that could not be made has no action.
      return [other(event, strayDraft(event))];
    }
    if (found === undefined) {
      this.#strays = [...this.#strays, event];
      return [];
    }
    const [id, call] = found;
    this.#open.delete(id);
    return [observedCall(call, event)];
  }

  #message(event: RawEvent): readonly LogPiece[] {
    const { fields } = event;
    const text = messageText(fields);
    const at = timeOf(event);
    if (fields['source'] !== 'user') {
      this.#isSilent.tell(false, at);
      return [said(event, text)];
    }
    // Work that is newer is not over with a message that comes late.
    const before = this.#isSilent.isNewerThan(at) ? [] : this.end();
    this.#status.tell(null, at);
    this.#isSilent.tell(true, at);
    this.#isInterrupted.tell(false, at);
    this.#failure.tell(null, at);
    return [...before, { ...stampOf(event), kind: 'prompt', text }];
  }

  #state(event: RawEvent): readonly LogPiece[] {
    const { key, value } = event.fields;
    if (key === 'stats') {
      this.#use = largerUse(this.#use, useOfStats(value));
      return [];
    }
    this.#use = largerUse(this.#use, useOfStats(wholeState(event.fields)['stats']));
    if (wordIn(event.fields) !== null) {
      this.#status.tell(event, timeOf(event));
    }
    return [];
  }
}

type Fields = RawEvent['fields'];

/** The state in an event that tells all at once; empty for another one. */
function wholeState({ key, value }: Fields): Readonly<Record<string, unknown>> {
  return key === 'full_state' && isRecord(value) ? value : {};
}

/** The execution status that an event of the state tells, or null. */
function wordIn(fields: Fields): string | null {
  const word = fields['key'] === 'execution_status' ? fields['value'] : undefined;
  const told = textIn(word ?? wholeState(fields)['execution_status']);
  return told === '' ? null : told;
}

function messageText(fields: Fields): string {
  const message = isRecord(fields['llm_message']) ? fields['llm_message'] : {};
  return contentText(message['content']);
}

/** They show the agent at work. */
const WORK = new Set([
  'ACPToolCallEvent',
  'ActionEvent',
  'AgentErrorEvent',
  'ConversationErrorEvent',
  'ObservationEvent',
  'ServerErrorEvent',
]);

/** They say nothing that people need (sheet, section 6). */
const SILENT = new Set([
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'HookExecutionEvent',
  'LLMCompletionLogEvent',
  'StreamingDeltaEvent',
  'SystemPromptEvent',
  'TokenEvent',
]);

/** A part that tells nothing takes nothing from the others. */
const partSchema = orNull(metricsSchema);
const statsSchema = z.object({ usage_to_metrics: z.record(z.string(), partSchema) });

/** What the agent and those beside it used, together (sheet, section 5). */
function useOfStats(value: unknown): Use {
  const parts = Object.values(statsSchema.safeParse(value).data?.usage_to_metrics ?? {}).map(useIn);
  return {
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: parts.reduce((sum, { costUsd }) => sum + costUsd, 0),
  };
}

function callDraft({ kind, fields }: RawEvent): UnstampedDraft {
  if (kind === 'ACPToolCallEvent') {
    return {
      type: ENTRY_TYPE.tool,
      tool: textIn(fields['title']) || textIn(fields['tool_kind']),
      input: fields['raw_input'] ?? {},
      output: outputOfAgent(fields),
    };
  }
  const { kind: _, ...input } = isRecord(fields['action']) ? fields['action'] : {};
  const thought = joined([contentText(fields['thought']), textIn(fields['reasoning_content'])]);
  return { type: ENTRY_TYPE.tool, tool: textIn(fields['tool_name']), input, thought };
}

/** What a call of another agent inside brought; of one that failed that it did (contract 9). */
function outputOfAgent({ raw_output: given, status }: Fields): unknown {
  const output = given ?? {};
  if (status !== FAILED_CALL) {
    return output;
  }
  const told: Fields = isRecord(output) ? output : { output };
  // A 0 is that of the other agent's tool, which says nothing of the call.
  const code = Number(told['exit_code'] ?? 0) === 0 ? UNTOLD_EXIT_CODE : told['exit_code'];
  return { ...told, exit_code: code, is_error: true };
}

function namesAction({ fields }: RawEvent, action: RawEvent): boolean {
  return fields['action_id'] === action.id;
}

/** An error names the call alone (sheet, section 6). */
function isOfSameCall({ fields }: RawEvent, action: RawEvent): boolean {
  const call = textIn(fields['tool_call_id']);
  return call !== '' && action.fields['tool_call_id'] === call;
}

function observedCall({ event, draft }: OpenCall, observed: RawEvent): LogPiece {
  const output = outputOf(observed);
  return other(event, { ...draft, output, observation: cutText(observedText(observed)) });
}

/** An observation whose action never came. */
function strayDraft(event: RawEvent): UnstampedDraft {
  const { kind, fields } = event;
  return {
    type: kind === 'ObservationEvent' ? ENTRY_TYPE.tool : ENTRY_TYPE.error,
    tool: textIn(fields['tool_name']) || 'tool',
    output: outputOf(event),
    observation: cutText(observedText(event)),
  };
}

function observationIn({ fields }: RawEvent): Fields {
  return isRecord(fields['observation']) ? fields['observation'] : {};
}

function observedText(event: RawEvent): string {
  const { fields } = event;
  return joined([
    contentText(observationIn(event)['content']),
    textIn(fields['error']),
    textIn(fields['rejection_reason']),
  ]);
}

/** The exit code and what else is small; the text is the observation. */
function outputOf(event: RawEvent): Readonly<Record<string, unknown>> {
  const { exit_code: exitCode, is_error: isError } = observationIn(event);
  const output: Record<string, unknown> = {};
  if (typeof exitCode === 'number') {
    output['exit_code'] = exitCode;
  }
  if (isError === true || event.kind !== 'ObservationEvent') {
    output['is_error'] = true;
    output['exit_code'] ??= UNTOLD_EXIT_CODE;
  }
  return output;
}

function contentText(content: unknown): string {
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return joined(parts.map((part) => (isRecord(part) ? textIn(part['text']) : '')));
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function stampOf({ id, timestamp }: RawEvent): Pick<LogPiece, 'at' | 'id'> {
  return { id, at: withZone(timestamp) };
}

function said(event: RawEvent, text: string): LogPiece {
  return { ...stampOf(event), kind: 'said', text };
}

function other(event: RawEvent, draft: UnstampedDraft): LogPiece {
  return { ...stampOf(event), kind: 'other', drafts: [draft] };
}
