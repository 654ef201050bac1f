/**
 * Summarizes log entries. Pure. All returned values are unsanitized agent text, so callers must use
 * the sanitizer for their destination.
 */
import type { Entry } from '../agents/port.ts';
import { entryText, jsonText, type EntryView } from '../agents/entry.ts';
import { entryMeaning, messageType, type EntryMeaning } from '../message-types.ts';
import { isRecord } from '../safe/json.ts';
import { ellipsis, ellipsisBefore, shortLine } from '../safe/text.ts';
import { planIn, planInShort } from './plan.ts';
import type { StepDigest } from './step-view.ts';

const HEADLINE_MAX = 300;
const DETAIL_MAX = 4000;
/** UTF-16 units of a failed command's output: fewer, because many commands fail on purpose. */
const PRINTED_MAX = 1000;
const PRINTED_FIELDS = ['stderr', 'output', 'stdout', 'content', 'text', 'message'] as const;

/** The most informative fields of a tool's input or output, in order: what is run, … */
const COMMAND_FIELDS = ['command', 'cmd'] as const;
/** … what it is done with, … */
const OBJECT_FIELDS = [
  'query',
  'pattern',
  'path',
  'file_path',
  'filepath',
  'filename',
  'file',
  'html_url',
  'url',
] as const;
/** … and what is said. */
const WORD_FIELDS = [
  'title',
  'name',
  'error',
  'message',
  'prompt',
  'description',
  'text',
  'content',
  'output',
  'result',
  'stdout',
] as const;

/** The exit code of a tool, which stands in its output as a number or as its digits, or null. */
export function exitCodeOf(output: unknown): number | null {
  const told = isRecord(output) ? output['exit_code'] : null;
  const code = typeof told === 'string' && /^-?\d+$/.test(told) ? Number(told) : told;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}

/** Whether a tool has failed without an exit code, for which its agent's adapter has put 1. */
export function isExitUntold(output: unknown): boolean {
  return isRecord(output) && output['is_error'] === true && exitCodeOf(output) === 1;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(' ');
  }
  return '';
}

/** The first text that is not blank, or empty. */
const firstOf = (texts: readonly string[]): string =>
  texts.find((text) => text.trim() !== '') ?? '';

const isWord = (text: string): boolean => /^[\w-]{1,20}$/.test(text);
const saysNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/**
 * A free-form value as a phrase: the most informative field. A second one where the first is a
 * single short word, but what is searched for, or a path, says enough.
 */
function phrase(value: unknown): string {
  if (!isRecord(value)) {
    return entryText(value);
  }
  const told = (fields: readonly string[]): readonly string[] =>
    fields.map((field) => scalar(value[field])).filter((text) => text.trim() !== '');
  const [command] = told(COMMAND_FIELDS);
  const [object] = told(OBJECT_FIELDS);
  const [words, more] = told(WORD_FIELDS);
  if (command !== undefined) {
    return withSecond(command, object);
  }
  if (object !== undefined) {
    return object;
  }
  if (words !== undefined) {
    return withSecond(words, more);
  }
  const any = firstOf(Object.values(value).map(scalar));
  return any !== '' || Object.values(value).every(saysNothing) ? any : jsonText(value, 0);
}

function withSecond(first: string, second: string | undefined): string {
  return second !== undefined && isWord(first) ? `${first} ${second}` : first;
}

/** The field that says most of an entry, where it is not `observation`. */
const MOST_TELLING: { readonly [Meaning in EntryMeaning | 'unknown']?: 'tool_input' | 'thought' } =
  { tool: 'tool_input', plan: 'thought' };

/**
 * The beginning of an entry on one line, at most 300 characters, from the most telling field that
 * has a text.
 */
function headline(view: EntryView): string {
  const plan = planIn(view);
  if (plan.length > 0) {
    return shortLine(planInShort(plan), HEADLINE_MAX);
  }
  const best = MOST_TELLING[entryMeaning(view.message_type)] ?? 'observation';
  for (const field of [
    best,
    'thought',
    'observation',
    'tool_input',
    'tool_output',
    'rest',
  ] as const) {
    const words = shortLine(phrase(view[field]), HEADLINE_MAX);
    if (words !== '') {
      return words;
    }
  }
  return '';
}

/** Whether it is the use of a tool of which the log does not say what it was asked to do. */
function isInputUntold(view: EntryView): boolean {
  const isTool = entryMeaning(view.message_type) === 'tool';
  return isTool && shortLine(phrase(view.tool_input), HEADLINE_MAX) === '';
}

/** The text of an error entry, from whichever field contains it (spec 2.5: the observation). */
function errorText(view: EntryView): string {
  return firstOf([entryText(view.observation), entryText(view.tool_output), view.thought ?? '']);
}

/** What a command printed, in the field where services put it. */
function printedIn(output: unknown): readonly string[] {
  if (isRecord(output)) {
    return PRINTED_FIELDS.map((field) => scalar(output[field]));
  }
  return [entryText(output)];
}

/** The end of what a failed command printed, where it says why. */
function printed({ tool_output: output, observation }: EntryView): string {
  const text = firstOf([...printedIn(output), ...printedIn(observation)]).trimEnd();
  return ellipsisBefore(text, PRINTED_MAX);
}

/**
 * Copies a string. V8 keeps the whole original in memory, possibly megabytes, as long as a slice of
 * it is referenced.
 */
function apart(text: string): string {
  return ` ${text}`.slice(1);
}

/** The part of an entry that reporters keep after it was written to the file. */
export function digest(entry: Entry): StepDigest {
  const { view } = entry;
  const error = messageType(view.message_type)?.error === true;
  const exitCode = exitCodeOf(view.tool_output);
  const failed = exitCode !== null && exitCode !== 0;
  let detail: string | null = null;
  if (error) {
    detail = ellipsis(errorText(view), DETAIL_MAX);
  } else if (failed) {
    detail = printed(view);
  }
  return {
    index: entry.index,
    time: entry.time,
    kind: view.message_type,
    tool: view.tool_name,
    headline: apart(headline(view)),
    isInputUntold: isInputUntold(view) ? true : undefined,
    error,
    detail: detail === null ? null : apart(detail),
    exitCode: exitCode ?? undefined,
    isExitUntold: isExitUntold(view.tool_output) ? true : undefined,
    namesNoCause: entry.namesNoCause === true ? true : undefined,
  };
}

/** Extracts candidates first, so that the stricter pattern runs only on short strings. */
const ADDRESS = /https:\/\/[^\s"'<>()\\[\]{}|^`*,;]{1,500}/g;
/**
 * GitHub (also Enterprise Server): `/owner/name/pull/1`; GitLab:
 * `/group/…/name/-/merge_requests/1`.
 */
const PULL_REQUEST =
  /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~-]+){2,12}?\/(?:pull|merge_requests)\/\d{1,10}(?![\w-])/i;

/** Unique https addresses of pull requests in an entry of a PR agent type (contract 1.2). */
export function pullRequestUrls(view: EntryView): readonly string[] {
  if (messageType(view.message_type)?.namesPullRequests !== true) {
    return [];
  }
  const urls = [view.tool_output, view.observation, view.tool_input, view.thought]
    .flatMap((value) => entryText(value).match(ADDRESS) ?? [])
    .flatMap((address) => PULL_REQUEST.exec(address)?.[0] ?? []);
  return [...new Set(urls)].map(apart);
}
