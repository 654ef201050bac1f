/** Each entry of the turn must be reported once, in order (contract 4.7). */
import { parseTime } from '../../../../src/agents/entry.ts';
import { isTerminal } from '../../../../src/run/status.ts';
import { isStale } from '../../engine/faults.ts';
import {
  classify,
  isOutOfTime,
  isTurnUnclear,
  outOfBudget,
  sawEnd,
  type Finished,
} from './seen.ts';

export function logKept(seen: Finished): string[] {
  const { plan, service, host, files } = seen;
  const path = host.outputs['logs_file'] ?? '';
  if (path === '') {
    return [];
  }
  if (isTurnUnclear(seen)) {
    return [];
  }
  const lines = files.linesOf(path);
  const bad: string[] = [];
  if (host.outputs['total_logs'] !== String(lines.length)) {
    bad.push(`total_logs is ${String(host.outputs['total_logs'])} of ${lines.length}`);
  }
  const tail = new Set(plan.tail.map(({ line }) => line));
  const left = count(plan.entries.map(({ line }) => line));
  const expected = lines.filter((line) => !tail.delete(line));
  for (const line of expected) {
    const times = left.get(line) ?? 0;
    if (times === 0) {
      bad.push(`an entry too many: ${line}`);
    }
    left.set(line, times - 1);
  }
  bad.push(...inOrder(seen, expected));
  if (!sawEnd(seen)) {
    return bad;
  }
  const pages = service.delivered.filter(({ kind }) => kind === 'page');
  const last = pages.at(-1);
  const said = host
    .messages('warning')
    .concat(host.printed)
    .some((text) =>
      /log is incomplete|end of the log could not be read|(?:entry|entries) more than/.test(text),
    );
  const endedAt = (service.acceptedAt ?? 0) + plan.endAt;
  // The end as seen by the client.
  const terminalAt =
    service.delivered.find(({ status }) => isTerminal(classify(status)))?.at ?? Infinity;
  if (said && (isOutOfTime(seen) || outOfBudget(seen))) {
    return bad;
  }
  if (said && service.troubleUntil >= Math.min(endedAt, terminalAt, last?.at ?? Infinity) - 1) {
    return bad;
  }
  if (last !== undefined && isStale(last.fault)) {
    return bad;
  }
  const isLagging = pages.some(({ fault }) => isStale(fault));
  if (said && isLagging) {
    return bad;
  }
  if (said) {
    bad.push('the log is said to be incomplete without trouble');
  }
  const shows = last === undefined ? -Infinity : last.shows - (service.acceptedAt ?? 0);
  for (const entry of plan.entries) {
    if (entry.visibleAt > shows) {
      continue;
    }
    const times = left.get(entry.line) ?? 0;
    if (
      times > 0 &&
      !plan.entries.some(({ line, visibleAt }) => line === entry.line && visibleAt > shows)
    ) {
      bad.push(`an entry is lost: ${entry.line}`);
    }
  }
  return bad;
}

function count(lines: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const line of lines) {
    bag.set(line, (bag.get(line) ?? 0) + 1);
  }
  return bag;
}

function inOrder({ plan }: Finished, lines: readonly string[]): string[] {
  if (plan.stamps !== 'some_missing' && !plan.features.has('late_stamps')) {
    let previous = -Infinity;
    for (const line of lines) {
      const time = parseTime((JSON.parse(line) as { created_at: string }).created_at) ?? 0;
      if (time < previous) {
        return [`out of order: ${line}`];
      }
      previous = time;
    }
  }
  let at = 0;
  for (const line of lines) {
    while (at < plan.entries.length && plan.entries[at]?.line !== line) {
      at += 1;
    }
    if (at === plan.entries.length) {
      return [`not in the service's order: ${line}`];
    }
    at += 1;
  }
  return [];
}
