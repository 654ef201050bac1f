/**
 * Looks for the task of a create by its marker (contract 18.4; sheet, section 7). Lists show no
 * prompts, so that each task that may be the one is read until its prompt was seen once: sessions
 * come late, and a task without one is no answer yet. What was read is shared by a fleet.
 */
import { ServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import { counted } from '../../safe/text.ts';
import { parseTime } from '../entry.ts';
import { identityIn } from '../kit/marker.ts';
import { isSought, matchOf, newestOf, type Carrier } from '../kit/generations.ts';
import type { Found, Match, Search } from '../port.ts';
import type { Client } from './client.ts';
import type { Candidate, OwnTask, SearchedList } from './step-memory.ts';
import { ownTask, sessionsOf } from './shown.ts';
import type { Task } from './schema.ts';
import type { TaskListParts, TaskParts, Tasks } from './tasks.ts';

const PAGE_SIZE = 100;
/** The most pages of the active tasks, and of the archived ones. */
const PAGES_MAX = 20;
/** Contract 18.4. */
const READS_MAX = 100;
/** The runs of earlier attempts were there before this step began, so that one list serves all. */
const EARLIER_LIST_MS = 60_000;
/** Several creates that were lost at once are looked for in one list. */
const LOST_LIST_MS = 3_000;

/** One look. Rejects with `ServiceError`; what was read until then is kept. */
export async function findTask(
  search: Search,
  { tasks, ...parts }: TaskListParts,
  call: CallOptions,
): Promise<Found> {
  const { memory } = parts;
  // What is looked for after a kill can be anywhere: the person's own tasks have it.
  const repository = search.order === null ? null : (search.order.repository ?? parts.repository);
  const person = await personOf(parts, call);
  const list = await listed(search, { ...parts, repository }, call);
  const candidates = list.tasks
    .filter((task) => mayBe(task, { person, from: search.from }))
    .filter(({ id }) => !isAnothers(memory.own.get(id), search));
  const unread = candidates.filter(({ id }) => memory.candidates.get(id)?.isSeen !== true);
  for (const { id } of unread.slice(0, READS_MAX)) {
    const candidate = await readCandidate(parts.client, { id, repository }, call);
    if (candidate !== null) {
      memory.candidates.set(id, candidate);
    }
  }
  const read = candidates.flatMap(({ id }) => memory.candidates.get(id) ?? []);
  const all = read.flatMap((candidate) => carriers(candidate, search));
  const [first, ...others] = newestOf(all).map((carrier) =>
    adopted(carrier, { search, tasks, repository }),
  );
  if (first !== undefined) {
    return { kind: 'found', matches: [first, ...others] };
  }
  if (!list.isWhole) {
    const most = `${PAGES_MAX} pages of ${PAGE_SIZE} tasks each`;
    return { kind: 'open', why: `the list of tasks goes on behind the newest ${most}` };
  }
  if (unread.length > READS_MAX) {
    return {
      kind: 'open',
      why: `${unread.length} tasks may be the one, and no more than ${READS_MAX} are read`,
    };
  }
  const unseen = candidates.filter(({ id }) => memory.candidates.get(id)?.isSeen !== true);
  return unseen.length === 0 ? { kind: 'none' } : unseenYet(unseen);
}

function unseenYet(unseen: readonly Task[]): Found {
  const names = unseen.slice(0, 3).map(({ id }) => id);
  const more = unseen.length > names.length ? ', …' : '';
  const which = `${counted(unseen.length, 'task')} (${names.join(', ')}${more})`;
  return { kind: 'open', why: `GitHub does not show the prompt of ${which}`, mayClose: true };
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

/** Whether the task can be the person's, and new enough. */
function mayBe(
  { creator = null, creator_type: type, created_at }: Task,
  { person, from }: { readonly person: number | null; readonly from: number },
): boolean {
  const at = parseTime(created_at);
  const isForeign =
    person !== null && creator !== null && creator !== person && type !== 'organization';
  return !isForeign && (at === null || at >= from);
}

/** The step knows it already, with another key: another task of the fleet has made it. */
function isAnothers(own: OwnTask | undefined, { identity: { key } }: Search): boolean {
  return (own?.marker ?? null) !== null && identityIn(own?.marker ?? null)?.key !== key;
}

interface ListParts extends TaskParts {
  readonly repository: string | null;
}

async function listed(
  { kind, from }: Search,
  parts: ListParts,
  call: CallOptions,
): Promise<SearchedList> {
  const { clock, memory, repository } = parts;
  const listKey = repository?.toLowerCase() ?? '';
  const known = memory.lists.get(listKey);
  const ageMs = kind === 'lost' ? LOST_LIST_MS : EARLIER_LIST_MS;
  if (known !== undefined && known.from <= from && clock.now() - known.at < ageMs) {
    return known;
  }
  const at = clock.now();
  const active = await readList(parts, { from, isArchived: false }, call);
  const archived = await readList(parts, { from, isArchived: true }, call);
  const isWhole = active.isWhole && archived.isWhole;
  // Tasks move while pages are read, and from one list to the other.
  const byId = new Map([...active.tasks, ...archived.tasks].map((task) => [task.id, task]));
  const list = { tasks: [...byId.values()], isWhole, from, at };
  memory.lists.set(listKey, list);
  return list;
}

async function readList(
  { client, repository }: ListParts,
  { from, isArchived }: { readonly from: number; readonly isArchived: boolean },
  call: CallOptions,
): Promise<Pick<SearchedList, 'isWhole' | 'tasks'>> {
  const tasks: Task[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const asked = { repository, isArchived, sort: 'created_at', since: from } as const;
    const found = await client.tasks({ ...asked, page, size: PAGE_SIZE }, call);
    tasks.push(...found.tasks);
    const times = found.tasks.map(({ created_at: at }) => parseTime(at) ?? Infinity);
    if (!found.hasMore || Math.min(...times) < from) {
      return { tasks, isWhole: true };
    }
  }
  return { tasks, isWhole: false };
}

/** Null: it is gone, or not there yet. */
async function readCandidate(
  client: Client,
  ref: Parameters<Client['task']>[0],
  call: CallOptions,
): Promise<Candidate | null> {
  try {
    const task = await client.task(ref, call);
    const [first] = sessionsOf(task);
    return { task, isSeen: (first?.prompt ?? '') !== '' };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) {
      return null;
    }
    throw error;
  }
}

interface CarryingTask extends Carrier {
  readonly task: Task;
}

/** The task, if one of its sessions carries the key. */
function carriers({ task }: Candidate, search: Search): readonly CarryingTask[] {
  const identity = sessionsOf(task)
    .flatMap(({ prompt }) => identityIn(prompt) ?? [])
    .find((carried) => isSought(carried, search));
  return identity === undefined ? [] : [{ task, identity }];
}

function adopted(
  carrier: CarryingTask,
  {
    search,
    tasks,
    repository,
  }: { readonly search: Search; readonly tasks: Tasks; readonly repository: string | null },
): Match {
  const { task, identity } = carrier;
  const own = ownTask(identity, search.order?.createPullRequest ?? false);
  tasks.adopt(task, { own, repository });
  return matchOf(tasks.shown(task), carrier, search);
}
