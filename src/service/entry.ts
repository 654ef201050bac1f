/**
 * Log entries (spec 2.3 and 2.4) as far as the action looks into them. Written by hand: every entry passes through here, and
 * the schemas of `schema.ts` are not loaded before the first answer has come.
 */
import { isRecord } from '../shared/json.ts';
import { readUsage, type Usage } from './usage.ts';
import { messageType } from './message-types.ts';

/** One page may hold at most this many entries (spec 4.5). */
export const PAGE_LIMIT = 100;

/** What the action looks at in a log entry (spec 2.3); absent or odd fields are null. */
export interface EntryView {
  readonly created_at: string | null;
  readonly message_type: string | null;
  readonly thought: string | null;
  readonly tool_name: string | null;
  readonly tool_input?: unknown;
  readonly tool_output?: unknown;
  readonly observation?: unknown;
  /** What none of these shows and is to be shown all the same (contract 2.2): all of an entry that is no object, fields of odd ones. */
  readonly rest?: unknown;
  /** What the step cost, where the entry tells (beyond the spec). */
  readonly usage?: Usage;
}

const TEXT_FIELDS = ['created_at', 'message_type', 'thought', 'tool_name'] as const;
const FIELDS: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  ...['tool_input', 'tool_output', 'observation', 'agent_run_id'],
]);

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A view of one entry; an entry of odd shape gives a view with nothing but `rest` in it, never an error. */
export function viewEntry(entry: unknown): EntryView {
  const given: Readonly<Record<string, unknown>> = isRecord(entry) ? entry : {};
  const rest = isRecord(entry) ? restOf(entry) : entry;
  const usage = readUsage(given);
  return {
    created_at: text(given['created_at']),
    message_type: text(given['message_type']),
    thought: text(given['thought']),
    tool_name: text(given['tool_name']),
    ...('tool_input' in given && { tool_input: given['tool_input'] }),
    ...('tool_output' in given && { tool_output: given['tool_output'] }),
    ...('observation' in given && { observation: given['observation'] }),
    ...(rest !== undefined && rest !== null && { rest }),
    ...(usage !== null && { usage }),
  };
}

/** Texts that are none; of an unknown type also what the spec does not know. Undefined when there is nothing of that. */
function restOf(entry: Readonly<Record<string, unknown>>): object | undefined {
  const odd = TEXT_FIELDS.filter((field) => typeof entry[field] !== 'string' && (entry[field] ?? null) !== null);
  const known = messageType(text(entry['message_type'])) !== undefined;
  const unknown = known ? [] : Object.keys(entry).filter((key) => !FIELDS.has(key));
  const names = [...odd, ...unknown];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, entry[name]]));
}
