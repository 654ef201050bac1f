/** Finds out from the run's log whether a follow-up arrived whose answer was lost (contract 4.9, 7.2). It is never sent again. */
import type { CallOptions, Client } from '../service/client.ts';
import { PAGE_LIMIT } from '../service/entry.ts';
import { ServiceError } from '../service/errors.ts';
import { rawEntry, toEntry } from './entry.ts';
import { isEcho, withMark } from './once-key.ts';
import { SETTLE_MS } from './once-list.ts';
import { resumeRun, type StartPorts, type StartResult } from './start.ts';

export interface FollowUp {
  readonly runId: number;
  readonly prompt: string;
  /** Appended to the prompt. Its echo proves that the follow-up arrived. */
  readonly mark: string;
}

/** Maximum number of pages. Nobody waits for a follow-up with an older echo. */
const PAGES_MAX = 10;
/** Milliseconds between two reads of the log. */
const PAUSE_MS = 3_000;

/** Resumes with the mark appended to the prompt, and looks for its echo if the answer is ambiguous. */
export async function resumeOnce(
  ports: StartPorts,
  { runId, prompt, mark }: FollowUp,
  call: CallOptions,
): Promise<StartResult> {
  const { client, clock, emit, stop } = ports;
  const resumed = await resumeRun(ports, { runId, prompt: withMark(prompt, mark) }, call);
  if (resumed.ok || resumed.failure.code !== 'ambiguous_create' || resumed.pending === undefined) return resumed;
  const { pending, failure } = resumed;
  const message = 'The answer to the follow-up was lost: looking for it in the log, for up to two minutes.';
  emit({ type: 'note', message });
  const end = Math.min(clock.now() + SETTLE_MS, call.deadline);
  while ((await findEcho(client, { runId, mark }, { signal: stop, deadline: end })) !== true) {
    if (clock.now() + PAUSE_MS >= end)
      return { ...resumed, failure: { ...failure, message: `${failure.message} ${UNSETTLED}` } };
    await clock.sleep(PAUSE_MS, stop);
  }
  emit({ type: 'note', message: `The follow-up has arrived: the log of run ${runId} shows it.` });
  return { ok: true, started: pending };
}

const UNSETTLED = 'Its log was read for two minutes and does not show the follow-up.';

/** Searches the run's log for the echo of a follow-up, newest entries first. Null if the log cannot be read. */
export async function findEcho(
  client: Pick<Client, 'logs'>,
  { runId, mark }: Pick<FollowUp, 'mark' | 'runId'>,
  call: CallOptions,
): Promise<boolean | null> {
  const page = async (skip: number): Promise<{ readonly found: boolean; readonly total: number }> => {
    const { logs, total_logs: total } = await client.logs({ runId, skip, limit: PAGE_LIMIT }, call);
    return { found: logs.some((value) => isEcho(toEntry(rawEntry(value), 0), mark)), total: total ?? 0 };
  };
  try {
    const { found, total } = await page(0);
    if (found) return true;
    let skip = Math.max(PAGE_LIMIT, total - PAGE_LIMIT);
    for (let pages = 1; pages < PAGES_MAX && skip < total; pages += 1) {
      if ((await page(skip)).found) return true;
      if (skip === PAGE_LIMIT) break;
      skip = Math.max(PAGE_LIMIT, skip - PAGE_LIMIT);
    }
    return false;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}
