import { MESSAGE_TYPES, MESSAGE_TYPE_TABLE } from '../../src/message-types.ts';

/** The types of entries of the specification (spec 2.4). */
export const SPEC_TYPES = MESSAGE_TYPES.filter(
  (name) => MESSAGE_TYPE_TABLE[name].usedBy === 'spec',
);
