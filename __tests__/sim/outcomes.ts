/** Outcomes by what the table says of them, so that one more is asked about here too. */
import { outcomesThat } from '../../src/outcomes.ts';

/** The step reports it only after it saw the run end. */
export const END_SEEN: ReadonlySet<string> = new Set(outcomesThat(({ endSeen }) => endSeen));
