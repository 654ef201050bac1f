/**
 * Every input of the action (contract 1.1), in the order of action.yml. action.yml, README and the type `Inputs` are generated from these
 * rows, so a new input needs only a row here and its use.
 */
import { CONNECTION, TASK } from './basics.ts';
import { EXACTLY_ONE, FLEET, GITHUB, PERMISSIONS } from './github.ts';
import type { InputRow } from './reader.ts';
import { RESULTS, WAITING } from './waiting.ts';

/** Heading in the reference → rows. */
export const INPUT_GROUPS = {
  Connection: CONNECTION,
  Task: TASK,
  Waiting: WAITING,
  Results: RESULTS,
  'Comments and statuses': GITHUB,
  Permissions: PERMISSIONS,
  'Exactly one run': EXACTLY_ONE,
  Fleets: FLEET,
};

export const INPUT_TABLE = {
  ...CONNECTION,
  ...TASK,
  ...WAITING,
  ...RESULTS,
  ...GITHUB,
  ...PERMISSIONS,
  ...EXACTLY_ONE,
  ...FLEET,
};

type Rows = typeof INPUT_TABLE;
export type InputName = keyof Rows;

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** The property of an input in `Inputs`. */
export type FieldOf<Name extends InputName> = Rows[Name] extends { readonly field: infer Field extends string }
  ? Field
  : Camel<Name>;

export function fieldOf(name: string, { field }: InputRow): string {
  return field ?? name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The validated value of every input. */
export type Inputs = { readonly [Name in InputName as FieldOf<Name>]: ReturnType<Rows[Name]['read']> };
