/** Extracts the author's own words from a comment, without quotes, code and hidden text. */
import { ESCAPED, FOOTNOTE, FORMULA, type PageNode, readPage } from '../shared/page/index.ts';

/** Elements whose text is quoted, shown as an example, or not visible. */
const NOT_SAID: ReadonlySet<string> = new Set(
  `blockquote code img kbd pre rp samp script style template textarea title tt xmp ${ESCAPED} ${FOOTNOTE} ${FORMULA}`.split(
    ' ',
  ),
);
/** Replaces text left out within a line. Not a space, so that the text beside it does not become a separate word. */
const GAP = '\ufffc';

/** The author's own words, one string per block with its line breaks. Empty if the comment could not be parsed. */
export function saidIn(body: string): readonly string[] {
  const blocks: string[] = [];
  let block = '';
  const end = (): void => {
    if (block.trim() !== '') blocks.push(block);
    block = '';
  };
  const visit = (node: PageNode): void => {
    if (typeof node === 'string') block += node;
    else {
      if (node.isBlock) end();
      if (node.name === 'br') block += '\n';
      else if (!NOT_SAID.has(node.name)) node.children.forEach(visit);
      else if (!node.isBlock) block += GAP;
      if (node.isBlock) end();
    }
  };
  readPage(body).nodes.forEach(visit);
  end();
  return blocks;
}
