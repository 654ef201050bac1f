/** The scale of the bars above the list. */
import type { Run } from '../data/run.ts';
import { scale, SCALE_MARKS } from '../data/time.ts';
import { h } from '../render/dom.ts';

export function scaleHead(run: Run): HTMLElement {
  const marks = SCALE_MARKS.filter(([ms]) => ms < Math.max(run.longest, 20 * 60_000));
  const axis = h('span', { class: 'lane axis' });
  for (const [ms, label] of marks) {
    const mark = h('span', { class: 'tick' }, label);
    mark.style.left = `${100 * scale(ms, run.longest)}%`;
    axis.append(mark);
  }
  return axis;
}
