/** Chooses the comments that a turn delivers (contract 7.2): waiting ones whose authors have permission. */
import { authorsToAsk, sortRequests, waitingRequests, type AuthorVerdict, type Message } from '../waiting.ts';
import type { ThreadMemory } from '../memory.ts';

export interface Chooser {
  readonly memory: ThreadMemory;
  readonly own: Message;
  /** Deliver the step's own comment even if it was delivered before. */
  readonly again: boolean;
  readonly verdictOf: (author: Message) => Promise<AuthorVerdict>;
  /** By login in lower case. Caches permission checks across readings of the thread. */
  readonly verdicts: Map<string, AuthorVerdict>;
}

/** Returns the comments oldest first, and settles those of refused authors in the memory. */
export async function chooseComments(
  requests: readonly Message[],
  { memory, own, again, verdictOf, verdicts }: Chooser,
): Promise<readonly Message[]> {
  const open = waitingRequests(requests, memory.mailbox, own);
  const waiting = again && !open.includes(own) ? [...open, own].sort((a, b) => a.id - b.id) : open;
  for (const author of authorsToAsk(waiting, own)) {
    const login = author.author.toLowerCase();
    if (!verdicts.has(login)) verdicts.set(login, await verdictOf(author));
  }
  const { deliver, refused, later } = sortRequests(waiting, { own, verdicts });
  memory.settle(refused, later);
  return deliver;
}
