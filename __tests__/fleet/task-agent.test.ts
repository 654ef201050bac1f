/** What the agent of a task hands on of the step's (contract 13). */
import { expect, it } from '@jest/globals';
import type { LogPart, RunShown, TurnReader } from '../../src/agents/port.ts';
import { hookedAgent } from '../../src/fleet/task-agent.ts';
import { scriptedAgent, SHOWN } from '../support/scripted-agent.ts';

const PART: LogPart<RunShown> = {
  entries: [],
  untold: [],
  run: SHOWN,
  moved: false,
  more: false,
  complete: true,
  missing: 0,
};
const CALL = { signal: new AbortController().signal, deadline: Infinity };
const TURN = {
  runId: SHOWN.id,
  mode: 'created',
  runBefore: null,
  before: null,
  sent: null,
  acceptedAt: 0,
} as const;
const SILENT = { warn: () => undefined, note: () => undefined, notice: () => undefined };

it.each([
  [true, 0],
  [undefined, 1],
])('a log whose read asks for the run itself is told as such: %s', async (readsRun, logs) => {
  const reader: TurnReader = {
    ...(readsRun !== undefined && { readsRun }),
    read: async () => Promise.resolve(PART),
    run: async () => Promise.resolve(SHOWN),
    overdue: () => [],
    close: () => [],
  };
  let logsRead = 0;
  const { agent } = scriptedAgent({});
  const hooked = hookedAgent(
    { ...agent, turn: () => reader },
    {
      create: (create) => create(),
      onRead: () => undefined,
      onLog: () => (logsRead += 1),
      onMissing: () => undefined,
    },
  ).turn(TURN, SILENT);
  await hooked.read(CALL);
  expect(hooked.readsRun ?? false).toBe(readsRun ?? false);
  expect(logsRead).toBe(logs);
});

/** The reader that a fleet makes of this one. */
function hookedReader(reader: TurnReader): TurnReader {
  const { agent } = scriptedAgent({});
  const silent = () => undefined;
  const hooks = { create: (create: () => Promise<RunShown>) => create() };
  return hookedAgent(
    { ...agent, turn: () => reader },
    { ...hooks, onRead: silent, onLog: silent, onMissing: silent },
  ).turn(TURN, SILENT);
}

it('a log that is read after the run itself says at which of the two it failed', () => {
  let failedAtRun = false;
  const hooked = hookedReader({
    get failedAtRun() {
      return failedAtRun;
    },
    read: async () => Promise.resolve(PART),
    run: async () => Promise.resolve(SHOWN),
    overdue: () => [],
    runBeforeLog: () => (failedAtRun ? null : SHOWN),
    close: () => [],
  });
  expect([hooked.failedAtRun, hooked.runBeforeLog?.()]).toEqual([false, SHOWN]);
  failedAtRun = true;
  expect([hooked.failedAtRun, hooked.runBeforeLog?.()]).toEqual([true, null]);
});

it('a log that is left before its end learns that (4.7)', () => {
  const closed: unknown[] = [];
  const hooked = hookedReader({
    read: async () => Promise.resolve(PART),
    run: async () => Promise.resolve(SHOWN),
    overdue: () => [],
    close(options) {
      closed.push(options);
      return [];
    },
  });
  hooked.close({ isCutOff: true });
  expect(closed).toEqual([{ isCutOff: true }]);
});
