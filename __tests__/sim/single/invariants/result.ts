/**
 * The result must be what the service showed last (contract 4.6), and the run's final result if
 * that could be read.
 */
import { isTerminal } from '../../../../src/run/status.ts';
import { FINAL_ANSWER } from '../entries.ts';
import type { Delivered } from '../../world/service.ts';
import {
  classify,
  endOf,
  isOutOfTime,
  isTurnUnclear,
  outOfBudget,
  sawEnd,
  tookPreviousEnd,
  type Finished,
} from './seen.ts';

export function rightResult(seen: Finished): string[] {
  const { plan, service, host, signalledAt } = seen;
  if (isTurnUnclear(seen) || signalledAt !== null) {
    return [];
  }
  const { outcome } = endOf(host);
  if (!sawEnd(seen) && outcome !== 'timed_out') {
    return [];
  }
  const result = host.outputs['result'] ?? '';
  const shown = lastShown(seen);
  // The last answer may be an old snapshot, which lacks the result that an answer before it showed.
  const wasShown =
    result === plan.result && service.delivered.some((answer) => answer.result === result);
  const isRight =
    result === shown ||
    (shown === '' && wasShown) ||
    (result !== '' && result === saidByPage(service));
  const bad = isRight ? [] : [`the result is "${result}", but the service showed "${shown}" last`];
  const endedAt = (service.acceptedAt ?? 0) + plan.endAt;
  if (
    !sawEnd(seen) ||
    isOutOfTime(seen) ||
    outOfBudget(seen) ||
    service.troubleUntil >= endedAt ||
    tookPreviousEnd(seen)
  ) {
    return bad;
  }
  if (
    plan.pullRequests.length > 0 &&
    !(host.outputs['pull_requests'] ?? '').includes(String(plan.pullRequests[0]))
  ) {
    bad.push('the pull request is not told');
  }
  const final = plan.logs === 'none' || wasRefusedLog(seen) ? null : plan.finalAnswer;
  const unchanged = plan.mode === 'resume' && plan.result === null && !hasDraft(plan);
  const otherwise = isSummaryUnclear(seen) ? '' : (plan.summary ?? '');
  const truth = unchanged
    ? (final ?? plan.resultBefore ?? otherwise)
    : (plan.result ?? final ?? otherwise);
  // A final answer first shown after the last page was read cannot be known.
  const late = plan.features.has('late') && plan.finalAnswer !== null && truth === plan.finalAnswer;
  // The service may set the result after the action has stopped waiting for it. The wait is short
  // for failed and cancelled runs, and omitted if an earlier turn has left a result.
  const slow =
    plan.features.has('slow_result') &&
    (final !== null ||
      plan.summary !== null ||
      plan.resultBefore !== null ||
      plan.features.has('queued') ||
      outcome === 'failed' ||
      outcome === 'cancelled');
  // The result of the queued turn remains until this turn has one.
  const queued = plan.features.has('queued') && plan.result === null;
  return result === truth || late || slow || queued
    ? bad
    : [...bad, `the result is "${result}", not "${truth}"`];
}

/**
 * Whether both addresses answered that there is no log, and no page of this turn was ever read. The
 * end is then reported at once (contract 2.3).
 */
function wasRefusedLog({ service, host }: Finished): boolean {
  const isOfTurn = (at: number): boolean => at >= (service.acceptedAt ?? 0);
  return (
    host.messages('warning').some((text) => text.includes('The service offers no log')) &&
    !service.delivered.some(({ kind, at }) => kind === 'page' && isOfTurn(at))
  );
}

/**
 * The result on the last page if it had no status, which was therefore read from the run. That read
 * only completes the page, so an old snapshot of the run without a result takes nothing back.
 */
function saidByPage({ delivered }: Finished['service']): string | null {
  const [page, run] = delivered.slice(-2);
  const isCompleted =
    page?.kind === 'page' && page.status === null && run?.kind === 'run' && run.result === null;
  return isCompleted ? (page.result ?? null) : null;
}

/** The result according to contract 4.6, from the delivered answers. */
function lastShown(seen: Finished): string {
  const { plan, service, host, files } = seen;
  // What the run said before a follow-up that was never accepted is not its result.
  if (plan.mode === 'resume' && service.acceptedAt === null) {
    return '';
  }
  const since = service.acceptedAt ?? 0;
  const ofTurn = withoutLagging(seen, since);
  // A page without a status is completed by the last read of the run.
  const saysNothing = ({ kind, status, result }: Delivered): boolean =>
    kind === 'page' && status === null && result === null;
  const result =
    ofTurn.findLast((answer) => answer.result !== undefined && !saysNothing(answer))?.result ??
    null;
  const lines = files.linesOf(host.outputs['logs_file'] ?? '');
  // What stands before the echo of the follow-up is of an earlier turn.
  const echo =
    plan.mode === 'resume' ? lines.findIndex((line) => line.includes('"USER_MESSAGE"')) : -1;
  const answers = lines
    .slice(echo + 1)
    .filter((line) => line.includes('"FINAL_ANSWER"'))
    .map((line) => JSON.parse(line) as { observation: string | null });
  const isOld = plan.mode === 'resume' && result === plan.resultBefore;
  if (result !== null && !(isOld && answers.length > 0)) {
    return result;
  }
  // The answer of this turn counts even if the previous turn's stands after it in the file.
  const own = answers.findLast(({ observation }) => observation === FINAL_ANSWER);
  const last = (own ?? answers.at(-1))?.observation;
  if (typeof last === 'string') {
    return last;
  }
  return isSummaryUnclear(seen)
    ? ''
    : (ofTurn.findLast((answer) => answer.summary !== undefined)?.summary ?? '');
}

/**
 * What was delivered in this turn, without what shows the run as not ended after its end was seen:
 * that comes from a replica that lags, and nothing of it counts (contract 2.3).
 */
function withoutLagging({ service }: Finished, since: number): readonly Delivered[] {
  const ofTurn = service.delivered.filter(({ at }) => at >= since);
  const end = ofTurn.findIndex(({ fault }) => fault === 'stale_end');
  const isEnded = ofTurn.slice(0, end).some(({ status }) => isTerminal(classify(status)));
  return isEnded ? ofTurn.filter(({ fault }) => fault !== 'stale_end') : ofTurn;
}

/**
 * Whether the summary may be from before the follow-up: neither a read before it nor its answer
 * told the summary, and it did not change since it was first shown.
 */
function isSummaryUnclear({ plan, service }: Finished): boolean {
  if (plan.mode !== 'resume' || service.posts.at(-1)?.fault === null) {
    return false;
  }
  const told = service.delivered.filter(({ summary }) => summary !== undefined);
  const isOfTurn = told[0] !== undefined && told[0].at >= (service.acceptedAt ?? 0);
  return isOfTurn && told[0]?.summary === told.at(-1)?.summary;
}

function hasDraft({ results }: Finished['plan']): boolean {
  return results.some(({ text }) => text?.startsWith('Draft') === true);
}
