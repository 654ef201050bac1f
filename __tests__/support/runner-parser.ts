/**
 * An independent model of how a GitHub runner parses a step's standard output. Where runners differ
 * (by version, or by the collation library of the culture-sensitive search), it uses the reading
 * that finds more commands: characters ignored by any collation are skipped, compatibility forms
 * are equal, and `##[` is searched at every position, not only the first.
 */
import { MATCHERS, RunningMatcher, type Matcher } from './matchers.ts';

interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
  readonly syntax: 'v1' | 'v2';
}

interface RunnerAnnotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title: string;
}

const STOP = 'stop-commands';
/** Every command a runner registers. */
export const COMMANDS: ReadonlySet<string> = new Set([
  STOP,
  'internal-set-repo-path',
  'set-env',
  'set-output',
  'save-state',
  'add-mask',
  'add-path',
  'add-matcher',
  'remove-matcher',
  'debug',
  'warning',
  'error',
  'notice',
  'group',
  'endgroup',
  'echo',
]);

/** Characters that collations ignore, except control characters that are white space. */
const WEIGHTLESS =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Mn}\p{Me}]--[\t\n\v\f\r\u0085]]/gv;
/** .NET's `Char.IsWhiteSpace`. */
const LEADING_SPACE =
  /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** Normalizes a line for the most lenient culture-sensitive search. */
function searchForm(line: string): string {
  return line.normalize('NFKC').replace(WEIGHTLESS, '');
}

/** Whether the line begins a command in either syntax, known name or not. */
export function commandShaped(line: string): boolean {
  const form = searchForm(line);
  return form.replace(LEADING_SPACE, '').startsWith('::') || form.includes('##[');
}

function unescape(text: string, signs: Readonly<Record<string, string>>): string {
  return Object.entries({ ...signs, '%0D': '\r', '%0A': '\n' })
    .reduce((value, [code, sign]) => value.replaceAll(code, sign), text)
    .replaceAll('%25', '%');
}

function readProperties(text: string, separator: string): [string, string][] {
  return text.split(separator).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && at < pair.length - 1
      ? [[pair.slice(0, at).trim(), pair.slice(at + 1)] as [string, string]]
      : [];
  });
}

interface Raw {
  readonly info: string;
  readonly data: string;
  readonly syntax: 'v1' | 'v2';
}

function rawCommands(line: string): Raw[] {
  const form = searchForm(line);
  const found: Raw[] = [];
  const trimmed = form.replace(LEADING_SPACE, '');
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1;
  if (end !== -1) {
    found.push({ info: trimmed.slice(2, end), data: trimmed.slice(end + 2), syntax: 'v2' });
  }
  for (let at = form.indexOf('##['); at !== -1; at = form.indexOf('##[', at + 1)) {
    const close = form.indexOf(']', at);
    if (close !== -1) {
      found.push({ info: form.slice(at + 3, close), data: form.slice(close + 1), syntax: 'v1' });
    }
  }
  return found;
}

/** The command in a line, or null. `known` holds the registered names in lower case. */
export function parse(line: string, known: ReadonlySet<string> = COMMANDS): RunnerCommand | null {
  for (const { info, data, syntax } of rawCommands(line)) {
    const space = info.indexOf(' ');
    const name = (space === -1 ? info : info.slice(0, space)).toLowerCase();
    if (!known.has(name)) {
      continue;
    }
    const v2 = syntax === 'v2';
    const signs = v2 ? { '%3A': ':', '%2C': ',' } : { '%3B': ';', '%5D': ']' };
    const pairs = space === -1 ? [] : readProperties(info.slice(space + 1), v2 ? ',' : ';');
    const properties = Object.fromEntries(
      pairs.map(([key, value]) => [key.toLowerCase(), unescape(value, signs)]),
    );
    return { name, properties, data: unescape(data, v2 ? {} : signs), syntax };
  }
  return null;
}

/** The lines of an output as the runner reads them: `\r\n`, `\n` and a bare `\r` end one. */
export function readLines(stdout: string): string[] {
  const lines = stdout.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/**
 * The effects of a step's output. Pass complete outputs; the state carries over from one to the
 * next.
 */
export class RunnerOutput {
  /** Executed commands, in order. */
  readonly commands: RunnerCommand[] = [];
  readonly annotations: RunnerAnnotation[] = [];
  /** Lines that a problem matcher turned into an annotation. */
  readonly matched: { readonly owner: string; readonly line: string }[] = [];
  readonly outputs: Record<string, string> = {};
  readonly stateSaved: Record<string, string> = {};
  readonly masks: string[] = [];
  readonly groups: string[] = [];
  /** Lines that were shown unchanged. */
  readonly shown: string[] = [];
  readonly #matchers: readonly RunningMatcher[];
  readonly #known = new Set(COMMANDS);
  #resumeToken: string | null = null;

  constructor(matchers: readonly Matcher[] = MATCHERS) {
    this.#matchers = matchers.map((matcher) => new RunningMatcher(matcher));
  }

  feed(stdout: string): void {
    for (const line of readLines(stdout)) {
      if (!this.#command(line) && !this.#problem(line)) {
        this.shown.push(line);
      }
    }
  }

  /** Whether commands are currently stopped. */
  get stopped(): boolean {
    return this.#resumeToken !== null;
  }

  #command(line: string): boolean {
    const command = parse(line, this.#known);
    if (command === null) {
      return false;
    }
    if (this.#resumeToken !== null) {
      if (command.name !== this.#resumeToken) {
        return false;
      }
      this.#known.delete(this.#resumeToken);
      this.#resumeToken = null;
      return true;
    }
    this.commands.push(command);
    this.#obey(command);
    return true;
  }

  #obey({ name, properties, data }: RunnerCommand): void {
    if (name === STOP) {
      const token = data.toLowerCase();
      // The runner rejects these tokens: a command name, and values that are easy to guess.
      if (token === '' || token === 'pause-logging' || this.#known.has(token)) {
        return;
      }
      this.#resumeToken = token;
      this.#known.add(token);
    } else if (name === 'set-output') {
      this.outputs[properties['name'] ?? ''] = data;
    } else if (name === 'save-state') {
      this.stateSaved[properties['name'] ?? ''] = data;
    } else if (name === 'add-mask') {
      this.masks.push(data);
    } else if (name === 'group') {
      this.groups.push(data);
    } else if (name === 'error' || name === 'warning' || name === 'notice') {
      this.annotations.push({ level: name, message: data, title: properties['title'] ?? '' });
    }
  }

  #problem(line: string): boolean {
    const plain = line.replace(/\x1b\[[0-9;]*m?/g, '');
    const hit = this.#matchers.find((matcher) => matcher.match(plain));
    if (hit === undefined) {
      return false;
    }
    for (const other of this.#matchers) {
      if (other !== hit) {
        other.reset();
      }
    }
    this.matched.push({ owner: hit.owner, line });
    return true;
  }
}
