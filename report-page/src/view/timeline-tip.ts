/** The tooltip of the timeline. */
import type { Step } from '../data/run.ts';
import { clock, length } from '../data/time.ts';
import { h } from '../render/dom.ts';

export interface Tip {
  readonly element: HTMLElement;
  /** @param x px from the left edge of the element that contains the tooltip */
  readonly show: (step: Step | undefined, x: number) => void;
  readonly hide: () => void;
}

const MOST_CHARACTERS = 140;

export function createTip(): Tip {
  const element = h('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  return {
    element,
    hide: () => {
      element.hidden = true;
    },
    show(step, x) {
      element.hidden = step === undefined;
      if (step === undefined) return;
      element.replaceChildren(
        h('b', {}, `${clock(step.end)} · ${step.name}`),
        ` · ${length(step.end - step.start)} · step ${step.index + 1}`,
        h('div', {}, step.headline.slice(0, MOST_CHARACTERS)),
      );
      const room = element.parentElement?.getBoundingClientRect().width ?? 0;
      element.style.left = `${Math.min(Math.max(x - 120, 0), Math.max(room - 300, 0))}px`;
    },
  };
}
