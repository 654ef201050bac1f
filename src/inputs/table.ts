/**
 * Every input of the action (contract 1.1), in the order of action.yml. action.yml, README and the type `Inputs` are generated from these
 * rows, so a new input needs only a row here and its use.
 */
import { CONNECTION, TASK } from './basics.ts';
import { EXACTLY_ONE, FLEET, GITHUB, PERMISSIONS } from './github.ts';
import { RESULTS, WAITING } from './waiting.ts';

/** Heading in README → rows. */
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

/** The validated value of every input, by the field name of its row. */
export type Inputs = { readonly [Name in InputName as Rows[Name]['field']]: ReturnType<Rows[Name]['read']> };
