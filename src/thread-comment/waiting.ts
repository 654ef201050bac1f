/** Selects which comments of a thread wait for the agent, and which of them a follow-up delivers (contract 7.2). Pure. */
import { isSettled, type Mailbox } from './mailbox.ts';

/** A comment of the thread that addresses the agent. */
export interface Message {
  readonly id: number;
  readonly body: string;
  readonly author: string;
  readonly authorIsBot: boolean;
  readonly htmlUrl: string;
}

/** Maximum number of authors whose permission is checked for one follow-up. */
export const AUTHORS_MAX = 20;

/**
 * The waiting requests, oldest first.
 *
 * @param requests comments of the thread that address the agent
 * @param own the comment that started this step; already admitted, and included even if the thread does not show it yet
 */
export function waitingRequests(
  requests: readonly Message[],
  mailbox: Mailbox,
  own: Message | null,
): readonly Message[] {
  const open = requests.filter(({ id }) => id !== own?.id && !isSettled(mailbox, id));
  const ours = own !== null && !isSettled(mailbox, own.id) ? [own] : [];
  return [...ours, ...open].sort((a, b) => a.id - b.id);
}

/** The authors whose permission must be checked, each once, oldest request first. */
export function authorsToAsk(waiting: readonly Message[], own: Message | null): readonly Message[] {
  const known = new Set<string>();
  return waiting
    .filter(({ id, author }) => {
      const login = author.toLowerCase();
      if (id === own?.id || known.has(login)) return false;
      known.add(login);
      return true;
    })
    .slice(0, AUTHORS_MAX);
}

/** Result of an author's permission check. `unknown`: it failed for now, and the comment waits for a later step. */
export type AuthorVerdict = 'admitted' | 'refused' | 'unknown';

export interface Delivery {
  /** Oldest first. */
  readonly deliver: readonly Message[];
  /** Settled without being delivered. */
  readonly refused: readonly number[];
  /** Left for later steps. */
  readonly later: readonly number[];
}

/** @param verdicts by login in lower case */
export function sortRequests(
  waiting: readonly Message[],
  { own, verdicts }: { readonly own: Message | null; readonly verdicts: ReadonlyMap<string, AuthorVerdict> },
): Delivery {
  const verdictOf = ({ id, author }: Message): AuthorVerdict =>
    id === own?.id ? 'admitted' : (verdicts.get(author.toLowerCase()) ?? 'unknown');
  const ids = (verdict: AuthorVerdict): number[] =>
    waiting.filter((message) => verdictOf(message) === verdict).map(({ id }) => id);
  return {
    deliver: waiting.filter((message) => verdictOf(message) === 'admitted'),
    refused: ids('refused'),
    later: ids('unknown'),
  };
}
