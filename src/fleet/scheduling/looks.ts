/** When to poll a single run of a fleet (contract 3.3, 13). Pure. Times are in milliseconds on the clock's `now`. */
/** The known state of a run that is followed. */
export interface Followed {
  readonly startedAt: number;
  /** -Infinity before the first poll. */
  readonly lookedAt: number;
  /** Log entries read so far. */
  readonly entries: number;
  /** Its status means that it is active. */
  readonly active: boolean;
  /** The last page showed that more of the log is waiting. */
  readonly goesOn: boolean;
}

/** The first poll, the growth of the waits, and their final value. */
const ALONE = { firstMs: 2500, growth: 1.4, earlyMs: 20_000, earlyEndsMs: 150_000, lateMs: 9600 };

/** Milliseconds until the next poll of a run of this age that does not share its token. */
export function aloneInterval(ageMs: number): number {
  if (ageMs < ALONE.firstMs / 2) return ALONE.firstMs;
  return Math.min(ageMs < ALONE.earlyEndsMs ? ALONE.earlyMs : ALONE.lateMs, ageMs * ALONE.growth);
}

/** The last poll is sent this long before the deadline, so that an end just before it is still noticed. */
const LAST_LOOK_MS = 1_500;
/** While the list shows the status, a log is read once it has about this many new entries, within these bounds. */
const LIVE = { entries: 95, firstMs: 600_000, leastMs: 60_000, mostMs: 1_200_000 };

/** The schedule of a run on its own. */
export function lookDueAt({ lookedAt, startedAt, active, goesOn }: Followed, now: number): number {
  if (lookedAt === -Infinity || goesOn || !active) return now;
  return lookedAt + aloneInterval(lookedAt - startedAt);
}

/** When the log is worth a request, if the list of runs shows the status. */
export function logDueAt({ lookedAt: seenAt, startedAt, entries, goesOn }: Followed): number {
  const lookedAt = Math.max(seenAt, startedAt);
  if (goesOn) return lookedAt;
  if (entries === 0) return lookedAt + LIVE.firstMs;
  const perEntry = (lookedAt - startedAt) / entries;
  return lookedAt + Math.min(LIVE.mostMs, Math.max(LIVE.leastMs, perEntry * LIVE.entries));
}

/**
 * Both of the above. `rested`: the session waited on its own before it asked (between quiet polls, for a recognized status, after a
 * failure), so the look is due now. `fixed`: the session keeps a fixed poll interval itself, so both are.
 */
export function looksDue(
  followed: Followed,
  { now, rested, fixed }: { readonly now: number; readonly rested: boolean; readonly fixed: boolean },
): { readonly dueAt: number; readonly logDueAt: number } {
  if (fixed) return { dueAt: now, logDueAt: now };
  return { dueAt: rested ? now : lookDueAt(followed, now), logDueAt: logDueAt(followed) };
}

/** Guarantees one last poll before the deadline. Later ones are not urgent. */
export function lastLookAt({ lookedAt }: Followed, deadline: number): number {
  return lookedAt < deadline - LAST_LOOK_MS ? deadline - LAST_LOOK_MS : Infinity;
}
