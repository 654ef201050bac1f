/** Reads, after a kill, the state of the runs that a fleet had started or may have started. */
import type { Ports } from '../../context.ts';
import { runLeftByCreate } from '../../idempotency/after-kill.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { AgentRun } from '../../service/schema.ts';
import type { JournalNote } from '../journal.ts';
import { WINDOW } from '../scheduling/listing.ts';

/** The runner gives post steps little time when a job is cancelled. */
const BUDGET_MS = 5_000;
/** The killed step may have used most of the rate limit. */
const PAGES_MOST = 10;
const READS_MOST = 20;

interface LookPorts {
  readonly ports: Pick<Ports, 'clock' | 'stop'>;
  readonly client: ServiceClient;
}

/** Adds the runs of creates that were in flight, if they carried a key and can be found by it (contract 4.9). */
export async function withAdopted(
  { ports, client }: LookPorts,
  notes: readonly JournalNote[],
): Promise<readonly JournalNote[]> {
  const { clock, stop } = ports;
  const call = { signal: stop, deadline: clock.now() + BUDGET_MS };
  return Promise.all(
    notes.map(async (note): Promise<JournalNote> => {
      const { phase, runId = null, identity = null } = note;
      if (phase !== 'sending' || runId !== null || identity === null) return note;
      const state = { identity, runId };
      const run = await runLeftByCreate({ clock, published: () => client.published() }, state, call);
      return run === null ? note : { ...note, phase: 'running', runId: run.id, webUrl: run.webUrl };
    }),
  );
}

/** The runs by ID, as far as a few requests allow: from the list of runs, or one by one. */
export async function lookAtAll(
  { ports, client }: LookPorts,
  notes: readonly JournalNote[],
): Promise<ReadonlyMap<number, AgentRun>> {
  const open = notes.filter(({ phase }) => phase === 'running');
  const call = { signal: ports.stop, deadline: ports.clock.now() + BUDGET_MS };
  const ids = new Set(open.flatMap(({ runId }) => runId ?? []));
  const found = new Map<number, AgentRun>();
  try {
    const published = await client.published();
    for (let page = 0; ids.size >= 3 && page < PAGES_MOST && found.size < ids.size; page += 1) {
      const { items, next } = await published.runs({ skip: page * WINDOW, limit: WINDOW }, call);
      for (const run of items) if (ids.has(run.id)) found.set(run.id, run);
      if (next === null) break;
    }
  } catch {
    // Without a list, the runs are read individually.
  }
  const rest = [...ids].filter((id) => !found.has(id)).slice(0, READS_MOST);
  await Promise.allSettled(rest.map(async (id) => found.set(id, await client.run(id, call))));
  return found;
}
