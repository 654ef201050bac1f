/**
 * Exactly one run (contract 4.8, 4.9, 7.2): what makes a request of a step recognizable, and what
 * became of an earlier one. A create has a key in the metadata of its run, by which the run is
 * looked for in the list of runs; a follow-up has a mark, whose echo is looked for in the log. What
 * follows from what was found is decided by `beforeCreate` and `afterCreate`, which are pure.
 */
import type { RunId } from '../agents/port.ts';
import { createHash, createHmac } from 'node:crypto';
import { eventTime, type EventContext } from '../github/event.ts';
import { sectionsOf } from '../github/event-sections.ts';
import { commentKeyOf } from '../github/mark.ts';
import type { Inputs } from '../inputs/parse.ts';
import { meaningOf } from '../message-types.ts';
import type { RunState } from '../runner/saved-state.ts';
import { integerOf, isRecord } from '../safe/json.ts';
import { safeHttpsUrl } from '../safe/url.ts';
import type { CallOptions, Client, CreateBody } from '../agents/agent-run/client.ts';
import { PAGE_LIMIT, parseTime } from '../agents/entry.ts';
import { ServiceError } from '../http/errors.ts';
import type { Published } from '../agents/agent-run/published.ts';
import { persistently, type RetryOptions } from '../http/retry.ts';
import type { IdentifiedRun } from '../agents/agent-run/schema.ts';
import { rawEntry } from '../agents/agent-run/log/entry.ts';
import type { Emit, RequestIdentity, RunEvent } from './events.ts';
import { ambiguous, asNotStarted, asServiceError, NotStarted } from './failure.ts';
import { startsAnew, type StatusClass } from './status.ts';

export interface KeySources {
  readonly inputs: Inputs;
  readonly event: EventContext;
  /** The task's `key` with `tasks`. */
  readonly task?: string | null;
}

/**
 * 32 hex digits for the step or one of its tasks, as an HMAC under the API token, so that nobody
 * else can give a run this key. `turn` counts its requests to one run.
 */
export function stepKey({ inputs, event, task = null }: KeySources, turn = 0): string {
  const { idempotencyKey, siblingIndex, token } = inputs;
  const { repository, workflowRunId, job, step } = event;
  const scope = idempotencyKey === null ? ['run', workflowRunId] : ['own', idempotencyKey];
  const place = [
    repository.toLowerCase(),
    ...scope,
    job,
    siblingIndex,
    step,
    commentKeyOf(inputs, event),
  ];
  const text = JSON.stringify(['key/2', ...place, turn, task]);
  return createHmac('sha256', token).update(text).digest('hex').slice(0, 32);
}

/**
 * The identity of a request of the step. `turn` is 0 for the create, 1 for a follow-up, 2 for a
 * repair.
 */
export function identityOf(sources: KeySources, turn = 0): RequestIdentity {
  const { inputs, event } = sources;
  // Before framing, because the frame has a random marker.
  const eventText = inputs.context === 'event' ? JSON.stringify(sectionsOf(event)) : '';
  const asked = digest(['asked/1', inputs.prompt ?? '', inputs.outputSchema, eventText]).slice(
    0,
    32,
  );
  return { key: stepKey(sources, turn), generation: event.attempt, asked };
}

/**
 * The mark of the turn for a comment, 0 for none. It differs for each comment, even with the same
 * key.
 */
export function commentMark(sources: KeySources, commentId: number): string {
  const { asked, ...identity } = identityOf(sources, 1);
  return followUpMark({
    ...identity,
    asked: `${asked} ${commentId} ${sources.event.workflowRunId}`,
  });
}

/** `ara-` and 16 hex digits, different for each key, generation and request of the step. */
export function followUpMark({ key, generation, asked }: RequestIdentity): string {
  return `ara-${digest(['mark/1', key, generation, asked]).slice(0, 16)}`;
}

/** Appends the mark, if any, to the prompt on a line of its own. */
export function withMark(prompt: string, mark: string | null): string {
  return mark === null ? prompt : `${prompt}\n\n(Reference of this message: ${mark})`;
}

const KEY = 'agent_run_action_key';
const GENERATION = 'agent_run_action_generation';
const ASKED = 'agent_run_action_request';

/**
 * The request fields with the identity in their metadata. The user's fields are kept, except those
 * with the same names.
 */
export function withIdentity<T extends Readonly<Record<string, unknown>>>(
  fields: T,
  identity: RequestIdentity,
): T {
  const own = isRecord(fields['metadata']) ? fields['metadata'] : {};
  // Only text, because services often accept nothing else in metadata.
  const ours = {
    [KEY]: identity.key,
    [GENERATION]: String(identity.generation),
    [ASKED]: identity.asked,
  };
  return { ...fields, metadata: { ...own, ...ours } };
}

/** The identity in a run's metadata. Null if there is none or it was not written by this action. */
export function identityIn(metadata: unknown): RequestIdentity | null {
  if (!isRecord(metadata)) {
    return null;
  }
  const { [KEY]: key, [GENERATION]: attempt, [ASKED]: asked } = metadata;
  const generation = integerOf(String(attempt));
  if (typeof key !== 'string' || typeof asked !== 'string') {
    return null;
  }
  return generation >= 1 ? { key, generation, asked } : null;
}

/** For the saved state. */
export function identityText({ key, generation, asked }: RequestIdentity): string {
  return `${key}.${generation}.${asked}`;
}

export function readIdentity(text: string): RequestIdentity | null {
  const [, key = '', generation, asked = ''] =
    /^([0-9a-f]{32})\.(\d{1,9})\.([0-9a-f]{32})$/.exec(text) ?? [];
  return key === '' ? null : { key, generation: Number(generation), asked };
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What requests need to be found again. */
export interface ExactlyOnce {
  /** The identity of the create. */
  readonly identity: RequestIdentity;
  /**
   * An earlier request with this key may have created a run, so the list is read before the create.
   */
  readonly lookFirst: boolean;
  /**
   * When the workflow run began, at the earliest (epoch, ms); null: unknown, or an earlier one may
   * have used the key.
   */
  readonly began: number | null;
  /** The marks of a follow-up and of a repair (contract 8). */
  readonly followUpMark: string;
  readonly repairMark: string;
}

/** Null without `idempotency: on`. */
export function exactlyOnceOf(sources: KeySources): ExactlyOnce | null {
  const { inputs, event } = sources;
  if (inputs.idempotency !== 'on' || inputs.prompt === null) {
    return null;
  }
  const isOwn = inputs.idempotencyKey !== null;
  return {
    identity: identityOf(sources),
    // Another workflow run may have used a key of one's own.
    lookFirst: event.attempt > 1 || isOwn,
    began: isOwn ? null : eventTime(event),
    followUpMark: followUpMark(identityOf(sources, 1)),
    repairMark: followUpMark(identityOf(sources, 2)),
  };
}

/** How far back the runs of earlier requests are looked for, unless it is known when the first one
 * can have been sent (contract 4.9). */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
/** How long a run may take to appear in the list, or a follow-up in the log (contract 4.9). */
const SETTLE_MS = 120_000;
/** Maximum clock skew between service and runner. */
const CLOCK_SKEW_MS = 5 * 60_000;

export interface LookPorts extends Pick<RetryOptions, 'clock' | 'random'> {
  readonly client: Pick<Client, 'logs' | 'run'> & { readonly published: Pick<Published, 'runs'> };
  /** The metadata of runs that were read themselves, by ID. Shared by the tasks of a fleet. */
  readonly metadata: Map<RunId, unknown>;
}

export interface OncePorts extends LookPorts {
  readonly emit: Emit;
  readonly classify: (word: string | null) => StatusClass;
  /** Null without `idempotency: on` (contract 4.9). */
  readonly exactlyOnce: ExactlyOnce | null;
  /** Ends when the step must end. */
  readonly call: CallOptions;
}

export const note = (message: string): RunEvent => ({ type: 'note', message });
export const warning = (message: string): RunEvent => ({ type: 'warning', message });

/** A run that this step created, or one of an earlier attempt to attach to. */
export type Created =
  | { readonly kind: 'created'; readonly run: IdentifiedRun }
  | { readonly kind: 'attach'; readonly runId: RunId };

const created = (run: IdentifiedRun): Created => ({ kind: 'created', run });

/**
 * Creates a run, with a key in its metadata if one is wanted, or finds the run that an earlier
 * attempt created under the key. Rejects with `NotStarted`, as `send` does, also where a
 * run may exist that cannot be found.
 */
export async function createOnce(
  ports: OncePorts,
  {
    body,
    send,
  }: { readonly body: CreateBody; readonly send: (body: CreateBody) => Promise<IdentifiedRun> },
): Promise<Created> {
  const { exactlyOnce, emit, clock, call, classify } = ports;
  if (exactlyOnce === null) {
    return created(await send(body));
  }
  const { lookFirst, began } = exactlyOnce;
  let { identity } = exactlyOnce;
  if (lookFirst) {
    // Nothing older than the workflow run can have a key that only it has.
    const from = began === null ? clock.wall() - LOOK_BACK_MS : began - CLOCK_SKEW_MS;
    const search = { key: identity.key, generation: null, from, began };
    const plan = beforeCreate(await lookFor(ports, search, call), { identity, classify });
    if (typeof plan === 'string') {
      throw ambiguous(plan);
    }
    if (plan.say !== undefined) {
      emit(plan.say);
    }
    if (plan.kind === 'attach') {
      return { kind: 'attach', runId: plan.runId };
    }
    ({ identity } = plan);
  }
  const sentAt = clock.wall();
  emit({ type: 'keyed', identity });
  const sent = await send(withIdentity(body, identity)).catch(asNotStarted);
  if (!(sent instanceof NotStarted)) {
    const kept = identityIn(sent.metadata);
    if (kept?.key !== identity.key || kept.generation !== identity.generation) {
      emit(warning(off('did not give the metadata of the created run back')));
    }
    return created(sent);
  }
  const { error, end } = sent;
  if (error?.status === 400 || error?.status === 422) {
    // A refused create was not carried out, so it may be sent again. If it is refused without the
    // key too, that was not the reason.
    emit(note('The service refused the create request; it is sent again without the key.'));
    const run = await send(body);
    emit(warning(off('refused the request with metadata and accepted it without')));
    return created(run);
  }
  if (end.errorCode !== 'ambiguous_create') {
    throw sent;
  }
  emit(
    note(
      `${String(error?.message)}: looking for the run in the list of runs, for up to two minutes.`,
    ),
  );
  const run = afterCreate(await lookFor(ports, sentSince(sentAt, identity), call), identity);
  if (typeof run === 'string') {
    throw ambiguous(`${sent.message} ${run}`, error);
  }
  emit(note(`Run ${run.id} carries the key of this request: it is the run that was created.`));
  return created(run);
}

function off(what: string): string {
  return (
    `The service ${what}, so \`idempotency: on\` is off for this run: ` +
    'if an answer is lost or the job is run again, the run cannot be found. ' +
    'Remove the input, or use a service that keeps metadata.'
  );
}

/** What a step does that may have created a run in an earlier attempt. */
export type Plan =
  | { readonly kind: 'create'; readonly identity: RequestIdentity; readonly say?: RunEvent }
  | { readonly kind: 'attach'; readonly runId: RunId; readonly say?: RunEvent };

/**
 * Decides before the create by what the list of runs shows. A text says why nothing is created: an
 * earlier run may exist.
 */
export function beforeCreate(
  found: Found,
  { identity, classify }: Pick<ExactlyOnce, 'identity'> & Pick<OncePorts, 'classify'>,
): Plan | string {
  const create = (why: string): Plan => {
    const message =
      `${why}, so it is not known whether an earlier attempt of this step started a run. ` +
      'A new run is created, which may be a second one. Look at the list of runs in the web ' +
      'interface of the service; without such a list, remove `idempotency: on`.';
    return { kind: 'create', identity, say: warning(message) };
  };
  if (found instanceof ServiceError) {
    return mayPass(found)
      ? notChecked(`the list of runs could not be read (${found.message})`)
      : create(`The list of runs cannot be read (${found.message})`);
  }
  switch (found.kind) {
    case 'none':
      return { kind: 'create', identity };
    case 'found': {
      const { matches, newest } = found;
      const { run } = newest;
      const attempt = `attempt ${newest.identity.generation}`;
      if (matches.every(({ run: { status } }) => startsAnew(classify(status)))) {
        const generation = Math.max(identity.generation, newest.identity.generation + 1);
        const say = note(
          `Run ${run.id} of ${attempt} ended as ${String(run.status)}: starting a new run.`,
        );
        return { kind: 'create', identity: { ...identity, generation }, say };
      }
      if (matches.length > 1) {
        return (
          'Earlier attempts of this step seem to have started more than one run: ' +
          `${namesOf(matches)}. Nothing was sent. Follow the right one with \`agent_run_id\` ` +
          'and no `prompt`, or set another `idempotency_key` to start a new run.'
        );
      }
      if (newest.identity.asked !== identity.asked) {
        return (
          `An earlier attempt of this step started ${namesOf(matches)} with another prompt, ` +
          'schema or event text. Nothing was sent. To follow that run, use `agent_run_id` ' +
          'without a `prompt`; to start a new one, set another `idempotency_key`.'
        );
      }
      const say = note(`Run ${run.id} was started by ${attempt} of this step: attaching to it.`);
      return { kind: 'attach', runId: run.id, say };
    }
    case 'bound':
      return notChecked('the list goes on behind the newest 20 pages of 100 runs each');
    case 'untold':
      return create('Neither the list of runs nor the runs themselves show metadata');
  }
}

/** The run that a create with a lost answer has created, or why that cannot be told. */
export function afterCreate(found: Found, { asked }: RequestIdentity): IdentifiedRun | string {
  if (found instanceof ServiceError) {
    return `The list of runs could not be read to find out (${found.message}).`;
  }
  switch (found.kind) {
    case 'found': {
      const { matches, newest } = found;
      if (matches.length > 1) {
        return (
          'More than one run carries the key of this request: ' +
          `${namesOf(matches)}. Follow the right one with \`agent_run_id\` and no \`prompt\`.`
        );
      }
      return newest.identity.asked === asked
        ? newest.run
        : `${namesOf(matches)} carries the key of this request, but was started with ` +
            'another prompt, schema or event text.';
    }
    case 'untold':
      return (
        'Neither the list of runs nor the runs themselves show metadata, so ' +
        'the run cannot be found there.'
      );
    case 'none':
    case 'bound':
      return (
        'No run in the list carries the key of this request; ' +
        'it was looked for until two minutes or the time of this step were over.'
      );
  }
}

function notChecked(why: string): string {
  return (
    'A run may have been started under this key before, and that could not be checked: ' +
    `${why}. Nothing was created. Look at the list of runs in the web interface of the ` +
    'service: if the run is there, follow it with `agent_run_id` and no `prompt`; ' +
    'if not, start the workflow anew, without `idempotency_key` if it is set: ' +
    'a new workflow run has a key of its own.'
  );
}

function namesOf(matches: readonly Match[]): string {
  const names = matches.map(({ run: { id, web_url: webUrl } }) => {
    const address = safeHttpsUrl(webUrl);
    return address === null ? `run ${id}` : `run ${id} (${address})`;
  });
  return names.join(', ');
}

/**
 * The search for the run of a create that may have been carried out. @param sentAt on the wall
 * clock, at the earliest
 */
function sentSince(sentAt: number, { key, generation }: RequestIdentity): Search {
  return { key, generation, from: sentAt - CLOCK_SKEW_MS, began: null };
}

export interface Search {
  readonly key: string;
  /** Only this generation, whose run may yet appear. Null for the newest. */
  readonly generation: number | null;
  /** No run older than this is looked at (epoch, ms). */
  readonly from: number;
  /** When the first request with this key can have been sent (epoch, ms); null: unknown. */
  readonly began: number | null;
}

interface Match {
  readonly run: IdentifiedRun;
  readonly identity: RequestIdentity;
}

export type Found =
  /** `matches` are the runs of the same generation, `newest` the first of them. */
  | { readonly kind: 'found'; readonly newest: Match; readonly matches: readonly Match[] }
  | { readonly kind: 'none' }
  /** The list goes on behind what was read of it, with runs that are not too old to matter. */
  | { readonly kind: 'bound' }
  /** Neither the list nor the runs show metadata, so that any of these may be the one. */
  | { readonly kind: 'untold' }
  /** The list cannot be read. */
  | ServiceError;

const MAX_PAGES = 20;
/**
 * Runs that are read themselves where the list shows no metadata: since the workflow run began, or
 * the newest if that is unknown.
 */
const READS_MAX = { since: 100, newest: 20 };
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** The last look-up starts this long before the end, to leave time for its response. */
const LAST_LOOK_MS = 2_000;

/**
 * Looks for a run with a key in the list of runs: once, or for two minutes if the run of one
 * generation may yet appear. Waits for a list that cannot be read for now in both. Rejects with the
 * signal's reason on abort.
 */
export async function lookFor(ports: LookPorts, search: Search, call: CallOptions): Promise<Found> {
  const { clock, random } = ports;
  const retry = { clock, random, passes: mayPass };
  const look = { ...call, deadline: Math.min(clock.now() + SETTLE_MS, call.deadline) };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await persistently(() => lookOnce(ports, search, look), retry, look).catch(
      asServiceError,
    );
    const leftMs = look.deadline - LAST_LOOK_MS - clock.now();
    const isSettled =
      search.generation === null || found instanceof ServiceError || found.kind === 'found';
    if (isSettled || leftMs <= 0) {
      return found;
    }
    await clock.sleep(Math.min(pauseMs, leftMs), look.signal);
  }
}

/**
 * Whether the list may be read later: not where it does not exist, or the token may not read it
 * (contract 4.1).
 */
function mayPass({ passing, notOffered }: ServiceError): boolean {
  return passing && !notOffered;
}

async function lookOnce(ports: LookPorts, search: Search, call: CallOptions): Promise<Found> {
  const { runs, isWhole } = await readList(ports, search, call);
  const read = runs.some(hasMetadata) ? runs : await readThemselves(ports, { runs, search }, call);
  const all = matchesIn(read, search);
  const generation = Math.max(...all.map(({ identity }) => identity.generation));
  const matches = all.filter(({ identity }) => identity.generation === generation);
  const [newest] = matches;
  if (newest !== undefined) {
    return { kind: 'found', newest, matches };
  }
  // The run of a lost answer is not older than the request, so there it does not matter that the
  // list goes on.
  if (!isWhole && search.generation === null) {
    return { kind: 'bound' };
  }
  return { kind: read.length === 0 || read.some(hasMetadata) ? 'none' : 'untold' };
}

/**
 * The runs of the list, newest first, until they are too old to matter. Each once: new runs move
 * others to the next page.
 */
async function readList(
  { client: { published } }: LookPorts,
  search: Search,
  call: CallOptions,
): Promise<{ readonly runs: readonly IdentifiedRun[]; readonly isWhole: boolean }> {
  const known = new Map<RunId, IdentifiedRun>();
  const matches = (): number => matchesIn([...known.values()], search).length;
  let skip = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const before = matches();
    const { items, next } = await published.runs({ skip, limit: PAGE_LIMIT }, call);
    for (const run of items) {
      known.set(run.id, run);
    }
    // Two runs of one generation are about as old as each other, so that none is expected behind a
    // page without another one.
    const isPast = search.generation === null && before > 0 && matches() === before;
    const oldest = Math.min(...items.flatMap(({ created_at: at }) => parseTime(at) ?? []));
    if (next === null || isPast || oldest < search.from) {
      return { runs: [...known.values()], isWhole: true };
    }
    skip = next;
  }
  return { runs: [...known.values()], isWhole: false };
}

/**
 * Where the list's items carry no metadata, the runs themselves may (published: null or absent in
 * either).
 */
async function readThemselves(
  { client, metadata }: LookPorts,
  { runs, search }: { readonly runs: readonly IdentifiedRun[]; readonly search: Search },
  call: CallOptions,
): Promise<readonly IdentifiedRun[]> {
  const { from, began, generation } = search;
  const since = Math.max(from, (began ?? -Infinity) - CLOCK_SKEW_MS);
  const possible = runs.filter(
    ({ source_type: source, created_at: at }) =>
      (source ?? 'API') === 'API' && (parseTime(at) ?? Infinity) >= since,
  );
  const most = began === null && generation === null ? READS_MAX.newest : READS_MAX.since;
  const read: IdentifiedRun[] = [];
  for (const run of possible.slice(0, most)) {
    if (!metadata.has(run.id)) {
      const own = await client.run(run.id, call).catch(asServiceError);
      // A replica that lags may not know the run yet.
      if (!(own instanceof ServiceError)) {
        metadata.set(run.id, own.metadata);
      } else if (own.status !== 404) {
        throw own;
      }
    }
    read.push({ ...run, metadata: (metadata.get(run.id) ?? null) as IdentifiedRun['metadata'] });
  }
  return read;
}

function matchesIn(
  runs: readonly IdentifiedRun[],
  { key, generation, from }: Search,
): readonly Match[] {
  return runs.flatMap((run) => {
    const identity = identityIn(run.metadata);
    const isOurs =
      identity?.key === key && (generation === null || identity.generation === generation);
    const isTooOld = (parseTime(run.created_at) ?? Infinity) < from;
    return isOurs && !isTooOld ? [{ run, identity }] : [];
  });
}

function hasMetadata({ metadata }: IdentifiedRun): boolean {
  return metadata !== null && Object.keys(metadata).length > 0;
}

const LOG_PAUSE_MS = 3_000;

/** A follow-up with a mark, whose echo proves that it arrived. */
interface SentMark {
  readonly runId: RunId;
  readonly mark: string;
}

type LogPorts = Pick<LookPorts, 'client' | 'clock'>;

/**
 * Looks in the log for a follow-up with a mark whose answer was lost. Returns no answer, or rejects
 * with `NotStarted`.
 */
export async function findFollowUp(
  ports: OncePorts,
  {
    runId,
    mark,
    lost,
  }: { readonly runId: RunId; readonly mark: string | null; readonly lost: NotStarted },
): Promise<null> {
  const { call, clock, emit, exactlyOnce } = ports;
  if (lost.end.errorCode !== 'ambiguous_create' || exactlyOnce === null || mark === null) {
    throw lost;
  }
  emit(
    note('The answer to the follow-up was lost: looking for it in the log, for up to two minutes.'),
  );
  const look = { ...call, deadline: Math.min(clock.now() + SETTLE_MS, call.deadline) };
  if (!(await hasEcho(ports, { runId, mark }, look))) {
    const unsettled = 'Its log was read for two minutes and does not show the follow-up.';
    throw ambiguous(`${lost.message} ${unsettled}`, lost.error);
  }
  emit(note(`The follow-up has arrived: the log of run ${runId} shows it.`));
  return null;
}

/**
 * Whether the run's log shows the echo of a follow-up before the call's deadline. False if it
 * cannot be read until then.
 */
export async function hasEcho(
  { client, clock }: LogPorts,
  sent: SentMark,
  call: CallOptions,
): Promise<boolean> {
  while (!(await showsEcho(client, sent, call))) {
    if (clock.now() + LOG_PAUSE_MS >= call.deadline) {
      return false;
    }
    await clock.sleep(LOG_PAUSE_MS, call.signal);
  }
  return true;
}

/** Maximum number of pages. Nobody waits for a follow-up with an older echo. */
const LOG_PAGES_MAX = 10;

/**
 * Searches the log once: its first page, because it may be descending (contract 4.7), and then from
 * its last page back.
 */
async function showsEcho(
  client: LogPorts['client'],
  { runId, mark }: SentMark,
  call: CallOptions,
): Promise<boolean> {
  let total = PAGE_LIMIT;
  for (let page = 0; page < LOG_PAGES_MAX && page * PAGE_LIMIT < total; page += 1) {
    const skip = page === 0 ? 0 : Math.max(PAGE_LIMIT, total - page * PAGE_LIMIT);
    const read = await client.logs({ runId, skip, limit: PAGE_LIMIT }, call).catch(asServiceError);
    if (read instanceof ServiceError) {
      return false;
    }
    if (
      read.logs
        .map(rawEntry)
        .some(({ view, line }) => meaningOf(view.message_type) === 'prompt' && line.includes(mark))
    ) {
      return true;
    }
    if (page === 0) {
      total = read.total_logs ?? 0;
    }
  }
  return false;
}

/**
 * Finds out what became of the request that a step had in flight when it was killed (contract 7.3):
 * a create by its key, a follow-up by its mark. Returns the state of the step with what was found,
 * unchanged if nothing shows the request before the time is up or a signal comes.
 */
export async function settleKilled(
  ports: LookPorts & { readonly say: (message: string) => void },
  state: RunState,
  call: CallOptions,
): Promise<RunState> {
  const { startedAt, runId = null, mark = null } = state;
  try {
    if (runId === null) {
      const identity = readIdentity(state.identity ?? '');
      if (identity === null) {
        return state;
      }
      const run = afterCreate(
        await lookFor(ports, sentSince(startedAt ?? 0, identity), call),
        identity,
      );
      if (typeof run === 'string') {
        return state;
      }
      ports.say(`Run ${run.id} carries the key of the create that the killed step had sent.`);
      return { ...state, phase: 'running', runId: run.id, webUrl: run.web_url, mode: 'created' };
    }
    // A key that is there too belongs to the run's create, which was answered.
    if (mark === null || !(await hasEcho(ports, { runId, mark }, call))) {
      return state;
    }
    ports.say(`The log of run ${runId} shows the follow-up that the killed step had sent.`);
    return { ...state, phase: 'running', mode: 'resumed' };
  } catch (error) {
    if (error !== call.signal.reason) {
      throw error;
    }
    return state;
  }
}
