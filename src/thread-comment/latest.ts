/** Reads what the thread records before this step writes its comment (contract 7.2). */
import { readThread, type FoundClaim } from './find.ts';
import type { CommentWriterOptions } from './options.ts';

export type Latest = Pick<FoundClaim, 'comment' | 'record'>;

export class LatestRecord {
  readonly #options: CommentWriterOptions;

  constructor(options: CommentWriterOptions) {
    this.#options = options;
  }

  /** The comment with the thread's run, otherwise this step's own claim to create one. */
  async find(signal: AbortSignal): Promise<Latest | null> {
    const { github, memory } = this.#options;
    const asks = (): Promise<boolean> => Promise.resolve(false);
    const { found, claims } = await readThread(github, { place: this.#options, asks }, signal);
    return found ?? claims.find(({ intent }) => intent.mark === memory?.mark) ?? null;
  }
}
