/**
 * Invariants of every simulation of a single run. Each function returns descriptions of violations.
 *
 * Exceptions that the faults of a seed justify:
 * - Missing log entries: if the step ended before the run; if a warning reported them after
 *   problems following the run's end; if the
 *   service first showed them after the last page was read; if the last page came from a replica
 *   that lags, which no client can detect; and if the deadline or the client's own rate limit
 *   (`outOfBudget`) ended the draining.
 * - Entries from before this turn, and the outcome that follows from them: if the number of entries
 *   could not be read before a resume, or a
 *   replica told too small a one, and no echo of the follow-up shows where the turn begins
 *   (contract 4.5).
 * - The outcome, if problems lasted until so close to the deadline that the end could no longer be
 *   read.
 */
import { OUTPUT_NAMES } from '../../../../src/report/outputs.ts';
import { isUnsent } from '../../engine/faults.ts';
import { FAILING } from '../../outcomes.ts';
import { logKept } from './log.ts';
import { rightOutcome } from './outcome.ts';
import { rightResult } from './result.ts';
import { endOf, type Finished } from './seen.ts';

export function violationsOf(seen: Finished): string[] {
  return [
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

/** A create or resume is repeated only if the earlier ones were certainly not carried out. */
function sentOnce({ service: { posts }, plan }: Finished): string[] {
  const bad: string[] = [];
  const carriedOut = posts.filter((post) => post.runId !== null).length;
  if (carriedOut > 1) {
    bad.push(`${carriedOut} ${plan.mode}s were carried out`);
  }
  for (const post of posts.slice(0, -1)) {
    if (!isUnsent(post.fault)) {
      bad.push(`a ${post.name} was sent again after ${String(post.fault)}`);
    }
  }
  if (plan.mode === 'attach' && posts.length > 0) {
    bad.push('something was sent to a run that was only to be followed');
  }
  return bad;
}

/**
 * `on_cancel: stop` sends one request if the run is left active, and none otherwise (contract 1.1).
 */
function stopped({ service: { stops, posts }, plan, host }: Finished): string[] {
  const bans = stops.filter(({ name }) => name === 'ban').length;
  const asked = plan.features.has('stop_on_cancel');
  const { outcome } = endOf(host);
  const left = outcome === 'timed_out' || outcome === 'cancelled';
  if (bans > 0 && (!asked || !left)) {
    return [`${bans} requests to stop a run that ended as ${outcome}`];
  }
  if (bans > 1) {
    return [`${bans} requests to stop the run`];
  }
  const known = plan.mode === 'attach' || posts.some(({ deliveredAt }) => deliveredAt !== null);
  if (asked && outcome === 'timed_out' && known && bans === 0) {
    return ['a run was left at work without asking to stop it'];
  }
  const unbanned = stops.some(({ name }) => name === 'unban');
  const resumed = posts.some(({ name }) => name === 'resume');
  return asked && resumed && !unbanned
    ? ['a follow-up was sent to a run that was not unblocked before']
    : [];
}

const SIGNAL_MS = 6_000;
/** Time allowed for a stop request after the deadline. */
const STOP_MS = 3_200;
/** Time allowed for a create or resume that is on its way then (`GRACE_MS` of `run/send`). */
const GRACE_MS = 2_000;
/** No create or resume is waited for longer (`TIMEOUTS` of `http/request`). */
const PATIENCE_MS = 120_000;

function inTime({ plan, endedAt, signalledAt, service }: Finished): string[] {
  const bad: string[] = [];
  const isOnItsWay = service.posts.some(
    ({ at, deliveredAt }) =>
      at > plan.timeoutMs - PATIENCE_MS && (deliveredAt ?? Infinity) > plan.timeoutMs,
  );
  const until = plan.timeoutMs + 1 + (isOnItsWay ? GRACE_MS : 0);
  const stopMs = plan.features.has('stop_on_cancel') ? STOP_MS : 0;
  if (endedAt > until + stopMs) {
    bad.push(`ended ${endedAt - plan.timeoutMs} ms after the deadline`);
  }
  if (signalledAt !== null && endedAt > signalledAt + SIGNAL_MS) {
    bad.push(`ended ${endedAt - signalledAt} ms after the signal`);
  }
  const late = service.delivered.find(({ at }) => at > until);
  if (late !== undefined) {
    bad.push(`an answer was taken at ${late.at}, after the deadline`);
  }
  return bad;
}

/** All outputs are set, and there is no internal error, stack trace or token. */
function allSaid({ host, files, service, signalledAt }: Finished): string[] {
  const bad = OUTPUT_NAMES.filter((name) => host.outputs[name] === undefined).map(
    (name) => `the output ${name} is not set`,
  );
  const { outcome, code } = endOf(host);
  if (code === 'internal') {
    bad.push(`internal error: ${host.outputs['error_message'] ?? ''}`);
  }
  if (outcome === 'error' && (code === '' || host.outputs['error_message'] === '')) {
    bad.push('an error without code or words');
  }
  if (host.outputs['requests'] !== String(service.network.reached())) {
    bad.push(`requests is ${String(host.outputs['requests'])}`);
  }
  const said = [
    ...host.printed,
    ...Object.values(host.outputs),
    ...Object.values(host.saved),
    ...host.summaries,
  ].join('\n');
  if (said.includes(host.input('token')) || files.all().includes(host.input('token'))) {
    bad.push('the token is told');
  }
  if (/^\s+at .*\(.*:\d+:\d+\)$/m.test(said)) {
    bad.push('a stack trace is shown');
  }
  if (host.printed.filter((line) => line.startsWith('error: ')).length > 1) {
    bad.push('more than one error annotation');
  }
  const phase = host.saved['phase'];
  // What could not be done in time is left to the post step as a list (contract 7.3).
  const isLeft = (phase === 'ended' || phase === 'sending') && (host.saved['left'] ?? '') !== '';
  if (phase !== 'done' && !isLeft) {
    bad.push(`the saved phase is ${String(phase)}`);
  }
  if (FAILING.has(outcome) !== host.failed && signalledAt === null) {
    bad.push(`${outcome}, but red is ${host.failed}`);
  }
  return bad;
}
