/** What the author of a comment says in it, as opposed to what they quote, show as code or hide. */
import { ESCAPED, FOOTNOTE, FORMULA, type PageNode, readPage } from '../shared/page/index.ts';

/** Elements whose text is quoted, shown as an example, or not seen. */
const NOT_SAID: ReadonlySet<string> = new Set(
  `blockquote code img kbd pre rp samp script style template textarea title tt xmp ${ESCAPED} ${FOOTNOTE} ${FORMULA}`.split(
    ' ',
  ),
);
/** In place of what is left out within a line: not a space, so that its neighbors do not become words of their own. */
const GAP = '\ufffc';

/** What the comment says, one string a block, line breaks inside kept; nothing where that cannot be told. */
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
