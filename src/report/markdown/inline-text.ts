/** Addresses in text: those of this repository become links, others become code, which is inactive and can be copied. */
import type { Inline, ReadLink } from './model.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi;
/** Punctuation that ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]*_~]+$/;

/** @param text on one line, without invisible characters */
export function inlineText(text: string, readLink: ReadLink): readonly Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = match.replace(TRAILING, '');
    if (!/:\/\/[^/]/.test(address)) continue;
    if (index > end) found.push({ kind: 'text', text: text.slice(end, index) });
    const target = readLink(address);
    found.push(target === null ? { kind: 'code', text: address } : { kind: 'link', children: [], target });
    end = index + address.length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}
