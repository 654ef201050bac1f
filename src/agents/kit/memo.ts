/**
 * What is remembered of a run before a follow-up, so that what is new in its turn can be told: text
 * of at most 2 kB, which a killed step leaves to its post step (`Before`).
 */
import { hash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { PullRequestLead } from '../port.ts';

const MEMO_BYTES_MAX = 2_000;

/** Of a text that is only to be known again, such as an address: ten characters. */
export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 10);
}

/** Null for what is no memo of this form. */
export function readMemo<T>(text: string, schema: z.ZodMiniType<T>): T | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  return schema.safeParse(given).data ?? null;
}

/** A memo as text, with as many of a list's newest digests as there is room for. */
export function memoText(
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, readonly string[]>>,
): string {
  const shortened = { ...lists };
  for (;;) {
    const text = JSON.stringify({ ...fields, ...shortened });
    const [longest] = Object.entries(shortened).toSorted(([, a], [, b]) => b.length - a.length);
    if (Buffer.byteLength(text) <= MEMO_BYTES_MAX || longest === undefined) {
      return text;
    }
    const [name, digests] = longest;
    shortened[name] = digests.slice(Math.ceil(digests.length / 4));
  }
}

/**
 * Leads to the pull requests of a run (contract 18.1).
 *
 * @param before digests of those that were there before the turn; null: nothing was before
 */
export function leadsTo(
  urls: readonly string[],
  before: readonly string[] | null,
): readonly PullRequestLead[] {
  return [...new Set(urls)].map((url) => ({
    kind: 'address',
    url,
    isEarlier: before?.includes(shortDigest(url)) ?? false,
  }));
}
