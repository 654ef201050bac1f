/**
 * What the row of an input says (contract 1.1): how it is read, whether it is secret, who takes it
 * and what it does otherwise, and where it is shown. A row that lacks a column does not compile.
 */
import type { ServiceFacts } from '../agents/facts.ts';
import { didYouMean, meantBoolean, meantWord, type CommonWords } from './meant.ts';
import type { InputReader, InputReading } from './reader.ts';

/** The headings of action.yml and of docs/reference.md, in their order. */
export const INPUT_GROUPS = [
  'Connection',
  'Task',
  'Waiting',
  'Results',
  'Comments and statuses',
  'Permissions',
  'Exactly one run',
  'Fleets',
] as const;

/** The values of the input `task`. The first is the default. */
export const TASKS = ['run', 'check', 'setup-commands', 'analyze-logs'] as const;
type Task = (typeof TASKS)[number];

export interface InputRow<Value = unknown> {
  readonly group: (typeof INPUT_GROUPS)[number];
  /** One or two sentences for action.yml and README. */
  readonly description: string;
  readonly required?: true;
  /** Its value is masked in the job log and redacted from all that leaves the step (contract 5). */
  readonly secret: boolean;
  /**
   * Where the input cannot be followed, or does nothing. Empty: wherever it is given it does
   * something, or asks for nothing that is left undone.
   */
  readonly limits: readonly InputLimit[];
  /**
   * When the host of its address is contacted, for docs/security.md. Absent: it is no address, or
   * one that nothing is sent to.
   */
  readonly contacted?: string;
  /** What each task of `tasks` may have for it (contract 13). Null: it is one for the step. */
  readonly inFleet: FleetField | null;
  /** The property in `Inputs`. By default the input's name in camel case. */
  readonly field?: string;
  readonly value: InputValue<Value>;
}

/** How an input is read. */
export interface InputValue<Value> {
  /** The default in action.yml. `read` treats an empty input the same way. */
  readonly default?: string;
  readonly read: (reading: InputReading, name: string) => Value;
}

/** A field of a task. */
export interface FleetField {
  readonly accepts: (value: unknown) => boolean;
  readonly accepted: string;
  /** Fields of a task that stand in the place of the input, which then is not for that task. */
  readonly replacedBy?: readonly string[];
}

/**
 * Whether a field of a task names something: a text, or an integer that was read without loss. A
 * longer one was rounded and would name something else, and `1.10` has become `1.1`.
 */
export function isTextOrInteger(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Follows what such a field accepts. */
export const NUMBER_IN_QUOTES = '; a number that is long or has a fraction needs quotes';

/** Asked only of an input that is given, other than by its default, and right in itself. */
export type InputLimit = ServiceLimit | TaskLimit | CombinationLimit | IdleLimit;

/** A value, in lower case, and the step that it is given to. */
export interface AskedInput {
  readonly value: string;
  readonly given: Given;
}

/** Services that cannot follow the input: it is refused (contract 18). */
interface ServiceLimit {
  readonly by: 'service';
  readonly denies: (facts: ServiceFacts) => boolean;
  /** Whether the value asks for what is denied. By default every value does. */
  readonly asks?: (asked: AskedInput) => boolean;
  /** Follows the value that was given. */
  readonly beside?: string;
  readonly accepted: string;
  /** Why, as a clause about the service, and what to do instead. */
  readonly why: string;
}

/** Tasks that do not use the input: it is refused. */
interface TaskLimit {
  readonly by: 'task';
  readonly takenBy: readonly Task[];
  /** By default every value asks for what the task does not do. */
  readonly asks?: (asked: AskedInput) => boolean;
  readonly accepted: string;
}

/** Inputs beside which, or without which, the input is refused. */
interface CombinationLimit {
  readonly by: 'combination';
  readonly when: (asked: AskedInput) => boolean;
  /** Follows the value that was given: `` together with `wait: false` ``. */
  readonly beside: string;
  readonly accepted: string;
}

/** Where the input does nothing, but the step can do its work: a notice says so. */
interface IdleLimit {
  readonly by: 'idle';
  readonly when: (asked: AskedInput) => boolean;
  /** Why, as a clause, and where it helps what to write instead. */
  readonly why: string | ((asked: AskedInput) => string);
}

/** The inputs of a step, as limits ask about them. */
export class Given {
  /** What the chosen service needs and can; null if none is. */
  readonly facts: ServiceFacts | null;
  readonly #read: InputReader;
  readonly #wrong: ReadonlySet<string>;

  /** @param read its problems so far are those of inputs that are wrong in themselves */
  constructor(read: InputReader, facts: ServiceFacts | null) {
    this.facts = facts;
    this.#read = read;
    this.#wrong = new Set(read.problems.map(({ name }) => name));
  }

  has(name: string): boolean {
    return this.#read.text(name) !== '';
  }

  list(name: string): readonly string[] {
    return this.#read.list(name);
  }

  isRight(name: string): boolean {
    return !this.#wrong.has(name);
  }

  /** Whether the input is right in itself and has one of these values. */
  says(name: string, ...values: readonly string[]): boolean {
    return this.isRight(name) && values.includes(this.#read.text(name).toLowerCase());
  }

  /** Whether the input is right in itself and has none of these values. */
  lacks(name: string, ...values: readonly string[]): boolean {
    return this.isRight(name) && !values.includes(this.#read.text(name).toLowerCase());
  }
}

/** A text, or null if it is empty. */
export function freeText(rule?: {
  readonly pattern: RegExp;
  readonly accepted: string;
}): InputValue<string | null> {
  return {
    read: ({ read }, name) => {
      const given = read.text(name) || null;
      if (given !== null && rule?.pattern.test(given) === false) {
        read.refuse(name, rule.accepted);
      }
      return given;
    },
  };
}

/** Words, separated by commas or new lines. */
export function list(): InputValue<readonly string[]> {
  return { read: ({ read }, name) => read.list(name) };
}

/** A positive integer, or null if it is empty. @param more follows what is accepted */
export function integer(more = ''): InputValue<number | null> {
  return { read: ({ read }, name) => read.integer(name, { more }) };
}

/**
 * Booleans of the YAML 1.2 core schema, as in `@actions/core`.
 *
 * @param more follows what is accepted
 */
export function boolean(initial: boolean, more = ''): InputValue<boolean> {
  return {
    default: String(initial),
    read: ({ read }, name) => {
      const given = read.text(name);
      if (given === '') {
        return initial;
      }
      if (['true', 'True', 'TRUE'].includes(given)) {
        return true;
      }
      if (!['false', 'False', 'FALSE'].includes(given)) {
        read.refuse(name, `\`true\` or \`false\`${more}${didYouMean(meantBoolean(given))}`);
      }
      return false;
    },
  };
}

/**
 * One of these words. The first is the default.
 *
 * @param common words that people use elsewhere, offered the choice that they mean
 */
export function choice<const T extends string>(
  choices: readonly [T, ...T[]],
  common: CommonWords = {},
): InputValue<T> {
  return {
    default: choices[0],
    read: ({ read }, name) => {
      const given = read.text(name).toLowerCase();
      const found = given === '' ? choices[0] : choices.find((one) => one === given);
      if (found === undefined) {
        const accepted = choices.map((one) => `\`${one}\``).join(', ');
        const meant = meantWord(given, { known: choices, common });
        read.refuse(name, `${accepted}${didYouMean(meant)}`);
      }
      return found ?? choices[0];
    },
  };
}
