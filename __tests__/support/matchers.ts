/**
 * Problem matchers that may be active in a job: those registered by the setup actions and by
 * published linters, as data. The runner applies them to every line that is not a command.
 *
 * Left out, because contract 6.4 does not promise them: those that need no location, as
 * `^\s+(.+?)::(.+)$` (check-jsonschema), and those that are not anchored at either end.
 */

export interface Matcher {
  readonly owner: string;
  /** Where the matcher is published. */
  readonly from: string;
  /** A line of each pattern in turn: `ab` matches `a`, then `b`. */
  readonly patterns: readonly RegExp[];
  /** Whether the last pattern matches further lines. */
  readonly loops?: boolean;
  /** What it makes an annotation of. */
  readonly example: string;
}

/**
 * One line for each: `[owner, where it is published, an example of what it matches, …patterns]`.
 */
type Row = readonly [owner: string, from: string, example: string, ...patterns: RegExp[]];

const matcherOf = ([owner, from, example, ...patterns]: Row): Matcher => ({
  owner,
  from,
  example,
  patterns,
  loops: LOOPING.has(owner),
});

/** The runner's `loop`. */
const LOOPING: ReadonlySet<string> = new Set([
  'eslint-stylish',
  'stylelint',
  'vale',
  'vale-indented',
  'yamllint',
]);

/** Registered by setup actions for the whole job. */
// prettier-ignore
const SETUP: readonly Row[] = [
  ['eslint-compact', 'actions/setup-node', 'a.js: line 3, col 5, Error - m (rule)', /^(.+):\sline\s(\d+),\scol\s(\d+),\s(Error|Warning|Info)\s-\s(.+)\s\((.+)\)$/],
  ['eslint-stylish', 'actions/setup-node', 'a.js\n  3:5  error  m  rule', /^\s*([^\s].*)$/, /^\s+(\d+):(\d+)\s+(error|warning|info)\s+(.*)\s\s+(.*)$/],
  ['tsc', 'actions/setup-node', 'a.ts(3,5): error TS1: m', /^(?:\s+\d+>)?([^\s].*)\((\d+)(?:,(\d+)(?:,\d+(?:,\d+)?)?)?\)\s*:\s+(error|warning|info)\s+(\w{1,2}\d+)\s*:\s*(.*)$/],
  // As above, but accepts a gutter as part of the file name.
  ['tsc-loose', 'the one above', 'a.ts(3,5): error TS1: m', /^(.*)\((\d+),(\d+)\)\s*:\s*(error|warning|info)\s+(\w{1,2}\d+)\s*:\s*(.*)$/],
  ['tsc-older', 'actions/setup-node, older', 'a.ts:3:5 - error TS1: m', /^([^\s].*)[\(:](\d+)[,:](\d+)(?:\):\s+|\s+-\s+)(error|warning|info)\s+TS(\d+)\s*:\s*(.*)$/],
  ['tsc-older-loose', 'the one above', 'a.ts:3:5 - error TS1: m', /^(.*)[(:](\d+)[,:](\d+)(?:\)\s*:\s*|\s+-\s+)(error|warning|info)\s+TS(\d+)\s*:\s*(.*)$/],
  ['python', 'actions/setup-python', 'File "a.py", line 3, in f\nraise E(\'m\')', /^\s*File\s"(.*)",\sline\s(\d+),\sin\s(.*)$/, /^\s*raise\s(.*)\('(.*)'\)$/],
  ['go', 'actions/setup-go', './a.go:3:5: m', /((?:\.{0,2}\/|\.{0,2}\\)(?:.+\.go)):(?:(\d+):(\d+):)? (.*)/],
  ['go-anchored', 'actions/setup-go', 'a.go: m', /^\s*(.+\.go):(?:(\d+):(\d+):)? (.*)/],
  ['csc', 'actions/setup-dotnet', 'A.cs(3,5): error CS1: m [a.csproj]', /^(.*)\((\d+)(?:,\d+|,\d+,\d+)?\):\s+(error|warning)\s+([a-zA-Z]+(?<!MSB)\d+):\s*(.*?)\s+\[(.*?)\]$/],
  ['java', 'actions/setup-java', 'Exception in thread "main" E: m', /^Exception in thread "(.*)" (.*): (.*)$/],
  ['checkstyle', 'Checkstyle of Maven', '[ERROR] A.java:3:5: m [Rule]', /^\[(WARN|ERROR)\]\s+(.+):(\d+):(\d+)?:?\s(.+)\s\[(\w+)\]$/],
  // These need no colon after the location.
  ['perl', 'shogo82148/actions-setup-perl', 'It died at a.pl line 3.', /^\s*([^#\s].+)\sat\s(.+)\sline\s(\d+)\.$/],
  ['php-error', 'shivammathur/setup-php', 'PHP Fatal error:  m in a.php on line 3', /^(.*error):\s+\s+(.+) in (.+) on line (\d+)$/],
  ['php-warning', 'shivammathur/setup-php', 'Warning:  m in a.php on line 3', /^(.*Warning|.*Deprecated|.*Notice):\s+\s+(.+) in (.+) on line (\d+)$/],
  // The heading of a check. The indented text below it is the message.
  ['rcmdcheck', 'r-lib/actions', '* checking tests ... ERROR', /^(.*) [.][.][.] (ERROR|NOTE|WARNING)$/],
  ['testthat', 'r-lib/actions', 'a.R:3: failure: m', /^(.*):(\d+): (\w+): (\w+)$/],
  // The path is that of GitHub's own runners, as the published matcher has it.
  ['tslint-prose', 'actions/setup-node, older', 'ERROR: /home/runner/work/r/r/a.ts:3:5 - m', /^(WARNING|ERROR):\s\/home\/runner\/work\/[^/]+\/[^/]+\/(\S+):(\d+):(\d+)\s-\s(.+)$/],
  ['rustfmt', 'actions-rust-lang/setup-rust-toolchain', 'Diff in a.rs:3:', /^(Diff in (.+))(?: at line |:)(\d+):$/],
  ['clippy', 'actions-rust-lang/setup-rust-toolchain', 'error: m\n --> a.rs:3:5', /^(warning|warn|error)(\[(.*)\])?: ([^\x1b]*)$/, /^\s*--> (.*):(\d*):(\d*)$/],
];

/** Linters and compilers whose matchers are anchored and need a location. */
// prettier-ignore
const LINTERS: readonly Row[] = [
  ['actionlint', 'rhysd/actionlint', 'a.yml:3:5: m [rule]', /^(?:\x1b\[\d+m)?(.+)(?:\x1b\[\d+m)*:(?:\x1b\[\d+m)*(\d+)(?:\x1b\[\d+m)*:(?:\x1b\[\d+m)*(\d+)(?:\x1b\[\d+m)*: (?:\x1b\[\d+m)*(.+)(?:\x1b\[\d+m)*\[(.+)\]$/],
  ['cargo', 'hecrj/setup-rust-action', 'error[E1]: m\n --> a.rs:3:5', /^(warning|warn|error)(\[(\S*)\])?: (.*)$/, /^\s+-->\s(\S+):(\d+):(\d+)$/],
  ['check-json', 'home-assistant/core', 'a.json: Failed: line 3 column 5 (char 9)', /^(.+):\s(.+\sline\s(\d+)\scolumn\s(\d+).+)$/],
  ['codespell', 'codespell-project/codespell-problem-matcher', 'a.md:3: teh ==> the', /^(.+):(\d+):\s+(.+)$/],
  ['cspell', 'Vec7or/aes', 'a.md:3:5 - Unknown word (teh)', /^(.+):(\d+):(\d+) - (.+)$/],
  ['dart-analyze', 'leancodepl/dart-problem-matcher', 'info - m - a.dart:3:5 - rule', /(\w+)\s+[•-]\s+(.+)\s+[•-]\s+(.+):(\d+):(\d+)\s+[•-]\s+(.*)$/],
  ['dotnet-format', 'aslafy-z/problem-matchers', 'a.cs(3,5):m', /^\s*(.+)\((\d+),(\d+)\):\s*(.+)$/],
  ['flake8', 'home-assistant/core', 'a.py:3:5: E501 m', /^(.*):(\d+):(\d+):\s([CDEFNW]\d+\s.*)$/],
  ['gcc', 'ammaraskar/gcc-problem-matcher', 'a.c:3:5: fatal error: m', /^(.*):(\d+):(\d+):\s+(?:fatal\s+)?(warning|error|note):\s+(.*)$/],
  ['gcc-improved', 'root-project/gcc-problem-matcher-improved', 'a.c:3:: error: m', /^()(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$/],
  ['gcc-line', 'ammaraskar/gcc-problem-matcher', 'a.c:3: error: m', /^(.+):(\d+):\s+(warning|error|note):\s+(.*)$/],
  ['generic', 'many', 'a.js:3:5: m', /^(.+):(\d+):(\d+):\s(.+)$/],
  ['hadolint', 'hadolint/hadolint-action', 'Dockerfile:3 SC2046 style: m', /^(.*):(\d+)\s((?:DL|SC)\d+)\s(?:\x1b\[\d+m)*(style|info|warning|error)(?:\x1b\[\d+m)?:\s(.*)$/],
  ['hadolint-loose', 'home-assistant/core', 'Dockerfile:3  DL3008 m', /^(.+):(\d+)\s+((DL\d{4}).+)$/],
  ['hadolint-notice', 'jbergstroem/hadolint-gh-action', 'Dockerfile:3 DL3008 info: m', /^(.+):(\d+)\s(DL\d+)\s(info|style):\s(.+)$/],
  ['htmllint', 'Cherry/htmllint-problem-matcher', 'a.html: line 3, col 5, m', /^(.*): line\s+(\d+), col (\d+),() (.*)()/],
  ['lessc', 'aslafy-z/problem-matchers', 'm in a.less on line 3, column 5', /(.*)\sin\s(.*)\son line\s(\d+),\scolumn\s(\d+)/],
  ['markdownlint', 'xt0rted/markdownlint-problem-matcher', 'a.md:3 MD013/line-length m', /^([^:]*):(\d+):?(\d+)?\s+([\w-\/]*)\s+(.*)$/],
  ['markdownlint-loose', 'K-Phoen/grabana', 'a.md:3 MD013 m', /^(.+):(\d+)(?:\d+)? (\S+) (.+)$/],
  ['maven', 'trinodb/trino', '[ERROR] A.java:[3,5] [Rule] m', /^.*\[(ERROR)\]\s+(.*):\[(\d+),(\d+)\] (?:error: )?[\[\(](.*)[\]\)] (.*)$/],
  ['mypy', 'home-assistant/core', 'a.py:3: error: m', /^(.+):(\d+):\s(error|warning):\s(.+)$/],
  ['phplint', 'aslafy-z/problem-matchers', 'Error:  m in a.php on line 3', /^(.+):\s+\s+(.+) in (.+) on line (\d+)$/],
  ['pylint', 'home-assistant/core', 'a.py:3:5: C0301: m', /^((\/github\/workspace\/)?.+):(\d+):(\d+):\s([CERW]\d{4}):\s(.+)$/],
  ['rubocop', 'many', 'a.rb:3:5: C: m', /^(.+):(\d+):(\d+):\s([CWEF]):\s(.+)$/],
  ['ruby', 'aslafy-z/problem-matchers', 'm\na.rb:3:in f', /^(.+)$/, /^(.+\.rb):(\d+):(in.+:)?(.+)$/],
  ['rust-panic', 'r7kamura/rust-problem-matchers', "panicked at 'm', a.rs:3:5", /^.*panicked\s+at\s+'(.*)',\s+(.*):(\d+):(\d+)$/],
  ['shellcheck', 'lumaxis/shellcheck-problem-matchers', 'In a.sh line 3:\nSC2046: m', /^In\s(.+)\sline\s(\d+):$/, /SC(\d+):\s(.+)$/],
  ['sphinx', 'sphinx-doc/github-problem-matcher', 'a.rst:3: WARNING: m\n/a.rst: WARNING: m', /^(.*):(\d*):\s+(\w*):\s+(.*)$/, /(\/.*\.rst):\s+(\w*):\s+(.*)$/],
  ['stylelint', 'xt0rted/stylelint-problem-matcher', 'a.css\n  3:5  ×  m   rule', /^([^\s].*)$/, /^\s+(\d+):(\d+)\s+(✖|×)\s+(.*)\s{3,}(.*)$/],
  ['unix', 'many', 'a.js:3:5: m [Error/rule]', /^(.+):(\d+):(\d+):\s(.+)\s\[(Error|Warning)\/(.+)\]$/],
  ['vale', 'errata-ai/vale-action', 'a.md\n 3:5  suggestion  m  Rule', /^([^\s].*)$/, /^\s*(\d+):(\d+)\s+(error|warning|suggestion)\s+(.*)\s+(.*)$/],
  ['vale-indented', 'hituzi-no-sippo/matcher-test-for-vale', ' a.md\n 3:5  suggestion  m  Rule', /^\s(.*)$/, /^\s(\d+):(\d+)\s+(error|warning|suggestion)\s+(.*)\s\s+(.*)\s*$/],
  ['vale-line', 'jbergstroem/filtron', 'a.md:3:5:Rule:m', /^(.+?):(\d+):(\d+):([^:]+):(.+)$/],
  ['vale-template', 'aiven/inkless', 'a.md:3:5 error [Rule] m', /^(.+?):(\d+):(\d+) (error|warning|suggestion) \[([^\]]+)\] (.*)$/],
  ['xmllint', 'aslafy-z/problem-matchers', 'a.xml:3: parser error : m', /^(.+):(\d+):\s+(.+)\s+:\s+(.+)$/],
  ['yamllint', 'home-assistant/core', 'a.yml\n  3:5  error  m  (rule)', /^(.*\.ya?ml)$/, /^\s{2}(\d+):(\d+)\s+(error|warning)\s+(.*?)\s+\((.*)\)$/],
];

export const MATCHERS: readonly Matcher[] = [...SETUP, ...LINTERS].map(matcherOf);

/** The state of one matcher: several patterns match several lines in a row; the last may loop. */
export class RunningMatcher {
  readonly owner: string;
  readonly #patterns: readonly RegExp[];
  readonly #loops: boolean;
  #state: boolean[];

  constructor(matcher: Matcher) {
    this.owner = matcher.owner;
    this.#patterns = matcher.patterns;
    this.#loops = matcher.loops === true;
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
      const hit = pattern.test(line);
      if (index < last) {
        this.#state[index] = hit;
      } else if (hit) {
        this.reset();
        if (this.#loops && index > 0) {
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
