/** Outcomes by what the table says of them, so that one more is asked about here too. */
import { outcomesThat } from '../../src/outcomes.ts';

/** The step reports it only after it saw the run end. */
export const END_SEEN: ReadonlySet<string> = new Set(outcomesThat(({ endSeen }) => endSeen));
/** A run can end so by itself. */
export const ENDS_RUN: ReadonlySet<string> = new Set(outcomesThat(({ endsRun }) => endsRun));
/** It fails the step where the inputs say nothing else. */
export const FAILING: ReadonlySet<string> = new Set(outcomesThat(({ fails }) => fails));
