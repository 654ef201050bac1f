/** The tables of outcomes with one row more: what derives from a table must carry it. */
import {
  OUTCOME_TABLE,
  SHOWN,
  type Outcome,
  type OutcomeRow,
  type OutcomeTable,
  type ShownTable,
} from '../../src/outcomes.ts';

/** A name that the type does not have, as a new row would. */
export const EXTRA = 'out_of_credit' as Outcome;

const EXTRA_ROW: OutcomeRow = {
  meaning: 'The credit of the organization was used up during the run.',
  alsoWritten: ['broke'],
  rank: 15,
  mark: '🪫',
  square: '🟥',
  colour: 'red',
  verb: 'ran out of credit',
  but: 'may be resumed',
  tally: 'out of credit',
  commitState: 'failure',
  ending: 'failure',
  sentence: 'The credit was used up.',
  heading: 'What went wrong',
  cutBy: null,
  hasCause: true,
  mayGoOn: false,
  fails: true,
  failFast: 'stops_if_it_fails',
  endsRun: true,
  endSeen: true,
  hasAnswer: false,
  startsAnew: true,
};

export const OUTCOMES_AND_ONE: OutcomeTable = { ...OUTCOME_TABLE, [EXTRA]: EXTRA_ROW };
export const SHOWN_AND_ONE: ShownTable = { ...SHOWN, [EXTRA]: EXTRA_ROW };
