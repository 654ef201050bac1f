/** Messages to a session: the next turn begins with each (contract 18.4, 18.5; sheet, 8.2). */
import { isMissing, ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { beforehand } from '../kit/failures.ts';
import { FoundTurn, type LogSigns } from '../kit/found-turn.ts';
import { findMark, type LogToSearch } from '../kit/marks.ts';
import { RunGone, type FollowUps, type KnownRun, type Message, type RunId } from '../port.ts';
import { SessionLog } from './entries.ts';
import { beforeOf, memoOf } from './memo.ts';
import type { Devin } from './memory.ts';
import { messagePages } from './message-pages.ts';
import type { Session, SessionMessage } from './schema.ts';
import { BY_ITSELF, shownSession } from './shown.ts';
import { isGone, wordOf, wordsIn } from './words.ts';

export function followUpsOf(service: Devin): FollowUps {
  const { client } = service;
  return {
    before: (run, call) => beforeOf(client, run.id, call),
    wake: (id, call) => wake(service, id, call),
    async send(run, message, call) {
      await send(service, { run, message }, call);
      return null;
    },
    find: (run, mark, call) => findMark(logToSearch(service), { run, mark }, call),
  };
}

/** Also a session that somebody archived (contract 18.5). */
async function wake({ client }: Devin, id: RunId, call: CallOptions): Promise<void> {
  const { isArchived } = await client.session(id, call);
  // What becomes of a session that is not archived is not published.
  if (isArchived) {
    await client.unarchive(id, call);
  }
}

async function send(
  service: Devin,
  { run, message }: { readonly run: KnownRun; readonly message: Message },
  call: CallOptions,
): Promise<void> {
  const { id } = run;
  const memo = memoOf(run.before);
  if (memo !== null && memo.word !== null && isGone(wordsIn(memo.word))) {
    throw new RunGone(`the session has ended for good (${memo.word})`, null);
  }
  // One of which nothing could be remembered may be archived too.
  if (memo === null || memo.isArchived) {
    await wake(service, id, call).catch((error: unknown) => {
      throw beforehand(error);
    });
  }
  try {
    await service.client.say(id, message.text, call);
  } catch (error) {
    if (error instanceof ServiceError) {
      await refuseGone(service, { id, refused: error }, call);
    }
    throw error;
  }
}

/** The refusals that may mean a session that has ended: which of them does is not published. */
const MAYBE_GONE: readonly (number | null)[] = [400, 404, 409, 422];

async function refuseGone(
  { client }: Devin,
  { id, refused }: { readonly id: RunId; readonly refused: ServiceError },
  call: CallOptions,
): Promise<void> {
  if (!MAYBE_GONE.includes(refused.status)) {
    return;
  }
  let session: Session;
  try {
    session = await client.session(id, call);
  } catch (error) {
    if (isMissing(error)) {
      throw new RunGone('the service does not have the session any more', refused);
    }
    return;
  }
  if (isGone(session)) {
    throw new RunGone(`the session has ended for good (${String(wordOf(session))})`, refused);
  }
}

/**
 * A turn ends nowhere in the log: whether the agent had come to its end when the next message came
 * cannot be told by what it said before (sheet, section 4).
 */
const TURN_SIGNS: LogSigns<SessionMessage> = {
  promptOf: ({ isAgent, text }) => (isAgent ? null : text),
  signOf: () => 'none',
};

function logToSearch({ client, clock }: Devin): LogToSearch<SessionMessage> {
  return {
    /** From the page on that was the last one before. */
    async *pages({ id, before }, call) {
      const from = memoOf(before)?.cursor ?? null;
      for await (const page of messagePages(client, { id, from }, call)) {
        // A mark that stands on it is found, whatever follows it.
        yield page.items;
        if (page.problem !== null) {
          throw page.problem;
        }
      }
    },
    turn: (mark) => new FoundTurn(TURN_SIGNS, mark),
    async read({ id, sent, pieces }, call) {
      const turn = { mode: 'resumed', runId: id, sent } as const;
      const log = new SessionLog(turn, () => clock.wall());
      log.take(pieces);
      return shownSession(await client.session(id, call), {
        ...BY_ITSELF,
        mode: 'resumed',
        isFound: true,
        pullsBefore: null,
        mark: sent.mark,
        isEchoed: log.isEchoed,
        lastMessage: log.lastMessage,
      });
    },
  };
}
