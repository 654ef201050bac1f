/**
 * What is remembered of a session before a follow-up, so that what is new in its turn can be told
 * (sheet, section 8.2): text of at most 2 kB, which a killed step leaves to its post step.
 */
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { readMemo } from '../kit/memo.ts';
import type { Before, RunId, RunShown } from '../port.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { DevinClient } from './client.ts';
import { messageKey, messagePages } from './message-pages.ts';
import type { SessionMessage, Session } from './schema.ts';
import { wordOf } from './words.ts';

export interface Memo {
  readonly word: string | null;
  /** Digest of the structured output, null without one. */
  readonly output: string | null;
  /** Digests of the pull requests' addresses. */
  readonly pulls: readonly string[];
  /** Digest of the key of the last message, null without one. */
  readonly last: string | null;
  /** The cursor that leads to the page with the last message, null for the first page. */
  readonly cursor: string | null;
  readonly isArchived: boolean;
}

const BYTES_MAX = 2_000;
/** Characters of an address's digest, in base64url: far too many to meet by chance. */
const SHORT = 10;

function digestOfValue(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

export function outputDigest({ output }: Pick<Session, 'output'>): string | null {
  return output === null ? null : digestOfValue(output);
}

export function pullDigest(url: string): string {
  return digestOfValue(url).slice(0, SHORT);
}

/** The digests of the pull requests that a session shows. */
export function pullDigests({ pullRequests }: Pick<RunShown, 'pullRequests'>): readonly string[] {
  return pullRequests.flatMap((lead) => (lead.kind === 'address' ? [pullDigest(lead.url)] : []));
}

export function lastDigest(message: SessionMessage): string {
  return digestOfValue(messageKey(message));
}

interface NewMemo {
  readonly memo: Memo;
  /** How many messages the session has. */
  readonly entries: number;
}

/**
 * The session as it is now. Of messages whose next page cannot be found what was read counts: the
 * follow-up's mark tells the rest apart (sheet, section 8.2).
 */
export async function newMemo(
  client: Pick<DevinClient, 'messages' | 'session'>,
  id: RunId,
  call: CallOptions,
): Promise<NewMemo> {
  // Before the messages: what is said meanwhile belongs to neither turn, and counts as old.
  const session = await client.session(id, call);
  let cursor: string | null = null;
  let last: SessionMessage | null = null;
  let entries = 0;
  for await (const { items, at } of messagePages(client, { id, from: null }, call)) {
    const newest = items.at(-1);
    if (newest !== undefined) {
      entries += items.length;
      [last, cursor] = [newest, at];
    }
  }
  const memo = {
    word: wordOf(session),
    output: outputDigest(session),
    pulls: session.pullRequests.map(pullDigest),
    last: last === null ? null : lastDigest(last),
    cursor,
    isArchived: session.isArchived,
  };
  return { memo, entries };
}

/**
 * What is left out where it is too long: the log is read from its start, earlier ones count as new.
 */
export function memoText(memo: Memo): string {
  const text = JSON.stringify(memo);
  if (text.length <= BYTES_MAX) {
    return text;
  }
  const room = BYTES_MAX - JSON.stringify({ ...memo, cursor: null, pulls: [] }).length;
  const pulls = memo.pulls.slice(-Math.floor(room / (SHORT + 3)));
  return JSON.stringify({ ...memo, cursor: null, pulls });
}

const memoSchema = z.object({
  word: z.nullable(z.string()),
  output: z.nullable(z.string()),
  pulls: z.array(z.string()),
  last: z.nullable(z.string()),
  cursor: z.nullable(z.string()),
  isArchived: z.boolean(),
});

/** Null where nothing is remembered, or nothing that can be read. */
export function memoOf(before: Before | null): Memo | null {
  return readMemo(before, memoSchema);
}
