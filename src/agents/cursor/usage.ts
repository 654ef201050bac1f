/** What a run has used, which is told late, and not to every account (sheet, section 3.3). */
import { asServiceError } from '../../http/errors.ts';
import type { CallOptions } from '../../http/limits.ts';
import type { Usage } from '../port.ts';
import type { CursorClient, RunRef } from './client.ts';
import { usageOf } from './shown.ts';

/** So long after the end zeros are read again. */
const USAGE_MS = 3_000;
const USAGE_TRIES = 3;
/** It is told soon, or not worth the wait. */
const PATIENCE_MS = 10_000;

export class UsageReads {
  readonly #client: Pick<CursorClient, 'usage'>;
  #usage: Usage | null = null;
  #tries = 0;

  constructor(client: Pick<CursorClient, 'usage'>) {
    this.#client = client;
  }

  /** As it was told last, null if it was not. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** @param sinceEndMs since the end of the run was seen, in ms */
  mayBeTold(sinceEndMs: number): boolean {
    return this.#usage === null && this.#tries < USAGE_TRIES && sinceEndMs < USAGE_MS;
  }

  async read(ref: RunRef, call: CallOptions): Promise<void> {
    const isTold = this.#usage !== null && this.#usage.costUsd !== null;
    if (isTold || this.#tries >= USAGE_TRIES) {
      return;
    }
    this.#tries += 1;
    const calmly = { ...call, patienceMs: PATIENCE_MS };
    const told = await this.#client.usage(ref, calmly).catch(asServiceError);
    if (!(told instanceof Error)) {
      this.#usage = usageOf(told) ?? this.#usage;
    } else if (!told.passing || told.throttled || told.timedOut) {
      // A refusal may ask for a long wait, which what a run has used is not worth either.
      this.#tries = USAGE_TRIES;
    }
  }
}
