/**
 * What must hold after each simulation, whatever happened in it. Each function gives violations in words; none is right.
 *
 * What a seed's faults excuse, and why:
 * - A log that misses entries: where the step ended before the run did; where the end of the log said so in a warning and
 *   there was trouble after the run's end; and entries the service first showed after the last page that was read.
 *   The last page having been a lie (an older snapshot, a wrong total, a page with a hole) also excuses: no client can know.
 *   The same where the time was up while the log was drained, or the client's own limit left no request before it was (`outOfBudget`).
 * - Which entries are this turn's, where the log read before a resume was a lie, and the outcome that follows from them; and where
 *   that log could not be read at all while the clocks were apart.
 * - Counting equal or late entries, where nobody could: `uncountable`.
 * - The order of entries with equal time stamps: where late entries or lies made them come in another one, and in a descending
 *   log that no two time stamps show to be one.
 * - The outcome: where trouble lasted until so close to the deadline that the end could not be read any more.
 */
import { OUTPUT_NAMES } from '../../../../src/runner/outputs.ts';
import { isUnsent } from '../../engine/faults.ts';
import { logKept } from './log.ts';
import { rightOutcome } from './outcome.ts';
import { rightResult } from './result.ts';
import { endOf, type Finished } from './seen.ts';

export function violationsOf(seen: Finished): string[] {
  return [
    ...seen.service.violations,
    ...seen.service.network.violations,
    ...seen.rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...sentOnce(seen),
    ...stopped(seen),
    ...inTime(seen),
    ...allSaid(seen),
    ...rightOutcome(seen),
    ...logKept(seen),
    ...rightResult(seen),
  ];
}

/** No second create or resume unless the ones before were surely not carried out. */
function sentOnce({ service: { posts }, plan }: Finished): string[] {
  const bad: string[] = [];
  const carriedOut = posts.filter((post) => post.carriedOut).length;
  if (carriedOut > 1) bad.push(`${carriedOut} ${plan.mode}s were carried out`);
  for (const post of posts.slice(0, -1)) {
    if (!isUnsent(post.fault)) bad.push(`a ${post.name} was sent again after ${String(post.fault)}`);
  }
  if (plan.mode === 'attach' && posts.length > 0) bad.push('something was sent to a run that was only to be followed');
  return bad;
}

/** `on_cancel: stop` asks once, about a run that is left at work, and never otherwise (contract 1.1). */
function stopped({ service: { stops, posts }, plan, host }: Finished): string[] {
  const bans = stops.filter(({ name }) => name === 'ban').length;
  const asked = plan.features.has('stop_on_cancel');
  const { outcome } = endOf(host);
  const left = outcome === 'timed_out' || outcome === 'cancelled';
  if (bans > 0 && (!asked || !left)) return [`${bans} requests to stop a run that ended as ${outcome}`];
  if (bans > 1) return [`${bans} requests to stop the run`];
  const known = plan.mode === 'attach' || posts.some(({ deliveredAt }) => deliveredAt !== null);
  if (asked && outcome === 'timed_out' && known && bans === 0)
    return ['a run was left at work without asking to stop it'];
  const unbanned = stops.some(({ name }) => name === 'unban');
  const resumed = posts.some(({ name }) => name === 'resume');
  return asked && resumed && !unbanned ? ['a follow-up was sent to a run that was not unblocked before'] : [];
}

const SIGNAL_MS = 2_000;
/** A request to stop the run may still be made when the time is up. */
const STOP_MS = 3_200;

function inTime({ plan, endedAt, signalledAt, service }: Finished): string[] {
  const bad: string[] = [];
  const graceMs = plan.features.has('stop_on_cancel') ? STOP_MS : 1;
  if (endedAt > plan.timeoutMs + graceMs) bad.push(`ended ${endedAt - plan.timeoutMs} ms after the deadline`);
  if (signalledAt !== null && endedAt > signalledAt + SIGNAL_MS)
    bad.push(`ended ${endedAt - signalledAt} ms after the signal`);
  const late = service.delivered.find(({ at }) => at > plan.timeoutMs + 1);
  if (late !== undefined) bad.push(`an answer was taken at ${late.at}, after the deadline`);
  return bad;
}

/** All outputs set, nothing internal, no stack trace, no token. */
function allSaid({ host, files, service, signalledAt }: Finished): string[] {
  const bad = OUTPUT_NAMES.filter((name) => !host.outputs.has(name)).map((name) => `the output ${name} is not set`);
  const { outcome, code } = endOf(host);
  if (code === 'internal') bad.push(`internal error: ${host.outputs.get('error_message') ?? ''}`);
  if (outcome === 'error' && (code === '' || host.outputs.get('error_message') === ''))
    bad.push('an error without code or words');
  if (host.outputs.get('requests') !== String(service.network.reached()))
    bad.push(`requests is ${String(host.outputs.get('requests'))}`);
  const said = [...host.printed, ...host.outputs.values(), ...host.saved.values(), ...host.summaries].join('\n');
  if (said.includes(host.input('token')) || files.all().includes(host.input('token'))) bad.push('the token is told');
  if (/^\s+at .*\(.*:\d+:\d+\)$/m.test(said)) bad.push('a stack trace is shown');
  if (host.printed.filter((line) => line.startsWith('error: ')).length > 1) bad.push('more than one error annotation');
  const phase = host.saved.get('phase');
  if (phase !== 'done') bad.push(`the saved phase is ${String(phase)}`);
  if (
    ['error', 'failed', 'cancelled', 'needs_input', 'timed_out'].includes(outcome) !== host.failed &&
    signalledAt === null
  )
    bad.push(`${outcome}, but red is ${host.failed}`);
  return bad;
}
