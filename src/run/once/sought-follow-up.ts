/**
 * Whether an earlier attempt has sent a follow-up: its marks are looked for in the log of the run,
 * before anything is sent (contract 4.8, 4.9).
 */
import type { FollowUps, FoundMark, RunShown, UnreadFollowUp } from '../../agents/port.ts';
import { GENERATIONS_MAX } from '../../agents/values.ts';
import { NotOffered, type ServiceError } from '../../http/errors.ts';
import { followingText, inputsToDrop } from '../../inputs/named-run.ts';
import { shortId } from '../../safe/text.ts';
import { safeHttpsUrl } from '../../safe/url.ts';
import { warning } from '../events.ts';
import { ambiguous, asNotStarted, NotStarted } from '../failure.ts';
import { send, type RunContext } from '../send.ts';
import { startsAnew } from '../status.ts';
import { isForNow, LOOK_MS } from './find.ts';
import type { FollowUpMarks } from './key.ts';

/** Whether an earlier attempt has sent the follow-up, and the mark to send it under if not. */
type SoughtFirst = SentBefore | { readonly kind: 'unsent'; readonly mark: string | null };

interface SentBefore {
  readonly kind: 'sent';
  readonly shown: RunShown;
  readonly isPast: boolean;
  readonly hasGoneOn: boolean;
  readonly mark: string;
}

/**
 * Looks for what an earlier attempt has sent (contract 4.8): a turn at work, one that asks or
 * succeeded is followed; for one that ended badly the next generation of the mark counts.
 */
export async function soughtFirst(
  context: RunContext,
  {
    run,
    marks,
    followUps,
  }: {
    readonly run: RunShown;
    readonly marks: FollowUpMarks | null;
    readonly followUps: FollowUps;
  },
): Promise<SoughtFirst> {
  if (marks?.lookFirst !== true) {
    return { kind: 'unsent', mark: marks?.of(1) ?? null };
  }
  const { agent, classify, emit } = context;
  let newest: SentBefore | null = null;
  for (let generation = 1; generation <= GENERATIONS_MAX; generation += 1) {
    const mark = marks.of(generation);
    const found = await lookForMark(context, { run, mark, followUps });
    if (found.kind === 'found') {
      const { run: shown, isPast = false, hasGoneOn = false } = found;
      newest = { kind: 'sent', shown, isPast, hasGoneOn, mark };
      // A run that takes all messages shows how its newest turn stands, not that of this mark,
      // unless its log tells that.
      const isItsOwn = (agent.turnIsRun || isPast) && !startsAnew(classify(shown));
      if (isItsOwn || !marks.isRepeated) {
        return newest;
      }
      continue;
    }
    if (found.kind === 'open') {
      throw ambiguous(unclearText(run, { why: found.why, follow: followText(context) }));
    }
    // A bad end that may be of a later turn is no reason to send it again.
    if (newest !== null && (newest.hasGoneOn || !startsAnew(classify(newest.shown)))) {
      return newest;
    }
    if (found.kind === 'untold') {
      if (!marks.isRepeated) {
        throw ambiguous(untoldMendText(run, found.why));
      }
      emit(warning(untoldText(run, `${found.why}. ${ONCE_MORE}`)));
    }
    return { kind: 'unsent', mark };
  }
  throw ambiguous(tooOftenText(run));
}

type ReadMark = Exclude<FoundMark, UnreadFollowUp>;

/** One look for a mark, which waits for a log that cannot be read for now (contract 4.8). */
async function lookForMark(
  context: RunContext,
  {
    run,
    mark,
    followUps,
  }: { readonly run: RunShown; readonly mark: string; readonly followUps: FollowUps },
): Promise<ReadMark> {
  const { call, clock } = context;
  const known = { id: run.id, before: null };
  const until = clock.now() + LOOK_MS;
  // The time of the step may be over before the time for the look.
  const isBounded = until < call.deadline;
  const deadline = Math.min(until, call.deadline);
  const found = await send(
    { ...context, call: { ...call, deadline } },
    {
      name: 'read',
      runId: run.id,
      seen: true,
      send: async (within) => asRead(await followUps.find(known, mark, within)),
    },
  ).catch(asNotStarted);
  if (!(found instanceof NotStarted)) {
    return found;
  }
  const { error } = found;
  // A run whose log is not offered is there all the same.
  if (error instanceof NotOffered) {
    throw ambiguous(noLogText(run, { error, follow: followText(context) }), error);
  }
  throw isBounded && error !== null && isForNow(error)
    ? ambiguous(unreadText(run, error), error)
    : found;
}

/** What follows from a turn that is there depends on how its run stands. */
function asRead(found: FoundMark): ReadMark {
  if (found.kind === 'unread') {
    throw found.error;
  }
  return found;
}

function unreadText(run: RunShown, { message }: ServiceError): string {
  return (
    `An earlier attempt of this step may have sent its follow-up to run ${shortId(run.id)}, ` +
    `whose log could not be read for two minutes (${message}). Nothing was sent. ` +
    `Run this step again once it can be read, or look at ${placeOf(run)}.`
  );
}

/** What follows a run, as a text. */
function followText({ inputs }: RunContext): string {
  return followingText(null, inputsToDrop(inputs));
}

function noLogText(
  run: RunShown,
  { error, follow }: { readonly error: ServiceError; readonly follow: string },
): string {
  return (
    `An earlier attempt of this step may have sent its follow-up to run ${shortId(run.id)}, ` +
    `and the service offers no log that tells (${error.message}). Nothing was sent. ` +
    `Look at ${placeOf(run)}, and follow the run with ${follow}.`
  );
}

function tooOftenText(run: RunShown): string {
  return (
    `Run ${shortId(run.id)} shows the follow-up of this step more than ${GENERATIONS_MAX} times. ` +
    `Nothing was sent. Look at ${placeOf(run)}, or set another \`idempotency_key\`.`
  );
}

function unclearText(
  run: RunShown,
  { why, follow }: { readonly why: string; readonly follow: string },
): string {
  return (
    `An earlier attempt of this step has sent its follow-up to run ${shortId(run.id)}: ${why}. ` +
    `Nothing was sent again. Look at ${placeOf(run)}, and follow the right run with ${follow}.`
  );
}

function placeOf({ webUrl }: RunShown): string {
  return safeHttpsUrl(webUrl) ?? 'the web interface of the service';
}

const ONCE_MORE = 'It is sent, which may be for a second time.';

function untoldText({ id }: RunShown, why: string): string {
  return (
    `Whether an earlier attempt of this step has sent its follow-up to run ${shortId(id)} cannot ` +
    `be told: ${why}`
  );
}

/** A head is mended once, and never twice in doubt (contract 19.4). */
function untoldMendText(run: RunShown, why: string): string {
  return (
    `${untoldText(run, why)}. Nothing was sent. Look at ${placeOf(run)} for what it was asked, ` +
    'mend the rest there, or start the workflow anew for a new run.'
  );
}
