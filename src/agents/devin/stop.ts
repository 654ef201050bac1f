/** Archives a session, which puts it to sleep; terminated it could never go on (sheet, 8.3). */
import type { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { capitalized, shortId } from '../../safe/text.ts';
import { stopAndReadBack } from '../kit/stop.ts';
import type { RunId, StopResponse } from '../port.ts';
import type { Devin } from './memory.ts';
import type { Session } from './schema.ts';
import { isAsleep, isGone, wordOf } from './words.ts';

/** A step that is cancelled leaves two seconds for all of it. */
const PAUSE_MS = 300;

/** What became of it the session itself decides, which shows it at once. */
export async function stop(
  { client, clock }: Devin,
  id: RunId,
  call: CallOptions,
): Promise<StopResponse> {
  const { refusal, after } = await stopAndReadBack<Session>(
    {
      ask: (asked) => client.archive(id, asked),
      read: (read) => client.session(id, read),
      isSettled: (session) => session.isArchived || isGone(session),
      patienceMs: 0,
      pauseMs: PAUSE_MS,
      // To archive a session twice changes nothing (sheet, section 8.3).
      mayPass: (refusal) => !isRefusal(refusal),
    },
    clock,
    call,
  );
  if (after.kind === 'unread') {
    if (refusal !== null) {
      throw refusal;
    }
    return { kind: 'accepted', text: unreadText(id, after.why) };
  }
  const session = after.state;
  const word = String(wordOf(session));
  if (isGone(session)) {
    return { kind: 'over', text: `Session ${shortId(session.id)} had ended already (${word}).` };
  }
  if (refusal !== null && !session.isArchived) {
    throw isRefusal(refusal) ? refusal.proving('permanent') : refusal;
  }
  return { kind: 'accepted', text: stoppedText(session, word) };
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
