/** The plan of a run, where its entries have it as a list with boxes. Pure. */
import type { EntryView } from '../agents/entry.ts';
import { entryMeaning } from '../message-types.ts';
import { ellipsis, visibleLine } from '../safe/text.ts';

/** An item of a plan. The text is agent text. */
export interface PlanItem {
  readonly text: string;
  readonly state: 'current' | 'done' | 'open';
}

const ITEMS_MAX = 30;
const TEXT_MAX = 160;
const ITEM = /^\s*[-*] \[([ xX])\] (.+)$/;
/** How an adapter writes the item at work. */
const CURRENT = / \(in progress\)$/;

/** The items of the plan that an entry has. Empty without one. */
export function planIn({ message_type: kind, thought }: EntryView): readonly PlanItem[] {
  if (entryMeaning(kind) !== 'plan' || thought === null) {
    return [];
  }
  const items = thought.split('\n').flatMap((line): readonly PlanItem[] => {
    const [, box, text = ''] = ITEM.exec(line) ?? [];
    return box === undefined ? [] : [itemOf(text, { isDone: box !== ' ' })];
  });
  return items.slice(0, ITEMS_MAX);
}

function itemOf(given: string, { isDone }: { readonly isDone: boolean }): PlanItem {
  const text = ellipsis(visibleLine(given.replace(CURRENT, '')), TEXT_MAX);
  if (isDone) {
    return { text, state: 'done' };
  }
  return { text, state: CURRENT.test(given) ? 'current' : 'open' };
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
