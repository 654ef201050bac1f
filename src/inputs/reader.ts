/**
 * Parses single inputs and collects their problems (contract 1.1).
 */
import type { Env, Files } from '../runner/port.ts';
import { integerOf } from '../safe/json.ts';
import { asSentence, ellipsis } from '../safe/text.ts';
import { didYouMean, meantNumber } from './meant.ts';
import { namesSecretField } from './secret-fields.ts';

export interface Problem {
  readonly name: string;
  /** What was given. Quotes the value unless it is secret. */
  readonly given: string;
  /** What is accepted. */
  readonly accepted: string;
}

/** Longer values are truncated in messages, for example a prompt pasted into the wrong input. */
const SHOWN_LIMIT = 200;

const NOT_SHOWN = 'a value that is not shown';

/** What of a given text is quoted: nothing where it has secrets for a run in it. */
export function quotable(given: string, shown = given): string {
  return namesSecretField(given) ? NOT_SHOWN : shown;
}

/** A message has a line for each problem. */
function onOneLine(given: string): string {
  return ellipsis(given.replace(/\s+/g, ' ').trim(), SHOWN_LIMIT);
}

/** What is accepted of a number that is not read for how it is written, or for its size. */
const IN_DIGITS = 'written in digits alone';

interface IntegerRule {
  readonly min?: 0 | 1;
  readonly isRequired?: boolean;
  /** Follows what is accepted. */
  readonly more?: string;
}

/** `` `a`, `b` and `c` `` */
export function quotedList(names: readonly string[], word: 'and' | 'or'): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${word} ${last}`;
}

/** Whether an input that takes `none` is set to it, or is not set. */
export function isNone(read: InputReader, name: string): boolean {
  return ['', 'none'].includes(read.text(name).toLowerCase());
}

/** What is given for an input: its text, or a list. */
export type GivenInput = string | readonly string[];

export class InputReader {
  readonly problems: Problem[] = [];
  readonly #input: (name: string) => GivenInput;
  readonly #isSecret: (name: string) => boolean;

  /** @param isSecret whether the value of an input is quoted nowhere. Default: none is secret */
  constructor(
    input: (name: string) => GivenInput,
    isSecret: (name: string) => boolean = () => false,
  ) {
    this.#input = input;
    this.#isSecret = isSecret;
  }

  problem(name: string, given: string, accepted: string): void {
    this.problems.push({ name, given: onOneLine(given), accepted });
  }

  /** Reports the value of an input as a problem. `why` follows the value. */
  refuse(name: string, accepted: string, why = ''): void {
    this.problems.push({ name, given: `${this.#quoted(name)}${why}`, accepted });
  }

  /** The same of a part of a value, such as one of several paths. */
  refusePart(
    name: string,
    part: string,
    { accepted, why }: { readonly accepted: string; readonly why: string },
  ): void {
    this.problems.push({ name, given: `"${onOneLine(part)}"${why}`, accepted });
  }

  #quoted(name: string): string {
    const given = this.text(name);
    if (given === '') {
      return 'nothing';
    }
    const shown = `"${onOneLine(given)}"`;
    return this.#isSecret(name) ? NOT_SHOWN : quotable(given, shown);
  }

  text(name: string): string {
    return [this.#input(name)].flat().join('\n').trim();
  }

  /**
   * A list separated by commas or line breaks. One that is given as a list is not split: the name
   * of a file may contain a comma.
   */
  list(name: string): readonly string[] {
    const given = this.#input(name);
    if (typeof given !== 'string') {
      return given;
    }
    const words = given.split(/[,\r\n]/).map((word) => word.trim());
    return words.filter((word) => word !== '');
  }

  /** A list with an item on each line: an item may contain commas. */
  lines(name: string): readonly string[] {
    const lines = this.text(name).split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  /** Null if empty (and not required) or invalid. */
  integer(
    name: string,
    { min = 1, isRequired = false, more = '' }: IntegerRule = {},
  ): number | null {
    const given = this.text(name);
    if (given === '' && !isRequired) {
      return null;
    }
    const value = integerOf(given);
    if (value >= min) {
      return value;
    }
    const accepted = min === 1 ? 'a positive integer' : 'an integer from 0';
    const isNumber = given !== '' && Number(given) >= min && Number.isInteger(Number(given));
    const form = isNumber ? `, ${IN_DIGITS}, at most 15 of them` : '';
    this.refuse(name, `${accepted}${more}${form}`);
    return null;
  }

  /**
   * A positive decimal number. Null if empty or invalid.
   *
   * @param unitSeconds the unit of the number, to offer what `1h` is in it
   */
  positive(
    name: string,
    { accepted, unitSeconds }: { readonly accepted: string; readonly unitSeconds: number },
  ): number | null {
    const given = this.text(name);
    const value = /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(given) ? Number(given) : NaN;
    if (value > 0) {
      return value;
    }
    if (given !== '') {
      const form = Number(given) > 0 ? `, ${IN_DIGITS}, at most 9 of them before the point` : '';
      this.refuse(name, `${accepted}${form}${didYouMean(meantNumber(given, unitSeconds))}`);
    }
    return null;
  }
}

/** A given name that is no input, and the input that is probably meant. */
export interface Mistyped {
  readonly given: string;
  readonly meant: string;
}

/** `` `promt`: did you mean `prompt`? `` */
export function mistypedHint({ given, meant }: Mistyped): string {
  return `\`${given.replace(/[^\w .-]/g, '')}\`: did you mean \`${meant}\`?`;
}

/**
 * All problems in one message, one line each. A name that is no input is told with the input that
 * is missing because of it.
 */
export function describeProblems(
  problems: readonly Problem[],
  mistyped: readonly Mistyped[] = [],
): string {
  const wrong = new Set(problems.map(({ name }) => name));
  const lines = problems.map(({ name, given, accepted }) => {
    const hints = mistyped.filter(({ meant }) => meant === name).map(mistypedHint);
    const line = `- \`${name}\`: got ${given}; accepted: ${accepted}`;
    if (hints.length === 0) {
      return line;
    }
    return `${asSentence(line)} This action has no input ${hints.join(' ')}`;
  });
  const others = mistyped.filter(({ meant }) => !wrong.has(meant)).map(mistypedHint);
  const what = problems.length === 1 ? 'An input is' : `${problems.length} inputs are`;
  const all = [...lines, ...others.map((hint) => `- ${hint}`)].join('\n');
  return (
    `${what} not valid, so nothing was sent to the service. ` +
    "Correct the step's `with:` block.\n" +
    all
  );
}

/** For the post step: an expression in an input may have another value by then. */
export function unreadInputs(problems: readonly Problem[]): string {
  const given = problems.map(({ name, given: what }) => `\`${name}\`: ${what}`).join('; ');
  return (
    `The inputs are not valid in the post step (${given}), so a comment, a commit status or a ` +
    'request to stop a run may be left unfinished.'
  );
}

/** The sources that a row may read: the raw inputs, and the files and variables that they name. */
export interface InputSources {
  /** The raw input, trimmed. Empty if absent. */
  readonly input: (name: string) => string;
  readonly env: Env;
  readonly files: Files;
  /** Told every secret for a run that an input brings. Absent: nobody is. */
  readonly keepGivenSecret?: ((secret: string) => void) | undefined;
  /**
   * True in the post step. It sends nothing, so the files that inputs name are not needed and may
   * be gone.
   */
  readonly afterwards?: boolean;
}

export interface InputReading extends Omit<InputSources, 'input'> {
  readonly read: InputReader;
}
