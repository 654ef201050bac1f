/** Elements for what HTML has no element for. Raw HTML may contain them too: a writer can call only their own text escaped, a formula or a footnote. */
export const ESCAPED = 'x-escaped';
export const FORMULA = 'x-formula';
export const FOOTNOTE = 'x-footnote';
