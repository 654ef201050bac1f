/** What the responses to creates say of the creates to come (contract 13). */
import type { ServiceError } from '../http/errors.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { ErrorCode } from '../runner/output-table.ts';
import { refusalCode } from '../run/failure.ts';
import { duration } from '../safe/text.ts';

/** What the response to a create says of the others. */
export type CreateVerdict =
  | { readonly kind: 'accepted' }
  /** Each other create would be refused as well. */
  | { readonly kind: 'hopeless'; readonly errorCode: ErrorCode }
  /** A create was refused for its whole time, and the service asks to wait this much longer. */
  | { readonly kind: 'refused_for_long'; readonly waitMs: number }
  | { readonly kind: 'refused' };

/** Every other create would meet these too, unless they speak of a repository. */
const HOPELESS: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'quota_exceeded',
  'forbidden',
  'network',
]);

/**
 * So many errors in a row on create show that no other would do better. Until one was accepted, no
 * more are on their way.
 */
const HOPELESS_MOST = 2;

export function isHopeless(errorCode: ErrorCode): boolean {
  return HOPELESS.has(errorCode);
}

interface RefusedTask extends Pick<Inputs, 'repo' | 'repoId'> {
  /** All tasks name the same repository, or none. */
  readonly sharesRepository: boolean;
}

/** What a refused create says of the others. */
export function verdictOfRefusal(
  { kind, status, code, said, mayConcernRepository }: ServiceError,
  { repo, repoId, sharesRepository }: RefusedTask,
): CreateVerdict {
  const errorCode = code ?? refusalCode(status ?? 0);
  const isOwnRepository = (repo !== null || repoId !== null) && !sharesRepository;
  const namesRepository = mayConcernRepository || /\brepo(s|sitory|sitories)?\b/i.test(said);
  if (isOwnRepository && namesRepository) {
    return { kind: 'refused' };
  }
  // What is not found is the repository, or else what all tasks have in common. What is refused
  // before it is sent says itself if it may concern the repository.
  const isCommon = !isOwnRepository || kind === 'unsendable' || /\borgani[sz]ation\b/i.test(said);
  const lacksCommon = errorCode === 'not_found' && isCommon;
  if (lacksCommon || isHopeless(errorCode)) {
    return { kind: 'hopeless', errorCode };
  }
  return { kind: 'refused' };
}

/** The verdicts of a fleet so far. */
export class CreateVerdicts {
  #hasRun = false;
  /** The code of each hopeless create in a row. */
  #hopeless: readonly ErrorCode[] = [];

  /** At least one run exists. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** How many creates may be on their way at the same time. */
  get creatingMost(): number {
    if (this.#hasRun && this.#hopeless.length === 0) {
      return Infinity;
    }
    return HOPELESS_MOST - this.#hopeless.length;
  }

  runStarted(): void {
    this.#hasRun = true;
  }

  /** Returns why no more tasks are started, or null. */
  take(verdict: CreateVerdict): string | null {
    if (verdict.kind === 'refused_for_long') {
      return (
        `Not started: the service takes no more runs for ${duration(verdict.waitMs)}, ` +
        'and a create waits for no longer than `timeout_minutes`.'
      );
    }
    if (verdict.kind !== 'hopeless') {
      this.#hopeless = [];
      return null;
    }
    this.#hopeless = [...this.#hopeless, verdict.errorCode];
    if (this.#hopeless.length < HOPELESS_MOST) {
      return null;
    }
    const codes = [...new Set(this.#hopeless)].join(' and ');
    return (
      `Not started: ${this.#hopeless.length} creates in a row were refused with ${codes}, ` +
      'as this one would be.'
    );
  }
}
