/** The shape of a row in the table of inputs (contract 1.1). */
import type { Env, Files } from '../ports.ts';
import type { InputReader } from './reader.ts';

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
