/** Entries of a scenario's log, as faces with other logs read them. */
import type { LogItem, TurnState } from '../store.ts';
import { isObject } from './shape.ts';

export interface ScriptedEntry {
  readonly message_type: string;
  readonly thought: unknown;
  readonly tool_name: string | null;
  readonly tool_input: unknown;
  readonly tool_output: unknown;
  readonly observation: unknown;
}

/** The entry of an item that is not raw. */
export function entryOf(item: LogItem): ScriptedEntry {
  return item.value() as ScriptedEntry;
}

/** A text as it is, anything else as JSON, nothing as an empty text. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same for people: `check: lint, conclusion: failure` of an object. */
export function asWords(value: unknown): string {
  if (!isObject(value)) {
    return asText(value);
  }
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${asText(field)}`)
    .join(', ');
}

/** What a tool printed, or else what was observed of it; without either, what else it gave. */
export function printedBy({ tool_output: output, observation }: ScriptedEntry): string {
  if (!isObject(output)) {
    return asWords(observation) || asText(output);
  }
  const { exit_code: _, stdout, stderr, ...rest } = output;
  const printed = [stdout, stderr].map(asText).filter((text) => text !== '');
  if (printed.length > 0) {
    return printed.join('\n');
  }
  return asWords(observation) || (Object.keys(rest).length > 0 ? asText(rest) : '');
}

/** What the turn answers: its result, or the last `FINAL_ANSWER`; empty without either. */
export function answerOf({ result, log }: TurnState): string {
  if (result !== null) {
    return result;
  }
  const last = log.findLast((item) => !item.isRaw && entryOf(item).message_type === 'FINAL_ANSWER');
  return last === undefined ? '' : asText(entryOf(last).observation);
}
