/** The pane beside the list: the overview, or one step. */
import type { Query } from '../data/query.ts';
import type { Run, Step } from '../data/run.ts';
import type { Texts } from '../data/texts.ts';
import { clock, length } from '../data/time.ts';
import { button, copyButton, h } from '../render/dom.ts';
import type { Highlighter } from '../render/highlight.ts';
import { icon } from '../render/icons.ts';
import { entryParts } from '../render/parts.ts';

export interface Pane {
  readonly element: HTMLElement;
  readonly showOverview: () => void;
  readonly showStep: (index: number, query: Query) => Promise<void>;
}

export interface PaneOptions {
  readonly overview: HTMLElement;
  readonly highlighter: Highlighter;
  readonly move: (by: number) => void;
  readonly close: () => void;
  readonly addressOf: (index: number) => string;
}

function timeOf(step: Step): string {
  if (step.time === null || Math.abs(step.time) > 8.64e15) return 'time unknown';
  return new Date(step.time).toISOString().replace('T', ' ').replace('Z', ' UTC');
}

export function createPane(run: Run, texts: Texts, options: PaneOptions): Pane {
  const body = h('div', { class: 'pane-body', tabindex: '0', role: 'region', 'aria-label': 'Details' });
  const bar = h('div', { class: 'pane-bar' });
  const element = h('div', { class: 'pane' }, bar, body);
  let turn = 0;
  let isAtStep = false;

  const title = (step: Step): HTMLElement => {
    const heading = h('h2', {}, icon(step.category), ` Step ${step.index + 1}: ${step.name}`);
    const badges = h(
      'p',
      { class: 'badges' },
      h('code', {}, step.kind),
      ...(step.tool === '' ? [] : [' ', h('code', {}, step.tool)]),
    );
    const facts = `at ${clock(step.end)} · took ${length(step.end - step.start)} · ${timeOf(step)}`;
    return h('div', { class: 'step-title' }, heading, badges, h('p', { class: 'facts' }, facts));
  };

  return {
    element,
    showOverview() {
      turn += 1;
      bar.replaceChildren();
      bar.hidden = true;
      body.replaceChildren(options.overview);
      // Scrolling forces a layout, which must not happen while the page opens.
      if (isAtStep) body.scrollTop = 0;
      isAtStep = false;
    },
    async showStep(index, query) {
      const step = run.steps[index];
      if (step === undefined) return;
      turn += 1;
      const own = turn;
      bar.hidden = false;
      bar.replaceChildren(
        button('Overview', { class: 'close' }, options.close),
        h('span', { class: 'space' }),
        copyButton('link to this step', () => options.addressOf(index), 'Copy link'),
        button('Previous', {}, () => options.move(-1)),
        button('Next', {}, () => options.move(1)),
      );
      const entry = await texts.entry(index);
      if (turn !== own) return;
      body.replaceChildren(title(step), ...entryParts(step, entry));
      isAtStep = true;
      body.scrollTop = 0;
      const first = await options.highlighter.mark('pane', body, query);
      const place = first?.getBoundingClientRect();
      if (turn === own && place !== undefined && place.top > body.getBoundingClientRect().bottom - 40)
        body.scrollTop = place.top - body.getBoundingClientRect().top - 80;
    },
  };
}
