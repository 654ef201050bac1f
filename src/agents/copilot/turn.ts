/** Reads a turn of a task: the task with its sessions, and what changed in it. */
import type { CallOptions } from '../../http/limits.ts';
import type { LogPart, RunShown, Turn, TurnEntry, TurnPorts, TurnReader } from '../port.ts';
import { StateEntries } from './entries.ts';
import { judgedSession } from './shown.ts';
import type { Task } from './schema.ts';
import type { Tasks } from './tasks.ts';

const NO_LOG =
  'GitHub keeps no log of agent tasks that can be read: what follows are changes of state alone. ' +
  'What the agent did is in the pull request and its commits, and on the page of the task.';

export function turnReader(
  tasks: Tasks,
  { runId, mode }: Turn,
  { note }: Pick<TurnPorts, 'note'>,
): TurnReader {
  const states = new StateEntries(runId, () => tasks.wall());

  const entriesOf = (task: Task): readonly TurnEntry[] => {
    const judged = judgedSession(task, tasks.ownOf(runId));
    const entries = states.take(task, judged);
    return entries.map((entry) => ({ entry, isEcho: false }));
  };
  let created = mode === 'created' ? tasks.createdOf(runId) : null;
  /** The answer of the create has told the first state. */
  const sinceCreated = (task: Task): readonly TurnEntry[] => {
    const first = created === null ? [] : entriesOf(created);
    created = null;
    return [...first, ...entriesOf(task)];
  };

  return {
    async read(call: CallOptions): Promise<LogPart<RunShown>> {
      tasks.sayNoLog(() => note(NO_LOG));
      const task = await tasks.read(runId, call);
      const run = tasks.shown(task);
      const entries = sinceCreated(task);
      return {
        entries,
        untold: [],
        run,
        moved: entries.length > 0,
        more: false,
        complete: true,
        missing: 0,
      };
    },
    readsRun: true,
    run: async (call) => tasks.shown(await tasks.read(runId, call)),
    overdue: () => [],
    close: () => [],
  };
}
