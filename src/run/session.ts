/**
 * One session: starts a turn of a run, follows it, with a schema has the answer corrected once, and
 * has what is expected of its work proven, for which the run may be asked for more (contract 4, 8,
 * 19). Everything that happens is emitted. No state outside of the session, so that one process can
 * run many sessions over one client.
 */
import { asSentence, joined, shortIds } from '../safe/text.ts';
import { jsonText } from '../agents/entry.ts';
import { OUTCOME_TABLE } from '../outcomes.ts';
import type { RunId } from '../agents/port.ts';
import { isTerminal } from '../agents/status-word.ts';
import { isMissing } from '../http/errors.ts';
import { budgetOf, isUsedUp, usedText, type KeptBudget } from './budget.ts';
import {
  note,
  warning,
  type Emit,
  type FurtherTurn,
  type RunEvent,
  type SessionEnd,
} from './events.ts';
import { asNotStarted, failedEnd, NotStarted, plainEnd, timedOutEnd } from './failure.ts';
import { follow, notTakenUp, type FollowedEnd } from './follow.ts';
import type { OutputSchema, AnswerReading } from './output-schema.ts';
import { confirmKey } from './once/confirm-key.ts';
import { repairMarks, type FollowUpMarks } from './once/key.ts';
import { resumeRun } from './resume.ts';
import { readRun, type RunContext } from './send.ts';
import { isFollowedOnly, startRun, type StartOrder } from './start.ts';
import type { Started } from './started-turn.ts';
import {
  answeredTurn,
  foldTurn,
  hasOldResult,
  resultSource,
  resultText,
  type EmitFolded,
  type TurnRecord,
} from './state.ts';

/** The timers of undici count in steps of half a second, and may end an exchange so much early. */
const EARLY_MS = 500;

interface SessionOrder {
  readonly start: StartOrder;
  readonly schema: OutputSchema | null;
  /** Decides how the session ends, once the run has (contract 14, 19). Default: as the run did. */
  readonly prove?: (ended: EndedRun) => Promise<ProvenEnd>;
}

/** A run that has ended, or whose end is not waited for any more. */
export interface EndedRun {
  readonly end: SessionEnd;
  /** When, on the clock's `now`. */
  readonly at: number;
  /** When the time of the run is over, on the clock's `now`. */
  readonly deadline: number;
  /**
   * Asks the run to mend its work, and follows what it does. Rejects with the reason of
   * `call.signal` on abort.
   */
  readonly mend: (request: MendRequest) => Promise<MendEnd>;
  /** Why the run is sent no follow-up any more, as a sentence, or null (contract 20.3). */
  readonly withheld: () => string | null;
}

export interface ProvenEnd {
  readonly end: SessionEnd;
  /** On the clock's `now`. */
  readonly at: number;
}

/** What the run is asked for after its work was checked (contract 19.4). */
export interface MendRequest {
  readonly prompt: string;
  /** See `FollowUpMarks`; it is sent once, whatever became of it. */
  readonly mark: string;
  readonly lookFirst: boolean;
  /**
   * Asked each time before it is sent, which may have waited: whether what is to be mended still
   * stands as it did. Null: it is not sent, but followed if an earlier attempt has sent it.
   */
  readonly isStillDue: (() => Promise<boolean>) | null;
  /** An earlier attempt has asked for it, and of which head is not known. Absent: it is. */
  readonly isOfUnknownHead?: boolean;
}

/** What became of a request to mend. */
export type MendEnd =
  | FollowedEnd
  /** Nothing was sent, because it was not due any more. */
  | { readonly kind: 'outdated' }
  /** It was refused, or it is not known whether it arrived. */
  | { readonly kind: 'not_started'; readonly end: SessionEnd };

/** What a session works with. It folds the record of its turns itself, and hands it on. */
export interface SessionContext extends Omit<RunContext, 'budget' | 'emit' | 'turn'> {
  readonly emit: EmitFolded;
  /**
   * Begins the time of a run that was created, and returns when it is over, on the clock's `now`.
   * Default: it is the time of the call, in which the create has waited as well.
   */
  readonly beginTime?: () => number;
}

interface FoldingContext extends RunContext {
  /** Entries that were told, of all turns. */
  readonly told: () => number;
}

function folding(given: SessionContext): FoldingContext {
  let record: TurnRecord | null = null;
  let entries = 0;
  return {
    ...given,
    budget: null,
    emit: (event) => {
      record = foldTurn(record, event);
      entries += event.type === 'entry' ? 1 : 0;
      given.emit(event, record);
    },
    // Asked for only after `started` was emitted, which sets it.
    turn: () => record as unknown as TurnRecord,
    told: () => entries,
  };
}

/**
 * Emits every event of the run, with `ended` last. Rejects with the reason of `call.signal` on
 * abort (see `endOfCrash`).
 */
export async function runSession(given: SessionContext, order: SessionOrder): Promise<void> {
  const opened = folding(given);
  const { clock, emit } = opened;
  const started = await startRun(opened, order.start).catch(asNotStarted);
  const budget = keptBudget(opened, started);
  const isCreated = !(started instanceof NotStarted) && started.mode === 'created';
  const deadline = (isCreated ? given.beginTime?.() : undefined) ?? opened.call.deadline;
  const context = { ...opened, budget, call: { ...opened.call, deadline } };
  const end = await toTheEnd(context, { schema: order.schema, started });
  const ended = { end, at: clock.now(), deadline };
  const mend = (request: MendRequest): Promise<MendEnd> => mended(context, order, request);
  const withheld = (): string | null => whyWithheld(context);
  const proven = (await order.prove?.({ ...ended, mend, withheld })) ?? ended;
  emit({ type: 'ended', ...proven });
}

/**
 * The budget of the run (contract 20), as far as it can be kept: the limit of a run that exists is
 * not changed, and one that is only followed is not stopped. One that an earlier attempt has
 * created is the step's own, however it was found again.
 */
function keptBudget(
  { agent, emit, inputs }: FoldingContext,
  started: NotStarted | Started,
): KeptBudget | null {
  const budget = budgetOf(inputs, agent.facts);
  if (budget === null || started instanceof NotStarted) {
    return null;
  }
  const isSent = budget.kept === 'sent';
  const isKept = isSent ? started.mode !== 'resumed' : !isFollowedOnly(inputs);
  if (isKept) {
    return budget;
  }
  if (inputs.budget !== null) {
    emit(warning(isSent ? LIMIT_STAYS : ONLY_FOLLOWED));
  }
  return null;
}

const LIMIT_STAYS =
  '`budget` does not hold for this run: it goes on with one that exists, whose limit was set when ' +
  'it was created and cannot be changed.';
const ONLY_FOLLOWED =
  '`budget` does not hold for this run: it is only followed, and is not stopped whatever it uses.';

/** A follow-up costs money too, which there is none of once the budget is used up. */
function whyWithheld({ budget, turn }: FoldingContext): string | null {
  if (budget === null || !isUsedUp(turn(), budget)) {
    return null;
  }
  return `The run is asked for nothing more: it has used ${usedText(turn(), budget)}.`;
}

async function toTheEnd(
  context: FoldingContext,
  { schema, started }: Pick<SessionOrder, 'schema'> & { readonly started: NotStarted | Started },
): Promise<SessionEnd> {
  const { inputs, turn } = context;
  if (started instanceof NotStarted) {
    return started.end;
  }
  if (!inputs.wait) {
    return onlyStarted(context, started);
  }
  const followed = await follow(context, started);
  if (followed.kind === 'not_taken_up') {
    return notTakenUp(turn());
  }
  const { end } = followed;
  return schema !== null && mayAnswer(end) ? checked(context, { schema, started }) : end;
}

/** Also without the output that the service was asked for: the answer may stand in the text. */
function mayAnswer({ outcome }: SessionEnd): boolean {
  const { ending } = OUTCOME_TABLE[outcome];
  return ending === 'good' || ending === 'unproven';
}

/**
 * `wait: false`: the session ends as soon as the run exists. An attached run is read once to get
 * its address, and to tell where it stands.
 */
async function onlyStarted(context: RunContext, started: Started): Promise<SessionEnd> {
  const { call, emit } = context;
  const { mode, runId, webUrl, status, meaning, isFound = false } = started;
  emit({ type: 'started', mode, runId, webUrl, status, meaning, isFound });
  // The signal arrived while the create was in flight: the run ID is reported, but the step is
  // still cancelled (7.3).
  call.signal.throwIfAborted();
  await confirmKey(context, started);
  if (mode !== 'attached') {
    return plainEnd('started');
  }
  const run = await readRun(context, started).catch(asNotStarted);
  if (run instanceof NotStarted) {
    return run.end;
  }
  emit({
    type: 'status',
    runId,
    webUrl: run.webUrl,
    status: run.status,
    meaning: run.meaning,
    waitsFor: run.waitsFor ?? null,
    takesNoMessage: run.takesNoMessage ?? false,
  });
  if (isTerminal(run.meaning)) {
    emit({ type: 'finished' });
  }
  return plainEnd('started');
}

/**
 * Reads the structured answer against the schema, and on a mismatch resumes the same run once to
 * correct it (contract 8).
 */
async function checked(
  context: FoldingContext,
  { schema, started: turnStarted }: { readonly schema: OutputSchema; readonly started: Started },
): Promise<SessionEnd> {
  const { emit, inputs, turn } = context;
  const record = turn();
  const wrong = (errors: readonly string[], { tried = '', note = '' } = {}): SessionEnd =>
    mismatch(errors, { tried, note, isReview: inputs.outputSchema === null });
  const first = readAnswer(record, schema);
  if (first.ok) {
    return { ...plainEnd('succeeded'), resultJson: first.json };
  }
  // Nothing is sent to it, and it has never got the schema.
  if (isFollowedOnly(inputs)) {
    return wrong(first.errors);
  }
  const withheld = whyWithheld(context);
  if (withheld !== null) {
    return wrong(first.errors, { note: withheld });
  }
  emit(note('The result does not match the schema; asking the run once to correct it.'));
  const repair = {
    runId: record.followed,
    prompt: schema.repairPrompt(first.errors),
    marks: marksOfRepair(context, turnStarted),
  };
  const again = furtherTurn(context, 'repair');
  const started = await resumeRun(again, { ...repair, corrects: record }).catch(asNotStarted);
  if (started instanceof NotStarted) {
    tellIfGone(context, started);
    return uncorrected(context, started);
  }
  const followed = await follow(again, started);
  const tried = ', also after the run was asked once to correct it';
  if (followed.kind === 'not_taken_up') {
    return wrong(first.errors, { tried: `${tried} (the run never acted on that request)` });
  }
  const { end } = followed;
  if (!mayAnswer(end)) {
    return end;
  }
  const reading = readAnswer(answeredTurn(turn(), record), schema);
  if (reading.ok) {
    return { ...plainEnd('succeeded'), resultJson: reading.json };
  }
  return wrong(reading.errors, { tried });
}

/** An earlier attempt may have asked for it, where it started the turn (contract 4.8). */
function marksOfRepair(
  { repairIdentity }: RunContext,
  { mode, sent, isFound = false }: Started,
): FollowUpMarks | null {
  const lookFirst = mode === 'attached' || isFound;
  const mark = sent?.mark ?? null;
  if (mark !== null) {
    return repairMarks(mark, { lookFirst });
  }
  return repairIdentity === null ? null : repairMarks(repairIdentity, { lookFirst });
}

/** The run could not be asked to correct its answer. */
function uncorrected(
  { call, clock, inputs }: RunContext,
  { end, error, isGone }: NotStarted,
): SessionEnd {
  // The time ran out while the answer to the request was waited for.
  if (end.errorCode === 'ambiguous_create' && call.deadline - clock.now() <= EARLY_MS) {
    return timedOutEnd('did not correct its answer', {
      obstacle: error?.message ?? null,
      timeoutMs: inputs.timeoutMs,
    });
  }
  if (end.errorCode === null) {
    return end;
  }
  const asking = 'The result does not satisfy the schema, and asking the run to correct it failed.';
  const next = isGone ? 'Start a new run.' : '';
  return { ...end, errorMessage: joined([asking, end.errorMessage ?? '', next], ' ') };
}

/**
 * Asks the run to mend its work (contract 19.4). With a schema the answer of the first turn stands
 * where the further one gives none that satisfies it: what was asked for is other work.
 */
async function mended(
  context: FoldingContext,
  { schema }: Pick<SessionOrder, 'schema'>,
  { prompt, mark, lookFirst, isStillDue, isOfUnknownHead = false }: MendRequest,
): Promise<MendEnd> {
  const record = context.turn();
  const again: FoldingContext = {
    ...furtherTurn(context, 'mend', { isOfUnknownHead }),
    beforeSending: async () => {
      await context.beforeSending?.();
      if ((await isStillDue?.()) === false) {
        throw new MendOutdated();
      }
    },
  };
  const marks = { of: () => mark, lookFirst, isRepeated: false };
  const onlyFound =
    isStillDue === null ? 'The run has not got this request to mend its work.' : null;
  const followUp = { runId: record.followed, prompt, marks, corrects: record, onlyFound };
  const started = await resumeRun(again, followUp).catch(asNotSent);
  if (started instanceof MendOutdated) {
    return { kind: 'outdated' };
  }
  if (started instanceof NotStarted) {
    tellIfGone(context, started);
    return { kind: 'not_started', end: started.end };
  }
  const followed = await follow(again, started);
  if (followed.kind === 'not_taken_up') {
    return followed;
  }
  const { end } = followed;
  const reading = schema === null || !mayAnswer(end) ? null : readAnswer(context.turn(), schema);
  const resultJson = reading?.ok === true ? reading.json : null;
  return { kind: 'ended', end: { ...end, resultJson } };
}

/** Nothing is advised any more that such a run would have to take (contract 5). */
function tellIfGone({ emit, turn }: FoldingContext, { isGone, error }: NotStarted): void {
  if (isGone || isMissing(error)) {
    const { runId, webUrl, status } = turn();
    emit({ type: 'status', runId, webUrl, status, takesNoMessage: true });
  }
}

/** What a mend was to mend does not stand as it did. */
class MendOutdated extends Error {}

function asNotSent(error: unknown): MendOutdated | NotStarted {
  return error instanceof MendOutdated ? error : asNotStarted(error);
}

/** The same session for a further turn of its run. */
function furtherTurn(
  context: FoldingContext,
  why: FurtherTurn,
  { isOfUnknownHead }: Pick<Further, 'isOfUnknownHead'> = { isOfUnknownHead: false },
): FoldingContext {
  const { emit, turn, told } = context;
  const runId = turn().runId;
  const further = { emit, why, isOfUnknownHead, runId, entriesBefore: told() };
  return { ...context, emit: (event) => emitFurther(event, further) };
}

interface Further {
  readonly emit: Emit;
  readonly why: FurtherTurn;
  readonly isOfUnknownHead: boolean;
  /** The run of the first turn. */
  readonly runId: RunId;
  /** Entries that earlier turns have told. */
  readonly entriesBefore: number;
}

/** What the run that does a further turn does, where it is another one. */
const WHAT_IT_DOES: Readonly<Record<FurtherTurn, string>> = {
  repair: 'corrects the answer of run',
  mend: 'mends the work of run',
};

/** Emits an event of a further turn. Positions of entries continue from the one before. */
function emitFurther(event: RunEvent, further: Further): void {
  const { emit, why, isOfUnknownHead, runId, entriesBefore } = further;
  // The run of the first turn stays the known one whatever becomes of this one.
  switch (event.type) {
    case 'started':
      if (event.runId !== runId) {
        const [last, first] = shortIds(event.runId, runId);
        emit(note(`Run ${last} ${WHAT_IT_DOES[why]} ${first}.`));
      }
      emit({ ...event, runId, followed: event.runId, again: why, isOfUnknownHead });
      return;
    case 'entry':
      emit({ ...event, entry: { ...event.entry, index: entriesBefore + event.entry.index } });
      return;
    case 'found':
      return;
    case 'sending':
      emit({ ...event, runId });
      return;
    default:
      emit(event);
  }
}

/**
 * An observation that is an object is first read as the answer itself, then as a wrapper around a
 * text. Where the result is not the agent's last word, that is read after it (contract 18.5).
 */
function readAnswer(record: TurnRecord, schema: OutputSchema): AnswerReading {
  // What the service gives apart from the text is meant as the answer (contract 18.5).
  const apart = record.structured === null ? null : schema.read(record.structured);
  if (apart?.ok === true) {
    return apart;
  }
  // The run's previous result answers another question (contract 4.6).
  if (hasOldResult(record)) {
    return apart ?? { ok: false, errors: ['this turn produced no answer of its own'] };
  }
  const source = resultSource(record);
  const itself =
    typeof source === 'object' && source !== null ? schema.read(jsonText(source, 0)) : null;
  if (itself?.ok === true) {
    return itself;
  }
  const text = schema.read(resultText(source));
  if (text.ok) {
    return text;
  }
  const lastWords = record.lastWords === null ? null : schema.read(record.lastWords);
  return lastWords?.ok === true ? lastWords : (apart ?? text);
}

function mismatch(
  errors: readonly string[],
  {
    tried,
    note,
    isReview,
  }: {
    readonly tried: string;
    /** Why the run was not asked to correct it, as a sentence; empty: nothing kept it from that. */
    readonly note: string;
    readonly isReview: boolean;
  },
): SessionEnd {
  const what = isReview
    ? 'The answer is not a review in the form that was asked for'
    : 'The result does not satisfy `output_schema`';
  const next = isReview
    ? 'Run the step again, or ask for less in the prompt.'
    : 'Describe the expected format more precisely in the prompt, or loosen the schema.';
  const shown = errors.map((error) => asSentence(`- ${error}`)).join('\n');
  return failedEnd(
    'schema_mismatch',
    `${what}${tried}:\n${shown}\n${joined([note, 'The raw text is in `result`.', next], ' ')}`,
  );
}
