/**
 * Problem matchers that may be active in a job: those registered by the setup actions and common
 * linters, as data. The runner applies them to every line that is not a command.
 */

export interface MatcherPattern {
  readonly regexp: RegExp;
  readonly loop?: boolean;
}

export interface Matcher {
  readonly owner: string;
  readonly patterns: readonly MatcherPattern[];
}

function one(owner: string, regexp: RegExp): Matcher {
  return { owner, patterns: [{ regexp }] };
}

/**
 * Matchers that setup-node, setup-python, setup-go, setup-dotnet and setup-java register for the
 * whole job.
 */
export const SETUP_MATCHERS: readonly Matcher[] = [
  one(
    'eslint-compact',
    /^(.+):\sline\s(\d+),\scol\s(\d+),\s(Error|Warning|Info)\s-\s(.+)\s\((.+)\)$/,
  ),
  {
    owner: 'eslint-stylish',
    patterns: [
      { regexp: /^\s*([^\s].*)$/ },
      { regexp: /^\s+(\d+):(\d+)\s+(error|warning|info)\s+(.*)\s\s+(.*)$/, loop: true },
    ],
  },
  one(
    'tsc',
    /^(?:\s+\d+>)?([^\s].*)\((\d+)(?:,(\d+)(?:,\d+(?:,\d+)?)?)?\)\s*:\s+(error|warning|info)\s+(\w{1,2}\d+)\s*:\s*(.*)$/,
  ),
  // As above, but accepts a gutter as part of the file name.
  one('tsc-loose', /^(.*)\((\d+),(\d+)\)\s*:\s*(error|warning|info)\s+(\w{1,2}\d+)\s*:\s*(.*)$/),
  // setup-node in older versions, and again for a gutter.
  one(
    'tsc-older',
    /^([^\s].*)[\(:](\d+)[,:](\d+)(?:\):\s+|\s+-\s+)(error|warning|info)\s+TS(\d+)\s*:\s*(.*)$/,
  ),
  one(
    'tsc-older-loose',
    /^(.*)[(:](\d+)[,:](\d+)(?:\)\s*:\s*|\s+-\s+)(error|warning|info)\s+TS(\d+)\s*:\s*(.*)$/,
  ),
  {
    owner: 'python',
    patterns: [
      { regexp: /^\s*File\s"(.*)",\sline\s(\d+),\sin\s(.*)$/ },
      { regexp: /^\s*raise\s(.*)\('(.*)'\)$/ },
    ],
  },
  one('go', /((?:\.{0,2}\/|\.{0,2}\\)(?:.+\.go)):(?:(\d+):(\d+):)? (.*)/),
  one('go-anchored', /^\s*(.+\.go):(?:(\d+):(\d+):)? (.*)/),
  one(
    'csc',
    /^(.*)\((\d+)(?:,\d+|,\d+,\d+)?\):\s+(error|warning)\s+([a-zA-Z]+(?<!MSB)\d+):\s*(.*?)\s+\[(.*?)\]$/,
  ),
  one('java', /^Exception in thread "(.*)" (.*): (.*)$/),
  one('checkstyle', /^\[(WARN|ERROR)\]\s+(.+):(\d+):(\d+)?:?\s(.+)\s\[(\w+)\]$/),
  // setup-perl and setup-php, which need no colon after the location.
  one('perl', /^\s*([^#\s].+)\sat\s(.+)\sline\s(\d+)\.$/),
  one('php-error', /^(.*error):\s+\s+(.+) in (.+) on line (\d+)$/),
  one('php-warning', /^(.*Warning|.*Deprecated|.*Notice):\s+\s+(.+) in (.+) on line (\d+)$/),
  // setup-r: the heading of a check. The indented text below it is the message.
  one('rcmdcheck', /^(.*) [.][.][.] (ERROR|NOTE|WARNING)$/),
  one(
    'tslint-prose',
    /^(WARNING|ERROR):\s\/home\/runner\/work\/[^/]+\/[^/]+\/(\S+):(\d+):(\d+)\s-\s(.+)$/,
  ),
];

/** Other anchored matchers that accept any text before the location. */
export const LINTER_MATCHERS: readonly Matcher[] = [
  one('gcc', /^(.*):(\d+):(\d+):\s+(?:fatal\s+)?(warning|error|note):\s+(.*)$/),
  one('gcc-line', /^(.+):(\d+):\s+(warning|error|note):\s+(.*)$/),
  one('flake8', /^([^:]+):(\d+):(\d+):\s([A-Z]\d+)\s(.*)$/),
  one('generic', /^(.+):(\d+):(\d+):\s(.+)$/),
  one('rubocop', /^(.+):(\d+):(\d+):\s([CWEF]):\s(.+)$/),
  one('unix', /^(.+):(\d+):(\d+):\s(.+)\s\[(Error|Warning)\/(.+)\]$/),
];

export const MATCHERS: readonly Matcher[] = [...SETUP_MATCHERS, ...LINTER_MATCHERS];

/** The state of one matcher: several patterns match several lines in a row; the last may loop. */
export class RunningMatcher {
  readonly owner: string;
  readonly #patterns: readonly MatcherPattern[];
  #state: boolean[];

  constructor(matcher: Matcher) {
    this.owner = matcher.owner;
    this.#patterns = matcher.patterns;
    this.#state = matcher.patterns.map(() => false);
  }

  reset(): void {
    this.#state = this.#patterns.map(() => false);
  }

  /**
   * Whether this line completes a match; patterns are tried from the last to the first, as the
   * runner does.
   */
  match(line: string): boolean {
    const last = this.#patterns.length - 1;
    for (let index = last; index >= 0; index -= 1) {
      const pattern = this.#patterns[index]!;
      if (index > 0 && this.#state[index - 1] !== true) {
        continue;
      }
      const hit = pattern.regexp.test(line);
      if (index < last) {
        this.#state[index] = hit;
      } else if (hit) {
        this.reset();
        if (pattern.loop === true && index > 0) {
          this.#state[index - 1] = true;
        }
        return true;
      } else if (index > 0) {
        this.#state[index - 1] = false;
      }
    }
    return false;
  }
}
