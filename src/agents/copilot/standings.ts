/** The states of many tasks by their list, a page for each request (contract 13). */
import type { CallOptions } from '../../http/limits.ts';
import type { RunId, RunShown } from '../port.ts';
import { PAGE_MAX } from './client.ts';
import type { TaskListParts } from './tasks.ts';

/**
 * The next page of the list: that of the repository where all tasks are in one, otherwise that of
 * the person's own tasks. A task with several sessions shows the state of the newest alone, which
 * need not be ours: its standing is not told.
 */
export function standingsOf(
  ids: readonly RunId[],
  { client, memory, tasks }: Pick<TaskListParts, 'client' | 'memory' | 'tasks'>,
  call: CallOptions,
): Promise<ReadonlyMap<RunId, RunShown | null>> {
  const repositories = new Set(ids.map((id) => memory.repositories.get(id) ?? null));
  const [repository = null] = repositories;
  const list = {
    repository: repositories.size === 1 ? repository : null,
    isArchived: false,
    sort: 'created_at',
    since: null,
    size: PAGE_MAX,
  } as const;
  return memory.listed.read(ids, async (cursor) => {
    const page = Number(cursor ?? 1);
    const { tasks: listed, hasMore } = await client.tasks({ ...list, page }, call);
    const items = listed.map((task) => {
      const isSure = task.session_count !== null && task.session_count <= 1;
      return [task.id, isSure ? tasks.shown(task) : null] as const;
    });
    return { items, next: hasMore ? String(page + 1) : null };
  });
}
