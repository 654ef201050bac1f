/**
 * Elements for content that HTML has no element for. Raw HTML can contain them too, but then a writer can only have
 * their own text treated as escaped text, a formula or a footnote.
 */
export const ESCAPED = 'x-escaped';
export const FORMULA = 'x-formula';
export const FOOTNOTE = 'x-footnote';
