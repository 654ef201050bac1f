/**
 * What differs between the hosted agents that the simulation plays by their faces of the sandbox
 * (contract 18.9). A new service adds one of these.
 */
import type { SandboxOptions } from '../../../sandbox/options.ts';
import type { CreateOrder, StoredRun } from '../../../sandbox/store.ts';
import type { FaultSource, UsageSource } from '../../../sandbox/scenario.ts';
import type { HttpResponse } from '../../../src/http/port.ts';
import type { ServiceName } from '../../../src/agents/service-table.ts';
import type { Dice } from '../engine/dice.ts';
import type { ReadFault } from '../engine/faults.ts';
import type { HostedTurn } from './turn.ts';
import type { HostedSend } from './world.ts';

/** What may go otherwise where a fault was met. Everything else must come right all the same. */
export type Excuse =
  /** The end of the run may not be seen in time. */
  | 'end'
  /** Entries may be missing, which a warning says. */
  | 'log'
  /** The run of a lost answer may not be found. */
  | 'found'
  /** The same of a run that is only followed. */
  | 'attached_end'
  /** Entries of the end may be missing: the service shows them only after the last read. */
  | 'tail'
  /** The text of the result may be missing. */
  | 'result'
  /** What was used may not be told. */
  | 'usage'
  /** There may be no pull request. */
  | 'pull'
  /** The same of a run that is only followed. */
  | 'attached_pull'
  /** A create or follow-up is refused for good. */
  | 'refused'
  /** A run takes no message any more once a turn is over, so that a thread has another one. */
  | 'gone'
  /** Nothing may tell how a run has ended, so that it counts as failed and another one follows. */
  | 'lost'
  /** A step may end before its run, because it looks as if that had ended. */
  | 'early';

/** A fault that the service's face declares, as a seed may ask for it. */
export interface HostedFault {
  readonly name: string;
  /** Which requests it strikes, and with which time or number. */
  readonly draw: (dice: Dice) => Omit<FaultSource, 'do'> & {
    readonly for?: string;
    readonly count?: number;
  };
  readonly excuses: readonly Excuse[];
  /** What it excuses beyond that where another fault was met too, by the name of that one. */
  readonly excusesWith: Readonly<Record<string, readonly Excuse[]>>;
  /** What shows that it happens. */
  readonly source: string;
}

/** How a run of the scenario's words ends here. */
interface HostedEnd {
  readonly word: string;
  readonly outcome: string;
  /** The output `status`. */
  readonly status: string;
  /** The output `error_code`, empty without one. */
  readonly code: string;
  /** What stands in the log at the end, by its type; null: nothing. */
  readonly entry: string | null;
  /** How long the step waits until it takes it for the end. Default: 0. */
  readonly waitMs?: number;
}

/** A budget, and what counts against it. */
export interface SubjectBudget {
  readonly unit: 'acu' | 'usd';
  /** By this step, or by the service, which is sent the limit in this field of the create. */
  readonly kept: 'watched' | { readonly field: string };
  readonly usedOf: (use: UsageSource) => number;
}

/** A turn is the step's own, one of an earlier attempt that it has found, or the run's newest. */
export type FollowedAs = 'found' | 'newest' | 'own';

/** How a step looks at a turn. */
interface Look {
  /** When it did last. */
  readonly at: number;
  readonly as: FollowedAs;
}

/** What its log shows of an end. */
export type LoggedEnd = Pick<HostedEnd, 'entry' | 'word'>;

/** A request at a step's end, as the face names its kind. */
interface BeforeStop {
  readonly kind: string;
  /** A follow-up was sent, and no readable acceptance of it has come. */
  readonly isInDoubt: boolean;
}

export interface Subject {
  readonly service: ServiceName;
  /** How its face is set up. Default: as it is. */
  readonly sandbox?: Pick<SandboxOptions, 'limits' | 'organization'>;
  /** The same by the seed. Default: as it is. */
  readonly setUp?: (dice: Dice) => Pick<SandboxOptions, 'logs'>;
  /** Addresses that are asked for although it may not have them. Default: none. */
  readonly mayLack?: RegExp;
  /** Kinds of requests, as the face names them. */
  readonly kinds: {
    readonly create: string;
    readonly followUp: string | null;
    /** Those that put an end to a run's work, or take that back. */
    readonly stops: readonly string[];
    /** The one of them that a follow-up may need, because it takes a stop back. Default: none. */
    readonly wakes?: string;
    /** What a stop at a step's end has to ask first, at once (contract 7.3). Default: nothing. */
    readonly beforeStop?: (asked: BeforeStop) => boolean;
    /** By which a lost run is looked for. */
    readonly search: string;
    /** Of the log, where it is read by a request of its own. */
    readonly log: string | null;
  };
  readonly faults: readonly HostedFault[];
  /** Answers to reads that pass by themselves, and the kinds of those. Default: the network's. */
  readonly oddReads?: { readonly kinds: readonly string[]; readonly faults: readonly ReadFault[] };
  readonly ends: readonly HostedEnd[];
  /** What the output `status` may be instead where a fault was met, by its name. */
  readonly otherStatus?: Readonly<Record<string, string | readonly string[]>>;
  /** The status instead of a run that ended so long ago. Default: that of its end stays. */
  readonly statusAfter?: { readonly ms: number; readonly status: string };
  /** With which status a run that somebody has stopped has failed where a fault was met. */
  readonly stoppedStatus?: Readonly<Record<string, string>>;
  /** Whether the service does not tell the end of a turn from another one. */
  readonly isUntold?: (turn: HostedTurn, look: Look) => boolean;
  /**
   * Whether the log says that the turn is over, so that it is known before which message it ended.
   * Default: it does not.
   */
  readonly showsEnd?: (turn: HostedTurn) => boolean;
  /** A follow-up that a re-run finds is told with all that was said since (contract 4.8). */
  readonly tellsAllSince?: boolean;
  /** A run with an unknown word that is quiet after its last message has ended (contract 4.3). */
  readonly endsQuietly?: boolean;
  /**
   * With what an earlier turn ends in the log of a run that is only followed, null for nothing.
   * Default: its last words, which are one of many.
   */
  readonly earlierEntry?: (end: LoggedEnd) => string | null;
  /** What stands at the end of a turn that a step has stopped, by its type. Default: nothing. */
  readonly stoppedEntry?: string;
  /** How a budget is kept (contract 20). Default: it cannot be. */
  readonly budget?: SubjectBudget;
  /** A service that gives no key back is told of (contract 4.9). */
  readonly dropsKey?: { readonly fault: string; readonly says: string };
  /** Where the list of runs is told from: other people have made these. Default: nobody else. */
  readonly otherRun?: (index: number) => Pick<CreateOrder, 'id' | 'metadata'>;
  /** It refuses more requests than its specification allows. Default: it does not. */
  readonly countsRequests?: boolean;
  /** How many creates of a fleet are on their way at once (contract 18.6). Default: any number. */
  readonly createsAtOnce?: number;
  /** How many runs of a fleet are at work at once without `max_parallel` (18.10). Default: all. */
  readonly fleetMost?: number;
  /** Clocks of service and runner differ in it (contract 4.9). Default: they agree. */
  readonly hasOwnClock?: boolean;
  /**
   * Within which a lost create is found in a list, beside the wait for its answer and the time of
   * the faults by which the list lags behind. Default: as long as any service takes.
   */
  readonly foundWithin?: { readonly ms: number; readonly lags: readonly string[] };
  /**
   * It tells the state of its run alone: once a later turn was asked for, an earlier one has the
   * status word only where that means the same, and the pull requests are the later one's.
   */
  readonly tellsLastTurn?: boolean;
  /** A turn that is asked for while another one is at work begins when that has ended. */
  readonly queuesTurns?: boolean;
  /** Rare states that do not come about with this service. Default: none. */
  readonly unreachable?: readonly string[];
  /** Inputs beside those that every service takes. */
  readonly inputs: (dice: Dice) => Readonly<Record<string, string>>;
  /** The body with which a run was created that was there before. */
  readonly oldRequest: Readonly<Record<string, unknown>>;
  /** The output `agent_run_id` of the turn. */
  readonly idOf: (run: StoredRun, turn: number) => string;
  /** An id as `idOf` gives it, whichever form the outputs have. Default: the same. */
  readonly plainId?: (id: string) => string;
  /** Whether a create carries a key also without `idempotency` (contract 18.4). */
  readonly isAlwaysKeyed: boolean;
  /** Whether the same key with another prompt is another run (contract 18.4). Default: no. */
  readonly isKeyedByPrompt?: boolean;
  /** What the pull request says, which stands in for words that cannot be read. */
  readonly pullText?: string;
  /** Whether a run has a text. */
  readonly hasText: boolean;
  /** The key that a run carries, null without one. No two runs may have the same. */
  readonly keyIn: (run: StoredRun) => string | null;
  /**
   * The output `usage` of a turn that has ended; null where it is not told by itself.
   *
   * @param turns all of the run up to this one
   * @param since the first of them that counts as the step's own
   */
  readonly usageOf: (
    turn: HostedTurn,
    turns: readonly HostedTurn[],
    since: number,
  ) => string | null;
  /**
   * What the log of a whole turn shows, oldest first: `prompt`, labels, and types of other entries.
   *
   * @param met the faults that the step met
   */
  readonly entriesOf: (turn: HostedTurn, met: ReadonlySet<string>) => readonly string[];
  /** Those of its entries without a label that come at its end. Default: all come at its begin. */
  readonly atEnd?: readonly string[];
  /**
   * Whether a line of the log is a note of the action's own, which does not count. Default: none.
   */
  readonly isNote?: (line: Readonly<Record<string, unknown>>) => boolean;
  /** The log has changes of state alone, each seen once, and not all of them. Default: entries. */
  readonly logsStates?: boolean;
  /** `x-ratelimit-reset` is in seconds since the epoch and nothing else. */
  readonly resetIsEpoch?: boolean;
  /** Whether an answer is a refusal for now. */
  readonly isThrottled: (answer: HttpResponse) => boolean;
  /** Whether the status of an answer proves that what was sent was not carried out. */
  readonly isRefusal: (status: number, kind: HostedSend['kind']) => boolean;
  /** Whether a send that may have been carried out may be made again, because it makes no other. */
  readonly mayResend: (first: HostedSend, again: HostedSend) => boolean;
}

/** A fault of every request of its kinds. */
export function always(
  name: string,
  { source, excuses = [], excusesWith = {}, forMs, count }: FaultOptions,
): HostedFault {
  const draw = (dice: Dice): ReturnType<typeof valuesOf> => valuesOf(dice, { forMs, count });
  return { name, source, excuses, excusesWith, draw };
}

/** A fault of one of the first requests of its kinds, or of some of them in a row. */
export function passing(
  name: string,
  {
    source,
    excuses = [],
    excusesWith = {},
    forMs,
    count,
    most = 2,
    on,
  }: FaultOptions & { readonly most?: number },
): HostedFault {
  return {
    name,
    source,
    excuses,
    excusesWith,
    draw: (dice) => {
      const from = dice.int(1, most);
      const to = from + (dice.chance(0.3) ? dice.int(1, 3) : 0);
      return { from, to, ...(on !== undefined && { on }), ...valuesOf(dice, { forMs, count }) };
    },
  };
}

interface FaultOptions {
  readonly source: string;
  readonly excuses?: readonly Excuse[];
  readonly excusesWith?: Readonly<Record<string, readonly Excuse[]>>;
  /** Least and most of its time, in milliseconds. */
  readonly forMs?: readonly [number, number] | undefined;
  /** Least and most of its number. */
  readonly count?: readonly [number, number] | undefined;
  /** The only kind of requests that it strikes. Default: all that the face declares. */
  readonly on?: string;
}

function valuesOf(
  dice: Dice,
  { forMs, count }: Pick<FaultOptions, 'count' | 'forMs'>,
): { readonly for?: string; readonly count?: number } {
  return {
    ...(forMs !== undefined && { for: `${dice.int(...forMs)}ms` }),
    ...(count !== undefined && { count: dice.int(...count) }),
  };
}
