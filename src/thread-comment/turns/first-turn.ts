/** The first turn of a thread, which creates its run (contract 7.2). The job with the earliest claim wins. */
import { GitHubError, type GitHubComment } from '../../github/port.ts';
import type { Agreement, Sought } from './agreement.ts';
import { INTENT_PAUSE_MS, LATE_RACE_MS, OLD_READING_MS, RACE_MS } from './agreement.ts';
import { renewClaim, revokeClaim, writeClaim } from './claim.ts';
import { judge } from '../errors.ts';
import type { FoundClaim, ThreadReading } from '../find.ts';
import { EMPTY_MAILBOX, type Mailbox } from '../mailbox.ts';
import type { Message } from '../waiting.ts';
import { withMarker, writeMarker } from '../marker.ts';

/** Maximum number of claims written. A claim is repeated if it was removed or GitHub had problems. */
const CLAIMS_MOST = 3;
/** A claim missing from this many readings is given up. */
const UNSEEN_MOST = 2;
/** GitHub shows a new comment, or an edit, within seconds. */
const LAG_MS = RACE_MS;
/**
 * Milliseconds until the thread is read again after this step took over the claim of a killed job. It is read again even if that claim was
 * removed, because a comment deleted between two pages moves the next one to a page already read.
 */
const AFTER_MS = { recorded: LAG_MS, removed: 0, changed: 0, later: INTENT_PAUSE_MS } as const;

/** This step's claim as written. */
interface OwnClaim {
  readonly comment: GitHubComment;
  /** The comments it announces. */
  readonly comments: readonly Message[];
  /** What was settled when they were chosen: comments of authors without permission. */
  readonly mailbox: Mailbox;
  /** Whether the thread has shown it. */
  shown: boolean;
  unseen: number;
}

export class FirstTurn {
  readonly #agreement: Agreement;
  #claim: OwnClaim | null = null;
  #written = 0;
  /** The claim revoked last, which the thread may still show. */
  #dropped: number | null = null;
  /** Claims of killed jobs that this step has removed. The thread still shows those that GitHub does not let it change. */
  readonly #removed = new Set<number>();

  constructor(agreement: Agreement) {
    this.#agreement = agreement;
  }

  async seek(reading: ThreadReading): Promise<Sought> {
    const agreement = this.#agreement;
    const { announcements } = agreement;
    const ahead = this.#ahead(reading);
    if (ahead.some(({ intent }) => !announcements.isAbandoned(intent))) {
      await this.drop(reading);
      return INTENT_PAUSE_MS;
    }
    const [left] = ahead;
    if (left !== undefined) return AFTER_MS[await this.#takeOver(left)];
    if (this.#claim !== null) {
      const state = this.#look(this.#claim, reading);
      if (state === 'stands') return this.#deliver(this.#claim);
      if (state === 'late') return LAG_MS;
      this.#claim = null;
    }
    return this.#announce(reading);
  }

  /** Revokes this step's claim because another job created the run. If GitHub refuses, the claim remains and is ignored. */
  async drop(reading: ThreadReading): Promise<void> {
    const { github, stop } = this.#agreement.ports;
    const ours = this.#listed(reading)?.comment ?? this.#claim?.comment;
    this.#claim = null;
    if (ours === undefined || ours.id === this.#dropped) return;
    this.#dropped = ours.id;
    await tried(revokeClaim({ github }, ours, stop), stop);
  }

  async #announce(reading: ThreadReading): Promise<Sought> {
    const agreement = this.#agreement;
    const { clock, github, memory, place, stop } = agreement.ports;
    const readAt = clock.now();
    const comments = await agreement.choose(reading);
    if (clock.now() - readAt > OLD_READING_MS && !agreement.hasReadAgain) {
      agreement.hasReadAgain = true;
      return 0;
    }
    const { mailbox } = memory;
    const intent = agreement.intend(comments);
    // Left by an earlier attempt of this step, or written by this one with the response lost.
    const left = this.#listed(reading);
    const mayWrite = left !== undefined || this.#written < CLAIMS_MOST;
    const { writer } = agreement.order;
    const write = (): Promise<GitHubComment> =>
      left === undefined
        ? writeClaim({ github, place }, { intent, writer }, stop)
        : renewClaim({ github, place }, { claim: { ...left, intent }, standing: 'starting' }, stop);
    const written = mayWrite ? await tried(write(), stop) : 'refused';
    if (written === 'later') {
      this.#written += 1;
      return INTENT_PAUSE_MS;
    }
    // Without a comment, jobs cannot agree. If that leads to two runs, the comment of the later one says so.
    if (written === 'refused') return agreement.deliver(null, { comments });
    this.#written += 1;
    this.#claim = { comment: written, comments, mailbox, shown: left !== undefined, unseen: 0 };
    return Math.max(LAG_MS, agreement.raceMs);
  }

  #listed({ claims }: ThreadReading): FoundClaim | undefined {
    return claims.find(({ intent }) => intent.mark === this.#agreement.order.mark);
  }

  /** GitHub may show a new comment late. A comment that was shown and is missing now was removed. */
  #look(claim: OwnClaim, reading: ThreadReading): 'stands' | 'late' | 'removed' {
    if (this.#listed(reading) !== undefined) claim.shown = true;
    else if (claim.shown) return 'removed';
    else if ((claim.unseen += 1) < UNSEEN_MOST) return 'late';
    return 'stands';
  }

  /** The claims before this step's own, or all if it has none, without those that it has removed. */
  #ahead(reading: ThreadReading): readonly FoundClaim[] {
    const { mark } = this.#agreement.order;
    const ours = this.#listed(reading)?.comment.id ?? this.#claim?.comment.id ?? Infinity;
    return reading.claims.filter(
      ({ comment, intent }) => intent.mark !== mark && comment.id < ours && !this.#removed.has(comment.id),
    );
  }

  #deliver(claim: OwnClaim): Sought {
    const agreement = this.#agreement;
    const { github, memory, place, stop } = agreement.ports;
    const { writer } = agreement.order;
    const { comment, comments, mailbox } = claim;
    memory.restart({ writer: null, mailbox });
    agreement.intend(comments);
    const stands = (now: ThreadReading): boolean =>
      now.found === null &&
      this.#look(claim, now) !== 'removed' &&
      this.#ahead(now).every(({ intent }) => agreement.announcements.isAbandoned(intent));
    const renew = (): Promise<unknown> => {
      const intent = agreement.intend(comments);
      const record = { runId: null, writer, mailbox: EMPTY_MAILBOX };
      const renewed = renewClaim({ github, place }, { claim: { comment, record, intent }, standing: 'starting' }, stop);
      return tried(renewed, stop);
    };
    return agreement.deliver(null, { comments, stands, renew, claim: comment });
  }

  /**
   * `recorded`: the killed job's run was found and is recorded in the thread. `removed`: the claim no longer exists. `changed`: another job
   * has taken it over.
   */
  async #takeOver({ record, comment, intent }: FoundClaim): Promise<keyof typeof AFTER_MS> {
    const agreement = this.#agreement;
    const { clock, github, memory, place, read, stop, runOf, warn, note } = agreement.ports;
    const readAt = clock.now();
    const runId = record.writer === null ? null : await runOf(record.writer);
    if (clock.now() - readAt > OLD_READING_MS) {
      const { found, claims } = await read();
      const isLeft = claims.some((claim) => claim.comment.id === comment.id && claim.intent.mark === intent.mark);
      if (found !== null || !isLeft) return 'changed';
    }
    agreement.raceMs = LATE_RACE_MS;
    if (runId === null) {
      const removed = await tried(revokeClaim({ github }, comment, stop), stop);
      if (removed === 'later') return 'later';
      this.#removed.add(comment.id);
      warn(
        'Another job was about to create the run of this thread and was killed, or lost the response. It is not known whether it created one; a new run is created. Check the list of runs at the service.',
      );
      return 'removed';
    }
    memory.restart(record);
    memory.settle(intent.ids);
    memory.withdraw(intent.mark);
    const marker = writeMarker({ ...place, runId, ...memory.content() });
    const body = withMarker(comment.body, marker);
    let recorded: unknown = await tried(github.updateComment(comment.id, body, stop), stop);
    // A comment of another account cannot be edited.
    if (recorded === 'refused') recorded = await tried(github.createComment(place.thread, body, stop), stop);
    if (recorded === 'later' || recorded === 'refused') return 'later';
    note(`Run ${runId} carries the key of a job that was killed before it could record it: going on with that run.`);
    return 'recorded';
  }
}

/** `later`: a temporary failure, after which the write may have been carried out. `refused`: a permanent failure. */
async function tried<T>(writing: Promise<T>, stop: AbortSignal): Promise<T | 'later' | 'refused'> {
  try {
    return await writing;
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof GitHubError)) throw error;
    return judge(error, 'edit').kind === 'later' ? 'later' : 'refused';
  }
}
