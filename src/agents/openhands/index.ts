/** OpenHands behind the port `Agent` (contract 18, 18.10; its sheet). */
import { asServiceError, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { joined, shortId } from '../../safe/text.ts';
import { askInOrder, noteThat, ok, runFindings } from '../kit/check.ts';
import { BEARER } from '../facts.ts';
import { pullRequestSentence } from '../kit/asked.ts';
import { openDefined, type CreateRequest } from '../kit/define.ts';
import { foundById, searchById, uuidOf } from '../kit/search-by-id.ts';
import type {
  Agent,
  AgentPorts,
  CheckFinding,
  CheckOrder,
  Found,
  RequestIdentity,
  RunId,
  RunOrder,
  RunShown,
  Search,
} from '../port.ts';
import { judge, OpenHandsClient, SANDBOX_AUTH } from './client.ts';
import { bareId, OPENHANDS } from './facts.ts';
import { followUpsOf } from './follow-ups.ts';
import {
  factsOf,
  knownRecord,
  noteSeen,
  OpenHandsMemory,
  readShown,
  recordThere,
  shownAlone,
  shownAsRead,
  type OpenHands,
} from './records.ts';
import { shownRecord, type OpenHandsRecord } from './shown.ts';
import { stop } from './stop.ts';
import { turnOf } from './turn.ts';

export function openOpenHands(ports: AgentPorts): Agent {
  const isOwn = OPENHANDS.baseUrl.kind !== 'fixed' || ports.baseUrl !== OPENHANDS.baseUrl.url;
  return openDefined<OpenHandsClient, OpenHandsMemory>(
    {
      // The open-source server asks for a header of its own (contract 18.1).
      facts: isOwn ? { ...OPENHANDS, auth: [...BEARER, ...SANDBOX_AUTH] } : OPENHANDS,
      keys: {
        always: true,
        // After 2, 5, 10, 20, 40, 60 and 120 seconds (sheet, section 7).
        pausesMs: [2_000, 3_000, 5_000, 10_000, 20_000, 20_000, 60_000],
        settleMs: 120_000,
        resends: false,
        lookedFor: 'under the id that was sent with it',
        searched: 'the conversation with the id of this request',
        idToBe: (identity) => bareId(conversationIdOf(identity)),
      },
      // Contract 18.6.
      pollMs: 10_000,
      createsAtOnce: 1,
      // Ten requests a second are the limit; a day's quota says when it is over (sheet, section 2).
      refusedMostMs: 60_000,
      turnIsRun: false,
      headers: ports.orgId === '' ? undefined : { 'x-org-id': ports.orgId },
      judge,
      client: (requests) => new OpenHandsClient(requests, ports.keepSecret ?? (() => undefined)),
      memory: () => new OpenHandsMemory(),
      create,
      find,
      read: readShown,
      turn: turnOf,
      followUps: followUpsOf,
      stop,
      standings,
      check,
    },
    ports,
  );
}

/** The id of the conversation that a request with this identity makes (contract 18.4). */
export function conversationIdOf({ key, generation, asked }: RequestIdentity): string {
  return uuidOf(['conversation/1', key, generation, asked]);
}

async function create(
  service: OpenHands,
  { order, identity }: CreateRequest,
  call: CallOptions,
): Promise<RunShown> {
  const { client, memory } = service;
  const task = await client.create(createBody(order, identity), call);
  const sent = identity === null ? task.request.conversation_id : conversationIdOf(identity);
  const id = bareId(sent ?? '');
  memory.startTasks.set(id, task);
  return shownRecord({ kind: 'start', id, task }, factsOf(service));
}

function createBody(order: RunOrder, identity: RequestIdentity | null): object {
  const { prompt, fields, repository, ref, model } = order;
  const body: Record<string, unknown> = {
    ...fields,
    initial_message: { role: 'user', content: [{ type: 'text', text: askedText(order, prompt) }] },
  };
  if (identity !== null) {
    body['conversation_id'] = conversationIdOf(identity);
  }
  if (repository !== null) {
    body['selected_repository'] = repository;
  }
  if (repository !== null && ref !== null) {
    body['selected_branch'] = ref;
  }
  if (model !== null) {
    body['llm_model'] = model;
  }
  return body;
}

/** The service has no field for it. */
function askedText({ createPullRequest, repository }: RunOrder, prompt: string): string {
  return repository === null ? prompt : joined([prompt, pullRequestSentence(createPullRequest)]);
}

/** One look for the run of a create, whose id is its key (sheet, section 7). */
async function find(service: OpenHands, search: Search, call: CallOptions): Promise<Found> {
  const read = (identity: RequestIdentity): Promise<OpenHandsRecord | null> =>
    recordThere(service, { id: bareId(conversationIdOf(identity)), from: search.from }, call);
  const found = await searchById(read, search);
  if (found.kind !== 'found') {
    return found;
  }
  const { item: record, identity } = found;
  // What a lost create has made is followed however it stands.
  if (record.kind !== 'conversation' || search.kind === 'lost') {
    return foundById(shownRecord(record, factsOf(service)), identity);
  }
  // Where its sandbox is gone, the events alone say whether it ended well (sheet, section 4).
  const id = bareId(record.conversation.id);
  const run = await shownAsRead(service, { id, record, isSearch: true }, call).catch(
    asServiceError,
  );
  if (!(run instanceof ServiceError)) {
    return foundById(run, identity);
  }
  const why =
    `the conversation ${id} is there, and its events, which alone tell how it stands, could not ` +
    `be read (${run.message})`;
  return { kind: 'open', why, mayClose: true };
}

/** By the words of the list alone: the events of each are read when its turn is. */
function standings(
  service: OpenHands,
  ids: readonly RunId[],
  call: CallOptions,
): Promise<ReadonlyMap<RunId, RunShown | null>> {
  const { client, memory } = service;
  return memory.listed.read(ids, async (cursor) => {
    const page = await client.conversations(cursor, call);
    const items = page.items.map((conversation) => {
      const record = { kind: 'conversation', conversation } as const;
      if (ids.includes(bareId(conversation.id))) {
        noteSeen(service, conversation);
      }
      return [bareId(conversation.id), shownAlone(service, record)] as const;
    });
    return { ...page, items };
  });
}

/** Whose key it is, is not printed (contract 18.10). */
function check(
  service: OpenHands,
  { runId, repository, patiently }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { client, baseUrl } = service;
  const key = async (): Promise<readonly CheckFinding[]> => {
    await patiently(() => client.checkKey(call));
    return [ok(`The service answers at ${baseUrl}, and the API key is valid.`)];
  };
  const access = (): Promise<readonly CheckFinding[]> => {
    const note = `Whether it may work in ${String(repository)} is seen at the first create alone.`;
    return Promise.resolve(repository === null ? [] : [noteThat(note)]);
  };
  const conversation = (): Promise<readonly CheckFinding[]> =>
    runFindings(runId, {
      nameOf: (id) => `Conversation ${shortId(id)}`,
      read: async (id) => {
        const found = await patiently(() => knownRecord(service, id, call));
        return shownRecord(found, factsOf(service)).status;
      },
    });
  return askInOrder([key, access, conversation]);
}
