/** Parses single inputs and collects their problems; the shape of a row in the table of inputs (contract 1.1). */
import type { Env, Files } from '../ports.ts';
import { integerOf } from '../service/schema.ts';

export interface Problem {
  readonly name: string;
  /** What was given. Quotes the value unless it is a token. */
  readonly given: string;
  /** What is accepted. */
  readonly accepted: string;
}

/** Longer values are truncated in messages, for example a prompt pasted into the wrong input. */
const SHOWN_LIMIT = 200;

export class InputReader {
  readonly problems: Problem[] = [];
  readonly #input: (name: string) => string;
  readonly #lists: ReadonlyMap<string, readonly string[]>;

  /** @param lists lists that are given as such, and are not split */
  constructor(input: (name: string) => string, lists: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.#input = input;
    this.#lists = lists;
  }

  problem(name: string, given: string, accepted: string): void {
    const shown = given.length > SHOWN_LIMIT ? `${given.slice(0, SHOWN_LIMIT)}…` : given;
    this.problems.push({ name, given: shown, accepted });
  }

  text(name: string): string {
    return this.#input(name).trim();
  }

  /** Null if empty. */
  optional(name: string): string | null {
    const given = this.text(name);
    return given === '' ? null : given;
  }

  /** A list separated by commas or line breaks. */
  list(name: string): readonly string[] {
    return this.#lists.get(name) ?? this.split(this.text(name));
  }

  split(text: string): readonly string[] {
    return text
      .split(/[,\r\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }

  /** The first choice is the default. */
  choice<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const given = this.text(name);
    if (given === '') return choices[0];
    const found = choices.find((choice) => choice === given.toLowerCase());
    if (found === undefined) this.problem(name, `"${given}"`, choices.map((choice) => `\`${choice}\``).join(', '));
    return found ?? choices[0];
  }

  /** Booleans of the YAML 1.2 core schema, as in `@actions/core`. */
  boolean(name: string, initial: boolean): boolean {
    const given = this.text(name);
    if (given === '') return initial;
    if (['true', 'True', 'TRUE'].includes(given)) return true;
    if (!['false', 'False', 'FALSE'].includes(given)) this.problem(name, `"${given}"`, '`true` or `false`');
    return false;
  }

  /** Null if empty (and not required) or invalid. */
  integer(
    name: string,
    rule: { readonly min: number; readonly accepted: string; readonly required?: boolean },
  ): number | null {
    const given = this.text(name);
    if (given === '' && rule.required !== true) return null;
    const value = integerOf(given);
    if (value >= rule.min) return value;
    this.problem(name, given === '' ? 'nothing' : `"${given}"`, rule.accepted);
    return null;
  }

  /** A positive decimal number times `unitMs`. `initial` (in that unit) if empty. */
  positive(
    name: string,
    rule: { readonly initial: number; readonly unitMs: number; readonly accepted: string },
  ): number {
    const given = this.text(name);
    if (given === '') return rule.initial * rule.unitMs;
    const value = /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(given) ? Number(given) : NaN;
    if (value > 0) return value * rule.unitMs;
    this.problem(name, `"${given}"`, rule.accepted);
    return rule.initial * rule.unitMs;
  }
}

/**
 * All problems in one message, one line each.
 *
 * @param hints unknown input names with suggestions
 */
export function describeProblems(problems: readonly Problem[], hints: readonly string[] = []): string {
  const lines = problems.map(({ name, given, accepted }) => `- \`${name}\`: got ${given}; accepted: ${accepted}`);
  const what = problems.length === 1 ? 'An input is' : `${problems.length} inputs are`;
  const all = [...lines, ...hints.map((hint) => `- ${hint}`)].join('\n');
  return `${what} not valid, so nothing was sent to the service. Correct the step's \`with:\` block.\n${all}`;
}

/** For the post step: an expression in an input may have another value by then. */
export function unreadInputs(problems: readonly Problem[]): string {
  const given = problems.map(({ name, given: what }) => `\`${name}\`: ${what}`).join('; ');
  return `The inputs are not valid in the post step (${given}), so a comment, a commit status or a request to stop a run may be left unfinished.`;
}

/** The sources that a row may read: the raw inputs, and the files and variables that they name. */
export interface InputSources {
  /** The raw input, trimmed. Empty if absent. */
  readonly input: (name: string) => string;
  readonly env: Env;
  readonly files: Files;
  /** True in the post step. It sends nothing, so the files that inputs name are not needed and may be gone. */
  readonly afterwards?: boolean;
}

export interface Reading extends Omit<InputSources, 'input'> {
  readonly read: InputReader;
}

export interface InputRow<Field extends string = string, Value = unknown> {
  /** The property name in `Inputs`. */
  readonly field: Field;
  /** One or two sentences for action.yml and README. */
  readonly description: string;
  readonly required?: true;
  /** The default in action.yml. `read` must treat an empty input the same way. */
  readonly default?: string;
  readonly read: (reading: Reading) => Value;
}

/** Preserves the literal field name and value type, from which `Inputs` is derived. */
export function row<const Field extends string, Value>(fields: InputRow<Field, Value>): InputRow<Field, Value> {
  return fields;
}

export const POSITIVE_INTEGER = 'a positive integer';
