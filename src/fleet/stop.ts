/**
 * `on_cancel: stop` in a fleet: asks the service to stop each run that is still working when the step ends (contract
 * 1.1, 13).
 */
import type { Ports } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import { stopRunInTime, stopSentence, type StopAnswer } from '../organization/stop-run.ts';
import { webUrlOf } from '../report/view-of-step.ts';
import { runToStop } from '../finish.ts';
import type { Step } from '../session/step.ts';
import { lateSignal } from '../runner/signals.ts';
import { counted, shownAddress } from '../shared/format.ts';
import type { Journal } from './journal.ts';
import type { Member } from './scheduling/member.ts';
import type { FleetRow } from './telling/rows.ts';

const PATIENCE_MS = 3_000;
/**
 * After a signal the process must exit within two seconds with all outputs and files written. What is left undone is
 * left to the post step.
 */
const HURRIED_MS = 1_200;
const HURRIED_LEAST_MS = 50;

/** Tracks the time left for stop requests after a signal. */
export function stopBudget({ clock, stop }: Pick<Ports, 'clock' | 'stop'>): () => number {
  let signalledAt: number | null = null;
  const note = (): void => void (signalledAt = clock.now());
  if (stop.aborted) note();
  else stop.addEventListener('abort', note, { once: true });
  return () =>
    signalledAt === null ? PATIENCE_MS : Math.max(HURRIED_LEAST_MS, signalledAt + HURRIED_MS - clock.now());
}

export interface LeftMember {
  readonly ports: Pick<Ports, 'clock' | 'stop'>;
  /** Timeout of the request in milliseconds. */
  readonly patienceMs: number;
  readonly inputs: Pick<Inputs, 'onCancel'>;
  readonly step: Step;
  readonly member: Pick<Member, 'client' | 'clock' | 'hurries'>;
  readonly journal: Journal;
  readonly key: string;
}

/** The result of the request, or null if there was nothing to stop. Never rejects because of the service. */
export async function stopLeftMember(left: LeftMember): Promise<StopAnswer['kind'] | null> {
  const { ports, patienceMs, inputs, step, member, journal, key } = left;
  const runId = runToStop(step.state);
  if (inputs.onCancel !== 'stop' || runId === null) return null;
  journal.note({ key, phase: 'running', stop: 'pending' });
  const { client, clock } = member;
  // A thousand runs cannot be stopped within the rate limit. The time that waiting would take is needed for their files.
  member.hurries();
  const done = new AbortController();
  const signal = lateSignal(ports.clock, { stop: ports.stop, done: done.signal, lateMs: HURRIED_MS });
  const limit = { clock: ports.clock, callClock: clock, ms: patienceMs, signal };
  const answer = await stopRunInTime(client, runId, limit).finally(() => done.abort());
  step.dispatch({
    type: 'left',
    message: stopSentence(answer, { runId, address: shownAddress(webUrlOf(step.state)) }),
  });
  if (answer.kind !== 'unknown') journal.note({ key, phase: 'running', stop: 'done' });
  return answer.kind;
}

/**
 * For `error_message`: how many stop requests were accepted, or null if none was made. `afterwards`: no later step
 * repeats them.
 */
export function stopSummary(
  rows: readonly Pick<FleetRow, 'stopped'>[],
  { afterwards = false }: { readonly afterwards?: boolean } = {},
): string | null {
  const asked = rows.filter(({ stopped }) => stopped !== null);
  if (asked.length === 0) return null;
  const count = (kind: StopAnswer['kind']): number => asked.filter(({ stopped }) => stopped === kind).length;
  const [accepted, missing, refused, unknown] = [
    count('accepted'),
    count('missing'),
    count('refused'),
    count('unknown'),
  ];
  const rest = afterwards ? `, so ${unknown === 1 ? 'it' : 'they'} may go on` : ' in time; the post step asks again';
  const parts = [
    `The service accepted the request to stop ${accepted} of ${counted(asked.length, 'unfinished run')} (\`on_cancel: stop\`).`,
    missing === 0 ? '' : `It has no endpoint that stops runs: ${counted(missing, 'run')} may go on.`,
    refused === 0 ? '' : `It refused to stop ${counted(refused, 'run')}, which may go on.`,
    unknown === 0 ? '' : `For ${counted(unknown, 'run')} there was no clear answer${rest}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
