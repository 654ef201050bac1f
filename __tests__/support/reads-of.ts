/** The reads of a run of an in-memory service, with the events of its turn. */
import { attachTo, type Started } from '../../src/run/started-turn.ts';
import { FollowedTurn } from '../../src/run/follow.ts';
import { draining, final, type Following, type Moment } from '../../src/run/next.ts';
import { TurnReads } from '../../src/run/turn-reads.ts';
import type { RunContext } from '../../src/run/send.ts';
import type { RunEnd } from '../../src/outcomes.ts';
import { foldedRun } from './folded-run.ts';
import { MemoryClient, RUN_ID, type ServiceScript } from './memory-client.ts';
import { runContext } from './start-of.ts';
import { VirtualClock } from './virtual-clock.ts';

const MINUTE = 60_000;

interface Setting {
  readonly started?: Started;
  readonly timeoutMs?: number;
  /** The end of the run was seen. */
  readonly ended?: boolean;
  readonly room?: RunContext['room'];
}

export function readsOf(script: ServiceScript, setting: Setting = {}) {
  const { started = attachTo(RUN_ID), timeoutMs = 10 * MINUTE, ended = false, room } = setting;
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const { events, emit, turn: record } = foldedRun();
  const reads = new TurnReads(
    runContext({ client, clock, emit, turn: record, timeoutMs, room }),
    started,
  );
  emit({ ...started, type: 'started' });
  if (ended) {
    emit({ type: 'finished' });
  }
  const warnings = (): string[] =>
    events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
  const lines = (): string[] =>
    events.flatMap((event) => (event.type === 'entry' ? [event.entry.line] : []));
  return { reads, clock, client, events, warnings, lines };
}

/** Takes the steps of following from this state on, until the next one begins. */
async function takeAll(reads: TurnReads, begin: (moment: Moment) => Following): Promise<void> {
  const first = begin(new FollowedTurn(reads).moment());
  const turn = new FollowedTurn(reads, first);
  for (;;) {
    const step = turn.decide();
    if (turn.state.name !== first.name || step.do === 'end') {
      return;
    }
    await turn.take(step);
  }
}

/** Reads the rest of the log of a run that has ended. */
export async function drain(reads: TurnReads): Promise<void> {
  await takeAll(reads, (moment) => draining('succeeded', moment));
}

/** Reads the final result of a run that has ended so. */
export async function readFinal(reads: TurnReads, outcome: RunEnd): Promise<void> {
  await takeAll(reads, (moment) => final({ outcome, endedAt: moment.now, stop: null }, moment));
}
