/**
 * Determines from the run's log and status whether a follow-up arrived whose response was lost (contract 4.9). It is
 * never sent again.
 */
import { toEntry } from '../run/entry.ts';
import { Log } from '../run/log.ts';
import { Poller } from '../run/poll.ts';
import { resumeRun, type Started, type StartPorts, type StartResult } from '../run/start.ts';
import type { StatusClass } from '../run/status.ts';
import type { CallOptions } from '../service/client.ts';
import { SETTLE_MS } from './lookup.ts';
import { withMark } from './mark.ts';
import { followUpArrived, signOf, type Sign } from './settle-resume.ts';

export interface ResumeOncePorts extends StartPorts {
  readonly classify: (word: string | null) => StatusClass;
}

export interface FollowUp {
  readonly runId: number;
  readonly prompt: string;
  /** Appended to the prompt. Its echo proves that the follow-up arrived. */
  readonly mark: string;
}

/** Milliseconds between two reads of the log. */
const PAUSE_MS = 3_000;

/** Resumes with the mark appended to the prompt, and resolves an ambiguous response from the run's state. */
export async function resumeOnce(
  ports: ResumeOncePorts,
  { runId, prompt, mark }: FollowUp,
  call: CallOptions,
): Promise<StartResult> {
  const resumed = await resumeRun(ports, { runId, prompt: withMark(prompt, mark) }, call);
  if (resumed.ok || resumed.failure.code !== 'ambiguous_create' || resumed.pending === undefined) return resumed;
  const { pending, failure } = resumed;
  ports.emit({
    type: 'note',
    message: 'The response to the follow-up was lost: looking for it in the log, for up to two minutes.',
  });
  const arrived = await looksArrived(ports, { pending, prompt, mark }, call);
  if (!arrived) return { ...resumed, failure: { ...failure, message: `${failure.message} ${UNSETTLED}` } };
  ports.emit({ type: 'note', message: `The follow-up has arrived: run ${runId} shows it.` });
  return { ok: true, started: pending };
}

const UNSETTLED = 'Its log was read for two minutes and shows neither the follow-up nor new work that proves it.';

async function looksArrived(
  ports: ResumeOncePorts,
  { pending, prompt, mark }: Omit<FollowUp, 'runId'> & { readonly pending: Started },
  { deadline }: CallOptions,
): Promise<boolean> {
  const { client, clock, classify, stop } = ports;
  const end = Math.min(clock.now() + SETTLE_MS, deadline);
  const call = { signal: stop, deadline: end };
  const log = new Log(pending.before, { runId: pending.runId, followUp: null, warn: () => undefined });
  const poller = new Poller({
    ...{ client, clock, log },
    runId: pending.runId,
    tells: (word) => classify(word) !== 'unknown',
    acceptedAt: clock.now(),
  });
  const statusBefore = classify(pending.statusBefore);
  const signs = new Set<Sign>();
  for (;;) {
    const polled = await poller.poll(call);
    if (polled.kind === 'fatal') return false;
    if (polled.kind === 'page' || polled.kind === 'run') {
      for (const raw of polled.kind === 'page' ? polled.taken.seen : []) {
        const sign = signOf(toEntry(raw, 0), { prompt, mark });
        if (sign !== null) signs.add(sign);
      }
      // A message by somebody else, who may have started the work, can be on a later page.
      const isAllRead = polled.kind === 'run' || !polled.taken.more;
      const status = classify(polled.run.status);
      if ((isAllRead || signs.has('echo')) && followUpArrived({ statusBefore, status, signs })) return true;
      if (!isAllRead) continue;
    } else {
      poller.refused(polled.error);
    }
    const waitMs = Math.max(PAUSE_MS, poller.notBefore - clock.now());
    if (clock.now() + waitMs >= end) return false;
    await clock.sleep(waitMs, stop);
  }
}
