/**
 * Raw HTML in Markdown, in the pieces in which a Markdown parser finds it. A comment or tag that one piece leaves open hides everything up to
 * the piece that closes it, as in a browser, whatever Markdown stands between. Where in doubt, more is hidden than a browser would hide.
 */

/** Its end is the first `>` that is not quoted. The name is whole, or a long one without an end would be tried at each of its lengths. */
const TAG = /<(\/?)([a-z][^\s/>]*)(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>/iy;
/** `<!doctype>`, `<?php>` and the like, which browsers take for comments that end with the first `>`. */
const BOGUS = /<[!?][^>]*>/y;
const COMMENT_END = /--!?>/g;
/** Elements that begin a line of their own, and line breaks. */
const BREAKING =
  /^(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|td|tfoot|th|thead|tr|ul)$/;

export type HtmlPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Its name is in lower case. */
  | { readonly kind: 'tag'; readonly name: string; readonly closes: boolean };

export class RawHtml {
  #open: 'comment' | 'tag' | null = null;

  /** Whether a comment or tag is open, so that nothing that follows is visible. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** The text of the next piece, without comments and attributes. The tag of a block becomes a line break. */
  textOf(piece: string): string {
    const parts = this.read(piece).map((part) => (part.kind === 'text' ? part.text : breakOf(part.name)));
    return parts.join('');
  }

  /** The text and tags of the next piece, without comments and attributes. */
  read(piece: string): readonly HtmlPart[] {
    const parts: HtmlPart[] = [];
    const say = (text: string): void => {
      if (text !== '') parts.push({ kind: 'text', text });
    };
    let at = this.#open === 'comment' ? this.#commentEnd(piece, 0) : this.#open === 'tag' ? piece.length : 0;
    while (at < piece.length) {
      const next = piece.indexOf('<', at);
      say(piece.slice(at, next === -1 ? piece.length : next));
      if (next === -1) break;
      TAG.lastIndex = BOGUS.lastIndex = next;
      const [tag, slash, name] = TAG.exec(piece) ?? [];
      if (piece.startsWith('<!--', next)) {
        this.#open = 'comment';
        // `<!-->` and `<!--->` are whole comments.
        at = this.#commentEnd(piece, next + 2);
      } else if (tag !== undefined && name !== undefined) {
        parts.push({ kind: 'tag', name: name.toLowerCase(), closes: slash === '/' });
        at = TAG.lastIndex;
      } else if (/^<(?:[!?]|\/?[a-z])/i.test(piece.slice(next, next + 3))) {
        const isBogus = /^<[!?]/.test(piece.slice(next, next + 2)) && BOGUS.exec(piece) !== null;
        if (!isBogus) this.#open = 'tag';
        at = isBogus ? BOGUS.lastIndex : piece.length;
      } else {
        say('<');
        at = next + 1;
      }
    }
    return parts;
  }

  #commentEnd(piece: string, from: number): number {
    COMMENT_END.lastIndex = from;
    if (COMMENT_END.exec(piece) === null) return piece.length;
    this.#open = null;
    return COMMENT_END.lastIndex;
  }
}

/** A line break for the tag of a block, else nothing. */
export function breakOf(name: string): string {
  return BREAKING.test(name) ? '\n' : '';
}
