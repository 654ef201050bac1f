/**
 * Highlights what the search found without changing elements (CSS custom highlights), where the
 * browser can.
 */
import { findWords } from '../data/search.ts';
import type { Words } from '../data/search.ts';

const NAME = 'found';
const NODES_MAX = 5000;
const LENGTH_MAX = 200_000;

/** By area: the list and the pane are marked apart from each other. */
const areas = new Map<string, readonly Range[]>();

/** Replaces the highlights of an area. Returns the first one. */
export function highlight(area: string, root: Element | null, words: Words): Range | null {
  if (!('highlights' in CSS) || root === null) {
    return null;
  }
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let n = 0; words.length > 0 && n < NODES_MAX && walker.nextNode() !== null; n += 1) {
    const node = walker.currentNode;
    if (!(node instanceof Text) || node.data.length > LENGTH_MAX) {
      continue;
    }
    for (const { start, end } of findWords(node.data, words)) {
      const range = new Range();
      range.setStart(node, Math.min(start, node.data.length));
      range.setEnd(node, Math.min(end, node.data.length));
      ranges.push(range);
    }
  }
  if (ranges.length === 0 && (areas.get(area) ?? []).length === 0) {
    return null;
  }
  areas.set(area, ranges);
  CSS.highlights.set(NAME, new Highlight(...[...areas.values()].flat()));
  return ranges[0] ?? null;
}
