/**
 * Devin's sessions as an `Agent` (contract 18): one session for one request, followed by messages.
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions, Limiter } from '../../http/limits.ts';
import type { Clock } from '../../runner/port.ts';
import { capitalized, shortId } from '../../safe/text.ts';
import { beforehand } from '../kit/failures.ts';
import {
  RunGone,
  type Agent,
  type AgentPorts,
  type Before,
  type CheckFinding,
  type CheckOrder,
  type FollowUps,
  type Found,
  type KnownRun,
  type Message,
  type RequestIdentity,
  type RunId,
  type RunOrder,
  type RunShown,
  type Search,
  type StopResponse,
  type Turn,
  type TurnPorts,
  type TurnReader,
} from '../port.ts';
import { checkDevin } from './check.ts';
import { bareId, DevinClient, PAGE_MAX, whole } from './client.ts';
import { createBody } from './create.ts';
import { findSession } from './find.ts';
import { DEVIN_KEYS, identityIn } from './key.ts';
import { memoText, outputDigest, readMemo, readMemoText, type Memo } from './memo.ts';
import { CAP_REASON, sessionCap } from './refusals.ts';
import type { SessionMessage as LogMessage, Session } from './schema.ts';
import { messagePages } from './message-pages.ts';
import { KnownSessions } from './known-sessions.ts';
import { BY_ITSELF, shownSession } from './shown.ts';
import { DevinTurn } from './turn.ts';
import { isAsleep, isGone, wordOf, wordsIn } from './words.ts';

/** Contract 18.6. */
const POLL_MS = 10_000;

/** Kept of the time of a stop, to say what became of it. */
const SAY_MS = 100;
/** Sessions are made a little before the client's clock says so. */
const SKEW_S = 120;

interface Parts {
  readonly client: DevinClient;
  readonly clock: Clock;
  readonly orgId: string;
  readonly seen: KnownSessions;
}

/** Opens the service. Sends nothing. */
export function openDevin({ env: _, orgId, ...options }: AgentPorts): Agent {
  const client = new DevinClient(options, orgId);
  return new DevinAgent({ client, clock: options.clock, orgId, seen: new KnownSessions() });
}

class DevinAgent implements Agent {
  readonly keys = DEVIN_KEYS;
  readonly pollMs = POLL_MS;
  readonly createsAtOnce = 1;
  readonly turnIsRun = false;
  readonly repository = null;
  readonly followUps: FollowUps;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.followUps = new DevinFollowUps(parts.client);
  }

  /** The answer tells neither detail nor output, so that only its address and tags count. */
  async create(
    order: RunOrder,
    identity: RequestIdentity | null,
    call: CallOptions,
  ): Promise<RunShown> {
    const { client } = this.#parts;
    const made = await client
      .create(createBody(order, identity), call)
      .catch((error: unknown) => this.#refuseCreate(error));
    const isTagged = identity === null || identityIn(made.tags) !== null;
    // What the answer lacks the session may have.
    const tags = isTagged ? made.tags : await this.#tagsOf(made.id, call);
    return { ...this.#shown(made), meaning: 'active', key: identityIn(tags) };
  }

  /** Of a cap on sessions it is said how many of this step's hold a place (contract 18.6). */
  #refuseCreate(error: unknown): never {
    const { awake } = this.#parts.seen;
    const isCapped = error instanceof ServiceError && error.reason === CAP_REASON;
    throw isCapped && awake > 0 ? sessionCap(error, awake) : error;
  }

  /** None where they cannot be read: the session is there, and goes on. */
  async #tagsOf(id: RunId, call: CallOptions): Promise<readonly string[]> {
    try {
      const { tags } = await this.#parts.client.session(id, call);
      return tags;
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      return [];
    }
  }

  find(search: Search, call: CallOptions): Promise<Found> {
    const { client } = this.#parts;
    const shown = (session: Session): RunShown => this.#shown(session);
    return findSession({ client, shown }, search, call);
  }

  async read(id: RunId, call: CallOptions): Promise<RunShown> {
    const session = await this.#parts.client.session(id, call);
    const shown = this.#shown(session);
    const output = { digest: outputDigest(session) };
    // Whatever comes after a follow-up to a session that works is new.
    return { ...shown, result: shown.result ?? null, output };
  }

  turn(turn: Turn, ports: TurnPorts): TurnReader {
    return new DevinTurn(this.#parts, { turn, ports });
  }

  /** Archives the session, which puts it to sleep; terminated it could never go on. */
  readonly stop = async (id: RunId, call: CallOptions): Promise<StopResponse> => {
    const { client } = this.#parts;
    let failed: ServiceError | null = null;
    try {
      await client.archive(id, call);
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      failed = error;
    }
    // What became of it the session itself decides (sheet, section 8.3).
    const session = await this.#readBack(id, call);
    if (session instanceof ServiceError) {
      if (failed !== null) {
        throw failed;
      }
      return { kind: 'accepted', text: unreadText(id, session) };
    }
    const word = String(wordOf(session));
    if (isGone(session)) {
      return { kind: 'over', text: `Session ${shortId(session.id)} had ended already (${word}).` };
    }
    if (failed !== null && !session.isArchived) {
      throw isRefusal(failed) ? failed.proving('permanent') : failed;
    }
    return { kind: 'accepted', text: stoppedText(session, word) };
  };

  /** What became of a stop; why it cannot be read, if there is time left to say that. */
  #readBack(id: RunId, call: CallOptions): Promise<ServiceError | Session> {
    const soon = { ...call, deadline: call.deadline - SAY_MS };
    return this.#parts.client.session(id, soon).catch((error: unknown) => {
      if (error instanceof ServiceError) {
        return error;
      }
      throw error;
    });
  }

  /**
   * The newest sessions, page by page. Which form a list of ids has in the query is not certain
   * (sheet, section 1), so that the list is not filtered by them.
   */
  readonly standings = async (
    ids: readonly RunId[],
    call: CallOptions,
  ): Promise<ReadonlyMap<RunId, RunShown | null>> => {
    const { client, seen } = this.#parts;
    const after = seen.listCursor;
    const first = seen.firstCreated(ids);
    const since = first === null ? null : Math.floor(first / 1_000) - SKEW_S;
    const page = await client.list(
      {
        first: String(PAGE_MAX),
        created_after: since === null ? null : String(since),
        after,
      },
      call,
    );
    seen.listCursor = page.hasNext ? page.cursor : null;
    const names = new Map(ids.map((id) => [bareId(id), id]));
    const told = new Map<RunId, RunShown | null>();
    if (after === null && !page.hasNext) {
      // All were listed, but for those that are archived or not listed yet.
      ids.forEach((id) => told.set(id, null));
    }
    for (const session of page.items) {
      const id = names.get(bareId(session.id)) ?? session.id;
      told.set(id, { ...this.#shown(session), id });
    }
    return told;
  };

  check(order: CheckOrder, call: CallOptions): Promise<readonly CheckFinding[]> {
    return checkDevin(this.#parts, order, call);
  }

  under(limiter: Limiter): Agent {
    const { client, ...parts } = this.#parts;
    return new DevinAgent({ ...parts, client: client.under(limiter) });
  }

  spacing(): number {
    return this.#parts.client.limiter.spacing();
  }

  readDelay(reserve = 0): number {
    return this.#parts.client.limiter.delay('standard', reserve);
  }

  serviceTime(): number | null {
    return this.#parts.client.serviceTime();
  }

  reached(): number {
    return this.#parts.client.reached();
  }

  #shown(session: Session): RunShown {
    this.#parts.seen.see(session);
    return shownSession(session, BY_ITSELF);
  }
}

/** A conflict too, whose meaning the session has shown. */
function isRefusal({ proof, status }: ServiceError): boolean {
  return proof === 'permanent' || status === 409;
}

function unreadText(id: RunId, { message }: ServiceError): string {
  return (
    `The service accepted the request to archive session ${shortId(id)}; ` +
    `what became of it could not be read (${message}).`
  );
}

function stoppedText(session: Session, word: string): string {
  const name = `session ${shortId(session.id)}`;
  if (!session.isArchived) {
    return `The service accepted the request to archive ${name}, and shows ${word}.`;
  }
  const sleeps = isAsleep(session) ? `it sleeps (${word})` : `the service still shows ${word}`;
  return `${capitalized(name)} was archived: ${sleeps}. The next follow-up brings it back.`;
}

/** Messages to a session. */
class DevinFollowUps implements FollowUps {
  readonly #client: DevinClient;

  constructor(client: DevinClient) {
    this.#client = client;
  }

  async before(run: RunShown, call: CallOptions): Promise<Before> {
    const { memo, entries } = await readMemo(this.#client, run.id, call);
    return { entries, memo: memoText(memo) };
  }

  /** Also a session that somebody archived (contract 18.5). */
  async wake(id: RunId, call: CallOptions): Promise<void> {
    const { isArchived } = await this.#client.session(id, call);
    // What becomes of a session that is not archived is not published.
    if (isArchived) {
      await this.#client.unarchive(id, call);
    }
  }

  async send(run: KnownRun, message: Message, call: CallOptions): Promise<null> {
    const { id } = run;
    const memo = memoOf(run);
    if (memo?.word !== undefined && memo.word !== null && isGone(wordsIn(memo.word))) {
      throw new RunGone(`the session has ended for good (${memo.word})`, null);
    }
    if (memo?.isArchived === true) {
      await this.wake(id, call).catch((error: unknown) => {
        throw beforehand(error);
      });
    }
    try {
      await this.#client.say(id, message.text, call);
    } catch (error) {
      if (error instanceof ServiceError) {
        await this.#refuseGone(id, error, call);
      }
      throw error;
    }
    return null;
  }

  /** What a refusal of a message means to a session that has ended is not published. */
  async #refuseGone(id: RunId, refused: ServiceError, call: CallOptions): Promise<void> {
    if (![400, 404, 409, 422].includes(refused.status ?? 0)) {
      return;
    }
    let session: Session;
    try {
      session = await this.#client.session(id, call);
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) {
        throw new RunGone('the service does not have the session any more', refused);
      }
      return;
    }
    if (isGone(session)) {
      throw new RunGone(`the session has ended for good (${String(wordOf(session))})`, refused);
    }
  }

  /** In the messages since the follow-up was prepared. */
  async find(run: KnownRun, mark: string, call: CallOptions): Promise<RunShown | null> {
    const from = memoOf(run)?.cursor ?? null;
    for await (const page of messagePages(this.#client, { id: run.id, from }, call)) {
      if (whole(page).items.some((message) => holdsMark(message, mark))) {
        return shownSession(await this.#client.session(run.id, call), BY_ITSELF);
      }
    }
    return null;
  }
}

function holdsMark({ isAgent, text }: LogMessage, mark: string): boolean {
  return !isAgent && text.includes(mark);
}

function memoOf({ before }: KnownRun): Memo | null {
  return before === null ? null : readMemoText(before.memo);
}
