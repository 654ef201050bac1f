/**
 * What must hold after each simulation, whatever happened in it. Each function gives violations in words; none is right.
 *
 * What a seed's faults excuse, and why:
 * - A log that misses entries: where the step ended before the run did; where the end of the log said so in a warning and
 *   there was trouble after the run's end; and entries the service first showed after the last page that was read.
 *   The last page having been a lie (an older snapshot, a wrong total, a page with a hole) also excuses: no client can know.
 *   The same where the time was up while the log was drained.
 * - Which entries are this turn's, where the log read before a resume was a lie, and the outcome that follows from them.
 * - Counting equal or late entries, where nobody could: `uncountable`.
 * - The order of entries with equal time stamps: where late entries or lies made them come in another one, and in a descending
 *   log that no two time stamps show to be one.
 * - The outcome: where trouble lasted until so close to the deadline that the end could not be read any more.
 */
import { OUTPUT_NAMES } from '../../src/runner/outputs.ts';
import { createClassifier, isTerminal, outcomeOf } from '../../src/run/status.ts';
import { parseTime } from '../../src/run/log/entry.ts';
import type { SimFiles, SimHost } from './machine.ts';
import type { Plan } from './plan.ts';
import { isLie, type ModelService } from './service.ts';

export interface Finished {
  readonly plan: Plan;
  readonly service: ModelService;
  readonly host: SimHost;
  readonly files: SimFiles;
  readonly endedAt: number;
  /** When the signal came, null when the step ended before it or none was planned. */
  readonly signalledAt: number | null;
  readonly rejections: readonly string[];
}

const classify = createClassifier({ successStatuses: [], failureStatuses: [] });
/** How long after the last trouble the end of the run may stay unseen. */
const SLACK_MS = 120_000;
/** Refusals that name no time are backed off from, the longer the more there were. */
const REFUSED_SLACK_MS = 300_000;
/** A resumed run that shows nothing for so long is given up (contract 4.5). */
const NO_SIGN_MS = 600_000;
const SIGNAL_MS = 2_000;

export function violationsOf(seen: Finished): string[] {
  return [
    ...seen.service.violations,
    ...seen.rejections.map((reason) => `unhandled rejection: ${reason}`),
    ...sentOnce(seen),
    ...inTime(seen),
    ...allSaid(seen),
    ...rightOutcome(seen),
    ...logKept(seen),
    ...rightResult(seen),
  ];
}

const UNSENT: ReadonlySet<string> = new Set(['dns', 'refused', 'connect_timeout', 'tls', 'proxy', '429']);

/** No second create or resume unless the ones before were surely not carried out. */
function sentOnce({ service: { posts }, plan }: Finished): string[] {
  const bad: string[] = [];
  const carriedOut = posts.filter((post) => post.carriedOut).length;
  if (carriedOut > 1) bad.push(`${carriedOut} ${plan.mode}s were carried out`);
  for (const post of posts.slice(0, -1)) {
    if (post.fault === null || !UNSENT.has(post.fault))
      bad.push(`a ${post.name} was sent again after ${String(post.fault)}`);
  }
  if (plan.mode === 'attach' && posts.length > 0) bad.push('something was sent to a run that was only to be followed');
  return bad;
}

function inTime({ plan, endedAt, signalledAt, service }: Finished): string[] {
  const bad: string[] = [];
  if (endedAt > plan.timeoutMs + 1) bad.push(`ended ${endedAt - plan.timeoutMs} ms after the deadline`);
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
  if (host.outputs.get('requests') !== String(service.reached()))
    bad.push(`requests is ${String(host.outputs.get('requests'))}`);
  const said = [...host.printed, ...host.outputs.values(), ...host.saved.values(), ...host.summaries].join('\n');
  if (said.includes(host.input('token')) || files.all().includes(host.input('token'))) bad.push('the token is told');
  if (/^\s+at .*\(.*:\d+:\d+\)$/m.test(said)) bad.push('a stack trace is shown');
  const phase = host.saved.get('phase');
  if (phase !== 'done') bad.push(`the saved phase is ${String(phase)}`);
  if (
    ['error', 'failed', 'cancelled', 'needs_input', 'timed_out'].includes(outcome) !== host.failed &&
    signalledAt === null
  )
    bad.push(`${outcome}, but red is ${host.failed}`);
  return bad;
}

function endOf(host: SimHost): { outcome: string; code: string } {
  return { outcome: host.outputs.get('outcome') ?? '', code: host.outputs.get('error_code') ?? '' };
}

/** The outcome is the model's truth, or what the faults of this seed justify. */
function rightOutcome(seen: Finished): string[] {
  const { plan, service, host, signalledAt, endedAt } = seen;
  const { outcome, code } = endOf(host);
  const accepted = plan.mode === 'attach' || (service.posts.at(-1)?.deliveredAt ?? null) !== null;
  const atDeadline = endedAt >= plan.timeoutMs - 1;
  const wrong = (why: string): string[] => [`outcome ${outcome}${code === '' ? '' : `/${code}`}: ${why}`];
  const known = host.outputs.get('agent_run_id') === '7001';
  if (accepted && !known) return wrong('the id of an accepted run is lost');
  if (signalledAt !== null)
    return outcome === 'cancelled' || endedAt === signalledAt || truths(seen).has(outcome)
      ? []
      : wrong('after a signal');
  if (service.redirected && code !== 'bad_response') return wrong('although there was a redirect');
  switch (outcome) {
    case 'error':
      return justified(seen, { accepted, atDeadline })
        ? []
        : wrong(`not justified: ${host.outputs.get('error_message') ?? ''}`);
    case 'started':
      return plan.wait ? wrong('although waiting was asked for') : [];
    case 'timed_out':
      if (!accepted && service.posts.length > 0) return wrong('no run was accepted');
      if (!atDeadline) return wrong(`at ${endedAt}, before the deadline`);
      return mustBeSeen(seen) ? wrong('although the end could be read') : [];
    default:
      // An answer of the turn before was taken for one of this turn, and its end with it.
      if (liedAboutTurn(seen) && outcome === outcomeBefore(plan)) return [];
      return truths(seen).has(outcome) ? [] : wrong(`the truth is ${[...truths(seen)].join(' or ')}`);
  }
}

/** The outcomes that words delivered to the client stand for. */
function truths({ plan, service }: Finished): ReadonlySet<string> {
  const since = service.acceptedAt ?? Infinity;
  const found = new Set<string>();
  const after = service.delivered.filter(({ at }) => at >= since);
  let active = plan.mode !== 'resume';
  for (const { status, shows } of after) {
    const meaning = classify(status);
    const ofTurn = shows - since >= (plan.statuses[1]?.at ?? Infinity) || plan.mode !== 'resume';
    if (meaning === 'active' || (meaning === 'unknown' && status !== null)) active = true;
    if (isTerminal(meaning) && (ofTurn || (active && shows >= since + plan.endAt))) found.add(outcomeOf(meaning));
    // An unknown word, or none, but the answer is there (contract 4.3).
    if (meaning === 'unknown' && plan.finalAnswer !== null) found.add('succeeded');
  }
  // No status at any time, and a result that has arrived (contract 4.3).
  if (plan.result !== null && after.every(({ status }) => status === null)) found.add('succeeded');
  if (plan.mode === 'resume' && !plan.wait) found.add('started');
  return found;
}

/** Trouble ended and the run ended, both early enough for the end to be seen. */
function mustBeSeen({ plan, service }: Finished, endsAt = plan.timeoutMs): boolean {
  if (classify(plan.statuses.at(-1)?.word ?? null) === 'unknown' && plan.finalAnswer === null) return false;
  // Never seen at work and no entry that shows the end: it cannot be told from the turn before (contract 4.5).
  const active = service.delivered.some(
    ({ status, at }) => at >= (service.acceptedAt ?? 0) && classify(status) === 'active',
  );
  const shown = plan.finalAnswer !== null || plan.entries.at(-1)?.value['message_type'] === 'ERROR';
  if (plan.mode === 'resume' && !active && !shown) return false;
  const lastEntry = Math.max(0, ...plan.entries.map(({ visibleAt }) => visibleAt));
  const calm = Math.max((service.acceptedAt ?? 0) + Math.max(plan.endAt, lastEntry), service.troubleUntil);
  const slack = SLACK_MS + 5 * (plan.fixedMs ?? 0) + (service.refused ? REFUSED_SLACK_MS : 0);
  return calm + slack < endsAt;
}

function justified(seen: Finished, { accepted, atDeadline }: { accepted: boolean; atDeadline: boolean }): boolean {
  const { service, plan, host } = seen;
  const { code } = endOf(host);
  const last = service.posts.at(-1)?.fault ?? null;
  const has = (...faults: string[]): boolean => faults.some((fault) => service.permanents.has(fault));
  switch (code) {
    case 'ambiguous_create':
      // At the deadline, whatever is in flight becomes ambiguous.
      return !accepted && (atDeadline || (last !== null && !UNSENT.has(last) && !service.permanents.has(last)));
    case 'rate_limited':
      return !accepted && atDeadline;
    case 'network':
      return (
        has('certificate') ||
        (!accepted && atDeadline) ||
        (plan.mode === 'attach' && atDeadline && service.delivered.length === 0)
      );
    case 'unauthorized':
      return has('http_401');
    case 'quota_exceeded':
      return has('http_402');
    case 'forbidden':
      return has('http_403');
    case 'not_found':
      return has('http_404');
    case 'rejected':
      return has('http_422') || (!accepted && has('logs_400'));
    case 'bad_response': {
      if (has('redirect')) return true;
      // Nothing of the turn was ever shown, for ten minutes or until the end.
      const givenUpAt = Math.min(plan.timeoutMs, (service.acceptedAt ?? 0) + NO_SIGN_MS);
      return plan.mode === 'resume' && seen.endedAt >= givenUpAt - 1 && !mustBeSeen(seen, givenUpAt);
    }
    default:
      return false;
  }
}

/** Each entry of the turn once and in order. */
function logKept(seen: Finished): string[] {
  const { plan, service, host, files } = seen;
  const path = host.outputs.get('logs_file') ?? '';
  if (path === '') return [];
  if (sinceExcused(seen) || uncountable(seen)) return [];
  const lines = files
    .readText(path)
    .split('\n')
    .filter((line) => line !== '');
  const bad: string[] = [];
  if (host.outputs.get('total_logs') !== String(lines.length))
    bad.push(`total_logs is ${String(host.outputs.get('total_logs'))} of ${lines.length}`);
  const left = count(plan.entries.map(({ line }) => line));
  for (const line of lines) {
    const times = left.get(line) ?? 0;
    if (times === 0) bad.push(`an entry too many: ${line}`);
    left.set(line, times - 1);
  }
  bad.push(...inOrder(seen, lines));
  const ended =
    ['succeeded', 'failed', 'cancelled', 'needs_input'].includes(endOf(host).outcome) && seen.signalledAt === null;
  if (!ended) return bad;
  const pages = service.delivered.filter(({ kind }) => kind === 'page');
  const last = pages.at(-1);
  const said = host.warnings
    .concat(host.printed)
    .some((text) => /log is incomplete|end of the log could not be read|(?:entry|entries) more than/.test(text));
  const endedAt = (service.acceptedAt ?? 0) + plan.endAt;
  // The end as the client saw it.
  const terminalAt = service.delivered.find(({ status }) => isTerminal(classify(status)))?.at ?? Infinity;
  if (said && seen.endedAt >= plan.timeoutMs - 2) return bad;
  if (said && service.troubleUntil >= Math.min(endedAt, terminalAt, last?.at ?? Infinity) - 1) return bad;
  if (last !== undefined && isLie(last.fault)) return bad;
  if ((said || plan.totals === 'absent') && pages.some(({ fault }) => isLie(fault))) return bad;
  if (said) bad.push('the log is said to be incomplete without trouble');
  const shows = last === undefined ? -Infinity : last.shows - (service.acceptedAt ?? 0);
  for (const entry of plan.entries) {
    if (entry.visibleAt > shows) continue;
    const times = left.get(entry.line) ?? 0;
    if (times > 0 && !plan.entries.some(({ line, visibleAt }) => line === entry.line && visibleAt > shows))
      bad.push(`an entry is lost: ${entry.line}`);
  }
  return bad;
}

/** Without the log before a resume, entries are told apart by this machine's clock, which must be right; with a lie about it, by nothing. */
function sinceExcused(seen: Finished): boolean {
  return seen.plan.mode === 'resume' && (seen.plan.jumps.length > 0 || liedAboutTurn(seen));
}

/** Whether the page that shows where this turn begins was a lie. */
function liedAboutTurn({ plan, service }: Finished): boolean {
  if (plan.mode !== 'resume') return false;
  const before = service.delivered.filter(({ at }) => at <= (service.acceptedAt ?? Infinity));
  // More than a page, and the newest entry before the turn was not on the one that was read.
  const unseen = plan.before.length > 100 && plan.order === 'asc';
  return (unseen ? service.delivered : before).some(({ fault }) => isLie(fault));
}

/** What the status of the turn before stands for; null when it was no end. */
function outcomeBefore(plan: Plan): string | null {
  const meaning = classify(plan.statusBefore);
  return isTerminal(meaning) ? outcomeOf(meaning) : null;
}

/**
 * Logs in which not every entry can be counted for sure, because a page shows only itself and the total:
 * - of several pages, one of which came in the wrong order or with a hole;
 * - with equal time stamps, where a late entry pushes equal entries over the place we had read to;
 * - descending, of several pages, with equal time stamps: equal entries at the border of two pages hide how far it grew;
 * - descending, of several pages, without a total: a late entry on a later page shows nowhere.
 */
export function uncountable({ plan, service }: Pick<Finished, 'plan' | 'service'>): boolean {
  const { late, placed, order, stamps, before, entries, totals } = plan;
  if (late && placed === 'time' && stamps !== 'distinct') return true;
  if (before.length + entries.length < 100) return false;
  const disordered = service.delivered.some(
    ({ fault }) => fault === 'reversed' || fault === 'shuffled' || fault === 'holed',
  );
  if (order === 'asc' || disordered) return disordered;
  return stamps === 'distinct' ? late && totals === 'absent' : true;
}

function count(lines: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const line of lines) bag.set(line, (bag.get(line) ?? 0) + 1);
  return bag;
}

function inOrder({ plan, service }: Finished, lines: readonly string[]): string[] {
  if (plan.stamps !== 'some_missing') {
    let previous = -Infinity;
    for (const line of lines) {
      const time = parseTime((JSON.parse(line) as { created_at: string }).created_at) ?? 0;
      if (time < previous) return [`out of order: ${line}`];
      previous = time;
    }
  }
  const lies = service.delivered.some(({ fault }) => isLie(fault));
  // Where no time stamp tells the order, ascending is assumed (contract 4.7).
  const times = new Set(lines.flatMap((line) => (JSON.parse(line) as { created_at?: string | null }).created_at ?? []));
  if (plan.late || lies || (plan.order === 'desc' && times.size < 2)) return [];
  let at = 0;
  for (const line of lines) {
    while (at < plan.entries.length && plan.entries[at]?.line !== line) at += 1;
    if (at === plan.entries.length) return [`not in the service's order: ${line}`];
    at += 1;
  }
  return [];
}

function rightResult(seen: Finished): string[] {
  const { plan, service, host, signalledAt } = seen;
  const result = host.outputs.get('result') ?? '';
  const allowed = [plan.result, plan.resultBefore, plan.finalAnswer, ''];
  if (sinceExcused(seen)) return [];
  if (!allowed.includes(result)) return [`a result from nowhere: ${result}`];
  const { outcome } = endOf(host);
  const ended = ['succeeded', 'failed', 'cancelled', 'needs_input'].includes(outcome) && signalledAt === null;
  const endedAt = (service.acceptedAt ?? 0) + plan.endAt;
  if (
    !ended ||
    seen.endedAt >= plan.timeoutMs - 2 ||
    service.troubleUntil >= endedAt ||
    plan.statuses.length > 3 ||
    uncountable(seen) ||
    sinceExcused(seen)
  )
    return [];
  const unchanged = plan.mode === 'resume' && plan.result === null;
  const truth = unchanged ? (plan.finalAnswer ?? plan.resultBefore ?? '') : (plan.result ?? plan.finalAnswer ?? '');
  // A final answer that the service shows only after the last page was read cannot be known.
  const late = plan.late && plan.finalAnswer !== null && truth === plan.finalAnswer;
  return result === truth || late ? [] : [`the result is "${result}", not "${truth}"`];
}
