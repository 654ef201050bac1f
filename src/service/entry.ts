/**
 * The fields of log entries (spec 2.3 and 2.4) that the action uses. Written by hand because every entry passes through
 * here and the schemas in `schema.ts` are not loaded before the first response.
 */
import { isRecord } from '../safe/json.ts';
import { messageType } from './message-types.ts';

/** Maximum number of entries per page (spec 4.5). */
export const PAGE_LIMIT = 100;

/** The fields of a log entry that the action uses (spec 2.3). Missing or malformed fields are null. */
export interface EntryView {
  readonly created_at: string | null;
  readonly message_type: string | null;
  readonly thought: string | null;
  readonly tool_name: string | null;
  readonly tool_input?: unknown;
  readonly tool_output?: unknown;
  readonly observation?: unknown;
  /**
   * Content that no other field shows but that must not be lost (contract 2.2): an entry that is not an object, or
   * malformed fields.
   */
  readonly rest?: unknown;
}

const TEXT_FIELDS = ['created_at', 'message_type', 'thought', 'tool_name'] as const;
const FIELDS: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  ...['tool_input', 'tool_output', 'observation', 'agent_run_id'],
]);

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns a view of one entry. A malformed entry results in a view with only `rest`, never in an error. */
export function viewEntry(entry: unknown): EntryView {
  const given: Readonly<Record<string, unknown>> = isRecord(entry) ? entry : {};
  const rest = isRecord(entry) ? restOf(entry) : entry;
  return {
    created_at: text(given['created_at']),
    message_type: text(given['message_type']),
    thought: text(given['thought']),
    tool_name: text(given['tool_name']),
    ...('tool_input' in given && { tool_input: given['tool_input'] }),
    ...('tool_output' in given && { tool_output: given['tool_output'] }),
    ...('observation' in given && { observation: given['observation'] }),
    ...(rest !== undefined && rest !== null && { rest }),
  };
}

/**
 * Text fields with another type and, if the message type is unknown, all fields that the spec does not define.
 * Undefined if there are none.
 */
function restOf(entry: Readonly<Record<string, unknown>>): object | undefined {
  const odd = TEXT_FIELDS.filter((field) => typeof entry[field] !== 'string' && (entry[field] ?? null) !== null);
  const known = messageType(text(entry['message_type'])) !== undefined;
  const unknown = known ? [] : Object.keys(entry).filter((key) => !FIELDS.has(key));
  const names = [...odd, ...unknown];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, entry[name]]));
}
