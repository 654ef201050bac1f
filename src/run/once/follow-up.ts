/** A follow-up whose response was lost: it is looked for by its mark (contract 4.9). */
import type { KnownRun, RunShown } from '../../agents/port.ts';
import { duration, shortId } from '../../safe/text.ts';
import { ambiguous, type NotStarted } from '../failure.ts';
import { note } from './adopt.ts';
import type { OncePorts } from './create.ts';
import { findEcho } from './find.ts';

/** How long a follow-up may take to appear once its answer was lost (contract 4.9). */
const FOLLOW_UP_SEARCH_MS = 120_000;

/**
 * Looks for a follow-up with a mark whose response was lost. Returns the run that does it, or
 * rejects with `NotStarted`.
 */
export async function findFollowUp(
  ports: OncePorts,
  {
    run,
    mark,
    lost,
  }: { readonly run: KnownRun; readonly mark: string | null; readonly lost: NotStarted },
): Promise<RunShown> {
  const { call, clock, emit } = ports;
  if (lost.end.errorCode !== 'ambiguous_create' || mark === null) {
    throw lost;
  }
  if (lost.error?.wasLookedFor === true) {
    throw unseen(lost, 'Its log was read meanwhile');
  }
  emit(
    note('The answer to the follow-up was lost: looking for it in the log, for up to two minutes.'),
  );
  const began = clock.now();
  const look = { ...call, deadline: Math.min(began + FOLLOW_UP_SEARCH_MS, call.deadline) };
  const shown = await findEcho(ports, { run, mark }, look);
  if (shown === null) {
    throw unseen(lost, `Its log was read for ${duration(clock.now() - began)}`);
  }
  emit(note(`The follow-up has arrived: the log of run ${shortId(shown.id)} shows it.`));
  return shown;
}

/** @param read that the log was read, as the beginning of a sentence */
function unseen({ message, error }: NotStarted, read: string): NotStarted {
  return ambiguous(`${message} ${read} and does not show the follow-up.`, error);
}
