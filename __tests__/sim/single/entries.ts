/**
 * Plans the entries of a run's log. Times are in virtual milliseconds since the turn was accepted.
 */
import { EPOCH } from '../engine/clock.ts';
import type { Dice } from '../engine/dice.ts';
import type { Feature } from './plan.ts';

export interface PlannedEntry {
  readonly value: Readonly<Record<string, unknown>>;
  readonly line: string;
  /** When the service shows it. */
  readonly visibleAt: number;
}

export type Stamps = 'distinct' | 'ties' | 'equal' | 'some_missing';

/** The origin of this turn's time stamps, after any time at which a run is accepted. */
const TURN_MS = 3_700_000;
export const RUN_ID = 1001;

interface EntriesPlan {
  readonly features: ReadonlySet<Feature>;
  readonly count: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly stamps: Stamps;
  readonly answered: boolean;
  readonly failed: boolean;
  /** Error of the turn's time stamps in milliseconds. */
  readonly clockMs: number;
}

export const FINAL_ANSWER = 'The final answer.';

export function plannedEntries(dice: Dice, plan: EntriesPlan): PlannedEntry[] {
  const { features, count, startAt, endAt, stamps } = plan;
  const times = Array.from(
    { length: count },
    () => startAt + Math.floor(dice.next() * (endAt - startAt)),
  ).sort((a, b) => a - b);
  const entries: PlannedEntry[] = [];
  let previous = startAt - 1;
  // The log is append-only: an entry that is shown late holds back those after it.
  let shownAt = -Infinity;
  for (const [index, drawn] of times.entries()) {
    const last = index === count - 1;
    const twin = entries.at(-1);
    if (twin !== undefined && !last && stamps !== 'distinct' && dice.chance(0.3)) {
      shownAt = Math.max(shownAt, drawn);
      entries.push({ ...twin, visibleAt: shownAt });
      continue;
    }
    const closing = last && (plan.answered || plan.failed);
    const exact = Math.max(drawn, closing ? endAt - 2_000 : 0, previous + 1);
    previous = exact;
    // Two workers write the log, and the clock of one is some milliseconds behind or ahead.
    const apart = features.has('late_stamps') ? dice.pick([0, dice.int(-900, 900)]) : 0;
    const time = stampOf(exact, stamps) + apart;
    const stampless = stamps === 'some_missing' && dice.chance(0.3);
    let kind: string;
    if (last && plan.answered) {
      kind = 'FINAL_ANSWER';
    } else if (last && plan.failed) {
      kind = 'ERROR';
    } else {
      kind = dice.pick(KINDS);
    }
    const words = `Step ${dice.chance(0.2) ? 'same' : index}`;
    const stamp = new Date(EPOCH + TURN_MS + plan.clockMs + time).toISOString();
    const value = {
      agent_run_id: RUN_ID,
      ...(stampless ? {} : { created_at: stamp }),
      message_type: kind,
      observation: kind === 'FINAL_ANSWER' ? FINAL_ANSWER : words,
    };
    const delay = features.has('late') && dice.chance(0.3) ? dice.int(500, 20_000) : 0;
    shownAt = Math.max(shownAt, exact + delay);
    entries.push({ value, line: JSON.stringify(value), visibleAt: shownAt });
  }
  return entries;
}

/** When the entry says that it was made. */
function stampOf(exact: number, stamps: Stamps): number {
  if (stamps === 'equal') {
    return 0;
  }
  return stamps === 'ties' ? Math.floor(exact / 5_000) * 5_000 : exact;
}

const KINDS = ['ACTION', 'ACTION', 'PLAN_EVALUATION', 'NEW_KIND', 'PR_EVALUATION'] as const;

/** The log of earlier turns, with a clock error of `clockMs`. */
export function earlierEntries(
  dice: Dice,
  { clockMs }: { readonly clockMs: number },
): PlannedEntry[] {
  const count = dice.pick([0, 1, 3, 12, 12, 49, 99, 100, 101, 230]);
  return Array.from({ length: count }, (_, index) => {
    const shown = { stampedAt: clockMs - 400_000 + index * 1000, visibleAt: -1e9 };
    const observation = `Before ${index}`;
    if (index === count - 1) {
      return entryOf(shown, { message_type: 'FINAL_ANSWER', observation });
    }
    const tool = { tool_name: 'bash', tool_input: {}, tool_output: {} };
    return entryOf(shown, { message_type: 'ACTION', ...tool, observation });
  });
}

/** The last entries, up to `endAt`, of the turn that was active when the follow-up was sent. */
export function tailEntries(
  dice: Dice,
  { endAt, clockMs }: { readonly endAt: number; readonly clockMs: number },
): PlannedEntry[] {
  const count = dice.int(0, 4);
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor((endAt * (index + 1)) / (count + 1));
    const message_type = index === count - 1 ? 'FINAL_ANSWER' : 'PLAN_EVALUATION';
    const shown = { stampedAt: TURN_MS + clockMs + at, visibleAt: at };
    return entryOf(shown, { message_type, observation: `Tail ${index}`, thought: 'Hm.' });
  });
}

/** The log's copy of the follow-up. */
export function echoEntry(
  at: number,
  { prompt, clockMs }: { readonly prompt: string; readonly clockMs: number },
): PlannedEntry {
  const shown = { stampedAt: TURN_MS + clockMs + at, visibleAt: at };
  return entryOf(shown, { message_type: 'USER_MESSAGE', observation: prompt });
}

/** @param shown.stampedAt the time of its stamp in milliseconds since `EPOCH` */
function entryOf(
  { stampedAt, visibleAt }: { readonly stampedAt: number; readonly visibleAt: number },
  fields: Readonly<Record<string, unknown>>,
): PlannedEntry {
  const value = {
    agent_run_id: RUN_ID,
    created_at: new Date(EPOCH + stampedAt).toISOString(),
    ...fields,
  };
  return { value, line: JSON.stringify(value), visibleAt };
}
