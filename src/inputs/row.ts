/** What one row of the table of inputs is made of (contract 1.1). */
import type { Env, Files } from '../ports.ts';
import type { InputReader } from './reader.ts';

/** Everything a row may look at: the inputs as given, and the files and variables that they name. */
export interface InputSources {
  /** The input as given, trimmed; empty when absent. */
  readonly input: (name: string) => string;
  readonly env: Env;
  readonly files: Files;
}

export interface Reading extends Pick<InputSources, 'env' | 'files'> {
  readonly read: InputReader;
}

export interface InputRow<Field extends string = string, Value = unknown> {
  /** The name of the value in `Inputs`. */
  readonly field: Field;
  /** One or two plain sentences; shown in action.yml and in README. */
  readonly description: string;
  readonly required?: true;
  /** What action.yml declares; `read` must take an empty input for the same. */
  readonly default?: string;
  readonly read: (reading: Reading) => Value;
}

/** Keeps the field's name and the value's type, from which `Inputs` is made. */
export function row<const Field extends string, Value>(fields: InputRow<Field, Value>): InputRow<Field, Value> {
  return fields;
}

export const POSITIVE_INTEGER = 'a positive integer';
