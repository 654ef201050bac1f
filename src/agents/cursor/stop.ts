/** Cancels a run, and reads what became of it (sheet, sections 3.3 and 8). */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { shortId } from '../../safe/text.ts';
import { stopAndReadBack, type Stopped } from '../kit/stop.ts';
import type { RunId, StopResponse } from '../port.ts';
import { namedRunOf, runIdOf } from './ids.ts';
import type { Run } from './schema.ts';
import { newestRun, type TurnParts } from './turn.ts';
import { isFinal, meaningOf } from './words.ts';

/** For the record, until it shows what became of the request, from when it was asked. */
const PATIENCE_MS = 5_000;
/** A step that is cancelled leaves two seconds for all of it. */
const PAUSE_MS = 300;

export async function stopRun(
  parts: TurnParts,
  id: RunId,
  call: CallOptions,
): Promise<StopResponse> {
  const { client, clock } = parts;
  const { agentId, runId } = namedRunOf(id);
  const ref = runId === null ? await newestRun(parts, agentId, call) : { agentId, runId };
  const stopped = await stopAndReadBack<Run>(
    {
      ask: (asked) => client.cancel(ref, asked),
      read: (read) => client.run(ref, read),
      isSettled: ({ status }) => isFinal(status),
      patienceMs: PATIENCE_MS,
      pauseMs: PAUSE_MS,
      // A cancel may fail and be carried out all the same, or not (sheet, section 8).
      mayPass: ({ status, proof, throttled }) =>
        status === 409 || throttled || proof !== 'permanent',
    },
    clock,
    call,
  );
  return responseOf(stopped, shortId(runIdOf(agentId, ref.runId)));
}

/** @param name of the run, as people read it */
function responseOf({ refusal, after }: Stopped<Run>, name: string): StopResponse {
  if (after.kind === 'shown' && isFinal(after.state.status)) {
    const { status } = after.state;
    if (refusal?.status === 409 || meaningOf(status) !== 'cancelled') {
      return { kind: 'over', text: `Run ${name} had ended already (${String(status)}).` };
    }
    return {
      kind: 'accepted',
      text: `The service cancelled run ${name}; it shows ${String(status)}.`,
    };
  }
  if (refusal !== null) {
    throw after.kind === 'shown' ? withState(refusal, after.state) : refusal;
  }
  const text =
    `The service accepted the request to cancel run ${name}, ` +
    'but did not show yet that it has ended.';
  return { kind: 'accepted', text };
}

/** With what the run showed after it: it goes on. */
function withState(refusal: ServiceError, { status }: Run): ServiceError {
  const text = `${refusal.message}; the run shows ${String(status)}`;
  return new ServiceError(text, refusal, { cause: refusal });
}
