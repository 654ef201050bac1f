/**
 * Tracks which comments of a thread were delivered to its run (contract 7.2). Pure. A comment is settled once it was delivered or its
 * author was refused. It is not considered again, even if edited.
 */

/** Comments that a follow-up is about to deliver. Recorded before it is sent, so that a kill in between leaves a trace. */
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
  /** Every comment up to this id is settled; 0 if none is. */
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

/** Limit on ids listed individually. Beyond it, the oldest are covered by `high`, so that the marker stays small. */
export const SETTLED_MAX = 100;

export function isSettled({ high, settled }: Pick<Mailbox, 'high' | 'settled'>, id: number): boolean {
  return id <= high || settled.includes(id);
}

/**
 * Records comments as settled.
 *
 * @param waiting ids of requests not delivered yet; `high` stays below them while there is room in `settled`
 */
export function settle(mailbox: Mailbox, ids: readonly number[], waiting: readonly number[] = []): Mailbox {
  const next = fold(mailbox, ids, waiting);
  return { ...next, doubtful: next.doubtful.filter((sent) => isOpen(next, sent)) };
}

function isOpen(mailbox: Mailbox, { ids }: Pick<Sent, 'ids'>): boolean {
  return ids.some((id) => !isSettled(mailbox, id));
}

function fold(mailbox: Mailbox, ids: readonly number[], waiting: readonly number[]): Mailbox {
  const all = new Set([...mailbox.settled, ...ids].filter((id) => id > mailbox.high));
  const settled = [...all].sort((a, b) => a - b);
  if (settled.length <= SETTLED_MAX) return { ...mailbox, settled };
  const floor = Math.min(Infinity, ...waiting.filter((id) => !all.has(id)));
  const half = settled.slice(0, -SETTLED_MAX / 2);
  const folded = half.filter((id) => id < floor);
  // A request that never gets settled must not let the marker grow without limit.
  const high = folded.at(-1) ?? (settled.length > 2 * SETTLED_MAX ? half.at(-1) : undefined) ?? mailbox.high;
  return { ...mailbox, high, settled: settled.filter((id) => id > high) };
}

/** Announces a follow-up that is about to be sent. */
export function intend(mailbox: Mailbox, intent: Intent): Mailbox {
  return { ...mailbox, intended: intent };
}

/** Settles the comments of a follow-up that was accepted. */
export function delivered(mailbox: Mailbox, waiting: readonly number[] = []): Mailbox {
  const { intended, turns } = mailbox;
  return { ...settle(mailbox, intended?.ids ?? [], waiting), turns: turns + 1, intended: null };
}

/** A request that the service accepted. */
export interface Accepted extends Sent {
  /** Whether it was a follow-up, which counts as a turn. */
  readonly isTurn: boolean;
}

/** Settles the comments of an accepted request, even if another step has overwritten its announcement. Returns the same mailbox if it says so already. */
export function acknowledged(mailbox: Mailbox, { ids, mark, isTurn }: Accepted): Mailbox {
  const { intended, turns } = mailbox;
  const isAnnounced = intended?.mark === mark;
  if (!isAnnounced && !isOpen(mailbox, { ids })) return mailbox;
  const settled = settle(mailbox, isAnnounced ? [...ids, ...intended.ids] : ids);
  return { ...settled, turns: isTurn ? turns + 1 : turns, intended: isAnnounced ? null : intended };
}

/** Returns the comments of a follow-up that was certainly not carried out to the waiting ones. */
export function withdrawn(mailbox: Mailbox): Mailbox {
  return { ...mailbox, intended: null };
}

/** Marks the announced follow-up as doubtful. Its comments wait again, unless the log shows later that it was sent. */
export function doubted(mailbox: Mailbox): Mailbox {
  const { intended, doubtful } = mailbox;
  if (intended === null) return mailbox;
  const { ids, mark } = intended;
  return { ...mailbox, doubtful: [...doubtful, { ids, mark }].slice(-DOUBTFUL_MAX), intended: null };
}

/**
 * Records a follow-up that may have been sent, if another step has overwritten its announcement. Returns the same mailbox if it is still
 * there, or no longer matters.
 */
export function reminded(mailbox: Mailbox, sent: Sent): Mailbox {
  const { intended, doubtful } = mailbox;
  const isKnown = intended?.mark === sent.mark || doubtful.some(({ mark }) => mark === sent.mark);
  if (isKnown || !isOpen(mailbox, sent)) return mailbox;
  return { ...mailbox, doubtful: [...doubtful, sent].slice(-DOUBTFUL_MAX) };
}

/** Settles the comments of a doubtful follow-up that the log shows. */
export function proven(mailbox: Mailbox, mark: string): Mailbox {
  const ids = mailbox.doubtful.filter((sent) => sent.mark === mark).flatMap((sent) => sent.ids);
  return { ...settle(mailbox, ids), turns: mailbox.turns + 1 };
}

/** Adds what another record of the thread says is settled. */
export function withSettled(ours: Mailbox, theirs: Pick<Mailbox, 'high' | 'settled'>): Mailbox {
  return settle({ ...ours, high: Math.max(ours.high, theirs.high) }, theirs.settled);
}

/** Merges the records of two writers. Keeps the intent of the first, otherwise the second's, unless all its comments are settled. */
export function merge(ours: Mailbox, theirs: Mailbox): Mailbox {
  const doubtful = [...new Map([...theirs.doubtful, ...ours.doubtful].map((sent) => [sent.mark, sent])).values()];
  const known = { ...ours, turns: Math.max(ours.turns, theirs.turns), doubtful: doubtful.slice(-DOUBTFUL_MAX) };
  const both = withSettled(known, theirs);
  const intended = [ours.intended, theirs.intended].find((intent) => intent !== null && isOpen(both, intent)) ?? null;
  return { ...both, intended };
}
