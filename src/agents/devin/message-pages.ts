/** Reads the messages of a session page by page (contract 4.7; sheet, sections 2 and 3.4). */
import type { CallOptions } from '../../http/limits.ts';
import type { RunId } from '../port.ts';
import type { DevinClient } from './client.ts';
import type { DevinPage, SessionMessage } from './schema.ts';

/** What tells a message from others: its id, or its content where there is none. */
export function messageKey({ id, isAgent, text, createdAt }: SessionMessage): string {
  return id ?? JSON.stringify([isAgent, createdAt, text]);
}

interface MessagePage extends DevinPage<SessionMessage> {
  /** Leads to this page, null for the first. */
  readonly at: string | null;
}

/**
 * The pages from `from` on that bring something. One that brings nothing is the last for now,
 * whatever it announces.
 */
export async function* messagePages(
  client: Pick<DevinClient, 'messages'>,
  { id, from }: { readonly id: RunId; readonly from: string | null },
  call: CallOptions,
): AsyncGenerator<MessagePage, void, undefined> {
  const known = new Set<string>();
  let at = from;
  for (;;) {
    const page = await client.messages(id, at, call);
    const keys = page.items.map(messageKey);
    const isNew = keys.some((key) => !known.has(key));
    if (isNew || page.problem !== null) {
      yield { ...page, at };
    }
    if (!page.hasNext || !isNew) {
      return;
    }
    keys.forEach((key) => known.add(key));
    at = page.cursor;
  }
}
