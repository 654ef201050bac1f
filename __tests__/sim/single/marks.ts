/** The rare states that a simulation of a single run has reached. */
import { isTerminal } from '../../../src/run/status.ts';
import { isUnsent, PAGE_FAULTS, REFUSED_LOOKS } from '../engine/faults.ts';
import type { Marks } from '../engine/simulated.ts';
import { classify, endOf, sawEnd, type Finished } from './invariants/seen.ts';
import type { Killed } from './killed.ts';

const MINUTE_MS = 60_000;

export function marksOf(seen: Finished): Marks {
  return {
    ...sendMarks(seen),
    ...lookMarks(seen),
    ...logMarks(seen),
    ...turnMarks(seen),
    ...endMarks(seen),
  };
}

export function marksOfKilled({ host, service, killedAt }: Killed): Marks {
  const phase = host.saved['phase'] ?? 'before';
  const settled = (host.saved['outcome'] ?? '') !== '';
  return {
    killed_sending: phase === 'sending',
    killed_running: phase === 'running' && !settled,
    stop_by_post: service.stops.some(({ name, at }) => name === 'ban' && at >= killedAt),
  };
}

function sendMarks({ service, host, plan, signalledAt, endedAt }: Finished) {
  const { outcome, code } = endOf(host);
  const { posts, network } = service;
  const accepted = posts.at(-1)?.deliveredAt ?? null;
  return {
    sent_after_refusals:
      accepted !== null && posts.filter(({ fault }) => isUnsent(fault)).length >= 3,
    ambiguous: code === 'ambiguous_create',
    never_connected: code === 'network' && network.reached() === 0,
    refused_to_the_end: code === 'rate_limited',
    redirected: network.redirected,
    floor_waited:
      network.floorUntil > 0 && service.delivered.some(({ at }) => at >= network.floorUntil),
    floor_beyond_deadline: outcome === 'timed_out' && network.floorUntil > plan.timeoutMs,
    signal_before_send: signalledAt !== null && plan.mode !== 'attach' && posts.length === 0,
    signal_in_flight:
      signalledAt !== null &&
      posts.some(
        ({ at, deliveredAt }) => at < signalledAt && (deliveredAt ?? endedAt) > signalledAt,
      ),
  };
}

function lookMarks(seen: Finished) {
  const { service, plan } = seen;
  const { met, delivered } = service;
  const ended = sawEnd(seen);
  const firstRun = delivered.findIndex(
    ({ kind, at }) => kind === 'run' && at >= (service.acceptedAt ?? 0),
  );
  return {
    refused_looks_passed: ended && REFUSED_LOOKS.some((fault) => met.has(fault)),
    gateway_page_passed: ended && PAGE_FAULTS.some((fault) => met.has(fault)),
    end_unseen: ended && met.has('stale_end'),
    other_run_ignored: ended && met.has('other_run'),
    log_left_and_back:
      firstRun > 0 && delivered.slice(firstRun, -1).some(({ kind }) => kind === 'page'),
    alpha_log:
      service.misses > 0 && plan.logs === 'alpha' && delivered.some(({ kind }) => kind === 'page'),
    no_log: ended && plan.logs === 'none',
    stale_log: met.has('stale_log'),
  };
}

function logMarks(seen: Finished) {
  const { service, host, plan, files } = seen;
  const ended = sawEnd(seen);
  const lines = files.linesOf(host.outputs['logs_file'] ?? '');
  const kept = new Set(lines);
  const since = service.acceptedAt ?? 0;
  const whole = ended && lines.length === plan.entries.length + plan.tail.length;
  const endAt = since + plan.endAt;
  return {
    drain_late_entry:
      ended &&
      plan.entries.some(({ line, visibleAt }) => since + visibleAt > endAt && kept.has(line)),
    drain_gave_up:
      ended &&
      host
        .messages('warning')
        .some((text) => /log is incomplete|end of the log could not/.test(text)),
    long: whole && lines.length > 100,
    late_stamps: whole && plan.features.has('late_stamps') && lines.length > 3,
    equal_entries: ended && kept.size < lines.length,
  };
}

function turnMarks(seen: Finished) {
  const { service, host, plan } = seen;
  const ended = sawEnd(seen);
  const resumed = ended && plan.mode === 'resume';
  const since = service.acceptedAt ?? Infinity;
  const early = service.delivered.filter(
    ({ at, shows }) => at > since && shows < since + plan.pickupAt,
  );
  const isOld = early.some(({ status }) => isTerminal(classify(status)));
  const queued = plan.features.has('queued');
  const isUnread =
    resumed && !service.delivered.some(({ kind, at }) => kind === 'page' && at <= since);
  return {
    clock_ahead: resumed && plan.apartMs > MINUTE_MS,
    clock_behind: resumed && plan.apartMs < -MINUTE_MS,
    resume_old_status: resumed && !queued && isOld,
    resume_not_taken_up:
      plan.mode === 'resume' && endOf(host).code === 'bad_response' && !service.network.redirected,
    resume_log_unread: isUnread,
    queued_end_passed: resumed && queued && isOld,
    queued_seamless: resumed && queued && !isOld && early.length > 0,
  };
}

function endMarks(seen: Finished) {
  const { service, host, plan, signalledAt } = seen;
  const ended = sawEnd(seen);
  const { outcome } = endOf(host);
  const { delivered, stops } = service;
  const result = host.outputs['result'] ?? '';
  const end = delivered.find(({ status }) => isTerminal(classify(status)));
  const lastRuns = delivered.filter(({ kind, at }) => kind === 'run' && at > (end?.at ?? Infinity));
  const draft = delivered.some((answer) => answer.result?.startsWith('Draft') === true);
  const last = plan.statuses.at(-1);
  const bans = stops.filter(({ name }) => name === 'ban').length;
  return {
    result_taken_back: ended && draft && !result.startsWith('Draft'),
    result_awaited: ended && lastRuns[0]?.result === null && result.startsWith('Result'),
    summary_as_result: ended && result !== '' && result === plan.summary,
    status_never: outcome === 'succeeded' && plan.features.has('no_status'),
    status_unknown: outcome === 'succeeded' && last?.word === 'WEIRD' && plan.endAt <= seen.endedAt,
    ended_at_deadline: ended && (service.acceptedAt ?? 0) + plan.endAt > plan.timeoutMs - 2_000,
    signal_at_the_end: signalledAt !== null && end !== undefined && end.at < signalledAt,
    stop_at_timeout: outcome === 'timed_out' && bans > 0,
    stop_after_signal: signalledAt !== null && bans > 0,
  };
}
