/**
 * What is remembered of a run before a follow-up, so that what is new in its turn can be told: text
 * of at most 2 kB, which a killed step leaves to its post step (`Before`).
 */
import { hash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Before, PullRequestLead, RunShown, Turn } from '../port.ts';

const MEMO_BYTES_MAX = 2_000;

/** Ten characters by which a text, such as an address, is known again. */
export function shortDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 10);
}

/** Null where nothing is remembered, or nothing of this form. */
export function readMemo<T>(before: Before | null, schema: z.ZodMiniType<T>): T | null {
  let given: unknown;
  try {
    given = JSON.parse(before?.memo ?? '');
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
    const [name, digests] = longest ?? ['', []];
    if (Buffer.byteLength(text) <= MEMO_BYTES_MAX || digests.length === 0) {
      return text;
    }
    shortened[name] = digests.slice(Math.ceil(digests.length / 4));
  }
}

type AddressLead = Extract<PullRequestLead, { readonly kind: 'address' }>;

/**
 * Leads to the pull requests of a run (contract 18.1).
 *
 * @param before digests of those that were there before the turn; null: it is not known, and all
 *   count
 */
export function leadsTo(
  urls: readonly string[],
  before: readonly string[] | null,
): readonly AddressLead[] {
  return [...new Set(urls)].map((url) => ({
    kind: 'address',
    url,
    isEarlier: before?.includes(shortDigest(url)) ?? false,
  }));
}

/** Leads to those that may be of others, or of other turns; `before` as in `leadsTo`. */
export function leadsToSeen(
  urls: readonly string[],
  before: readonly string[] | null,
): readonly PullRequestLead[] {
  return leadsTo(urls, before).map((lead) =>
    lead.isEarlier ? lead : { kind: 'seen', url: lead.url },
  );
}

/** The digests of the pull requests that a run shows. */
export function pullDigests(leads: RunShown['pullRequests']): readonly string[] {
  return leads.flatMap((lead) => (lead.kind === 'database_id' ? [] : [shortDigest(lead.url)]));
}

/**
 * Digests of the pull requests that were there before a turn, for `leadsTo`. Null: it is not known,
 * of a follow-up that an earlier attempt has sent (contract 4.8).
 *
 * @param known those of its memo, null without one: then the run before the follow-up tells them
 */
export function pullsBefore(
  { mode, runBefore }: Pick<Turn, 'mode' | 'runBefore'>,
  known: readonly string[] | null,
): readonly string[] | null {
  if (mode !== 'resumed') {
    return [];
  }
  return known ?? (runBefore === null ? null : pullDigests(runBefore.pullRequests));
}
