/**
 * The visible page that GitHub renders from a Markdown text, as a tree of HTML elements without comments. As on GitHub,
 * Markdown is converted to HTML, and an HTML parser determines where elements and comments end, because those may span
 * Markdown blocks. Loads markdown-it and parse5, so import it with `import()`.
 */
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, ErrorCodes, parseFragment } from 'parse5';
import { FOOTNOTE } from './elements.ts';
import { githubHtml } from './html.ts';

export { ESCAPED, FOOTNOTE, FORMULA } from './elements.ts';

/** Text, or an element. */
export type PageNode = string | PageElement;

export interface PageElement {
  /** In lower case. `ESCAPED`, `FORMULA` and `FOOTNOTE` stand for content that HTML has no element for. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly PageNode[];
  /** A block, or an element that contains one. */
  readonly isBlock: boolean;
}

/** Why the end of a text is not visible, or why the text could not be parsed. */
export type Fault = 'open comment' | 'open tag' | 'too deep' | 'too many elements';

export interface Page {
  readonly nodes: readonly PageNode[];
  readonly faults: readonly Fault[];
}

/** Maximum UTF-16 units to parse. GitHub accepts bodies of 65,536 characters. */
export const READ_MAX = 2 * 65_536;
/** HTML parsers fix badly nested tags by repeating elements, which can multiply them without limit. */
const ELEMENTS_MAX = 60_000;
const DEPTH_MAX = 250;

const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li
  main nav ol option p pre section summary table tbody td tfoot th thead tr ul ${FOOTNOTE}`.split(/\s+/),
);

class TooManyElements extends Error {}

/** The page of the first `READ_MAX` units of a text, without nodes if it could not be parsed. */
export function readPage(markdown: string): Page {
  // A leading byte order mark is not part of the text.
  const { html, tooDeep, openTag } = githubHtml(markdown.slice(0, READ_MAX).replace(/^\ufeff/, ''));
  const faults = new Set<Fault>([
    ...(tooDeep ? (['too deep'] as const) : []),
    ...(openTag ? (['open tag'] as const) : []),
  ]);
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...parts) {
      elements += 1;
      if (elements > ELEMENTS_MAX) throw new TooManyElements();
      return defaultTreeAdapter.createElement(...parts);
    },
  };
  try {
    const root = parseFragment(html, {
      treeAdapter,
      onParseError({ code }) {
        if (code === ErrorCodes.eofInComment) faults.add('open comment');
      },
    });
    return { nodes: nodesOf(root.childNodes, { faults, depth: 0 }), faults: [...faults] };
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { nodes: [], faults: ['too many elements'] };
  }
}

function nodesOf(
  children: readonly DefaultTreeAdapterTypes.ChildNode[],
  { faults, depth }: { readonly faults: Set<Fault>; readonly depth: number },
): PageNode[] {
  if (depth > DEPTH_MAX) {
    faults.add('too deep');
    return [];
  }
  return children.flatMap((child): PageNode[] => {
    if ('value' in child) return [child.value];
    if (!('tagName' in child)) return [];
    const inside = nodesOf(child.childNodes, { faults, depth: depth + 1 });
    const isBlock = BLOCKS.has(child.tagName) || inside.some((node) => typeof node !== 'string' && node.isBlock);
    const attributes = new Map(child.attrs.map(({ name, value }) => [name, value]));
    return [{ name: child.tagName, attributes, children: inside, isBlock }];
  });
}
