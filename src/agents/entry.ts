/**
 * The fields of log entries that the action uses (spec 2.3), and the names under which people see
 * entries. Read by hand, not with a schema, because every entry passes through here.
 */
import { messageType } from '../message-types.ts';
import { isRecord, parseJson } from '../safe/json.ts';

/** `run_command` as `Run command`, `mcp__github__get_issue` as `mcp · github · get issue`. */
export function toolName(tool: string): string {
  const words = tool
    .split(/__+/)
    .map((part) => part.replace(/[_-]+/g, ' ').trim())
    .filter((part) => part !== '');
  const [first = tool] = words;
  if (words.length > 1) {
    return words.join(' · ');
  }
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
}

/**
 * The name of an entry: the tool of an action, otherwise the label of its type. Agent text:
 * sanitize for the destination.
 */
export function stepName({
  kind,
  tool,
}: {
  readonly kind: string | null;
  readonly tool: string | null;
}): string {
  const type = messageType(kind);
  const own = tool === null || tool.trim() === '' ? null : toolName(tool);
  if (type === undefined) {
    return own ?? (kind === null || kind.trim() === '' ? 'Entry' : toolName(kind.toLowerCase()));
  }
  if (type.meaning === 'tool') {
    return own ?? type.label;
  }
  return type.error && own !== null ? `${type.label} · ${own}` : type.label;
}

/** What a person says of the use of a tool: `Ran` what its input tells. */
const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'Ran',
    shell: 'Ran',
    sh: 'Ran',
    terminal: 'Ran',
    command: 'Ran',
    run: 'Ran',
    cmd: 'Ran',
    exec: 'Ran',
    local_shell: 'Ran',
    run_command: 'Ran',
    run_terminal_cmd: 'Ran',
    run_terminal_command: 'Ran',
    execute_bash: 'Ran',
    execute_command: 'Ran',
    exec_command: 'Ran',
    edit: 'Edited',
    edit_file: 'Edited',
    write: 'Edited',
    write_file: 'Edited',
    create_file: 'Edited',
    str_replace: 'Edited',
    search_replace: 'Edited',
    multi_edit: 'Edited',
    multiedit: 'Edited',
    read: 'Read',
    read_file: 'Read',
    view: 'Read',
    view_file: 'Read',
    open_file: 'Read',
    cat: 'Read',
    grep: 'Searched for',
    search: 'Searched for',
    grep_search: 'Searched for',
    codebase_search: 'Searched for',
    search_files: 'Searched for',
    file_search: 'Searched for',
    glob: 'Searched for',
    glob_file_search: 'Searched for',
    rg: 'Searched for',
    find: 'Searched for',
    list_dir: 'Listed',
    list_files: 'Listed',
    ls: 'Listed',
    delete_file: 'Deleted',
  }),
);

/** `Ran` for `run_terminal_cmd`. Null: the tool is called by its name. */
export function toolVerb(tool: string | null): string | null {
  const name = (tool ?? '').replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return VERBS.get(name) ?? null;
}

/** What a step did, where people say it with a verb: `Ran`, `npm test`. Null for the others. */
export function deedOf({
  kind,
  tool,
  headline,
  isInputUntold = false,
}: {
  readonly kind: string | null;
  readonly tool: string | null;
  readonly headline: string;
  readonly isInputUntold?: boolean | undefined;
}): { readonly verb: string; readonly what: string } | null {
  const verb = messageType(kind)?.meaning === 'tool' ? toolVerb(tool) : null;
  return verb === null || headline === '' || isInputUntold ? null : { verb, what: headline };
}

/**
 * The fields of a log entry that the action uses (spec 2.3). Missing or malformed fields are null.
 */
export interface EntryView {
  readonly created_at: string | null;
  readonly message_type: string | null;
  readonly thought: string | null;
  readonly tool_name: string | null;
  readonly tool_input?: unknown;
  readonly tool_output?: unknown;
  readonly observation?: unknown;
  /**
   * Content that no other field shows but that must not be lost (contract 2.2): an entry that is
   * not an object, or malformed fields.
   */
  readonly rest?: unknown;
}

const TEXT_FIELDS = ['created_at', 'message_type', 'thought', 'tool_name'] as const;
const FIELDS: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  'tool_input',
  'tool_output',
  'observation',
  'agent_run_id',
]);

/**
 * Fields that the spec does not define and that are shown of one entry; `logs_file` has all. What
 * is shown is rendered several times.
 */
const OTHERS_SHOWN = 1_000;

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Returns a view of one entry. A malformed entry results in a view with only `rest`, never in an
 * error.
 */
export function viewEntry(entry: unknown): EntryView {
  const given: Readonly<Record<string, unknown>> = isRecord(entry) ? entry : {};
  const rest = isRecord(entry) ? restOf(entry) : entry;
  return {
    created_at: textOrNull(given['created_at']),
    message_type: textOrNull(given['message_type']),
    thought: textOrNull(given['thought']),
    tool_name: textOrNull(given['tool_name']),
    tool_input: given['tool_input'],
    tool_output: given['tool_output'],
    observation: given['observation'],
    rest: rest ?? undefined,
  };
}

/**
 * Text fields with another type and, if the message type is unknown, all fields that the spec does
 * not define. Undefined if there are none.
 */
function restOf(entry: Readonly<Record<string, unknown>>): object | undefined {
  const odd = TEXT_FIELDS.filter(
    (field) => typeof entry[field] !== 'string' && (entry[field] ?? null) !== null,
  );
  const known = messageType(textOrNull(entry['message_type'])) !== undefined;
  const unknown = known ? [] : Object.keys(entry).filter((key) => !FIELDS.has(key));
  const shown = [...odd, ...unknown.slice(0, OTHERS_SHOWN)].map(
    (name) => [name, entry[name]] as const,
  );
  if (shown.length === 0) {
    return undefined;
  }
  const more = unknown.length - OTHERS_SHOWN;
  return Object.fromEntries(
    more > 0 ? [...shown, ['…', `${more} more fields in the log file`]] : shown,
  );
}

/** Fields with the text of an object that only wraps it. */
const WRAPPED_FIELDS: ReadonlySet<string> = new Set([
  'content',
  'text',
  'message',
  'output',
  'result',
  'answer',
]);
/** Fields that only name the type of the wrapper. */
const WRAPPER_FIELDS: ReadonlySet<string> = new Set(['type', 'role']);

/** UTF-16 units of JSON that is indented. */
const INDENTED_MAX = 100_000;

/**
 * `value` as JSON, indented if it is short. JSON.stringify fails for very deep values, which are
 * replaced with a short text.
 */
export function jsonText(value: unknown, indent = 2): string {
  try {
    const json = JSON.stringify(value);
    return json.length > INDENTED_MAX ? json : JSON.stringify(value, null, indent);
  } catch {
    return '(nested too deeply to show)';
  }
}

/** The text of an object that only wraps it, otherwise null. */
function wrappedText(value: Readonly<Record<string, unknown>>): string | null {
  const keys = Object.keys(value).filter((key) => !WRAPPER_FIELDS.has(key));
  const [key] = keys;
  if (key === undefined || keys.length > 1 || !WRAPPED_FIELDS.has(key)) {
    return null;
  }
  return textOrNull(value[key]);
}

/**
 * Text of a free-form field (`observation`, `tool_output`; spec 2.3): a string unchanged, the text
 * of an object that only wraps it, or anything else as indented JSON. Empty if absent or null.
 */
export function entryText(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'string') {
    return value;
  }
  return (isRecord(value) ? wrappedText(value) : null) ?? jsonText(value);
}

/**
 * The same for reading: a text that is a JSON object or array, as a structured answer is, indented.
 */
export function readableText(value: unknown): string {
  const given = entryText(value).trim();
  const isJson = /^[{[][^]*[}\]]$/.test(given);
  if (!isJson || given.length > INDENTED_MAX) {
    return entryText(value);
  }
  try {
    return jsonText(parseJson(given));
  } catch {
    return entryText(value);
  }
}

const ZONE = /(?:Z|GMT|[+-]\d{2}:?\d{2})$/i;
/** `Date.parse` alone takes any words with a number at the end for a date. */
const STAMP = /^(?:\d{4}-\d{2}|[A-Z][a-z]{2}, \d)/;

/**
 * Converts a time stamp to milliseconds since the epoch, or null if it is unreadable. The service
 * sends stamps with or without a zone (published API), which without one are in UTC. Microseconds
 * are kept as a fraction, because entries written in one burst may differ in nothing else;
 * `Date.parse` drops them.
 */
export function parseTime(stamp: string | null): number | null {
  const text = stamp?.trim() ?? '';
  if (!STAMP.test(text)) {
    return null;
  }
  const ms = Date.parse(ZONE.test(text) ? text : `${text}Z`);
  const [, microseconds = '0'] = /\.\d{3}(\d+)/.exec(text) ?? [];
  return Number.isNaN(ms) ? null : ms + Number(`0.${microseconds}`);
}
