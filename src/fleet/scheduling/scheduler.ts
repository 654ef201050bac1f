/**
 * Decides which request of a fleet is sent next, and when (contract 13). Pure: sessions ask, `next` decides, and `sent`
 * and `answered` record requests and responses.
 *
 * Creations have priority, as fast as their limit allows, then requests that finish a run: the final read, and polls of
 * runs that the list shows as ended. Other polls go where they are most informative: to a window of the list with many
 * outdated runs, or to the run polled longest ago. Logs use what is left, but at least every fourth request.
 */
import type { StatusClass } from '../../run/status.ts';
import type { Category } from '../../service/rate-limit.ts';
import {
  budgetAnswered,
  budgetDelay,
  budgetSent,
  budgetStart,
  type Answered,
  type Budget,
  type Manner,
  type Share,
  type Spare,
} from './budget.ts';
import { hasChanged, isListed, listingStart, nextWindow, type Listing } from './listing.ts';

/**
 * `create`. `start`: a resume, or a read that it needs. `final`: the result of an ended run. `look`: polls whether the
 * run is still active. `log`: more of the log of an ended run.
 */
export type Purpose = 'create' | 'start' | 'final' | 'look' | 'log';

export interface Ask {
  readonly id: number;
  readonly purpose: Purpose;
  readonly category: Category;
  /** Null before the run exists. */
  readonly runId: number | null;
  /** The status of the run when it was last polled. */
  readonly meaning: StatusClass;
  /** When the run was last polled. For other purposes, when the request was made. */
  readonly since: number;
  /** Not before this time, unless the list shows an end. */
  readonly dueAt: number;
  /** When its log is worth a request, if the list covers the run. */
  readonly logDueAt: number;
  /** The latest useful time, because the step does not wait longer. */
  readonly lastAt: number;
}

export type Request = { readonly kind: 'ask'; readonly ask: Ask } | { readonly kind: 'list'; readonly skip: number };

export type Decision =
  | { readonly kind: 'send'; readonly request: Request }
  /** Nothing before `until`, unless there is a new request or response. Infinity if nothing is waiting. */
  | { readonly kind: 'wait'; readonly until: number };

/** Plain, immutable data. */
export interface Scheduler {
  readonly asks: readonly Ask[];
  readonly budget: Budget;
  readonly listing: Listing;
  /** A page of the list is being read. */
  readonly readingList: boolean;
  /** Polls sent since the last log request, while one was waiting. */
  readonly passed: number;
}

/** From this many waiting sessions, polls are evenly spaced. */
const CROWD = 20;
/** While logs wait, one log request follows each series of this many polls. */
const LOOKS_PER_LOG = 3;

export function schedulerStart(now: number, share: Share): Scheduler {
  return { asks: [], budget: budgetStart(now, share), listing: listingStart(), readingList: false, passed: 0 };
}

export function asked(state: Scheduler, ask: Ask): Scheduler {
  return { ...state, asks: [...state.asks, ask] };
}

/** The session no longer waits for this request. */
export function withdrawn(state: Scheduler, id: number): Scheduler {
  return { ...state, asks: state.asks.filter((ask) => ask.id !== id) };
}

/** Records that the request is sent now, with this number. */
export function sent(
  state: Scheduler,
  { request, id }: { readonly request: Request; readonly id: number },
  now: number,
): Scheduler {
  const list = request.kind === 'list';
  const spent = { id, category: list ? 'standard' : request.ask.category, manner: streamOf(state) } as const;
  const budget = budgetSent(state.budget, spent, now);
  if (list) return { ...state, budget, readingList: true, passed: state.passed + 1 };
  const { purpose } = request.ask;
  const passed = purpose === 'log' ? 0 : purpose === 'look' ? state.passed + 1 : state.passed;
  return { ...withdrawn(state, request.ask.id), budget, passed };
}

export function answered(state: Scheduler, answer: Answered, now: number): Scheduler {
  return { ...state, budget: budgetAnswered(state.budget, answer, now) };
}

/** Lower ranks go first. All requests of the last rank compete. */
const RANKS = { late: 0, create: 1, start: 2, final: 3, ended: 4, open: 5, idle: 6 } as const;
type Rank = (typeof RANKS)[keyof typeof RANKS];

interface Candidate {
  readonly request: Request;
  readonly rank: Rank;
  readonly readyAt: number;
  /** Among requests of rank `open`: the expected information. */
  readonly worth: number;
}

export function next(state: Scheduler, now: number): Decision {
  const candidates = [...state.asks.map((ask) => candidateOf(state, ask, now)), ...windowOf(state, now)];
  const delays = new Map<string, number>();
  const readyAt = ({ request, rank, readyAt: dueAt }: Candidate): number => {
    const category = request.kind === 'list' ? 'standard' : request.ask.category;
    const manner = mannerOf(state, request, rank);
    const spare = spareOf(state, request, rank);
    const key = `${category} ${manner} ${String(spare)}`;
    const delay = delays.get(key) ?? budgetDelay(state.budget, { category, manner, spare }, now);
    delays.set(key, delay);
    return Math.max(dueAt, now + delay);
  };
  let best: Candidate | null = null;
  let until = Infinity;
  for (const candidate of candidates) {
    const at = readyAt(candidate);
    if (at > now) until = Math.min(until, at);
    else if (best === null || isBefore(candidate, best)) best = candidate;
  }
  return best === null ? { kind: 'wait', until } : { kind: 'send', request: best.request };
}

/** A window of the list is due when it is worth a request. An end is worth one immediately. */
function mannerOf(state: Scheduler, request: Request, rank: Rank): Manner {
  return request.kind === 'list' || rank <= RANKS.ended ? 'now' : streamOf(state);
}

/** If the list shows ends, logs are read after them. */
function spareOf({ listing }: Scheduler, request: Request, rank: Rank): Spare | null {
  if (listing.mode !== 'there' || request.kind === 'list') return null;
  if (rank === RANKS.idle) return 'live';
  return request.ask.purpose === 'log' ? 'log' : null;
}

/** If the list shows news, few individual polls remain. */
function streamOf({ asks, listing }: Scheduler): Manner {
  return asks.length > CROWD && listing.mode !== 'there' ? 'even' : 'brisk';
}

function isBefore(one: Candidate, other: Candidate): boolean {
  return one.rank !== other.rank ? one.rank < other.rank : one.worth > other.worth;
}

function candidateOf(state: Scheduler, ask: Ask, now: number): Candidate {
  const request: Request = { kind: 'ask', ask };
  const age = (now - ask.since) / 1000;
  const of = (rank: Rank, readyAt: number, worth = age): Candidate => ({ request, rank, readyAt, worth });
  if (now >= ask.lastAt) return of(RANKS.late, now);
  const { purpose, runId, meaning: known } = ask;
  if (purpose === 'create' || purpose === 'start' || purpose === 'final') return of(RANKS[purpose], now);
  const readyAt = Math.min(ask.dueAt, ask.lastAt);
  if (purpose === 'log') return of(RANKS.open, readyAt, state.passed >= LOOKS_PER_LOG ? Infinity : -1 / (1 + age));
  if (runId !== null && hasChanged(state.listing, { runId, known })) return of(RANKS.ended, Math.min(now, readyAt));
  if (runId !== null && isListed(state.listing, runId)) return of(RANKS.idle, Math.min(ask.logDueAt, ask.lastAt));
  return of(RANKS.open, readyAt, age * age);
}

function windowOf({ listing, readingList }: Scheduler, now: number): Candidate[] {
  const window = readingList ? null : nextWindow(listing, now);
  if (window === null) return [];
  return [
    { request: { kind: 'list', skip: window.skip }, rank: RANKS.open, readyAt: window.dueAt, worth: window.worth },
  ];
}
