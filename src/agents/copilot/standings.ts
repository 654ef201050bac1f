/** The states of many tasks by their list, a page for each request (contract 13). */
import type { CallOptions } from '../../http/limits.ts';
import type { RunId, RunShown } from '../port.ts';
import type { TaskListParts } from './tasks.ts';

const PAGE_SIZE = 100;

/**
 * The next page of the list: that of the repository where all tasks are in one, otherwise that of
 * the person's own tasks. A task with several sessions shows the state of the newest alone, which
 * need not be ours: its standing is not told.
 */
export async function standingsOf(
  ids: readonly RunId[],
  { client, memory, tasks }: Pick<TaskListParts, 'client' | 'memory' | 'tasks'>,
  call: CallOptions,
): Promise<ReadonlyMap<RunId, RunShown | null>> {
  const repositories = new Set(ids.map((id) => memory.repositories.get(id) ?? null));
  const [repository = null] = repositories;
  const page = memory.standingsPage;
  const listed = await client.tasks(
    {
      repository: repositories.size === 1 ? repository : null,
      isArchived: false,
      sort: 'created_at',
      since: null,
      page,
      size: PAGE_SIZE,
    },
    call,
  );
  const shown = new Map<RunId, RunShown | null>(
    listed.tasks.map((task) => {
      const isSure = task.session_count !== null && task.session_count <= 1;
      return [task.id, isSure ? tasks.shown(task) : null];
    }),
  );
  const isAllSeen = ids.every((id) => shown.has(id));
  memory.standingsPage = listed.hasMore && !isAllSeen ? page + 1 : 1;
  if (!listed.hasMore && page === 1) {
    for (const id of ids.filter((each) => !shown.has(each))) {
      shown.set(id, null);
    }
  }
  return shown;
}
