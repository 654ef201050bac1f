/** Further messages to a run (contract 4.5, 4.9): `resume`, whose echo stands in the log. */
import type { CallOptions } from '../../http/limits.ts';
import { entryMeaning } from '../../message-types.ts';
import { PAGE_LIMIT } from '../entry.ts';
import type { FollowUps, KnownRun, RunShown } from '../port.ts';
import type { ServiceClient } from './client.ts';
import { countBefore } from './log/before.ts';
import { rawEntry } from './log/entry.ts';
import { shownRun } from './shown.ts';

export function followUpsOf(
  client: Pick<ServiceClient, 'logs' | 'published' | 'resume' | 'run'>,
): FollowUps {
  return {
    async before({ id }, call) {
      return { entries: await countBefore(client, id, call), memo: '' };
    },
    wake: (id, call) => client.published.unban(id, call),
    async send({ id }, { text, images }, call) {
      const sent = images.length === 0 ? undefined : images;
      const run = await client.resume({ agent_run_id: id, prompt: text, images: sent }, call);
      return run === null ? null : shownRun(run, id);
    },
    find: (run, mark, call) => findFollowUpEcho(client, { run, mark }, call),
  };
}

/** Maximum number of pages. Nobody waits for a follow-up with an older echo. */
const LOG_PAGES_MAX = 10;

/**
 * Searches the log once: its first page, which tells how many there are, and then from its last
 * page back. Returns what the page of the echo tells of the run.
 */
async function findFollowUpEcho(
  client: Pick<ServiceClient, 'logs'>,
  { run, mark }: { readonly run: KnownRun; readonly mark: string },
  call: CallOptions,
): Promise<RunShown | null> {
  let total = PAGE_LIMIT;
  for (let nth = 0; nth < LOG_PAGES_MAX && nth * PAGE_LIMIT < total; nth += 1) {
    const skip = nth === 0 ? 0 : Math.max(PAGE_LIMIT, total - nth * PAGE_LIMIT);
    const page = await client.logs({ runId: run.id, skip, limit: PAGE_LIMIT }, call);
    const isThere = page.logs
      .map(rawEntry)
      .some(
        ({ view, line }) => entryMeaning(view.message_type) === 'prompt' && line.includes(mark),
      );
    if (isThere) {
      return shownRun(page, run.id);
    }
    if (nth === 0) {
      total = page.total_logs ?? 0;
    }
  }
  return null;
}
