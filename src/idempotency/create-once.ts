/**
 * A create that makes at most one run (contract 4.8, 4.9): it searches for the run of an earlier attempt before the create, and for the new
 * run if the response to the create was lost. The request itself is never sent again after an ambiguous failure.
 */
import { parseTime } from '../run/entry.ts';
import { attachTo, createRun, type StartPorts, type StartResult } from '../run/start.ts';
import type { StatusClass } from '../run/status.ts';
import type { CallOptions, CreateBody } from '../service/client.ts';
import type { Published } from '../service/published.ts';
import type { Identity } from './key.ts';
import type { ListedRun, ListPage } from './listing.ts';
import { lookForCreated, lookForEarlier, type Lookup, type LookupPorts } from './lookup.ts';
import { carriesIdentity, withIdentity } from './metadata.ts';
import { METADATA_DROPPED, METADATA_REFUSED, noList, notChecked, notSettled, whyAmbiguous } from './messages.ts';

export interface OncePorts extends StartPorts {
  readonly published: () => Promise<Pick<Published, 'runs'>>;
  readonly classify: (word: string | null) => StatusClass;
}

export interface Once {
  readonly identity: Identity;
  /** An earlier request with this key may have created a run, so the list is read before the create. */
  readonly lookFirst: boolean;
}

export async function createOnce(
  ports: OncePorts,
  { body, once }: { readonly body: CreateBody; readonly once: Once },
  call: CallOptions,
): Promise<StartResult> {
  const before = once.lookFirst ? await earlierRun(ports, once.identity, call) : create(once.identity);
  if (before.kind === 'found') return { ok: true, started: attachTo(before.run.id) };
  if (before.kind === 'refused') return before.result;
  if (before.kind === 'off') return await createRun(ports, body, call);
  const { identity } = before;
  const sentAt = ports.clock.wall();
  ports.emit({ type: 'keyed', identity, sentAt });
  const marked = withIdentity(body, identity);
  const sent = await createRun(ports, marked, call);
  if (sent.ok) {
    if (!carriesIdentity(sent.started.metadata, identity)) ports.emit({ type: 'warning', message: METADATA_DROPPED });
    return sent;
  }
  // A refused create was not carried out, so it may be sent again without the key.
  if (sent.error?.status === 400 || sent.error?.status === 422) return await withoutIdentity(ports, body, call);
  if (sent.failure.code !== 'ambiguous_create') return sent;
  return await settle(ports, { identity, sentAt, sent }, call);
}

type NotSent = Extract<StartResult, { readonly ok: false }>;

async function withoutIdentity(ports: OncePorts, body: CreateBody, call: CallOptions): Promise<StartResult> {
  ports.emit({ type: 'note', message: 'The service refused the create request; it is sent again without the key.' });
  const plain = await createRun(ports, body, call);
  // If it is refused without the key too, the key was not the reason.
  if (plain.ok) ports.emit({ type: 'warning', message: METADATA_REFUSED });
  return plain;
}

/** Finds the run of the lost response. */
async function settle(
  ports: OncePorts,
  { identity, sentAt, sent }: { readonly identity: Identity; readonly sentAt: number; readonly sent: NotSent },
  call: CallOptions,
): Promise<StartResult> {
  ports.emit({
    type: 'note',
    message: `${sent.error?.message ?? 'The response was lost'}: looking for the run in the list of runs, for up to two minutes.`,
  });
  const found = await lookForCreated(lookupPorts(ports), { identity, sentAt, call: stoppable(ports, call) });
  if (found.kind === 'one') {
    const { id, webUrl, status } = found.run;
    ports.emit({ type: 'note', message: `Run ${id} carries the key of this request: it is the run that was created.` });
    return { ok: true, started: { ...attachTo(id), mode: 'created', webUrl, status } };
  }
  return { ...sent, failure: { code: 'ambiguous_create', message: notSettled(sent.failure.message, found) } };
}

type Before =
  | { readonly kind: 'create'; readonly identity: Identity }
  | { readonly kind: 'found'; readonly run: ListedRun }
  | { readonly kind: 'refused'; readonly result: NotSent }
  /** The service has no list of runs, so nothing can be found. */
  | { readonly kind: 'off' };

function create(identity: Identity): Before {
  return { kind: 'create', identity };
}

/** The run of an earlier request with this key. */
async function earlierRun(ports: OncePorts, identity: Identity, call: CallOptions): Promise<Before> {
  const found = await lookForEarlier(lookupPorts(ports), { identity, call: stoppable(ports, call) });
  switch (found.kind) {
    case 'none':
      return create(identity);
    case 'one': {
      const generation = found.identity.generation;
      if (!endedBadly(ports, found.run)) {
        ports.emit({
          type: 'note',
          message: `Run ${found.run.id} was started by attempt ${generation} of this step: attaching to it.`,
        });
        return { kind: 'found', run: found.run };
      }
      ports.emit({
        type: 'note',
        message: `Run ${found.run.id} of attempt ${generation} ended as ${String(found.run.status)}: starting a new run.`,
      });
      return create(following(identity, generation));
    }
    case 'ambiguous': {
      const generation = found.generation;
      // A run that failed or was cancelled is ignored, whatever its request.
      if (found.runs.every((run) => endedBadly(ports, run))) return create(following(identity, generation));
      return refused(whyAmbiguous(found));
    }
    case 'bound':
      return refused(notChecked(found));
    case 'unreadable':
      if (!found.permanent) return refused(notChecked(found));
      ports.emit({ type: 'warning', message: noList(found.error) });
      return { kind: 'off' };
  }
}

function endedBadly({ classify }: OncePorts, { status }: ListedRun): boolean {
  const meaning = classify(status);
  return meaning === 'failure' || meaning === 'cancelled';
}

function following(identity: Identity, generation: number): Identity {
  return { ...identity, generation: Math.max(identity.generation, generation + 1) };
}

function refused(message: string): Before {
  return {
    kind: 'refused',
    result: { ok: false, failure: { code: 'ambiguous_create', message }, error: null, outOfTime: false },
  };
}

/** No create is in flight during a lookup, so it ends with the step's own signal. */
function stoppable({ stop }: OncePorts, { deadline }: CallOptions): CallOptions {
  return { signal: stop, deadline };
}

/** Converts the pages of the service's list for the search. */
export function lookupPorts({ clock, published }: Pick<OncePorts, 'clock' | 'published'>): LookupPorts {
  const list: LookupPorts['list'] = async ({ skip }, call): Promise<ListPage> => {
    const { items, next } = await (await published()).runs({ skip, limit: PAGE }, call);
    const runs = items.map(({ id, status, web_url: webUrl, created_at: createdAt, metadata }) => {
      return { id, status, webUrl, createdAt: parseTime(createdAt), metadata };
    });
    return { runs, next };
  };
  return { clock, list };
}

const PAGE = 100;

export type { Lookup };
