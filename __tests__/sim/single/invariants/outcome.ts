/** The outcome must be the run's true one, or one that the faults of the seed justify. */
import { isTerminal } from '../../../../src/run/status.ts';
import { isPermanent, isStale, isUnsent } from '../../engine/faults.ts';
import type { Plan } from '../plan.ts';
import { classify, endOf, isTurnUnclear, tookPreviousEnd, type Finished } from './seen.ts';

/** Time after the last fault until the end of the run must be seen. */
const SLACK_MS = 120_000;
/** Refusals without a retry time cause growing waits. */
const REFUSED_SLACK_MS = 300_000;
/** A resumed run without any sign of work for this long is given up (contract 4.5). */
const NO_SIGN_MS = 600_000;
/** A service without a connection for this long counts as unreachable (contract 5). */
const NEVER_CONNECTED_MS = 120_000;

export function rightOutcome(seen: Finished): string[] {
  const { plan, service, host, signalledAt, endedAt } = seen;
  const { outcome, code } = endOf(host);
  const accepted = plan.mode === 'attach' || (service.posts.at(-1)?.deliveredAt ?? null) !== null;
  const atDeadline = endedAt >= plan.timeoutMs - 1;
  const wrong = (why: string): string[] => [
    `outcome ${outcome}${code === '' ? '' : `/${code}`}: ${why}`,
  ];
  if (accepted && host.outputs['agent_run_id'] !== '1001') {
    return wrong('the id of an accepted run is lost');
  }
  if (signalledAt !== null) {
    return outcome === 'cancelled' ||
      endedAt === signalledAt ||
      (outcome === 'timed_out' && signalledAt >= plan.timeoutMs) ||
      truths(seen).has(outcome)
      ? []
      : wrong('after a signal');
  }
  if (service.network.redirected && code !== 'bad_response') {
    return wrong('although there was a redirect');
  }
  switch (outcome) {
    case 'error':
      return justified(seen, { accepted, atDeadline })
        ? []
        : wrong(`not justified: ${host.outputs['error_message'] ?? ''}`);
    case 'started':
      return plan.features.has('no_wait') ? [] : wrong('although waiting was asked for');
    case 'timed_out':
      if (!accepted && service.posts.length > 0) {
        return wrong('no run was accepted');
      }
      if (!atDeadline) {
        return wrong(`at ${endedAt}, before the deadline`);
      }
      return mustBeSeen(seen) ? wrong('although the end could be read') : [];
    default:
      if (!isOfStatus(outcome, host.outputs['status'] ?? '')) {
        return wrong(`the status is ${host.outputs['status'] ?? ''}`);
      }
      // The end of the previous turn was attributed to this one, with or without an answer.
      if ((isTurnUnclear(seen) || tookPreviousEnd(seen)) && outcome === outcomeBefore(plan)) {
        return [];
      }
      if (
        plan.features.has('queued') &&
        outcome === 'succeeded' &&
        service.delivered.some(({ fault }) => isStale(fault))
      ) {
        return [];
      }
      return truths(seen).has(outcome)
        ? []
        : wrong(`the truth is ${[...truths(seen)].join(' or ')}`);
  }
}

/** Whether an outcome agrees with the last status, if that is terminal. */
function isOfStatus(outcome: string, status: string): boolean {
  const meaning = classify(status);
  return !isTerminal(meaning) || meaning === outcome;
}

/** The outcomes of the status words delivered to the client. */
function truths({ plan, service }: Finished): ReadonlySet<string> {
  const since = service.acceptedAt ?? Infinity;
  const found = new Set<string>();
  const after = service.delivered.filter(({ at }) => at >= since);
  let active = plan.mode !== 'resume';
  for (const { status, shows } of after) {
    const meaning = classify(status);
    const ofTurn = shows - since >= plan.pickupAt || plan.mode !== 'resume';
    if (meaning === 'active' || (meaning === 'unknown' && status !== null)) {
      active = true;
    }
    if (isTerminal(meaning) && (ofTurn || (active && shows >= since + plan.endAt))) {
      found.add(meaning);
    }
    // An unknown status word or none, but the final answer exists (contract 4.3).
    if (meaning === 'unknown' && plan.finalAnswer !== null) {
      found.add('succeeded');
    }
  }
  // Never a status, but a result (contract 4.3).
  if (plan.result !== null && after.every(({ status }) => status === null)) {
    found.add('succeeded');
  }
  if (plan.mode === 'resume' && plan.features.has('no_wait')) {
    found.add('started');
  }
  return found;
}

/** Whether the run and all faults ended early enough for the end to be seen. */
function mustBeSeen({ plan, service }: Finished, endsAt = plan.timeoutMs): boolean {
  const isUnknown = classify(plan.statuses.at(-1)?.word ?? null) === 'unknown';
  if (isUnknown && (plan.finalAnswer === null || plan.logs === 'none')) {
    return false;
  }
  // Never seen active and without a final entry, the end cannot be distinguished from the previous
  // turn's (contract 4.5).
  const active = service.delivered.some(
    ({ status, at }) => at >= (service.acceptedAt ?? 0) && classify(status) === 'active',
  );
  const shown = plan.finalAnswer !== null || plan.entries.at(-1)?.value['message_type'] === 'ERROR';
  if (plan.mode === 'resume' && !active && (!shown || plan.logs === 'none')) {
    return false;
  }
  const lastEntry = Math.max(0, ...plan.entries.map(({ visibleAt }) => visibleAt));
  const calm = Math.max(
    (service.acceptedAt ?? 0) + Math.max(plan.endAt, lastEntry),
    service.troubleUntil,
  );
  const slack =
    SLACK_MS + 5 * (plan.fixedMs ?? 0) + (service.network.refused ? REFUSED_SLACK_MS : 0);
  return calm + slack < endsAt;
}

function justified(
  seen: Finished,
  { accepted, atDeadline }: { accepted: boolean; atDeadline: boolean },
): boolean {
  const { service, plan, host } = seen;
  const { code } = endOf(host);
  const last = service.posts.at(-1)?.fault ?? null;
  const has = (...faults: string[]): boolean =>
    faults.some((fault) => service.permanents.has(fault));
  // A refusal before anything was sent may be permanent. Later, most refusals of polls are
  // temporary (contract 2.3, 5).
  const refusedSend = !accepted && isPermanent(last);
  const neverConnected = service.network.reached() === 0 && seen.endedAt >= NEVER_CONNECTED_MS - 1;
  switch (code) {
    case 'ambiguous_create':
      // At the deadline, requests in flight become ambiguous.
      return (
        !accepted &&
        (atDeadline || (last !== null && !isUnsent(last) && !service.permanents.has(last)))
      );
    case 'rate_limited':
      return !accepted && atDeadline;
    case 'network':
      return (
        has('certificate') ||
        (!accepted && (atDeadline || neverConnected)) ||
        (plan.mode === 'attach' && atDeadline && service.delivered.length === 0)
      );
    case 'unauthorized':
      return has('http_401');
    case 'quota_exceeded':
      return refusedSend && last === 'http_402';
    case 'forbidden':
      return has('http_403');
    case 'not_found':
      return has('http_404');
    case 'rejected':
      return refusedSend && last === 'http_422';
    case 'bad_response': {
      if (has('redirect')) {
        return true;
      }
      // Nothing of the turn was shown for ten minutes, or until the end.
      const givenUpAt = Math.min(plan.timeoutMs, (service.acceptedAt ?? 0) + NO_SIGN_MS);
      return (
        plan.mode === 'resume' && seen.endedAt >= givenUpAt - 1 && !mustBeSeen(seen, givenUpAt)
      );
    }
    default:
      return false;
  }
}

/** The outcome of the previous turn's status, or null if it is not terminal. */
function outcomeBefore(plan: Plan): string | null {
  const meaning = classify(
    plan.features.has('queued') ? 'COMPLETE' : (plan.statuses[0]?.word ?? null),
  );
  return isTerminal(meaning) ? meaning : null;
}
