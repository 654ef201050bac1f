/** What people are told while a turn is followed. */
import { describe, expect, it } from '@jest/globals';
import { eventOf } from '../../src/run/follow-words.ts';
import type { Reads } from '../../src/run/reads.ts';
import type { TurnRecord } from '../../src/run/state.ts';

/** These words ask for neither. */
const KNOWN = { reads: {} as Reads, record: {} as TurnRecord };

describe('a status', () => {
  it.each(['unknown_status', 'forgotten_status'] as const)(
    'that is not sent has no word that could be named (%s)',
    (kind) => {
      const message = (status: string | null): string =>
        (eventOf({ kind, status }, KNOWN) as { readonly message: string }).message;
      expect(message('ARCHIVED')).toMatch(/"ARCHIVED".* name it in the input `success_statuses`/);
      expect(message(null)).toMatch(/^The service sends no status/);
      expect(message(null)).not.toMatch(/null|success_statuses/);
    },
  );
});
