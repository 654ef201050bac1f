/**
 * What is remembered of a session before a follow-up, so that what is new in its turn can be told
 * (sheet, section 8.2): text of at most 2 kB, which a killed step leaves to its post step.
 */
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { memoText, readMemo, shortDigest } from '../kit/memo.ts';
import type { Before, RunId } from '../port.ts';
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

/** A longer cursor is not remembered: the log is read from its start. */
const CURSOR_MAX = 1_000;

function digestOfValue(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

export function outputDigest({ output }: Pick<Session, 'output'>): string | null {
  return output === null ? null : digestOfValue(output);
}

export function lastDigest(message: SessionMessage): string {
  return digestOfValue(messageKey(message));
}

/**
 * The session as it is now. Of messages whose next page cannot be found what was read counts: the
 * follow-up's mark tells the rest apart (sheet, section 8.2).
 */
export async function beforeOf(
  client: Pick<DevinClient, 'messages' | 'session'>,
  id: RunId,
  call: CallOptions,
): Promise<Before> {
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
  const fields = {
    word: wordOf(session),
    output: outputDigest(session),
    last: last === null ? null : lastDigest(last),
    cursor: (cursor ?? '').length > CURSOR_MAX ? null : cursor,
    isArchived: session.isArchived,
  };
  return { entries, memo: memoText(fields, { pulls: session.pullRequests.map(shortDigest) }) };
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
