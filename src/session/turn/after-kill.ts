/** What the post step does about a turn that a killed step announced or sent (contract 7.2, 7.3). */
import type { Ports } from '../../context.ts';
import type { EventContext } from '../../github/event.ts';
import { findEcho } from '../../idempotency/find-echo.ts';
import { stepKey } from '../../idempotency/index.ts';
import { attemptOf } from '../../idempotency/key.ts';
import type { Inputs } from '../../inputs/parse.ts';
import type { RunState } from '../../runner/saved-state.ts';
import { Cancelled } from '../../runner/signals.ts';
import { createClient } from '../../service/client.ts';
import { openThread, type Thread } from '../../thread-comment/index.ts';
import type { Fate } from '../../thread-comment/turns/release.ts';
import { commentsOf } from './comments-state.ts';

interface Left {
  readonly event: EventContext;
  readonly inputs: Inputs;
  readonly state: RunState;
}

const BUDGET_MS = 8_000;
const PAUSE_MS = 1_500;

/** Whether the log shows the follow-up that was in flight. False if it does not, or cannot be read, for some seconds. */
export async function hasArrived(ports: Ports, { inputs, state }: Pick<Left, 'inputs' | 'state'>): Promise<boolean> {
  const { clock, stop } = ports;
  const { runId = null, mark = null } = state;
  if (runId === null || mark === null) return false;
  const client = createClient({ ...ports, ...inputs });
  const deadline = clock.now() + BUDGET_MS;
  try {
    while (clock.now() + PAUSE_MS < deadline) {
      if ((await findEcho(client, { runId, mark }, { signal: stop, deadline })) === true) return true;
      await clock.sleep(PAUSE_MS, stop);
    }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
  return false;
}

/** The thread for its final update, including what the killed step had announced there. */
export async function threadAfterwards(
  ports: Ports,
  { event, inputs, state }: Left,
  warn: (message: string) => void,
): Promise<Thread | null> {
  const thread = await openThread({ ...ports, inputs, event, warn, onComment: () => undefined }, { afterwards: true });
  if (thread === null) return null;
  const { mark = null, mode } = state;
  if (mode !== 'created' && mode !== 'resumed') return thread;
  const writer = { key: stepKey({ inputs, event, env: ports.env }), attempt: attemptOf(ports.env), mode };
  if (mark !== null) thread.memory.sent(mark, { writer, ids: commentsOf(state) });
  else if (mode === 'created') thread.memory.wroteAs(writer);
  return thread;
}

/** Withdraws what was never sent, so that no other job waits for it, and records what was sent. */
export async function settleAnnounced(ports: Ports, { event, inputs, state }: Left, known?: Fate): Promise<void> {
  const { mark = null, announced = null } = state;
  if (mark === null || announced === null) return;
  const seen = known ?? (await fateOf(ports, { inputs, state }));
  // Without a key, nothing can find the run of an ambiguous create later.
  const fate = seen === 'unknown' && inputs.idempotency !== 'metadata' ? 'lost' : seen;
  const thread = await openThread(
    { ...ports, inputs, event, warn: () => undefined, onComment: () => undefined },
    { afterwards: true },
  );
  await thread?.release({ mark, ids: commentsOf(state) }, { fate, budgetMs: BUDGET_MS });
}

async function fateOf(ports: Ports, left: Pick<Left, 'inputs' | 'state'>): Promise<Fate> {
  const { announced } = left.state;
  if (announced !== 'sending') return announced ?? 'unsent';
  return (await hasArrived(ports, left)) ? 'sent' : 'unknown';
}
