/**
 * What a log entry says, in few words. Pure. Everything returned here is agent text as the agent wrote it: whoever
 * shows it sends it through the sanitiser of its sink.
 */
import type { Entry } from '../run/events.ts';
import type { EntryView } from '../service/entry.ts';
import { messageType } from '../service/message-types.ts';
import { isRecord } from '../shared/json.ts';
import { ellipsis } from './sanitize/text.ts';
import type { StepDigest } from './step-view.ts';

const HEADLINE_MAX = 300;
const DETAIL_MAX = 4000;

/** Fields that carry the text of an object which is nothing but a wrapper around it. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['content', 'text', 'message', 'output', 'result', 'answer']);
/** Fields that say only what kind of wrapper it is. */
const WRAPPER_FIELDS: ReadonlySet<string> = new Set(['type', 'role']);

/** What a person wants to know first of a tool's input or output, most telling first. */
const TELLING_FIELDS = [
  ...['command', 'cmd', 'query', 'pattern', 'path', 'file_path', 'filepath', 'filename', 'file', 'html_url', 'url'],
  ...['title', 'name', 'error', 'message', 'prompt', 'description', 'text', 'content', 'output', 'result', 'stdout'],
] as const;

/** Beyond these a value stands on one line: indented, it would be as many times longer as it is deep, megabytes for some kilobytes. */
const INDENTED = { levels: 16, values: 10_000 } as const;

/** `value` as JSON, indented where that helps. Parsing takes any depth of nesting, writing does not: beyond it, a word instead. */
export function jsonText(value: unknown, indent = 2): string {
  try {
    return JSON.stringify(value, null, isLegible(value) ? indent : 0);
  } catch {
    return '(nested too deeply to show)';
  }
}

function isLegible(value: unknown): boolean {
  let values = 0;
  const fits = (node: unknown, levels: number): boolean => {
    values += 1;
    if (levels === 0 || values > INDENTED.values) return false;
    return typeof node !== 'object' || node === null || Object.values(node).every((child) => fits(child, levels - 1));
  };
  return fits(value, INDENTED.levels);
}

/** The text of an object that only wraps one, else null. */
function wrappedText(value: Readonly<Record<string, unknown>>): string | null {
  const keys = Object.keys(value).filter((key) => !WRAPPER_FIELDS.has(key));
  const [key] = keys;
  if (key === undefined || keys.length > 1 || !TEXT_FIELDS.has(key)) return null;
  const text = value[key];
  return typeof text === 'string' ? text : null;
}

/**
 * Text of a free-form field (`observation`, `tool_output`; spec 2.3): a string as it is, the text of an object that
 * only wraps one, anything else as indented JSON; empty when absent or null.
 */
export function entryText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return (isRecord(value) ? wrappedText(value) : null) ?? jsonText(value);
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  return '';
}

/** A free-form value in one phrase: the telling field, a second one when the first is a single short word. */
function phrase(value: unknown): string {
  if (!isRecord(value)) return entryText(value);
  const told = TELLING_FIELDS.map((field) => scalar(value[field])).filter((text) => text.trim() !== '');
  const [first, second] = told;
  if (first !== undefined) return second !== undefined && /^[\w-]{1,20}$/.test(first) ? `${first} ${second}` : first;
  const any = Object.values(value)
    .map(scalar)
    .find((text) => text.trim() !== '');
  return any ?? (Object.keys(value).length === 0 ? '' : jsonText(value, 0));
}

function candidates(view: EntryView): readonly string[] {
  const thought = view.thought ?? '';
  const rest = phrase(view.rest);
  switch (view.message_type) {
    case 'ACTION':
      return [phrase(view.tool_input), thought, phrase(view.observation), phrase(view.tool_output), rest];
    case 'PLAN_EVALUATION':
      return [thought, phrase(view.observation), phrase(view.tool_input), rest];
    default:
      return [phrase(view.observation), thought, phrase(view.tool_input), phrase(view.tool_output), rest];
  }
}

/** The first words of an entry on one line, at most 300 characters. */
function headline(view: EntryView): string {
  for (const text of candidates(view)) {
    // A slice before the squeeze: an output of megabytes is not worth walking for its first words.
    const words = text
      .slice(0, 8 * HEADLINE_MAX)
      .replace(/\s+/g, ' ')
      .trim();
    if (words !== '') return ellipsis(words, HEADLINE_MAX);
  }
  return '';
}

/** The text of an error entry (spec 2.5: the observation holds it), whatever field carries it. */
function errorText(view: EntryView): string {
  const texts = [entryText(view.observation), entryText(view.tool_output), view.thought ?? ''];
  return texts.find((text) => text.trim() !== '') ?? '';
}

/** The same text by itself: V8 keeps all of a text, megabytes perhaps, as long as a part is kept that was cut out of it. */
function apart(text: string): string {
  return ` ${text}`.slice(1);
}

/** What reporters keep of an entry once it is in the file. */
export function digest(entry: Entry): StepDigest {
  const { view } = entry;
  const error = messageType(view.message_type)?.error === true;
  return {
    index: entry.index,
    time: entry.time,
    kind: view.message_type,
    tool: view.tool_name,
    headline: apart(headline(view)),
    error,
    detail: error ? apart(ellipsis(errorText(view), DETAIL_MAX)) : null,
  };
}

/** Candidates are cut out first, so that the stricter pattern only ever sees a short string. */
const ADDRESS = /https:\/\/[^\s"'<>()\\[\]{}|^`*,;]{1,500}/g;
/** GitHub (also Enterprise Server): `/owner/name/pull/1`; GitLab: `/group/…/name/-/merge_requests/1`. */
const PULL_REQUEST =
  /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~-]+){2,12}?\/(?:pull|merge_requests)\/\d{1,10}(?![\w-])/i;

const SEARCH = { depth: 8, nodes: 2000, characters: 100_000 } as const;

/** Every string inside `value`, within bounds, whatever was sent. */
function strings(value: unknown): readonly string[] {
  const found: string[] = [];
  const queue: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let visited = 0; visited < Math.min(queue.length, SEARCH.nodes); visited += 1) {
    const node = queue[visited];
    if (typeof node?.value === 'string') found.push(node.value.slice(0, SEARCH.characters));
    else if (typeof node?.value === 'object' && node.value !== null && node.depth < SEARCH.depth)
      for (const child of Object.values(node.value).slice(0, SEARCH.nodes))
        queue.push({ value: child, depth: node.depth + 1 });
  }
  return found;
}

/** Addresses of pull requests that an entry of a PR agent type names; https only, each once (contract 1.2). */
export function pullRequestUrls(view: EntryView): readonly string[] {
  if (messageType(view.message_type)?.namesPullRequests !== true) return [];
  const texts = strings([view.tool_output, view.observation, view.tool_input, view.thought]);
  const urls = texts
    .flatMap((text) => text.match(ADDRESS) ?? [])
    .flatMap((address) => PULL_REQUEST.exec(address)?.[0] ?? []);
  return [...new Set(urls)].map(apart);
}
