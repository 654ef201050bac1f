/** Reads the rest of the log after the end of a run was seen (contract 4.4). */
import { SERVICE_TABLE } from '../agents/service-table.ts';
import { entryMeaning } from '../message-types.ts';
import { LIMITS } from '../http/limits.ts';
import { counted } from '../safe/text.ts';
import { LAST_READ_MS, READ_PAUSE_MS } from './final-read.ts';
import { asNothing, type Poller } from './poller.ts';

/** Reading ends after this time without anything new (contract 4.4). */
const NOTHING_NEW_MS = 30_000;
/** How long late entries may arrive if no final answer was seen (contract 4.4). */
const LATE_ENTRIES_MS = 2_000;
/**
 * To be made to wait by a rate limit, whose window is a minute (contract 3.1), takes nothing of the
 * time in which something new may come. Longer waits hold up no end: what is left of the log only
 * adds to it.
 */
const HELD_MS = LIMITS.shared.windowMs;

/** Warns about missing entries. */
export async function drainLog(poller: Poller): Promise<void> {
  if (poller.health.isNotOffered) {
    poller.isDrained = true;
    return;
  }
  await new Draining(poller).run();
  poller.isDrained = true;
  poller.close();
  // An unreadable log is reported once (2.3). Missing entries of a partially read log are a
  // separate warning.
  if (!poller.isLogComplete && !poller.hasToldNoLog) {
    poller.warn(incomplete(poller));
  }
}

class Draining {
  readonly #poller: Poller;
  /** Until then an answer may come late. On the clock's `now`, as the next one. */
  readonly #lateUntil: number;
  #until: number;
  /** What is left of `HELD_MS` since something new came. */
  #heldLeftMs: number;
  /** No page could be read since the log began to fail. */
  #isFailing: boolean;

  constructor(poller: Poller) {
    const now = poller.context.clock.now();
    this.#poller = poller;
    // A service that gives no text has no answer to come late.
    const { text } = SERVICE_TABLE[poller.context.inputs.service].can;
    this.#lateUntil = now + (text ? LATE_ENTRIES_MS : 0);
    this.#isFailing = poller.health.failingSince !== null;
    this.#heldLeftMs = this.#heldMost;
    // A log that failed for long is tried once more (contract 2.3).
    this.#until = Math.max((poller.health.failingSince ?? now) + NOTHING_NEW_MS, now + 1);
  }

  async run(): Promise<void> {
    const { call, clock } = this.#poller.context;
    let pauseMs = 0;
    for (;;) {
      const isRead = this.#poller.isLogComplete;
      const lateMs = isAnswered(this.#poller) ? 0 : this.#lateUntil - clock.now();
      if (isRead && lateMs <= 0) {
        return;
      }
      const heldMs = this.#heldMs;
      this.#excuse(heldMs);
      const waitMs = Math.max(isRead ? lateMs : pauseMs, heldMs);
      if (this.#isOverIn(waitMs)) {
        return;
      }
      if (waitMs > 0) {
        await clock.sleep(waitMs, call.signal);
      }
      const seen = await this.#poller.pollLogs().catch(asNothing);
      // A log that can be read again may have more, though its first page has nothing new.
      if (seen?.moved === true || (seen !== null && this.#isFailing)) {
        this.#until = clock.now() + NOTHING_NEW_MS;
        this.#heldLeftMs = this.#heldMost;
      }
      if (seen !== null) {
        this.#isFailing = false;
      }
      if (this.#isRefused) {
        return;
      }
      pauseMs = seen?.more === true ? 0 : READ_PAUSE_MS;
    }
  }

  /**
   * A refusal that does not pass would only be repeated. That the log is not found passes (contract
   * 4.1, 4.7).
   */
  get #isRefused(): boolean {
    const { problem } = this.#poller.health;
    const passes =
      problem === null || problem.passing || problem.isGatewayPage || problem.status === 404;
    return !passes;
  }

  /** Where reads ask for the run itself, 30 seconds are all (contract 18.3). */
  get #heldMost(): number {
    return this.#poller.log.readsRun === true ? 0 : HELD_MS;
  }

  #excuse(heldMs: number): void {
    if (heldMs <= this.#heldLeftMs) {
      this.#heldLeftMs -= heldMs;
      this.#until += heldMs;
    }
  }

  /** For so long no read may be sent, by the service's wish or by this client's own limit. */
  get #heldMs(): number {
    const { agent, clock } = this.#poller.context;
    // One more read is kept for the run itself.
    return Math.max(0, agent.readDelay(1), this.#poller.notBefore - clock.now());
  }

  #isOverIn(waitMs: number): boolean {
    const { call, clock } = this.#poller.context;
    return clock.now() + waitMs >= Math.min(this.#until, call.deadline - LAST_READ_MS);
  }
}

/** Whether the answer has come. */
function isAnswered(poller: Poller): boolean {
  return poller.record.finalAnswer !== null || holdsAnswer(poller);
}

/** Whether an answer was read that is not told yet. */
function holdsAnswer({ lastPart }: Poller): boolean {
  const untold = lastPart?.untold ?? [];
  return untold.some((view) => entryMeaning(view.message_type) === 'answer');
}

function incomplete({ lastPart, record }: Poller): string {
  const missing = lastPart?.missing ?? 0;
  const entries = (count: number): string => counted(count, 'entry', 'entries');
  const received = entries(record.entries);
  if (missing > 0) {
    return `The log is incomplete: ${received} of this turn received, ${missing} more announced.`;
  }
  if (missing < 0) {
    return (
      `The log has ${entries(-missing)} more than the service announced; ` +
      `what was received (${received}) is kept.`
    );
  }
  return `The end of the log could not be read; ${received} of this turn received.`;
}
