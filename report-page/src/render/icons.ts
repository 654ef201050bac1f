/** One icon per kind of step, as lines on a 16 × 16 grid. */
import type { Category } from '../kinds.ts';

const PATHS: Readonly<Record<Category, string>> = {
  plan: 'M8 2.5a4 4 0 0 1 2.2 7.3c-.5.4-.7.8-.7 1.4h-3c0-.6-.2-1-.7-1.4A4 4 0 0 1 8 2.5M6.7 13.5h2.6',
  read: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9M10.3 10.3l3.2 3.2',
  edit: 'M10.8 2.7l2.5 2.5l-7.6 7.6l-3.2.7l.7-3.2zM9.2 4.3l2.5 2.5',
  command: 'M2.5 3.5l4 4l-4 4M8 12h5.5',
  tool: 'M9.6 6.4a3.3 3.3 0 0 1-4.3-4.2l2 2l1.6-.4l.4-1.6l-2-2M9.6 6.4l4 4a1.6 1.6 0 0 1-2.3 2.3l-4-4M7.3 8.7a3.3 3.3 0 0 0-4.2 4.2',
  pull_request:
    'M4 2.7a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2M4 6v4M4 10.1a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2M12 10.1a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2M12 10V6.5c0-1.4-.8-2.2-2.2-2.2H8M9.7 2.5L8 4.3L9.7 6',
  checks: 'M2.5 8.5l3.5 3.5l7.5-8',
  talk: 'M2.5 3h11v7.5H7.5L4.5 13.2v-2.7h-2z',
  error: 'M8 2.2l6 11.3H2zM8 6.5v3.2M8 11.4v.6',
};

const SVG = 'http://www.w3.org/2000/svg';

const drawn = new Map<Category, SVGSVGElement>();

/** A copy of the one icon of its kind, because a list draws hundreds. */
export function icon(category: Category): SVGSVGElement {
  const known = drawn.get(category) ?? draw(category);
  drawn.set(category, known);
  return known.cloneNode(true) as SVGSVGElement;
}

function draw(category: Category): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of [
    ['viewBox', '0 0 16 16'],
    ['class', `icon k-${category}`],
    ['aria-hidden', 'true'],
  ] as const)
    svg.setAttribute(name, value);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[category]);
  svg.append(path);
  return svg;
}
