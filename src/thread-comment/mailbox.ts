/**
 * Which comments of a thread were delivered to its run (contract 7.2), and what that leads to. Pure. A comment is settled when it
 * was delivered, or when its author may not ask: either way it never comes up again, an edit of it included.
 */

/** Comments that a follow-up is about to bring. Written before it is sent, so that a kill in between leaves a trace. */
export interface Intent {
  readonly ids: readonly number[];
  /** The follow-up's mark, whose echo in the log proves that it arrived. */
  readonly mark: string;
  /** Seconds since the epoch. */
  readonly at: number;
}

export interface Mailbox {
  /** Follow-ups sent in this thread. */
  readonly turns: number;
  /** Every comment up to this id is settled; 0: none. */
  readonly high: number;
  /** Settled comments beyond `high`, in ascending order. */
  readonly settled: readonly number[];
  readonly intended: Intent | null;
  /** Announcements of killed steps whose comments another step took over, oldest first: the log may still show that they were sent. */
  readonly doubtful: readonly Sent[];
}

/** A follow-up that may have been sent, with the comments it brings. */
export type Sent = Pick<Intent, 'ids' | 'mark'>;

export const EMPTY_MAILBOX: Mailbox = { turns: 0, high: 0, settled: [], intended: null, doubtful: [] };

/** Doubtful follow-ups that are remembered. */
export const DOUBTFUL_MAX = 3;

/** Ids kept one by one. The oldest of more are told by `high` alone, so that the marker stays small in any thread. */
export const SETTLED_MAX = 100;

export function isSettled({ high, settled }: Pick<Mailbox, 'high' | 'settled'>, id: number): boolean {
  return id <= high || settled.includes(id);
}

/**
 * The comments are settled, delivered or refused.
 *
 * @param waiting ids of requests that are still to be delivered: `high` stays below all of them as long as there is room
 */
export function settle(mailbox: Mailbox, ids: readonly number[], waiting: readonly number[] = []): Mailbox {
  const next = fold(mailbox, ids, waiting);
  return { ...next, doubtful: next.doubtful.filter((sent) => isOpen(next, sent)) };
}

function isOpen(mailbox: Mailbox, { ids }: Sent): boolean {
  return ids.some((id) => !isSettled(mailbox, id));
}

function fold(mailbox: Mailbox, ids: readonly number[], waiting: readonly number[]): Mailbox {
  const all = new Set([...mailbox.settled, ...ids].filter((id) => id > mailbox.high));
  const settled = [...all].sort((a, b) => a - b);
  if (settled.length <= SETTLED_MAX) return { ...mailbox, settled };
  const floor = Math.min(Infinity, ...waiting.filter((id) => !all.has(id)));
  const half = settled.slice(0, -SETTLED_MAX / 2);
  const folded = half.filter((id) => id < floor);
  // A request that nobody can settle must not make the marker grow for ever.
  const high = folded.at(-1) ?? (settled.length > 2 * SETTLED_MAX ? half.at(-1) : undefined) ?? mailbox.high;
  return { ...mailbox, high, settled: settled.filter((id) => id > high) };
}

/** A follow-up with these comments is about to be sent. */
export function intend(mailbox: Mailbox, intent: Intent): Mailbox {
  return { ...mailbox, intended: intent };
}

/** The follow-up was accepted. */
export function delivered(mailbox: Mailbox, waiting: readonly number[] = []): Mailbox {
  const { intended, turns } = mailbox;
  return { ...settle(mailbox, intended?.ids ?? [], waiting), turns: turns + 1, intended: null };
}

/** The follow-up was surely not carried out: its comments wait again. */
export function withdrawn(mailbox: Mailbox): Mailbox {
  return { ...mailbox, intended: null };
}

/** Nobody knows whether the follow-up was sent: its comments wait again, unless the log shows it later. */
export function doubted(mailbox: Mailbox): Mailbox {
  const { intended, doubtful } = mailbox;
  if (intended === null) return mailbox;
  const { ids, mark } = intended;
  return { ...mailbox, doubtful: [...doubtful, { ids, mark }].slice(-DOUBTFUL_MAX), intended: null };
}

/** The log shows a doubtful follow-up. */
export function proven(mailbox: Mailbox, mark: string): Mailbox {
  const ids = mailbox.doubtful.filter((sent) => sent.mark === mark).flatMap((sent) => sent.ids);
  return { ...settle(mailbox, ids), turns: mailbox.turns + 1 };
}

/** What two writers know together. The intent is the first's, or else the second's; one whose comments are all settled is none. */
export function merge(ours: Mailbox, theirs: Mailbox): Mailbox {
  const high = Math.max(ours.high, theirs.high);
  const doubtful = [...new Map([...theirs.doubtful, ...ours.doubtful].map((sent) => [sent.mark, sent])).values()];
  const known = { ...ours, high, turns: Math.max(ours.turns, theirs.turns), doubtful: doubtful.slice(-DOUBTFUL_MAX) };
  const both = settle(known, theirs.settled);
  const intended = [ours.intended, theirs.intended].find((intent) => intent !== null && isOpen(both, intent)) ?? null;
  return { ...both, settled: both.settled.filter((id) => id > both.high), intended };
}

/** A comment as the mailbox sees it. */
export interface Message {
  readonly id: number;
  readonly body: string;
  readonly author: string;
  readonly authorIsBot: boolean;
  readonly htmlUrl: string;
}

/** At most so many authors are asked about for one follow-up. */
export const AUTHORS_MAX = 20;

/**
 * The requests that wait, oldest first.
 *
 * @param requests comments of the thread that ask for the agent
 * @param own the comment that started this step, which was admitted already; it counts also where the thread does not show it yet
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

/** The authors to ask about, each once, oldest request first. */
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

/** What became of the question about an author. `unknown`: it could not be answered now; the comment waits for a later step. */
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
