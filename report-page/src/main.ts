/** Entry point of the report's script: one run, or an index of several. */
import { readRun } from './data/page.ts';
import { showRun } from './view/app.ts';
import { showFleet } from './view/fleet.ts';

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The report has no ${selector}`);
  return found;
}

if (document.body.classList.contains('fleet')) showFleet(element('.index'));
else {
  const root = element('.run');
  showRun(root, { ...readRun(root), overview: element('.run > .overview'), prefix: '' });
}
document.documentElement.dataset['ready'] = 'true';
