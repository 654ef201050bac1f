/** A proof of what `expect` asks for, as `verify` walks it (contract 1.1, 14, 19). */
import type { Agent } from '../agents/port.ts';
import type { Context } from '../context.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { SessionEnd } from '../run/events.ts';
import type { MendEnd, MendRequest } from '../run/session.ts';
import type { Pace } from './github-reads.ts';

/** What a proof works with. */
export interface ProofPorts {
  readonly context: Context;
  readonly inputs: Inputs;
  readonly agent: Agent;
  /** When the step must end, on the clock's `now`. */
  readonly deadline: number;
  /** What the run was asked. Null: it is only followed, and not asked for anything. */
  readonly request: string | null;
  /** The key of the step's mends (contract 4.9). */
  readonly mendKey: string;
  /** UTF-16 units that the service takes. Null: no bound. */
  readonly promptMax: number | null;
  /** As `EndedRun.withheld`. */
  readonly withheld: () => string | null;
  readonly pace?: Pace | undefined;
}

/** The session ends so. */
interface Lacking {
  readonly kind: 'lacking';
  readonly end: SessionEnd;
}

export function lacking(end: SessionEnd): Lacking {
  return { kind: 'lacking', end };
}

/** What one look at it tells. */
export type Look =
  | { readonly kind: 'proven' }
  | Lacking
  /** It may yet come: look again after so long. */
  | { readonly kind: 'open'; readonly waitMs: number }
  /** The run is to be asked for it. */
  | { readonly kind: 'ask'; readonly request: MendRequest };

export type Answered = { readonly kind: 'look_again' } | Lacking;

export interface OpenedProof {
  /** Rejects with the signal's reason on abort. */
  look(): Promise<Look>;
  /** The time was over while it was open. */
  timedOut(): SessionEnd;
  /** What follows from what became of a request that a look has asked for. */
  answered(end: MendEnd): Answered;
}
