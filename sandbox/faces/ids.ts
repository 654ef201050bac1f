/** Ids that look random but are the same in every sandbox, so that tests can be repeated. */
import { createHash } from 'node:crypto';

/** `length` hexadecimal digits, at most 64. */
export function hexOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** A UUID in the form of version 4. */
export function uuidOf(text: string): string {
  const hex = hexOf(text, 32);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
