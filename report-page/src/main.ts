/** Entry point of the report page: one run, or an index of several. */
import { showFleet } from './view/fleet.tsx';
import { showRun } from './view/run.tsx';

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) {
    throw new Error(`The report has no ${selector}`);
  }
  return found;
}

/** The tab's icon carries the outcome, in a colour that its mark does not depend on. */
function showIcon(mark: string, colour: string): void {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${colour}"/><text x="8" y="12" font-size="11" font-weight="700" text-anchor="middle" fill="#fff" font-family="sans-serif">${mark}</text></svg>`;
  const link = document.createElement('link');
  link.rel = 'icon';
  link.href = `data:image/svg+xml,${encodeURIComponent(shape)}`;
  document.head.append(link);
}

const ICON_COLOURS: Readonly<Record<string, string>> = { '✓': '#1a7f37', '✗': '#c4320a' };

const mark = /^\S(?= )/.exec(document.title)?.[0];
if (document.body.classList.contains('fleet')) {
  showFleet(element('.index'));
} else {
  showRun(element('.run'), '');
}
if (mark !== undefined) {
  showIcon(mark, ICON_COLOURS[mark] ?? '#6e5494');
}
document.documentElement.dataset['ready'] = 'true';
