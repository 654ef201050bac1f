/**
 * Raw HTML in Markdown, in the pieces in which a Markdown parser finds it. A comment or tag that one piece leaves open hides everything up to
 * the piece that closes it, as in a browser, whatever Markdown stands between. Where in doubt, more is hidden than a browser would hide.
 */

/**
 * Comments (`<!-->` and `<!--->` are whole), what browsers take for comments that end with the first `>`, such as `<!doctype>` and `<?php>`,
 * tags, which end with the first `>` that is not quoted, and the beginnings of a comment or tag that is not closed.
 */
const HTML =
  /<!--(?:-?>|[^]*?--!?>|(?<comment>[^]*))|<[!?][^>]*>|<(?<slash>\/?)(?<name>[a-z][^\s/>]*)(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>|(?<tag><(?:[!?]|\/?[a-z])[^]*)/gi;
/** Elements that begin a line of their own, and line breaks. */
const BREAKING =
  /^(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|td|tfoot|th|thead|tr|ul)$/;

export type HtmlPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Its name is in lower case. `text` is a line break for the tag of a block, else empty. */
  | { readonly kind: 'tag'; readonly text: string; readonly name: string; readonly closes: boolean };

export class RawHtml {
  #open: 'comment' | 'tag' | null = null;

  /** Whether a comment or tag is open, so that nothing that follows is visible. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** The text and tags of the next piece, without comments and attributes. */
  read(piece: string): readonly HtmlPart[] {
    const parts: HtmlPart[] = [];
    let end = this.#open === null ? 0 : piece.length;
    if (this.#open === 'comment') {
      const [close] = piece.match(/^[^]*?--!?>/) ?? [];
      if (close !== undefined) this.#open = null;
      end = close?.length ?? piece.length;
    }
    const seen = piece.slice(end);
    end = 0;
    for (const { 0: found, index, groups = {} } of seen.matchAll(HTML)) {
      if (index > end) parts.push({ kind: 'text', text: seen.slice(end, index) });
      end = index + found.length;
      const { comment, tag, slash, name } = groups;
      if (comment !== undefined) this.#open = 'comment';
      else if (tag !== undefined) this.#open = 'tag';
      else if (name !== undefined) parts.push(tagPart(name.toLowerCase(), slash === '/'));
    }
    if (end < seen.length) parts.push({ kind: 'text', text: seen.slice(end) });
    return parts;
  }
}

function tagPart(name: string, closes: boolean): HtmlPart {
  return { kind: 'tag', text: BREAKING.test(name) ? '\n' : '', name, closes };
}
