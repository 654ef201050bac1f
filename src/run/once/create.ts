/** Exactly one run (contract 4.8, 4.9, 18.4): creates one with a key, or finds the one that is. */
import type { RequestIdentity, RunId, RunOrder, RunShown, Search } from '../../agents/port.ts';
import type { CallOptions } from '../../http/limits.ts';
import { inputsToDrop, type DroppableInputs } from '../../inputs/named-run.ts';
import { capitalized, joined, shortId } from '../../safe/text.ts';
import { note, type Emit } from '../events.ts';
import { ambiguous, asNotStarted, failedTwice, notSent, NotStarted } from '../failure.ts';
import type { Classifier } from '../status.ts';
import { lookOnce, lookUntilFound, mayClose, type LookPorts } from './find.ts';
import type { ExactlyOnce } from './key.ts';
import type { Clock } from '../../runner/port.ts';
import { afterCreate, beforeCreate, minutesText } from './adopt.ts';
import { lostKeyWarning, showsKey } from './confirm-key.ts';

export interface OncePorts extends LookPorts {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly classify: Classifier;
  readonly inputs: DroppableInputs;
  /** Null where a create has no key (contract 4.9). */
  readonly exactlyOnce: ExactlyOnce | null;
  /** Ends when the step must end. */
  readonly call: CallOptions;
}

/** A run that this step created, or one of an earlier attempt to attach to. */
type CreatedOrFound =
  | {
      readonly kind: 'created';
      readonly run: RunShown;
      /** The key that the run itself is to show, because the answer lacks it. Absent: none. */
      readonly unseenKey?: RequestIdentity;
    }
  | { readonly kind: 'attach'; readonly runId: RunId };

const created = (run: RunShown): CreatedOrFound => ({ kind: 'created', run });

/**
 * How far back the runs of earlier requests are looked for, unless it is known when the first one
 * can have been sent (contract 4.9).
 */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
/** The clocks of service and runner may differ by so much (contract 4.9). */
const CLOCK_SKEW_MS = 5 * 60_000;
/**
 * How long a run is looked for whose create was sent a second time, or whose key was refused as
 * taken (contract 18.4).
 */
const TAKEN_MS = 120_000;

export interface CreateSending {
  /** Called each time that it goes out. */
  readonly onSending: () => void;
  /** It was sent before, and may have been carried out. */
  readonly isAgain: boolean;
}

/** Sends the create, with a key or without one. Rejects with `NotStarted`. */
type SendCreate = (identity: RequestIdentity | null, sending: CreateSending) => Promise<RunShown>;

const unwatched = (): void => undefined;

interface CreateOrder {
  readonly order: RunOrder;
  /** Why nothing is sent unless an earlier request has made the run. Null: it may be sent. */
  readonly onlyFound: string | null;
  readonly send: SendCreate;
}

/**
 * Creates a run, with a key if one is wanted, or finds the run that an earlier attempt created
 * under the key. Rejects with `NotStarted`, as `send` does, also where a run may exist that cannot
 * be found.
 */
export async function createOnce(ports: OncePorts, wanted: CreateOrder): Promise<CreatedOrFound> {
  const { exactlyOnce, emit } = ports;
  const { onlyFound } = wanted;
  if (onlyFound !== null && exactlyOnce?.lookFirst !== true) {
    throw notSent(onlyFound);
  }
  if (exactlyOnce === null) {
    return created(await wanted.send(null, { onSending: unwatched, isAgain: false }));
  }
  if (!exactlyOnce.lookFirst) {
    return createWithKey(ports, { ...wanted, identity: exactlyOnce.identity, exactlyOnce });
  }
  const plan = await planOf(ports, { order: wanted.order, exactlyOnce });
  if (plan.kind === 'refused') {
    throw ambiguous(plan.why);
  }
  for (const event of plan.say) {
    emit(event);
  }
  if (plan.kind === 'attach') {
    return { kind: 'attach', runId: plan.runId };
  }
  if (onlyFound !== null) {
    throw notSent(onlyFound);
  }
  return createWithKey(ports, { ...wanted, identity: plan.identity, exactlyOnce });
}

/** Whether an earlier attempt has created a run that counts (contract 4.8). */
type CreatedEarlier =
  | { readonly kind: 'attach'; readonly runId: RunId }
  /** There is none, or nothing tells. */
  | { readonly kind: 'none' }
  /** One may exist that cannot be found. `why` says so as sentences. */
  | { readonly kind: 'open'; readonly why: string };

/** For a step that follows up another run unless an earlier attempt has created its own. */
export async function createdEarlier(ports: OncePorts, order: RunOrder): Promise<CreatedEarlier> {
  const { emit, exactlyOnce } = ports;
  if (exactlyOnce === null || exactlyOnce.isRandom || !exactlyOnce.isLaterAttempt) {
    return { kind: 'none' };
  }
  const plan = await planOf(ports, { order, exactlyOnce });
  switch (plan.kind) {
    case 'refused':
      return { kind: 'open', why: plan.why };
    case 'create':
      return { kind: 'none' };
    case 'attach':
      for (const event of plan.say) {
        emit(event);
      }
      return { kind: 'attach', runId: plan.runId };
  }
}

async function planOf(
  ports: OncePorts,
  { order, exactlyOnce }: { readonly order: RunOrder; readonly exactlyOnce: ExactlyOnce },
): Promise<ReturnType<typeof beforeCreate>> {
  const { agent, clock, call, classify, inputs } = ports;
  const { identity, began } = exactlyOnce;
  // Nothing older than the workflow run can have a key that only it has.
  const from = began === null ? clock.wall() - LOOK_BACK_MS : began - CLOCK_SKEW_MS;
  const search: Search = { identity, kind: 'earlier', order, from, began };
  const first = await lookOnce(ports, search, call);
  const looked = mayClose(first) ? await lookUntilFound(ports, search, call) : first;
  const { keys } = agent;
  return beforeCreate(looked, { identity, classify, keys, toDrop: inputsToDrop(inputs) });
}

interface KeyedCreate extends CreateOrder {
  readonly identity: RequestIdentity;
  readonly exactlyOnce: ExactlyOnce;
}

async function createWithKey(ports: OncePorts, keyed: KeyedCreate): Promise<CreatedOrFound> {
  const { agent, clock, emit } = ports;
  const { identity, send, exactlyOnce } = keyed;
  const { keys } = agent;
  const from = clock.wall();
  let sentAt = clock.now();
  emit({ type: 'keyed', identity, idToBe: keys.idToBe?.(identity) ?? null });
  const onSending = (): void => {
    sentAt = clock.now();
  };
  const sent = await send(identity, { onSending, isAgain: false }).catch(asNotStarted);
  if (!(sent instanceof NotStarted)) {
    return createdUnderKey(ports, { run: sent, identity });
  }
  // A random key cannot be taken, so that a conflict tells nothing of a run of this step.
  if (exactlyOnce.isRandom && keys.resends && sent.error?.status === 409) {
    throw ambiguous(joined([sent.message, idText(ports, identity)], ' '), sent.error);
  }
  if (sent.end.errorCode !== 'ambiguous_create') {
    throw sent;
  }
  return created(await settleCreate(ports, { ...keyed, lost: sent, from, sentAt }));
}

/** A key that the answer to the create lacks is lost, which is told, or may still be in the run. */
function createdUnderKey(
  { agent, emit, inputs }: OncePorts,
  { run, identity }: { readonly run: RunShown; readonly identity: RequestIdentity },
): CreatedOrFound {
  const { shown, lookedFor } = agent.keys;
  if (shown === undefined || showsKey(run, identity)) {
    return created(run);
  }
  if (shown.where === 'in_run') {
    return { kind: 'created', run, unseenKey: identity };
  }
  const { holder } = shown;
  emit(lostKeyWarning(run.id, { holder, lookedFor, toDrop: inputsToDrop(inputs) }));
  return created(run);
}

interface LostCreate extends KeyedCreate {
  readonly lost: NotStarted;
  /** When it was sent at the earliest, on the wall clock. */
  readonly from: number;
  /** When it was sent last, on the clock's `now`. */
  readonly sentAt: number;
}

/** The run of a create whose response was lost. Rejects with `NotStarted` where it is not found. */
async function settleCreate(ports: OncePorts, given: LostCreate): Promise<RunShown> {
  const { agent, call, clock, emit } = ports;
  const { identity, lost, order, from, sentAt } = given;
  const { keys } = agent;
  const lostAt = clock.now();
  // Something has the key: a second create could only be refused as well.
  const isTaken = keys.resends && lost.error?.status === 409;
  const settleMs = isTaken ? TAKEN_MS : keys.settleMs;
  const until = (keys.resends && !isTaken ? sentAt : lostAt) + settleMs;
  emit(
    note(
      `${capitalized(String(lost.error?.message))}: looking for the run ${keys.lookedFor}, ` +
        `for up to ${minutesText(until - lostAt)}.`,
    ),
  );
  const search = searchSince(from, { identity, order });
  const looked = await lookUntilFound(ports, search, { ...call, settleMs: until - lostAt });
  // The time of the step may be over before the time for the search.
  const isInTime = until < call.deadline;
  if (looked.kind === 'none' && keys.resends && isInTime && !isTaken) {
    // Two at the same moment are unproven: the time is waited out (contract 18.4).
    await clock.sleep(Math.max(0, until - clock.now()), call.signal);
    return sendAgain(ports, { ...given, search });
  }
  const { message: failure, error } = lost;
  return adopted(ports, { identity, looked, failure, error, searchedMs: settleMs });
}

/** The search for the run of a create that may have been carried out. */
export function searchSince(
  sentAt: number,
  { identity, order }: { readonly identity: RequestIdentity; readonly order: RunOrder | null },
): Search {
  return { identity, kind: 'lost', order, from: sentAt - CLOCK_SKEW_MS, began: null };
}

/** Under the same key, which makes no second run. */
async function sendAgain(
  ports: OncePorts,
  { identity, send, lost, search }: LostCreate & { readonly search: Search },
): Promise<RunShown> {
  const { keys } = ports.agent;
  const { runList } = keys;
  ports.emit(
    note(
      'The run is not there: the create is sent again under the same key, which makes no other.',
    ),
  );
  const again = await send(identity, { onSending: unwatched, isAgain: true }).catch(asNotStarted);
  if (!(again instanceof NotStarted)) {
    return again;
  }
  const call = { ...ports.call, settleMs: TAKEN_MS };
  const looked = await lookUntilFound(ports, search, call);
  const toDrop = inputsToDrop(ports.inputs);
  const failure = failedTwice({ first: lost, second: again, runList, toDrop });
  return adopted(ports, {
    identity,
    looked,
    failure,
    error: again.error,
    searchedMs: keys.settleMs + TAKEN_MS,
  });
}

/** A create whose response was lost, and what the search for its run found. */
interface SearchedCreate {
  readonly identity: RequestIdentity;
  readonly looked: Awaited<ReturnType<typeof lookUntilFound>>;
  /** What became of the create, and what to do, as sentences. */
  readonly failure: string;
  readonly error: NotStarted['error'];
  /** How long it was looked for. */
  readonly searchedMs: number;
}

/** Where the key decides the id, by which the run is looked for by hand. Empty otherwise. */
function idText({ agent: { keys } }: OncePorts, identity: RequestIdentity): string {
  const id = keys.idToBe?.(identity) ?? null;
  return id === null ? '' : `If the run exists, its id is \`${id}\`.`;
}

function adopted(
  ports: OncePorts,
  { identity, looked, failure, error, searchedMs }: SearchedCreate,
): RunShown {
  const { agent, emit, inputs } = ports;
  const toDrop = inputsToDrop(inputs);
  const settled = afterCreate(looked, { keys: agent.keys, toDrop, searchedMs });
  if (settled.kind === 'unsettled') {
    throw ambiguous(joined([failure, settled.why, idText(ports, identity)], ' '), error);
  }
  const { run, say } = settled;
  for (const event of say) {
    emit(event);
  }
  emit(
    note(`Run ${shortId(run.id)} carries the key of this request: it is the run that was created.`),
  );
  return run;
}
