/** Devin's sessions behind the port `Agent` (contract 18; its sheet). */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { openDefined, type CreateRequest } from '../kit/define.ts';
import type { Agent, AgentPorts, RunId, RunShown } from '../port.ts';
import { checkDevin } from './check.ts';
import { bareId, DevinClient, PAGE_MAX, whole } from './client.ts';
import { createBody } from './create.ts';
import { DEVIN } from './facts.ts';
import { findSession } from './find.ts';
import { followUpsOf } from './follow-ups.ts';
import { DEVIN_KEYS } from './key.ts';
import { outputDigest } from './memo.ts';
import { DevinMemory, type Devin } from './memory.ts';
import { CAP_REASON, judge, sessionCap } from './refusals.ts';
import type { Session } from './schema.ts';
import { BY_ITSELF, shownSession } from './shown.ts';
import { stop } from './stop.ts';
import { DevinTurn } from './turn.ts';

export function openDevin(ports: AgentPorts): Agent {
  const { clock, orgId } = ports;
  return openDefined<DevinClient, DevinMemory>(
    {
      facts: DEVIN,
      keys: DEVIN_KEYS,
      // Contract 18.6.
      pollMs: 10_000,
      createsAtOnce: 1,
      // Sheet, section 2.
      refusedMostMs: 120_000,
      turnIsRun: false,
      judge,
      client: (requests, { memory }) => new DevinClient(requests, orgId, memory.findings),
      memory: () => new DevinMemory(clock),
      create,
      find: (service, search, call) =>
        findSession(service, { search, shown: (session) => shownOf(service, session) }, call),
      read: readShown,
      turn: ({ client, memory: { seen } }, turn, turnPorts) =>
        new DevinTurn({ client, clock, seen }, { turn, ports: turnPorts }),
      followUps: followUpsOf,
      stop,
      standings,
      check: ({ client }, order, call) => checkDevin({ client, orgId }, order, call),
    },
    ports,
  );
}

/** The answer tells neither detail nor output, so that only its address and tags count. */
async function create(
  service: Devin,
  { order, identity }: CreateRequest,
  call: CallOptions,
): Promise<RunShown> {
  const made = await service.client
    .create(createBody(order, identity), call)
    .catch((error: unknown) => refuseCreate(service, error));
  return { ...shownOf(service, made), meaning: 'active' };
}

/** A cap on sessions says how many of this step's hold a place (contract 18.6). */
function refuseCreate({ memory }: Devin, error: unknown): never {
  const { awake } = memory.seen;
  const isCapped = error instanceof ServiceError && error.reason === CAP_REASON;
  throw isCapped && awake > 0 ? sessionCap(error, awake) : error;
}

async function readShown(service: Devin, id: RunId, call: CallOptions): Promise<RunShown> {
  const session = await service.client.session(id, call);
  const shown = shownOf(service, session);
  const output = { digest: outputDigest(session) };
  // Whatever comes after a follow-up to a session that works is new.
  return { ...shown, result: shown.result ?? null, output };
}

function shownOf({ memory }: Devin, session: Session): RunShown {
  memory.seen.see(session);
  return shownSession(session, BY_ITSELF);
}

/** Sessions are made a little before the client's clock says so. */
const SKEW_S = 120;

/**
 * The newest sessions, page by page. Which form a list of ids has in the query is not certain
 * (sheet, section 1), so that the list is not filtered by them.
 */
function standings(
  service: Devin,
  ids: readonly RunId[],
  call: CallOptions,
): Promise<ReadonlyMap<RunId, RunShown | null>> {
  const { client, memory } = service;
  const first = memory.seen.firstCreated(ids);
  const since = first === null ? null : String(Math.floor(first / 1_000) - SKEW_S);
  // The same sessions are listed with `devin-` and without.
  const names = new Map(ids.map((id) => [bareId(id), id]));
  return memory.listed.read(ids, async (after) => {
    const query = { first: String(PAGE_MAX), created_after: since, after };
    const page = whole(await client.list(query, call));
    const items = page.items.map((session) => {
      const id = names.get(bareId(session.id)) ?? session.id;
      return [id, { ...shownOf(service, session), id }] as const;
    });
    return { items, next: page.hasNext ? page.cursor : null };
  });
}
