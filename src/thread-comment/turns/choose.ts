/** Which of a thread's comments a turn brings (contract 7.2): those that wait, of people who may ask. */
import { authorsToAsk, sortRequests, waitingRequests, type AuthorVerdict, type Message } from '../mailbox.ts';
import type { ThreadMemory } from '../memory.ts';

export interface Chooser {
  readonly memory: ThreadMemory;
  readonly own: Message;
  /** The step's own comment is brought though it was delivered before. */
  readonly again: boolean;
  readonly verdictOf: (author: Message) => Promise<AuthorVerdict>;
  /** By login in lower case: nobody is asked about twice, however often the thread is read. */
  readonly verdicts: Map<string, AuthorVerdict>;
}

/** Oldest first. Comments of refused authors are settled in the memory. */
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
