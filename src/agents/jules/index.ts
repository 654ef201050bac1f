/** Google's Jules behind the port `Agent` (contract 18; its sheet). */
import * as z from 'zod/mini';
import { isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import { parseTime } from '../entry.ts';
import { promptTitle } from '../kit/asked.ts';
import { askInOrder, noteThat, ok, problem } from '../kit/check.ts';
import { openDefined, type CreateRequest, type OpenedService } from '../kit/define.ts';
import { beforehand, insist, refusal } from '../kit/failures.ts';
import { markerOf, withMarker, withoutMarkers } from '../kit/marker.ts';
import { foundTurnOf, FoundTurn } from '../kit/found-turn.ts';
import { findMark, type LogToSearch } from '../kit/marks.ts';
import { memoText, pullDigests, pullsBefore, readMemo } from '../kit/memo.ts';
import type { Page } from '../kit/pages.ts';
import { Rests } from '../kit/rests.ts';
import { searchByKey, SearchMemory, type KeyCarrier, type Listed } from '../kit/search.ts';
import { ListPlace } from '../kit/standings.ts';
import type { FilterHabits, TimedLog } from '../kit/timed-log.ts';
import { TurnLog } from '../kit/turn-log.ts';
import { turnReader } from '../kit/turn-reader.ts';
import {
  RunBusy,
  RunGone,
  type Agent,
  type AgentPorts,
  type Before,
  type CheckFinding,
  type CheckOrder,
  type FollowUps,
  type Found,
  type KnownRun,
  type RequestIdentity,
  type RunId,
  type RunOrder,
  type RunShown,
  type Search,
  type Turn,
  type TurnPorts,
  type TurnReader,
} from '../port.ts';
import { activityLog } from './activities.ts';
import {
  JulesClient,
  judge,
  NO_SOURCE,
  PAGE_MAX,
  SOURCE_BUSY,
  type Activity,
  type Session,
  type Source,
} from './client.ts';
import { pieceOf, TURN_SIGNS } from './entries.ts';
import { JULES } from './facts.ts';
import { BY_ITSELF, mayWorkIn, sessionIdentity, shownSession } from './shown.ts';
import { awaitsApproval, isPaused, meaningOf } from './words.ts';

/** What a step has found out of the service. */
class JulesMemory {
  readonly sources = new Map<string, Source>();
  /** Whether a pull request was asked for, of sessions that this step created or found. */
  readonly asksForPullRequest = new Map<RunId, boolean>();
  readonly searched = new SearchMemory<Session>();
  /** The service refuses to list archived sessions. */
  isArchiveRefused = false;
  readonly listed = new ListPlace();
  readonly habits: FilterHabits = { isRefused: false };
  readonly rests = new Rests();
  /** The activities that were read with what is shown of a run. */
  readonly logs = new WeakMap<RunShown, WholeLog>();
}

type Jules = OpenedService<JulesClient, JulesMemory>;

export function openJules(ports: AgentPorts): Agent {
  return openDefined<JulesClient, JulesMemory>(
    {
      facts: JULES,
      keys: {
        always: true,
        // After 2, 5, 10, 20, 40, 60 and 120 seconds (sheet, section 7).
        pausesMs: [2_000, 3_000, 5_000, 10_000, 20_000, 20_000, 60_000],
        settleMs: 120_000,
        resends: false,
        holder: 'a line of the prompt',
        lookedFor: 'in the list of sessions',
        searched: 'the list of sessions',
      },
      // Contract 18.6.
      pollMs: 10_000,
      createsAtOnce: 1,
      // Sheet, section 2.
      refusedMostMs: 60_000,
      turnIsRun: false,
      judge,
      client: (requests) => new JulesClient(requests),
      memory: () => new JulesMemory(),
      create,
      find,
      read: readShown,
      turn: turnOf,
      followUps: followUpsOf,
      standings,
      check,
    },
    ports,
  );
}

/** A source may be refused for a moment as if it were not there (sheet, section 2). */
const SOURCE_PAUSES_MS = [5_000];
/** The same of a create, although the source was just read (sheet, section 7). */
const CREATE_PAUSES_MS = [5_000, 15_000];

async function create(
  service: Jules,
  { order, identity }: CreateRequest,
  call: CallOptions,
): Promise<RunShown> {
  const { client, clock, memory } = service;
  const context = await contextOf(service, order, call).catch((error: unknown) => {
    throw beforehand(error);
  });
  const body = createBody(order, { identity, context });
  const isSourceKnown = context !== null;
  const session = await insist(
    () => client.create(body, call),
    {
      clock,
      pausesMs: CREATE_PAUSES_MS,
      mayPass: ({ reason }) => isSourceKnown && reason === SOURCE_BUSY,
    },
    call,
  );
  memory.asksForPullRequest.set(session.id, asksForPullRequest(order));
  return { ...shownSession(session, { ...BY_ITSELF, mode: 'created' }), meaning: 'active' };
}

/** Without a repository there is none to open one in. */
function asksForPullRequest({ repository, createPullRequest }: RunOrder): boolean {
  return repository !== null && createPullRequest;
}

interface SourceContext {
  readonly source: string;
  readonly githubRepoContext: { readonly startingBranch: string };
}

/** Null: without a repository. */
async function contextOf(
  service: Jules,
  { repository, ref }: RunOrder,
  call: CallOptions,
): Promise<SourceContext | null> {
  if (repository === null) {
    return null;
  }
  const { name, defaultBranch } = await sourceOf(service, repository, call);
  const startingBranch = ref ?? defaultBranch;
  if (startingBranch === null) {
    throw refusal(`the service does not tell the default branch of ${repository}`, {
      code: 'invalid_input',
      advice: 'Name the branch to start from in the input `ref`. Nothing was sent.',
    });
  }
  return { source: name, githubRepoContext: { startingBranch } };
}

/** Proves that the GitHub app of Jules sees the repository. */
async function sourceOf(
  { client, clock, memory }: Jules,
  repository: string,
  call: CallOptions,
): Promise<Source> {
  const known = memory.sources.get(repository.toLowerCase());
  if (known !== undefined) {
    return known;
  }
  const ports = { clock, pausesMs: SOURCE_PAUSES_MS, mayPass: isMissing };
  const source = await insist(() => client.source(repository, call), ports, call).catch(
    (error: unknown) => {
      throw isMissing(error) ? noSource(error, repository) : error;
    },
  );
  memory.sources.set(repository.toLowerCase(), source);
  return source;
}

function noSource(error: ServiceError, repository: string): ServiceError {
  const advice = `Jules does not see ${repository}. ${NO_SOURCE}`;
  return error.with({ code: 'not_found', advice, mayConcernRepository: true });
}

function createBody(
  order: RunOrder,
  {
    identity,
    context,
  }: { readonly identity: RequestIdentity | null; readonly context: SourceContext | null },
): object {
  const { prompt, fields } = order;
  const body: Record<string, unknown> = {
    ...fields,
    prompt: withMarker(prompt, identity),
    title: titleOf(prompt, identity),
  };
  if (context !== null) {
    body['sourceContext'] = context;
  }
  if (asksForPullRequest(order)) {
    body['automationMode'] = 'AUTO_CREATE_PR';
    // Refused without it, and otherwise better left out (sheet, section 3).
    body['requirePlanApproval'] = false;
  }
  return body;
}

/** With the key too, because a list may cut the prompt, and with no other one. */
function titleOf(prompt: string, identity: RequestIdentity | null): string {
  const title = withoutMarkers(promptTitle(prompt));
  return identity === null ? title : `${title} ${markerOf(identity)}`;
}

/** What the list shows counts also where archived sessions cannot be listed. */
async function find(service: Jules, search: Search, call: CallOptions): Promise<Found> {
  const { clock, memory } = service;
  const parts = { search, memory: memory.searched, clock };
  const found = await searchByKey(carrierOf(service, search), parts, call);
  const isOpen = found.kind === 'none' && search.kind === 'earlier' && memory.isArchiveRefused;
  return isOpen ? { kind: 'open', why: ARCHIVE_REFUSED } : found;
}

const ARCHIVE_REFUSED =
  'the service refuses to list archived sessions, and the other ones do not have it';

/** Sessions carry the key in their prompt; archived ones are in a list of their own. */
function carrierOf({ client, memory }: Jules, { order }: Search): KeyCarrier<Session> {
  const listOf =
    (isArchived: boolean) =>
    async (cursor: string | null, call: CallOptions): Promise<Page<Listed<Session>>> => {
      const list = { isArchived, cursor, size: PAGE_MAX };
      const page = await client.sessions(list, call).catch((error: unknown) => {
        if (isArchived && error instanceof ServiceError && error.status === 400) {
          memory.isArchiveRefused = true;
          return { items: [], next: null };
        }
        throw error;
      });
      return { ...page, items: page.items.map(listedSession) };
    };
  return {
    stages: [
      [
        { name: 'active', read: listOf(false) },
        { name: 'archived', read: listOf(true) },
      ],
    ],
    // With a key of one's own (sheet, section 7).
    mayBe: (session) => order === null || mayWorkIn(session, order.repository),
    several: 'all_choose_one',
    shown: (session) => {
      if (order !== null) {
        memory.asksForPullRequest.set(session.id, asksForPullRequest(order));
      }
      return shownSession(session, BY_ITSELF);
    },
    plural: 'sessions',
    pageSize: PAGE_MAX,
  };
}

function listedSession(session: Session): Listed<Session> {
  const createdAt = parseTime(session.createTime);
  const identity = sessionIdentity(session);
  const identities = identity === null ? [] : [identity];
  return { item: session, id: session.id, createdAt, identities };
}

async function readShown(service: Jules, id: RunId, call: CallOptions): Promise<RunShown> {
  const session = await service.client.session(id, call);
  const whole = await wholeLog(service, id, call);
  const { log } = whole;
  const shown = shownSession(session, { ...BY_ITSELF, log, restMs: restOf(service, session) });
  service.memory.logs.set(shown, whole);
  return shown;
}

interface WholeLog {
  readonly log: TurnLog;
  readonly reader: TimedLog<Activity>;
}

/** All of a session's log, as one that is only followed shows it; none where it is not there. */
async function wholeLog(
  { client, clock, memory: { habits } }: Jules,
  id: RunId,
  call: CallOptions,
): Promise<WholeLog> {
  const log = new TurnLog(
    { mode: 'attached', runId: id, sent: null },
    { wall: () => clock.wall() },
  );
  const reader = activityLog(id, { client, habits });
  try {
    for await (const items of reader.all(call)) {
      log.take(items.map(pieceOf));
    }
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
  return { log, reader };
}

function restOf({ memory, clock }: Jules, { id, state, updateTime }: Session): number {
  const shown = `${String(state)} ${String(updateTime)}`;
  return memory.rests.of(id, { shown, now: clock.now() });
}

const TOO_LARGE =
  'An activity of the session is larger than the 16 MB that are read at most: the log ends there, ' +
  'and the state of the session decides.';

function turnOf(service: Jules, turn: Turn, ports: TurnPorts): TurnReader {
  const { client, clock, memory } = service;
  const before = readMemo(turn.before, memoSchema);
  const activities = activityLog(
    turn.runId,
    { client, habits: memory.habits, onTooLarge: () => ports.warn(TOO_LARGE) },
    turn.mode === 'resumed' ? before : null,
  );
  const found = foundTurnOf(turn, TURN_SIGNS);
  const facts = {
    mode: turn.mode,
    pullsBefore: pullsBefore(turn, before?.pulls ?? null),
    asksForPullRequest: memory.asksForPullRequest.get(turn.runId) ?? null,
    runBefore: turn.runBefore,
  };
  const source = {
    readRecord: (call: CallOptions) => client.session(turn.runId, call),
    // The activities of a session that is there may not be there yet (sheet, section 3).
    readLog: async (call: CallOptions) => {
      const read = await activities.read(call).catch((error: unknown) => {
        throw isMissing(error) ? error.proving('ambiguous') : error;
      });
      const items = found?.take(read.items) ?? read.items;
      return { pieces: items.map(pieceOf), more: read.more, isPast: found?.isClosed ?? false };
    },
    shown: (session: Session, log: TurnLog): RunShown =>
      shownSession(session, { ...facts, log, restMs: restOf(service, session) }),
    hasEnd,
    digest: ({ state, updateTime, outputs }: Session) =>
      JSON.stringify([state, updateTime, outputs]),
  };
  return turnReader(source, { turn, ports, clock });
}

/** The activities have what the end of this session brings. */
function hasEnd({ state }: Session, log: TurnLog): boolean {
  if (isPaused(state) || awaitsApproval(state)) {
    return true;
  }
  return meaningOf(state) === 'needs_input' ? log.lastSaid !== null : log.end !== null;
}

/** Known of a session before a follow-up (sheet, sections 5 and 6). */
const memoSchema = z.object({
  /** An activity told its end, whatever the state says. */
  isOver: z.boolean(),
  newest: z.nullable(z.number()),
  ids: z.array(z.string()),
  pulls: z.array(z.string()),
});

/** Messages to a session: the next turn begins with each. */
function followUpsOf(service: Jules): FollowUps {
  const { client, memory } = service;
  return {
    async before(run, call): Promise<Before> {
      const { log, reader } = memory.logs.get(run) ?? (await wholeLog(service, run.id, call));
      const { newest, ids } = reader.place;
      const pulls = pullDigests(run.pullRequests);
      const memo = memoText({ isOver: log.end !== null, newest }, { ids, pulls });
      return { entries: reader.count, memo };
    },
    // Nothing of this service can be stopped, so that there is nothing to take back.
    wake: () => Promise.resolve(),
    async send(run, { text }, call) {
      await refuseUntimely(service, run, call);
      try {
        await client.say(run.id, text, call);
      } catch (error) {
        throw isMissing(error) ? new RunGone(NOT_THERE, error) : error;
      }
      return null;
    },
    find: (run, mark, call) => findMark(logToSearch(service), { run, mark }, call),
  };
}

function logToSearch(service: Jules): LogToSearch<Activity> {
  const { client, clock, memory } = service;
  return {
    pages({ id, before }, call) {
      const known = readMemo(before, memoSchema);
      return activityLog(id, { client, habits: memory.habits }, known).all(call);
    },
    turn: (mark) => new FoundTurn(TURN_SIGNS, mark),
    read: ({ id }, call) => readShown(service, id, call),
    async readPast({ id, sent, pieces }, call) {
      const log = new TurnLog({ mode: 'resumed', runId: id, sent }, { wall: () => clock.wall() });
      log.take(pieces.map(pieceOf));
      log.leave();
      return shownSession(await client.session(id, call), { ...BY_ITSELF, mode: 'resumed', log });
    },
  };
}

const NOT_THERE = 'the service does not have the session any more';

/**
 * A session at work is waited for, and one that waits for a person at its page gets no message
 * (contract 18.4; sheet, section 10).
 */
async function refuseUntimely(
  { client }: Jules,
  { id, before }: KnownRun,
  call: CallOptions,
): Promise<void> {
  const session = await client.session(id, call).catch((error: unknown) => {
    throw isMissing(error) ? new RunGone(NOT_THERE, error) : beforehand(error);
  });
  const { state, url } = session;
  if (isPaused(state) || awaitsApproval(state)) {
    throw refusal(`the session is ${String(state)}`, {
      code: 'rejected',
      advice:
        'It waits for a person, who goes on with it on its page' +
        `${url === null ? '' : ` (${url})`}: no message is sent to it until then.`,
    });
  }
  const known = readMemo(before, memoSchema);
  if (meaningOf(state) === 'active' && known?.isOver !== true) {
    throw new RunBusy(id, null);
  }
}

/** A session that shows nothing new for so long may be done without saying so. */
const STILL_MS = 60_000;

function standings(
  service: Jules,
  ids: readonly RunId[],
  call: CallOptions,
): Promise<ReadonlyMap<RunId, RunShown | null>> {
  const { client, memory } = service;
  return memory.listed.read(ids, async (cursor) => {
    const page = await client.sessions({ isArchived: false, cursor, size: PAGE_MAX }, call);
    return { ...page, items: page.items.map((one) => [one.id, standingOf(service, one)] as const) };
  });
}

/** Null: only its activities tell. */
function standingOf(service: Jules, session: Session): RunShown | null {
  const restMs = restOf(service, session);
  const shown = shownSession(session, { ...BY_ITSELF, restMs });
  return shown.meaning === 'active' && restMs >= STILL_MS ? null : shown;
}

/** Whose key it is, is not printed (contract 18.8). */
function check(
  service: Jules,
  { repository, runId, patiently }: CheckOrder,
  call: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { client, baseUrl } = service;
  const key = async (): Promise<readonly CheckFinding[]> => {
    await patiently(() => client.sessions({ isArchived: false, cursor: null, size: 1 }, call));
    return [
      ok(`The service answers at ${baseUrl}, and the API key is valid.`),
      noteThat('Whether tasks are left for today is seen at the first create alone.'),
    ];
  };
  const source = async (): Promise<readonly CheckFinding[]> => {
    if (repository === null) {
      return [];
    }
    try {
      const { defaultBranch } = await patiently(() => sourceOf(service, repository, call));
      const branch = defaultBranch === null ? '' : `; its default branch is ${defaultBranch}`;
      return [ok(`Jules sees the repository ${repository}${branch}.`)];
    } catch (error) {
      if (!isMissing(error)) {
        throw error;
      }
      return [problem('not_found', String(error.advice))];
    }
  };
  const session = async (): Promise<readonly CheckFinding[]> => {
    if (runId === null) {
      return [];
    }
    const found = await patiently(() => client.session(runId, call));
    return [ok(`Session ${shortId(found.id)} is there: ${String(found.state)}.`)];
  };
  return askInOrder([key, source, session]);
}
