/**
 * Highlights search results without changing elements (CSS custom highlights). Does nothing if the browser lacks
 * support.
 */
import type { Query } from '../data/query.ts';
import { findSpans } from '../data/search.ts';

const NAME = 'found';
const NODES_MAX = 5000;
const LENGTH_MAX = 200_000;

export interface Highlighter {
  /** Replaces the highlights of an area. Resolves to the first highlighted range. */
  readonly mark: (area: string, root: Element, query: Query) => Promise<Range | null>;
}

function textNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (nodes.length < NODES_MAX && walker.nextNode() !== null)
    if (walker.currentNode instanceof Text && walker.currentNode.data.length <= LENGTH_MAX)
      nodes.push(walker.currentNode);
  return nodes;
}

export function createHighlighter(): Highlighter {
  const areas = new Map<string, readonly Range[]>();
  const turns = new Map<string, number>();
  return {
    mark: async (area, root, query) => {
      if (!('highlights' in CSS)) return null;
      const turn = (turns.get(area) ?? 0) + 1;
      turns.set(area, turn);
      const nodes = query.kind === 'none' ? [] : textNodes(root);
      const found =
        nodes.length === 0
          ? []
          : await findSpans(
              query,
              nodes.map((node) => node.data),
            );
      if (turns.get(area) !== turn) return null;
      if (nodes.length === 0 && (areas.get(area) ?? []).length === 0) return null;
      const ranges = nodes.flatMap((node, n) =>
        (found[n] ?? []).map(({ start, end }) => {
          const range = new Range();
          range.setStart(node, Math.min(start, node.data.length));
          range.setEnd(node, Math.min(end, node.data.length));
          return range;
        }),
      );
      areas.set(area, ranges);
      CSS.highlights.set(NAME, new Highlight(...[...areas.values()].flat()));
      return ranges[0] ?? null;
    },
  };
}
