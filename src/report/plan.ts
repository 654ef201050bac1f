/** The plan of a run, where its entries have it as a list with boxes. Pure. */
import type { EntryView } from '../agents/entry.ts';
import { planItemIn, type PlanItem } from '../agents/plan-line.ts';
import { entryMeaning } from '../message-types.ts';
import { ellipsis, visibleLine } from '../safe/text.ts';

const ITEMS_MAX = 30;
const TEXT_MAX = 160;

/** The items of the plan that an entry has. Empty without one. */
export function planIn({ message_type: kind, thought }: EntryView): readonly PlanItem[] {
  if (entryMeaning(kind) !== 'plan' || thought === null) {
    return [];
  }
  const items = thought.split('\n').flatMap((line) => planItemIn(line) ?? []);
  return items
    .slice(0, ITEMS_MAX)
    .map(({ text, state }) => ({ text: ellipsis(visibleLine(text), TEXT_MAX), state }));
}

/** `2 of 5 done`, `2 of 5 done, now: Write the test`. */
export function planInShort(plan: readonly PlanItem[]): string {
  const done = plan.filter(({ state }) => state === 'done').length;
  const current = plan.find(({ state }) => state === 'current');
  const now = current === undefined ? '' : `, now: ${current.text}`;
  return `${done} of ${plan.length} done${now}`;
}

/** The items that were not done. */
export function unfinished(plan: readonly PlanItem[]): readonly PlanItem[] {
  return plan.filter(({ state }) => state !== 'done');
}
