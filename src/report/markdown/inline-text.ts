/** Addresses in running text: those of this repository become links, others code, which nothing comes alive in and which can be copied. */
import type { Inline, ReadLink } from './model.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}]{1,2000}/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]*_~]+$/;

/** @param text on one line, invisible characters taken out */
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
