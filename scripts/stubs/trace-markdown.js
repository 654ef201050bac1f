/**
 * Stands in for the packages behind markdown-it in the trace report's script, whose size every report carries: linkify-it, mdurl and punycode
 * are never called there (safe/markdown-tree.ts turns autolinks and the normalisation of links off), of entities only the common names are known.
 */
/** Constructed and never asked. */
export function LinkifyIt() {}

export default {};

const unused = () => {
  throw new Error('Not part of the trace report');
};
export { unused as parse, unused as format, unused as encode, unused as decode };

/** As uc.micro has them. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;

const NAMES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** One reference with its semicolon; a name that is not known stays as it is. */
export function decodeHTMLStrict(reference) {
  const [, hex, decimal, name] = /^&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));$/i.exec(reference) ?? [];
  if (name !== undefined) return Object.hasOwn(NAMES, name) ? NAMES[name] : reference;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
