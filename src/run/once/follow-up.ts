/** A follow-up whose response was lost: it is looked for by its mark (contract 4.9). */
import type { KnownRun, RunId, RunShown } from '../../agents/port.ts';
import { duration, shortId } from '../../safe/text.ts';
import { note } from '../events.ts';
import { ambiguous, type NotStarted } from '../failure.ts';
import type { OncePorts } from './create.ts';
import { findEcho, hasArrived, type Arrival, type LookedForMark } from './find.ts';

/** How long a follow-up may take to appear once its answer was lost (contract 4.9). */
const FOLLOW_UP_SEARCH_MS = 120_000;

/** A follow-up whose response was lost, and which the log of its run shows. */
interface ArrivedFollowUp {
  /** The run that does it. */
  readonly id: RunId;
  /** What was read of that run since then, by itself and with its log. */
  readonly shown: readonly RunShown[];
}

/**
 * Looks for a follow-up with a mark whose response was lost. Rejects with `NotStarted` where it is
 * not there.
 */
export async function findFollowUp(
  ports: OncePorts,
  {
    run,
    mark,
    lost,
  }: { readonly run: KnownRun; readonly mark: string | null; readonly lost: NotStarted },
): Promise<ArrivedFollowUp> {
  const { call, clock, emit } = ports;
  if (lost.end.errorCode !== 'ambiguous_create' || mark === null) {
    throw lost;
  }
  if (lost.error?.wasLookedFor === true) {
    throw unsettled(lost, `Its log was read meanwhile ${NOT_SHOWN}`);
  }
  emit(
    note('The answer to the follow-up was lost: looking for it in the log, for up to two minutes.'),
  );
  const began = clock.now();
  const look = { ...call, deadline: Math.min(began + FOLLOW_UP_SEARCH_MS, call.deadline) };
  const looked = await findEcho(ports, { run, mark }, look);
  if (!hasArrived(looked)) {
    throw looked.kind === 'open'
      ? openArrival(lost, { run, why: looked.why })
      : unsettled(lost, lookedFor(looked, duration(clock.now() - began)));
  }
  const arrived = arrivedAs(looked);
  emit(note(`The follow-up has arrived: the log of run ${shortId(arrived.id)} shows it.`));
  return arrived;
}

function arrivedAs(looked: Arrival): ArrivedFollowUp {
  const inLog = looked.inLog === undefined ? [] : [looked.inLog];
  if (looked.kind === 'unread') {
    return { id: looked.id, shown: inLog };
  }
  return { id: looked.run.id, shown: [looked.run, ...inLog] };
}

/** It is not known whether the follow-up has arrived. */
type Unsettled = Exclude<LookedForMark, Arrival | { readonly kind: 'open' }>;

const NOT_SHOWN = 'and does not show the follow-up.';

/** It has arrived, so that the advice for a follow-up of which that is not known would be wrong. */
function openArrival(
  { message, error }: NotStarted,
  { run, why }: { readonly run: KnownRun; readonly why: string },
): NotStarted {
  const what = `Resuming the agent run failed: ${error?.message ?? message}.`;
  const next = `Look at run ${shortId(run.id)}, and do not send the follow-up again.`;
  return ambiguous(`${what} The follow-up has arrived: ${why}. ${next}`, error);
}

/** What the search has shown, as a sentence. */
function lookedFor(looked: Unsettled, time: string): string {
  switch (looked.kind) {
    case 'none':
      return `Its log was read for ${time} ${NOT_SHOWN}`;
    case 'untold':
      return `The follow-up was looked for during ${time}, which tells nothing: ${looked.why}.`;
    case 'failed':
      return `Its log could not be read for ${time} (${looked.error.message}).`;
  }
}

function unsettled({ message, error }: NotStarted, why: string): NotStarted {
  return ambiguous(`${message} ${why}`, error);
}
