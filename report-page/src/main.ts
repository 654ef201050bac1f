/** Entry point of the report page: one run, or an index of several. */
import { SHOWN, type ShownRow } from '../../src/outcomes.ts';
import { showFleet } from './view/fleet.tsx';
import { showRun } from './view/run.tsx';

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) {
    throw new Error(`The report has no ${selector}`);
  }
  return found;
}

const ICON_COLOURS: Readonly<Record<ShownRow['colour'], string>> = {
  green: '#1a7f37',
  red: '#c4320a',
  amber: '#855a00',
  purple: '#6e5494',
  blue: '#0969da',
  grey: '#59636e',
};

/** The tab's icon carries the outcome, in a colour that its mark does not depend on. */
function showIcon({ mark, colour }: ShownRow): void {
  const shape =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
    `<circle cx="8" cy="8" r="8" fill="${ICON_COLOURS[colour]}"/>` +
    '<text x="8" y="12" font-size="11" font-weight="700" text-anchor="middle" fill="#fff" ' +
    `font-family="sans-serif">${mark}</text></svg>`;
  const link = document.createElement('link');
  link.rel = 'icon';
  link.href = `data:image/svg+xml,${encodeURIComponent(shape)}`;
  document.head.append(link);
}

// The title of a run's report begins with the mark of its outcome.
const shown = Object.values(SHOWN).find(({ mark }) => document.title.startsWith(`${mark} `));
if (document.body.classList.contains('fleet')) {
  showFleet(element('.index'));
} else {
  showRun(element('.run'), '');
}
if (shown !== undefined) {
  showIcon(shown);
}
document.documentElement.dataset['ready'] = 'true';
