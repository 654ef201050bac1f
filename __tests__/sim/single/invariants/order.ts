/** In which order the action reads a log, by the rules of contract 4.7. */
import type { PlannedEntry } from '../entries.ts';
import type { Finished } from './seen.ts';

/**
 * Whether a log is read in the other order than it has: a descending list as a whole does not say
 * that it is one when it first has four entries, or at the end of the run, or an ascending one says
 * so because of its stamps. Then some entries are read twice, or the others at other positions.
 */
export function isReadTheOtherWay({ plan, service }: Finished): boolean {
  if (plan.order === 'asc' && !plan.features.has('late_stamps')) {
    return false;
  }
  const since = service.acceptedAt ?? Infinity;
  const all = [...plan.before, ...plan.tail, ...plan.entries];
  const lists = service.delivered
    .filter(({ kind }) => kind === 'page')
    .map(({ shows }) => stampsOf(all.filter(({ visibleAt }) => visibleAt <= shows - since)))
    .map((newestFirst) => (plan.order === 'asc' ? newestFirst.toReversed() : newestFirst));
  // "Unless a page of it as a whole says otherwise": what later pages would say has not come.
  const pages = service.delivered.filter(({ kind }) => kind === 'page').map(({ stamps }) => stamps);
  return [lists, pages].some((read) => {
    const decided = read.find((list) => list.length >= 4) ?? read.at(-1) ?? [];
    return saysDescending(decided) !== (plan.order === 'desc');
  });
}

/** Newest first, as the service lists them; null without a stamp. */
function stampsOf(entries: readonly PlannedEntry[]): readonly (number | null)[] {
  const stamps = entries.map(({ value }) => value['created_at']);
  return stamps.map((stamp) => (typeof stamp === 'string' ? Date.parse(stamp) : null)).reverse();
}

function saysDescending(list: readonly (number | null)[]): boolean {
  const times = list.filter((time) => time !== null);
  const half = Math.floor(times.length / 2);
  const mean = (part: readonly number[]): number =>
    part.reduce((sum, time) => sum + time, 0) / part.length;
  if (half > 0 && mean(times.slice(0, half)) > mean(times.slice(-half)) + 1_000) {
    return true;
  }
  const pairs = times.slice(1).map((time, index) => [times[index] ?? 0, time] as const);
  const isNeverLater = pairs.every(([before, time]) => time <= before);
  return list.length >= 4 && isNeverLater && pairs.filter(([b, t]) => t < b).length >= 3;
}
