/** Messages to a session, each of which begins a turn (contract 18.4). */
import { isMissing } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { beforehand, refusal } from '../kit/failures.ts';
import { FoundTurn } from '../kit/found-turn.ts';
import { findMark, type LogToSearch } from '../kit/marks.ts';
import { memoText, pullDigests, readMemo } from '../kit/memo.ts';
import { TurnLog } from '../kit/turn-log.ts';
import { RunBusy, RunGone, type Before, type FollowUps, type KnownRun } from '../port.ts';
import { activityLog } from './activities.ts';
import type { Activity } from './client.ts';
import { pieceOf, TURN_SIGNS } from './entries.ts';
import { memoSchema } from './memo.ts';
import type { Jules } from './memory.ts';
import { readWithLog, wholeLog } from './records.ts';
import { BY_ITSELF, shownSession } from './shown.ts';
import { awaitsApproval, isPaused, meaningOf } from './words.ts';

/** Messages to a session: the next turn begins with each. */
export function followUpsOf(service: Jules): FollowUps {
  const { client, memory } = service;
  return {
    async before(run, call): Promise<Before> {
      const known = memory.logs.get(run.id);
      const { log, reader } = known?.shown === run ? known : await wholeLog(service, run.id, call);
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
    // What ended badly is sent again (contract 4.8), so that its log has a say in that.
    read: ({ id }, call) => readWithLog(service, id, call),
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
