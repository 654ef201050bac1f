/** The shape of a row in the table of inputs, for the scripts. */
export type { InputRow } from './reader.ts';
