/** A poller of a run of an in-memory service, with the events of its turn. */
import { attachTo, type Started } from '../../src/run/started-turn.ts';
import { Poller } from '../../src/run/poller.ts';
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
}

export function pollerOf(script: ServiceScript, setting: Setting = {}) {
  const { started = attachTo(RUN_ID), timeoutMs = 10 * MINUTE, ended = false } = setting;
  const clock = new VirtualClock();
  const client = new MemoryClient(clock, script);
  const { events, emit, turn: record } = foldedRun();
  const poller = new Poller(runContext({ client, clock, emit, turn: record, timeoutMs }), started);
  emit({ ...started, type: 'started' });
  if (ended) {
    emit({ type: 'finished' });
  }
  const warnings = (): string[] =>
    events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
  const lines = (): string[] =>
    events.flatMap((event) => (event.type === 'entry' ? [event.entry.line] : []));
  return { poller, clock, client, events, warnings, lines };
}
