/**
 * The answer of a run that reviews (contract 17.1): the form that is asked for, and what is read
 * from it. Nearly right is right: what is clear is read as meant, and the run is asked again only
 * about what could not be read at all. The verdict `pass` alone is read to the letter. Pure.
 */
import { DIFF_SIDES, type DiffSide } from '../github/port.ts';
import { SEVERITIES, type Severity } from '../report/step-view.ts';
import type { AnswerReading, ParsedAnswer } from '../run/output-schema.ts';
import { holdsVerdict, SECOND_VERDICT } from '../run/second-verdict.ts';
import { isRecord, jsonOrNull, jsonTokens, nameGivenTwice } from '../safe/json.ts';
import { counted, shortLine } from '../safe/text.ts';

/** A finding as the run means it. What it does not say is null. */
export interface AnsweredFinding {
  readonly path: string | null;
  /** The last line, from 1. */
  readonly line: number | null;
  /** The first line if there are several. It may stand after `line`. */
  readonly startLine: number | null;
  readonly side: DiffSide | null;
  readonly severity: Severity;
  readonly title: string;
  readonly body: string;
  /** As the run wrote it. */
  readonly suggestion: string | null;
}

export interface ReviewAnswer {
  readonly summary: string;
  readonly findings: readonly AnsweredFinding[];
  /** Ids of earlier findings that the head no longer has. */
  readonly resolved: readonly string[];
  /** The verdict. Null where none is asked for. */
  readonly pass: boolean | null;
  /** What was read in another way than it is written, one phrase each. */
  readonly readAs: readonly string[];
  /** How many findings could not be read. */
  readonly unreadable: number;
}

const optional = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const textSchema = (description: string): object => ({ type: 'string', description });

const FINDING = {
  type: 'object',
  properties: {
    path: textSchema('Path in the repository'),
    line: {
      type: 'integer',
      minimum: 1,
      description: 'The last line that the finding is about',
    },
    start_line: optional({
      type: 'integer',
      description: 'The first line, if there are several',
    }),
    side: optional({
      type: 'string',
      enum: DIFF_SIDES,
      description: 'LEFT for a line number of the base (a removed line), otherwise RIGHT',
    }),
    severity: { type: 'string', enum: SEVERITIES },
    title: textSchema('One short line'),
    body: textSchema('Why it matters and what to do, in Markdown'),
    suggestion: optional(textSchema('The exact text that replaces the lines, if you know it')),
  },
  required: ['path', 'line', 'severity', 'title', 'body'],
};

/** The JSON Schema that the run is asked to satisfy. `gate` also asks for the verdict. */
export function answerSchema(gate: boolean): string {
  const verdict = gate
    ? { pass: { type: 'boolean', description: 'Whether the pull request may be merged' } }
    : {};
  const properties = {
    summary: textSchema('What the change does and what you think of it, in Markdown'),
    findings: {
      type: 'array',
      items: FINDING,
      description: 'Only what the author should act on. Empty if there is nothing',
    },
    resolved: optional({
      type: 'array',
      items: { type: 'string' },
      description: 'The ids of the earlier findings that this head no longer has',
    }),
  };
  return JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.assign(properties, verdict),
    required: ['summary', 'findings', ...Object.keys(verdict)],
  });
}

const ANSWER_IS_NO_JSON = 'the answer is not JSON';
const NO_REVIEW =
  'at the root: must be an object with the property "findings", or an array of findings';
const SEVERAL =
  'the answer has several JSON values that could be the review and differ, ' +
  'so it is not clear which one is meant';

/**
 * Reads the run's text. The `json` of the reading is a `ReviewAnswer`, for `reviewOf`.
 *
 * @param written the JSON values in the text: all of it, or its fenced blocks
 */
export function readReview(
  answer: string,
  { written, gate }: { readonly written: readonly ParsedAnswer[]; readonly gate: boolean },
): AnswerReading {
  const fenced = reviewsIn(written);
  const prose = fenced.length === 0 ? objectsInProse(answer) : [];
  const reviews = fenced.length === 0 ? reviewsIn(prose) : fenced;
  const last = reviews.at(-1);
  if (last === undefined) {
    const isJson = written.length > 0 || prose.length > 0;
    return { ok: false, errors: [isJson ? NO_REVIEW : ANSWER_IS_NO_JSON] };
  }
  if (gate && holdsVerdict(last.outside())) {
    return { ok: false, errors: [SECOND_VERDICT] };
  }
  const twice = nameGivenTwice(last.source);
  if (twice !== null) {
    const name = shortLine(JSON.stringify(twice), 200);
    return { ok: false, errors: [`an object has the name ${name} twice`] };
  }
  const { review, errors } = readParts(last.review, gate);
  if (errors.length > 0) {
    return { ok: false, errors };
  }
  const others = reviews.slice(0, -1).map((other) => readParts(other.review, gate));
  const rivals = others.filter((other) => other.errors.length === 0);
  if (!rivals.every((rival) => isSameReview(rival.review, review))) {
    return { ok: false, errors: [SEVERAL] };
  }
  return { ok: true, json: JSON.stringify(review) };
}

interface WrittenReview extends Omit<ParsedAnswer, 'value'> {
  readonly review: ReviewJson;
}

function reviewsIn(written: readonly ParsedAnswer[]): readonly WrittenReview[] {
  return written.flatMap(({ value, source, outside }) => {
    const review = reviewIn(value);
    return review === null ? [] : [{ review, source, outside }];
  });
}

/** Whether both say the same, however it was written. */
function isSameReview(one: ReviewAnswer, other: ReviewAnswer): boolean {
  const content = (review: ReviewAnswer): string => JSON.stringify({ ...review, readAs: [] });
  return content(one) === content(other);
}

/** What `readReview` read. */
export function reviewOf(json: string): ReviewAnswer {
  return JSON.parse(json) as ReviewAnswer;
}

type ReviewJson = Readonly<Partial<Record<'summary' | 'findings' | 'resolved' | 'pass', unknown>>>;

/** The review that a JSON value is: itself, bare findings, or the one thing in an object. */
function reviewIn(value: unknown): ReviewJson | null {
  // No recursion, because the agent decides how many objects stand around it.
  let given = value;
  for (;;) {
    if (Array.isArray(given)) {
      return { findings: given };
    }
    if (!isRecord(given)) {
      return null;
    }
    // A verdict or a list of ids alone says nothing about the findings.
    if (Object.hasOwn(given, 'findings') || Object.hasOwn(given, 'summary')) {
      return given;
    }
    const [inner, ...others] = Object.values(given);
    if (others.length > 0) {
      return null;
    }
    given = inner;
  }
}

interface Parts {
  readonly review: ReviewAnswer;
  /** What could not be read, for the run. */
  readonly errors: readonly string[];
}

function readParts(review: ReviewJson, gate: boolean): Parts {
  const errors: string[] = [];
  const notes = new Notes();
  const listed = listOf(review.findings);
  if (listed === null) {
    errors.push('at /findings: must be array');
  } else if (!Array.isArray(review.findings)) {
    notes.add('no `findings` as an empty list');
  }
  if (typeof review.summary !== 'string') {
    notes.add('no `summary` as an empty one');
  }
  if (gate && typeof review.pass !== 'boolean') {
    errors.push('at /pass: must be boolean');
  }
  const findings = (listed ?? []).map((finding) => readFinding(finding, notes));
  const readable = findings.filter((finding) => finding !== null);
  return {
    review: {
      summary: textIn(review.summary),
      findings: readable,
      resolved: (listOf(review.resolved) ?? []).filter((id) => typeof id === 'string'),
      pass: gate ? review.pass === true : null,
      readAs: notes.list(),
      unreadable: findings.length - readable.length,
    },
    errors,
  };
}

/** A list, an empty one where there is none, or null for something else. */
function listOf(value: unknown): readonly unknown[] | null {
  if (value === undefined || value === null) {
    return [];
  }
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** UTF-16 units of a title that is made of the first words of a body. */
const FIRST_WORDS = 80;

/** Null if there is nothing to tell: neither a title nor a body. */
function readFinding(given: unknown, notes: Notes): AnsweredFinding | null {
  if (!isRecord(given)) {
    return null;
  }
  const body = textIn(given['body']);
  const title = textIn(given['title']).trim();
  if (title === '' && body.trim() === '') {
    return null;
  }
  const path = textIn(given['path']).trim();
  if (title === '') {
    notes.add('no `title` as the first words of `body`');
  }
  return {
    path: path === '' ? null : path,
    line: readLine(given['line'], notes),
    startLine: readLine(given['start_line'], notes),
    side: readSide(given['side'], notes),
    severity: readSeverity(given['severity'], notes),
    title: title === '' ? shortLine(body, FIRST_WORDS) : title,
    body,
    suggestion: typeof given['suggestion'] === 'string' ? given['suggestion'] : null,
  };
}

/** Readers of SARIF count lines in 32 bits: more is no line. */
const LINE_MAX = 2 ** 31 - 1;

function readLine(given: unknown, notes: Notes): number | null {
  const isDigits = typeof given === 'string' && /^\s*\d{1,9}\s*$/.test(given);
  const line = isDigits ? Number(given) : given;
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 1 || line > LINE_MAX) {
    return null;
  }
  if (isDigits) {
    notes.add('a line in quotes as a number');
  }
  return line;
}

function readSide(given: unknown, notes: Notes): DiffSide | null {
  const word = textIn(given).trim().toUpperCase();
  const side = DIFF_SIDES.find((one) => one === word);
  if (side === undefined) {
    return null;
  }
  if (side !== given) {
    notes.add(`side ${quoted(given)} as \`${side}\``);
  }
  return side;
}

/** The words of other reviewers and scanners. */
const SEVERITY_WORDS: Readonly<Record<string, Severity>> = {
  error: 'error',
  critical: 'error',
  high: 'error',
  blocker: 'error',
  major: 'error',
  warning: 'warning',
  medium: 'warning',
  moderate: 'warning',
  note: 'note',
  low: 'note',
  minor: 'note',
  info: 'note',
  nit: 'note',
  suggestion: 'note',
};

function readSeverity(given: unknown, notes: Notes): Severity {
  const word = textIn(given).trim().toLowerCase();
  const known = Object.hasOwn(SEVERITY_WORDS, word) ? SEVERITY_WORDS[word] : undefined;
  const severity = known ?? 'warning';
  if (word === '') {
    notes.add('no `severity` as `warning`');
  } else if (severity !== given) {
    notes.add(`severity ${quoted(given)} as \`${severity}\``);
  }
  return severity;
}

const quoted = (given: unknown): string => JSON.stringify(shortLine(String(given), 40));

/** More kinds of deviation help nobody. */
const MOST_NOTES = 8;

/** Each kind of deviation once, however many findings have it. */
class Notes {
  readonly #counts = new Map<string, number>();

  add(note: string): void {
    this.#counts.set(note, (this.#counts.get(note) ?? 0) + 1);
  }

  list(): readonly string[] {
    const notes = [...this.#counts].map(([note, count]) =>
      count === 1 ? note : `${note} (${counted(count, 'time')})`,
    );
    return notes.slice(0, MOST_NOTES);
  }
}

/** UTF-16 units that are looked through for objects, some of them several times. */
const SCANNED_MAX = 2_000_000;
/** What a failed parse costs, in units that are looked through in the same time. */
const PARSE_UNITS = 20;

/** The JSON objects that stand in prose without a fence, in order. */
function objectsInProse(prose: string): readonly ParsedAnswer[] {
  const found: ParsedAnswer[] = [];
  let from = prose.indexOf('{');
  let scanned = 0;
  while (from !== -1 && scanned < SCANNED_MAX) {
    const [begin, end] = [from, endOfObject(prose, from)];
    const source = prose.slice(begin, end);
    const value = jsonOrNull(source);
    scanned += source.length + PARSE_UNITS;
    if (value !== null) {
      found.push({ value, source, outside: () => prose.slice(0, begin) + prose.slice(end) });
    }
    from = prose.indexOf('{', value === null ? from + 1 : from + source.length);
  }
  return found;
}

/**
 * The position after the brace that closes the one at `from`. Without one, as far as it was looked
 * for.
 */
function endOfObject(prose: string, from: number): number {
  let depth = 0;
  for (const { source: token, end, isClosed } of jsonTokens(prose, from)) {
    if (token === '{') {
      depth += 1;
    } else if (token === '}') {
      depth -= 1;
    }
    if (depth === 0 || !isClosed) {
      return end;
    }
  }
  return prose.length;
}
