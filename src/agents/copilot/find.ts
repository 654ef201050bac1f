/**
 * Where the key of a create stands (contract 18.4; sheet, section 7): in a line of the prompt.
 * Lists show no prompts, so that each task that may be the one is read until its prompt was seen
 * once: sessions come late, and a task without one is no answer yet.
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { counted } from '../../safe/text.ts';
import { parseTime } from '../entry.ts';
import { absentAsNull } from '../kit/failures.ts';
import { identityIn } from '../kit/marker.ts';
import { searchByKey, type KeyCarrier, type Listed, type ListToSearch } from '../kit/search.ts';
import type { Found, RequestIdentity, RunShown, Search } from '../port.ts';
import { PAGE_MAX, type Client } from './client.ts';
import { ownTask, sessionsOf } from './shown.ts';
import type { Task } from './schema.ts';
import type { TaskListParts, TaskParts } from './tasks.ts';

/** One look. Rejects with `ServiceError`; what was read until then is kept. */
export async function findTask(
  search: Search,
  parts: TaskListParts,
  call: CallOptions,
): Promise<Found> {
  const { memory, clock } = parts;
  const person = await personOf(parts, call);
  const carrier = carrierOf(search, { ...parts, person });
  return searchByKey(carrier, { search, memory: memory.searched, clock }, call);
}

interface CarrierParts extends TaskListParts {
  /** Null: GitHub does not say who that is. */
  readonly person: number | null;
}

function carrierOf(search: Search, parts: CarrierParts): KeyCarrier<Task> {
  const { client, memory, person, tasks } = parts;
  const { order, from } = search;
  // What is looked for after a kill can be anywhere: the person's own tasks have it.
  const repository = order === null ? null : (order.repository ?? parts.repository);
  const list = { client, repository, from };
  const adopted = (task: Task, identity: RequestIdentity): RunShown => {
    const own = ownTask(identity, order?.createPullRequest ?? false);
    tasks.adopt(task, { own, repository });
    return tasks.shown(task);
  };
  return {
    stages: [[tasksOf(list, { isArchived: false }), tasksOf(list, { isArchived: true })]],
    ownReads: {
      candidates: (listed) =>
        listed.filter(({ item }) => mayBe(item, person) && !isAnothers(item, { memory, search })),
      read: (task, taskCall) => readTask(client, { id: task.id, repository }, taskCall),
      unfound,
    },
    several: 'ambiguous',
    shown: adopted,
    plural: 'tasks',
    pageSize: PAGE_MAX,
  };
}

function tasksOf(
  {
    client,
    repository,
    from,
  }: {
    readonly client: Client;
    readonly repository: string | null;
    readonly from: number;
  },
  { isArchived }: { readonly isArchived: boolean },
): ListToSearch<Task> {
  const asked = { repository, isArchived, sort: 'created_at', since: from } as const;
  return {
    name: `${isArchived ? 'archived' : 'active'} ${repository?.toLowerCase() ?? ''}`,
    async read(cursor, call) {
      const page = Number(cursor ?? 1);
      const { tasks, hasMore } = await client.tasks({ ...asked, page, size: PAGE_MAX }, call);
      return { items: tasks.map(listedTask), next: hasMore ? String(page + 1) : null };
    },
  };
}

function listedTask(task: Task): Listed<Task> {
  const createdAt = parseTime(task.created_at);
  return { item: task, id: task.id, createdAt, identities: [], isUnseen: true };
}

/** A token that may not read the person does not keep from looking. */
async function personOf({ client, memory }: TaskParts, call: CallOptions): Promise<number | null> {
  if (memory.person !== undefined) {
    return memory.person;
  }
  try {
    memory.person = await client.person(call);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.passing) {
      throw error;
    }
    memory.person = null;
  }
  return memory.person;
}

/** Whether the task can be the person's. */
function mayBe({ creator = null, creator_type: type }: Task, person: number | null): boolean {
  return person === null || creator === null || creator === person || type === 'organization';
}

/** The step knows it already, with another key: another task of the fleet has made it. */
function isAnothers(
  { id }: Task,
  { memory, search }: Pick<TaskParts, 'memory'> & { readonly search: Search },
): boolean {
  const marker = memory.own.get(id)?.marker ?? null;
  return marker !== null && identityIn(marker)?.key !== search.identity.key;
}

/** Null: it is gone, or not there yet. */
async function readTask(
  client: Client,
  ref: Parameters<Client['task']>[0],
  call: CallOptions,
): Promise<Listed<Task> | null> {
  const task = await client.task(ref, call).catch(absentAsNull);
  return task === null ? null : readTaskAs(task);
}

/** Each of its sessions may carry a key; it was seen once the first one shows its prompt. */
function readTaskAs(task: Task): Listed<Task> {
  const prompts = sessionsOf(task).map(({ prompt }) => prompt ?? '');
  const identities = prompts.flatMap((prompt) => identityIn(prompt) ?? []);
  const [first = ''] = prompts;
  return { ...listedTask(task), identities, isUnseen: first === '' };
}

function unfound(candidates: readonly Listed<Task>[]): Found {
  const unseen = candidates.filter(({ isUnseen }) => isUnseen === true);
  return unseen.length === 0 ? { kind: 'none' } : unseenYet(unseen);
}

function unseenYet(unseen: readonly Listed<Task>[]): Found {
  const names = unseen.slice(0, 3).map(({ id }) => id);
  const more = unseen.length > names.length ? ', …' : '';
  const which = `${counted(unseen.length, 'task')} (${names.join(', ')}${more})`;
  return { kind: 'open', why: `GitHub does not show the prompt of ${which}`, mayClose: true };
}
