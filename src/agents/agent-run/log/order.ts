/**
 * In which order the service lists the log (contract 4.7). The published API has it ascending; the
 * spec does not say. Entries of workers whose clocks differ by milliseconds turn nothing round.
 */
import type { Entry } from '../../port.ts';

export type Order = 'asc' | 'desc';

/** Fewer entries decide nothing while the run goes on. */
export const ENTRIES_THAT_DECIDE = 4;
/** The later half must be this much earlier, on average. */
const EARLIER_MS = 1_000;
/** So many entries must be stamped before the one that they follow in the list. */
const STEPS_BACK = 3;

type Stamped = Pick<Entry, 'time'>;

/** The order of a list as the service sends it. Null as long as it has too few entries. */
export function orderOf(list: readonly Stamped[]): Order | null {
  if (list.length < ENTRIES_THAT_DECIDE) {
    return null;
  }
  const times = timesIn(list);
  return endsEarlier(times) || stepsBack(times) ? 'desc' : 'asc';
}

/** The order of a list that does not grow any more, however short it is. */
export function orderAtEnd(list: readonly Stamped[]): Order {
  return orderOf(list) ?? (endsEarlier(timesIn(list)) ? 'desc' : 'asc');
}

function timesIn(list: readonly Stamped[]): readonly number[] {
  return list.flatMap(({ time }) => (time === null ? [] : [time]));
}

/** The later half is stamped on average more than a second before the earlier half. */
function endsEarlier(times: readonly number[]): boolean {
  const half = Math.floor(times.length / 2);
  if (half === 0) {
    return false;
  }
  return average(times.slice(0, half)) - average(times.slice(-half)) > EARLIER_MS;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/**
 * None of at least four entries is stamped after the one before it, and three or more before it.
 */
function stepsBack(times: readonly number[]): boolean {
  if (times.length < ENTRIES_THAT_DECIDE) {
    return false;
  }
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const back = steps.filter((step) => step < 0).length;
  return back >= STEPS_BACK && steps.every((step) => step <= 0);
}
