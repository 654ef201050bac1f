/**
 * A line of a plan, as an item of a Markdown list with a box: how adapters write it, and how it is
 * read. Pure.
 */

/** The text is agent text. */
export interface PlanItem {
  readonly text: string;
  readonly state: 'current' | 'done' | 'open';
}

const ITEM = /^\s*[-*] \[([ xX])\] (.+)$/;
/** Behind the item at work, which a box cannot tell. */
const AT_WORK = ' (in progress)';

export function planLine({ text, state }: PlanItem): string {
  const box = state === 'done' ? '[x]' : '[ ]';
  return `- ${box} ${text}${state === 'current' ? AT_WORK : ''}`;
}

/** Null for a line that is no item. */
export function planItemIn(line: string): PlanItem | null {
  const [, box, written = ''] = ITEM.exec(line) ?? [];
  if (box === undefined) {
    return null;
  }
  const isAtWork = written.endsWith(AT_WORK);
  const text = isAtWork ? written.slice(0, -AT_WORK.length) : written;
  if (box !== ' ') {
    return { text, state: 'done' };
  }
  return { text, state: isAtWork ? 'current' : 'open' };
}
