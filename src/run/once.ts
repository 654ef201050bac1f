/**
 * At most one run for one request (contract 4.8, 4.9). A create or resume is never sent again after an answer was lost: the run is looked
 * for in the list of runs by its key, the follow-up in the log by its mark. A later attempt of a step looks for the run of an earlier one
 * before it creates its own.
 */
import { payloadText, type EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Clock } from '../ports.ts';
import { readIdentity, type RequestIdentity, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/clock.ts';
import { shownAddress } from '../safe/format.ts';
import type { CallOptions, Client, CreateBody } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import type { Published } from '../service/published.ts';
import { answerFloor } from '../service/retry-after.ts';
import type { IdentifiedRun } from '../service/schema.ts';
import { parseTime, rawEntry, toEntry } from './entry.ts';
import {
  attemptOf,
  followUpMark,
  identityIn,
  identityOf,
  isEcho,
  withIdentity,
  withMark,
  type AskingSources,
} from './key.ts';
import { attachTo, createRun, resumeRun, type NotStarted, type StartPorts, type StartResult } from './start.ts';
import type { StatusClass } from './status.ts';

/** How far back the runs of earlier attempts are looked for (contract 4.9). */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
/** How long a run may take to appear in the list, or a follow-up in the log (contract 4.9). */
const SETTLE_MS = 120_000;
/** Maximum clock skew between service and runner. */
const CLOCK_SKEW_MS = 5 * 60_000;

export interface ListPorts {
  readonly clock: Clock;
  readonly client: Pick<Client, 'run'>;
  readonly published: Pick<Published, 'runs'>;
  /** The metadata of runs that were read themselves, by ID. Shared by the tasks of a fleet. */
  readonly metadata?: Map<number, unknown> | undefined;
}

export interface ExactlyOnce extends Pick<ListPorts, 'metadata' | 'published'> {
  /** The identity of the create. */
  readonly identity: RequestIdentity;
  /** An earlier request with this key may have created a run, so the list is read before the create. */
  readonly lookFirst: boolean;
  /** When the workflow run began, at the earliest (epoch, ms); null: unknown, or an earlier one may have used the key. */
  readonly began: number | null;
  /** The marks of a follow-up and of a repair (contract 8). */
  readonly followUpMark: string;
  readonly repairMark: string;
}

/** Null without `idempotency: metadata`. */
export function exactlyOnceOf(
  sources: AskingSources & { readonly inputs: AskingSources['inputs'] & Pick<Inputs, 'idempotency'> },
  list: Pick<ListPorts, 'metadata' | 'published'>,
): ExactlyOnce | null {
  const { inputs, env, event } = sources;
  if (inputs.idempotency !== 'metadata' || inputs.prompt === null) return null;
  const isOwn = inputs.idempotencyKey !== null;
  return {
    ...list,
    identity: identityOf(sources),
    // Another workflow run may have used a key of one's own.
    lookFirst: attemptOf(env) > 1 || isOwn,
    began: isOwn ? null : beganAt(event),
    followUpMark: followUpMark(identityOf(sources, 1)),
    repairMark: followUpMark(identityOf(sources, 2)),
  };
}

const TIMES = [
  ['issue', 'updated_at'],
  ['comment', 'created_at'],
  ['pull_request', 'updated_at'],
  ['review', 'submitted_at'],
  ['head_commit', 'timestamp'],
  ['workflow_run', 'updated_at'],
  ['release', 'published_at'],
] as const;

/** The runner does not tell when the workflow run began; what the event tells was before that. */
function beganAt(event: EventContext): number | null {
  const times = TIMES.map((path) => Date.parse(payloadText(event, ...path))).filter((time) => time > 0);
  return times.length === 0 ? null : Math.max(...times);
}

export interface OncePorts extends StartPorts {
  readonly classify: (word: string | null) => StatusClass;
}

/** Creates a run under a key, or attaches to the one that an earlier attempt created under it. */
export async function createOnce(
  ports: OncePorts,
  { body, once }: { readonly body: CreateBody; readonly once: ExactlyOnce },
  call: CallOptions,
): Promise<StartResult> {
  const { emit, clock } = ports;
  const identity = once.lookFirst ? await earlierRun(ports, once, call) : once.identity;
  if ('ok' in identity) return identity;
  const sentAt = clock.wall();
  emit({ type: 'keyed', identity, sentAt });
  const sent = await createRun(ports, withIdentity(body, identity), call);
  if (sent.ok) {
    const kept = identityIn(sent.started.metadata);
    if (kept?.key !== identity.key || kept.generation !== identity.generation)
      emit({ type: 'warning', message: offWarning('did not give the metadata of the created run back') });
    return sent;
  }
  if (sent.error?.status === 400 || sent.error?.status === 422) {
    // A refused create was not carried out, so it may be sent again. If it is refused without the key too, that was not the reason.
    emit({ type: 'note', message: 'The service refused the create request; it is sent again without the key.' });
    const plain = await createRun(ports, body, call);
    if (plain.ok)
      emit({ type: 'warning', message: offWarning('refused the request with metadata and accepted it without') });
    return plain;
  }
  return sent.failure.code === 'ambiguous_create' ? settle(ports, { once, identity, sentAt, sent }, call) : sent;
}

interface Lost {
  readonly once: ExactlyOnce;
  readonly identity: RequestIdentity;
  readonly sentAt: number;
  readonly sent: NotStarted;
}

/** Finds the run of the lost answer. */
async function settle(ports: OncePorts, lost: Lost, { deadline }: CallOptions): Promise<StartResult> {
  const { once, identity, sentAt, sent } = lost;
  const { emit, stop } = ports;
  const why = sent.error?.message ?? 'The answer was lost';
  emit({ type: 'note', message: `${why}: looking for the run in the list of runs, for up to two minutes.` });
  const search = { key: identity.key, generation: identity.generation, from: sentAt - CLOCK_SKEW_MS, began: null };
  const found = await lookFor({ ...ports, ...once }, search, { call: { signal: stop, deadline }, again: true });
  if (found.kind !== 'one' || found.identity.asked !== identity.asked)
    return { ...sent, failure: { code: 'ambiguous_create', message: `${sent.failure.message} ${notSettled(found)}` } };
  const { id: runId, web_url: webUrl, status } = found.run;
  emit({ type: 'note', message: `Run ${runId} carries the key of this request: it is the run that was created.` });
  return { ok: true, started: { ...attachTo(runId), mode: 'created', webUrl, status } };
}

/** The run of an earlier request with this key, the reason to create nothing, or the identity of the create to make. */
async function earlierRun(
  ports: OncePorts,
  once: ExactlyOnce,
  { deadline }: CallOptions,
): Promise<StartResult | RequestIdentity> {
  const { emit, clock, stop, classify } = ports;
  const { identity, began } = once;
  const search = { key: identity.key, generation: null, from: clock.wall() - LOOK_BACK_MS, began };
  const found = await lookFor({ ...ports, ...once }, search, { call: { signal: stop, deadline }, again: false });
  const hasFailed = ({ status }: IdentifiedRun): boolean => ['failure', 'cancelled'].includes(classify(status));
  const after = (generation: number): RequestIdentity => ({
    ...identity,
    generation: Math.max(identity.generation, generation + 1),
  });
  switch (found.kind) {
    case 'none':
      return identity;
    case 'one': {
      const { run, identity: earlier } = found;
      const attempt = `attempt ${earlier.generation}`;
      if (hasFailed(run)) {
        const message = `Run ${run.id} of ${attempt} ended as ${String(run.status)}: starting a new run.`;
        emit({ type: 'note', message });
        return after(earlier.generation);
      }
      if (earlier.asked !== identity.asked) return refused(otherTask(run));
      emit({ type: 'note', message: `Run ${run.id} was started by ${attempt} of this step: attaching to it.` });
      return { ok: true, started: attachTo(run.id) };
    }
    case 'several':
      return found.runs.every(hasFailed) ? after(found.generation) : refused(severalRuns(found.runs));
    case 'bound':
      return refused(notChecked(found.why));
    case 'unreadable':
      if (!found.permanent) return refused(notChecked(`the list of runs could not be read (${found.error.message})`));
      emit({ type: 'warning', message: mayBeSecond(`The list of runs cannot be read (${found.error.message})`) });
      return identity;
    case 'untold':
      emit({ type: 'warning', message: mayBeSecond('Neither the list of runs nor the runs themselves show metadata') });
      return identity;
  }
}

function refused(message: string): NotStarted {
  return { ok: false, failure: { code: 'ambiguous_create', message }, error: null, outOfTime: false };
}

/**
 * The run of a create whose answer a step did not receive before it was ended, or null if there is none, or if it is not certain which
 * (contract 7.3).
 */
export async function runLeftByCreate(
  ports: ListPorts,
  { identity, runId }: Pick<RunState, 'identity' | 'runId'>,
  call: CallOptions,
): Promise<IdentifiedRun | null> {
  const sent = readIdentity(identity ?? '');
  // A known run was being resumed: the key belongs to its create, which was answered.
  if (sent === null || (runId ?? null) !== null) return null;
  const { key, generation, asked } = sent.identity;
  const search = { key, generation, from: sent.sentAt - CLOCK_SKEW_MS, began: null };
  try {
    const found = await lookFor(ports, search, { call, again: true });
    return found.kind === 'one' && found.identity.asked === asked ? found.run : null;
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  }
}

export interface Search {
  readonly key: string;
  /** Only this generation. Null for the newest. */
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
  | ({ readonly kind: 'one' } & Match)
  | { readonly kind: 'several'; readonly runs: readonly IdentifiedRun[]; readonly generation: number }
  | { readonly kind: 'none' }
  /** The list goes on behind its bound. `why` says where, as text. */
  | { readonly kind: 'bound'; readonly why: string }
  /** Neither the list nor the runs show metadata, so that any of these may be the one. */
  | { readonly kind: 'untold' }
  /** `permanent`: the service does not have the list or refuses access. */
  | { readonly kind: 'unreadable'; readonly error: ServiceError; readonly permanent: boolean };

export const MAX_PAGES = 20;
/** Runs that are read themselves where the list shows no metadata: since the workflow run began, or the newest if that is unknown. */
const READS_MAX = { since: 100, newest: 20 };
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** The last look-up starts this long before the end, to leave time for its response. */
const LAST_LOOK_MS = 2_000;

/**
 * Looks for the run with a key in the list of runs for two minutes, or once without `again`; a list that cannot be read for now is read
 * again in both. Rejects with the signal's reason on abort.
 */
export async function lookFor(
  ports: ListPorts,
  search: Search,
  { call, again }: { readonly call: CallOptions; readonly again: boolean },
): Promise<Found> {
  const { clock } = ports;
  const end = Math.min(clock.now() + SETTLE_MS, call.deadline);
  const known = { ...ports, metadata: ports.metadata ?? new Map<number, unknown>() };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await lookOnce(known, search, { ...call, deadline: end }).catch(unreadable);
    const { kind } = found;
    const isOver = kind === 'unreadable' ? found.permanent : !again || kind === 'one' || kind === 'several';
    const floorMs = kind === 'unreadable' ? (answerFloor(found.error, clock.wall()) ?? 0) : 0;
    const leftMs = end - LAST_LOOK_MS - clock.now();
    if (isOver || leftMs <= 0 || floorMs > leftMs) return found;
    // A failed look-up is repeated soon: the list may show the run by now.
    const soonMs = kind === 'unreadable' ? FIRST_PAUSE_MS : pauseMs;
    await clock.sleep(Math.min(Math.max(soonMs, floorMs), leftMs), call.signal);
  }
}

type Known = ListPorts & { readonly metadata: Map<number, unknown> };

async function lookOnce(ports: Known, search: Search, call: CallOptions): Promise<Found> {
  const { runs, bound } = await readList(ports, search, call);
  const isListed = runs.some(hasMetadata);
  const read = isListed ? { runs, isTold: true } : await readThemselves(ports, { runs, search }, call);
  const matches = matchesIn(read.runs, search);
  const generation = Math.max(0, ...matches.map(({ identity }) => identity.generation));
  const [first, ...others] = matches.filter(({ identity }) => identity.generation === generation);
  if (first !== undefined && others.length > 0)
    return { kind: 'several', generation, runs: [first, ...others].map(({ run }) => run) };
  if (first !== undefined) return { kind: 'one', ...first };
  if (bound !== null) return { kind: 'bound', why: bound };
  return { kind: read.isTold ? 'none' : 'untold' };
}

/** The runs of the list, newest first, until they are too old to matter. Each once: new runs move others to the next page. */
async function readList(
  { published }: Known,
  search: Search,
  call: CallOptions,
): Promise<{ readonly runs: readonly IdentifiedRun[]; readonly bound: string | null }> {
  const known = new Map<number, IdentifiedRun>();
  let skip: number | null = 0;
  let oldest = Infinity;
  for (let page = 0; page < MAX_PAGES && skip !== null; page += 1) {
    const { items, next } = await published.runs({ skip, limit: PAGE_LIMIT }, call);
    for (const run of items) known.set(run.id, run);
    skip = next;
    oldest = Math.min(Infinity, ...items.flatMap((run) => createdAt(run) ?? []));
    // A second run of the same request can only be about as old as the first.
    const times = matchesIn([...known.values()], search).flatMap(({ run }) => createdAt(run) ?? []);
    if (times.length > 0 && oldest < Math.min(...times) - CLOCK_SKEW_MS) skip = null;
    if (skip === null || oldest >= search.from) continue;
    const isLookBack = search.generation === null;
    const bound = isLookBack ? 'the list of runs was read back to 30 days and goes on behind that' : null;
    return { runs: [...known.values()], bound };
  }
  const reach = Number.isFinite(oldest) ? `, which reach back to ${new Date(oldest).toISOString().slice(0, 10)}` : '';
  const bound = skip === null ? null : `the list of runs is longer than 20 pages of 100${reach}`;
  return { runs: [...known.values()], bound };
}

/** Where the list's items carry no metadata, the runs themselves may (published: null or absent in either). */
async function readThemselves(
  { client, metadata }: Known,
  { runs, search }: { readonly runs: readonly IdentifiedRun[]; readonly search: Search },
  call: CallOptions,
): Promise<{ readonly runs: readonly IdentifiedRun[]; readonly isTold: boolean }> {
  const since = Math.max(search.from, (search.began ?? -Infinity) - CLOCK_SKEW_MS);
  const possible = runs.filter((run) => (run.source_type ?? 'API') === 'API' && (createdAt(run) ?? Infinity) >= since);
  const isBounded = search.began !== null || search.generation !== null;
  const read: IdentifiedRun[] = [];
  for (const run of possible.slice(0, isBounded ? READS_MAX.since : READS_MAX.newest)) {
    if (!metadata.has(run.id)) metadata.set(run.id, await metadataOf(client, run.id, call));
    read.push({ ...run, metadata: metadata.get(run.id) as IdentifiedRun['metadata'] });
    if (search.generation !== null && matchesIn(read, search).length > 1) break;
  }
  return { runs: read, isTold: possible.length === 0 || read.some(hasMetadata) };
}

/** Null for a run that is gone. */
async function metadataOf(client: ListPorts['client'], runId: number, call: CallOptions): Promise<unknown> {
  try {
    return (await client.run(runId, call)).metadata;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

function matchesIn(runs: readonly IdentifiedRun[], { key, generation }: Search): readonly Match[] {
  return runs.flatMap((run) => {
    const identity = identityIn(run.metadata);
    const isOurs = identity?.key === key && (generation === null || identity.generation === generation);
    return isOurs ? [{ run, identity }] : [];
  });
}

function hasMetadata({ metadata }: IdentifiedRun): boolean {
  return metadata !== null && Object.keys(metadata).length > 0;
}

function createdAt({ created_at: text }: IdentifiedRun): number | null {
  return parseTime(text);
}

function unreadable(error: unknown): Found {
  if (!(error instanceof ServiceError)) throw error;
  const { status } = error;
  const permanent = error.redirect || (status !== null && [401, 403, 404, 405, 410, 501].includes(status));
  return { kind: 'unreadable', error, permanent };
}

/** A follow-up whose echo proves that it arrived. */
export interface MarkedFollowUp {
  readonly runId: number;
  readonly prompt: string;
  /** Appended to the prompt. */
  readonly mark: string;
}

/** Maximum number of pages. Nobody waits for a follow-up with an older echo. */
const LOG_PAGES_MAX = 10;
/** Milliseconds between two reads of the log. */
const LOG_PAUSE_MS = 3_000;

/** Resumes with the mark appended to the prompt, and looks for its echo if the answer is ambiguous. */
export async function resumeOnce(
  ports: StartPorts,
  { runId, prompt, mark }: MarkedFollowUp,
  call: CallOptions,
): Promise<StartResult> {
  const { client, clock, emit, stop } = ports;
  const resumed = await resumeRun(ports, { runId, prompt: withMark(prompt, mark) }, call);
  if (resumed.ok || resumed.failure.code !== 'ambiguous_create' || resumed.pending === undefined) return resumed;
  const { pending, failure } = resumed;
  const looking = 'The answer to the follow-up was lost: looking for it in the log, for up to two minutes.';
  emit({ type: 'note', message: looking });
  const end = Math.min(clock.now() + SETTLE_MS, call.deadline);
  while ((await findEcho(client, { runId, mark }, { signal: stop, deadline: end })) !== true) {
    if (clock.now() + LOG_PAUSE_MS >= end) {
      const message = `${failure.message} Its log was read for two minutes and does not show the follow-up.`;
      return { ...resumed, failure: { ...failure, message } };
    }
    await clock.sleep(LOG_PAUSE_MS, stop);
  }
  emit({ type: 'note', message: `The follow-up has arrived: the log of run ${runId} shows it.` });
  return { ok: true, started: pending };
}

/** Searches the run's log for the echo of a follow-up, newest entries first. Null if the log cannot be read. */
export async function findEcho(
  client: Pick<Client, 'logs'>,
  { runId, mark }: Pick<MarkedFollowUp, 'mark' | 'runId'>,
  call: CallOptions,
): Promise<boolean | null> {
  let total = 0;
  const shows = async (skip: number): Promise<boolean> => {
    const page = await client.logs({ runId, skip, limit: PAGE_LIMIT }, call);
    total = page.total_logs ?? 0;
    return page.logs.some((value) => isEcho(toEntry(rawEntry(value), 0), mark));
  };
  try {
    // The log may be descending (contract 4.7).
    if (await shows(0)) return true;
    let skip = total - PAGE_LIMIT;
    for (let pages = 1; pages < LOG_PAGES_MAX && skip > 0; pages += 1) {
      if (await shows(Math.max(skip, PAGE_LIMIT))) return true;
      skip -= PAGE_LIMIT;
    }
    return false;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function offWarning(what: string): string {
  return `The service ${what}, so \`idempotency: metadata\` is off for this run: if an answer is lost or the job is run again, the run cannot be found. Remove the input, or use a service that keeps metadata.`;
}

function mayBeSecond(why: string): string {
  return `${why}, so it is not known whether an earlier attempt of this step started a run. A new run is created, which may be a second one. Look at the list of runs in the web interface of the service; without such a list, remove \`idempotency: metadata\`.`;
}

function otherTask(run: IdentifiedRun): string {
  return `An earlier attempt of this step started ${nameOf(run)} with another prompt, schema or event text. Nothing was sent. To follow that run, use \`agent_run_id\` without a \`prompt\`; to start a new one, set another \`idempotency_key\`.`;
}

function severalRuns(runs: readonly IdentifiedRun[]): string {
  return `Earlier attempts of this step seem to have started more than one run: ${runs.map(nameOf).join(', ')}. Nothing was sent. Follow the right one with \`agent_run_id\` and no \`prompt\`, or set another \`idempotency_key\` to start a new run.`;
}

/** No run is created, because an earlier one may exist. */
function notChecked(why: string): string {
  return `An earlier attempt of this step may have started a run, and that could not be checked: ${why}. Nothing was created. Look at the list of runs in the web interface of the service: if the run is there, follow it with \`agent_run_id\` and no \`prompt\`; if not, start the workflow anew.`;
}

function notSettled(found: Found): string {
  switch (found.kind) {
    case 'one':
      return `${nameOf(found.run)} carries the key of this request, but was started with another prompt, schema or event text.`;
    case 'several':
      return `More than one run carries the key of this request: ${found.runs.map(nameOf).join(', ')}. Follow the right one with \`agent_run_id\` and no \`prompt\`.`;
    case 'unreadable':
      return `The list of runs could not be read to find out (${found.error.message}).`;
    case 'untold':
      return 'Neither the list of runs nor the runs themselves show metadata, so the run cannot be found there.';
    case 'none':
    case 'bound':
      return 'No run in the list carries the key of this request; it was looked for until two minutes or the time of this step were over.';
  }
}

function nameOf({ id, web_url: webUrl }: IdentifiedRun): string {
  const address = shownAddress(webUrl);
  return address === null ? `run ${id}` : `run ${id} (${address})`;
}
