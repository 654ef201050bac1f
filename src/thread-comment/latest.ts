/** Reads what the thread records before this step writes its comment, so that what other jobs recorded there is kept (contract 7.2). */
import { GitHubError } from '../github/port.ts';
import { readThread, type FoundClaim } from './find.ts';
import { verifyMarker } from './marker.ts';
import type { CommentWriterOptions } from './options.ts';

export type Latest = Pick<FoundClaim, 'comment' | 'record'>;

export class LatestRecord {
  readonly #options: CommentWriterOptions;
  /** The comment with the thread's run when the whole thread was last read. */
  #latestId: number | null = null;

  constructor(options: CommentWriterOptions) {
    this.#options = options;
  }

  /** Reads the whole thread: the comment with its run, otherwise this step's own claim to create one. */
  async find(signal: AbortSignal): Promise<Latest | null> {
    const { github, memory } = this.#options;
    const asks = (): Promise<boolean> => Promise.resolve(false);
    const { found, claims } = await readThread(github, { place: this.#options, asks }, signal);
    this.#latestId = found?.comment.id ?? null;
    return found ?? claims.find(({ intent }) => intent.mark === memory?.mark) ?? null;
  }

  /**
   * Reads only the known comment if it was the one with the thread's run and still records a run, otherwise the whole thread: in a thread
   * of 1,000 comments, reading all of them before each edit would use up the rate limit of `GITHUB_TOKEN`.
   */
  async reread(commentId: number, signal: AbortSignal): Promise<Latest | null> {
    const known = commentId === this.#latestId ? await this.#readOne(commentId, signal) : null;
    return known ?? this.find(signal);
  }

  /** Returns null if the comment was deleted or no longer records a run. The author was checked when the whole thread was read. */
  async #readOne(commentId: number, signal: AbortSignal): Promise<Latest | null> {
    try {
      const comment = await this.#options.github.comment(commentId, signal);
      const record = verifyMarker(comment.body, this.#options);
      return record === null || record.runId === null ? null : { comment, record };
    } catch (error) {
      if (error instanceof GitHubError && error.status === 404) return null;
      throw error;
    }
  }
}
