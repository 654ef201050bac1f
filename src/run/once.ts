/**
 * A create that makes at most one run (contract 4.8, 4.9): it looks for the run of an earlier attempt before the create, and for the new
 * run if the answer to the create was lost. The request itself is never sent again after an ambiguous failure.
 */
import { type EventContext, payloadText } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import { readIdentity, type RunState } from '../runner/saved-state.ts';
import { Cancelled } from '../runner/clock.ts';
import type { CallOptions, CreateBody } from '../service/client.ts';
import type { IdentifiedRun } from '../service/schema.ts';
import { shownAddress } from '../safe/format.ts';
import type { RequestIdentity } from './events.ts';
import { attemptOf, followUpMark, identityIn, identityOf, withIdentity, type AskingSources } from './once-key.ts';
import { CLOCK_SKEW_MS, lookFor, type Found, type ListPorts } from './once-list.ts';
import { attachTo, createRun, type StartPorts, type StartResult } from './start.ts';
import type { StatusClass } from './status.ts';

/** How far back the runs of earlier attempts are looked for (contract 4.9). */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;

export interface ExactlyOnce {
  /** The identity of the create. */
  readonly identity: RequestIdentity;
  /** An earlier request with this key may have created a run, so the list is read before the create. */
  readonly lookFirst: boolean;
  /** When the workflow run began, at the earliest (epoch, ms); null: unknown, or an earlier one may have used the key. */
  readonly began: number | null;
  /** The marks of a follow-up and of a repair (contract 8). */
  readonly followUpMark: string;
  readonly repairMark: string;
  readonly published: ListPorts['published'];
  readonly metadata?: Map<number, unknown> | undefined;
}

/** Null without `idempotency: metadata`. */
export async function exactlyOnceOf(
  sources: AskingSources & { readonly inputs: AskingSources['inputs'] & Pick<Inputs, 'idempotency'> },
  list: Pick<ListPorts, 'metadata' | 'published'>,
): Promise<ExactlyOnce | null> {
  const { inputs, env, event } = sources;
  if (inputs.idempotency !== 'metadata' || inputs.prompt === null) return null;
  const isOwn = inputs.idempotencyKey !== null;
  return {
    ...list,
    identity: await identityOf(sources),
    // Another workflow run may have used a key of one's own.
    lookFirst: attemptOf(env) > 1 || isOwn,
    began: isOwn ? null : beganAt(event),
    followUpMark: followUpMark(await identityOf(sources, 1)),
    repairMark: followUpMark(await identityOf(sources, 2)),
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

type NotSent = Extract<StartResult, { readonly ok: false }>;

export async function createOnce(
  ports: OncePorts,
  { body, once }: { readonly body: CreateBody; readonly once: ExactlyOnce },
  call: CallOptions,
): Promise<StartResult> {
  const before = once.lookFirst ? await earlierRun(ports, once, call) : once.identity;
  if ('ok' in before) return before;
  const sentAt = ports.clock.wall();
  ports.emit({ type: 'keyed', identity: before, sentAt });
  const sent = await createRun(ports, withIdentity(body, before), call);
  if (sent.ok) {
    const kept = identityIn(sent.started.metadata);
    if (kept?.key !== before.key || kept.generation !== before.generation)
      ports.emit({ type: 'warning', message: METADATA_DROPPED });
    return sent;
  }
  // A refused create was not carried out, so it may be sent again without the key.
  if (sent.error?.status === 400 || sent.error?.status === 422) return withoutIdentity(ports, body, call);
  if (sent.failure.code !== 'ambiguous_create') return sent;
  return settle(ports, { once, identity: before, sentAt, sent }, call);
}

async function withoutIdentity(ports: OncePorts, body: CreateBody, call: CallOptions): Promise<StartResult> {
  ports.emit({ type: 'note', message: 'The service refused the create request; it is sent again without the key.' });
  const plain = await createRun(ports, body, call);
  // If it is refused without the key too, the key was not the reason.
  if (plain.ok) ports.emit({ type: 'warning', message: METADATA_REFUSED });
  return plain;
}

interface Lost {
  readonly once: ExactlyOnce;
  readonly identity: RequestIdentity;
  readonly sentAt: number;
  readonly sent: NotSent;
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
  const next = (generation: number): RequestIdentity => ({
    ...identity,
    generation: Math.max(identity.generation, generation + 1),
  });
  switch (found.kind) {
    case 'none':
      return identity;
    case 'one': {
      const { generation, asked } = found.identity;
      const { id, status } = found.run;
      if (hasFailed(found.run)) {
        const message = `Run ${id} of attempt ${generation} ended as ${String(status)}: starting a new run.`;
        emit({ type: 'note', message });
        return next(generation);
      }
      if (asked !== identity.asked) return refused(otherTask(found.run));
      emit({ type: 'note', message: `Run ${id} was started by attempt ${generation} of this step: attaching to it.` });
      return { ok: true, started: attachTo(id) };
    }
    case 'several':
      return found.runs.every(hasFailed) ? next(found.generation) : refused(severalRuns(found.runs));
    case 'untold':
      emit({ type: 'warning', message: UNTOLD });
      return identity;
    case 'bound':
      return refused(notChecked(whereItEnded(found)));
    case 'unreadable':
      if (!found.permanent) return refused(notChecked(`the list of runs could not be read (${found.error.message})`));
      emit({ type: 'warning', message: noList(found.error.message) });
      return identity;
  }
}

function refused(message: string): NotSent {
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

const METADATA_REFUSED =
  'The service refused the request with metadata and accepted it without, so `idempotency: metadata` is off for this run: if an answer is lost or the job is run again, the run cannot be found. Remove the input, or use a service that keeps metadata.';

const METADATA_DROPPED =
  'The service did not give the metadata of the created run back, so `idempotency: metadata` is off: if an answer is lost or the job is run again, the run cannot be found. Remove the input, or use a service that keeps metadata.';

const UNTOLD =
  'Neither the list of runs nor the runs themselves show metadata, so it is not known whether an earlier attempt of this step started a run. A new run is created, which may be a second one. Look at the list of runs in the web interface of the service.';

function noList(reason: string): string {
  return `The list of runs cannot be read (${reason}), so it is not known whether an earlier attempt of this step started a run. A new run is created, which may be a second one. Remove \`idempotency: metadata\`, or give the token access to the list of runs.`;
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

function whereItEnded({ by, oldest }: Extract<Found, { readonly kind: 'bound' }>): string {
  if (by === 'age') return 'the list of runs was read back to 30 days and goes on behind that';
  const reach = oldest === null ? '' : `, which reach back to ${new Date(oldest).toISOString().slice(0, 10)}`;
  return `the list of runs is longer than 20 pages of 100${reach}`;
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
