/**
 * Answers that are asked for again under the condition that they have changed: one that has not is
 * answered with 304, which costs nothing of GitHub's limit (contract 19.3).
 */
import { versionOf } from './reply.ts';

interface KnownAnswer<Answer> {
  readonly version: string;
  readonly answer: Answer;
}

export class KnownAnswers<Answer> {
  readonly #most: number;
  /** By path; what was read last stands at the end. */
  readonly #known = new Map<string, KnownAnswer<Answer>>();

  /** @param most how many are remembered */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Null: it was not read, or tells no version. */
  at(path: string): KnownAnswer<Answer> | null {
    return this.#known.get(path) ?? null;
  }

  /** @param read.headers of the response that brought the answer */
  keep(
    path: string,
    read: { readonly answer: Answer; readonly headers: Readonly<Record<string, unknown>> },
  ): void {
    const version = versionOf(read.headers);
    this.#known.delete(path);
    if (version === null) {
      return;
    }
    this.#known.set(path, { version, answer: read.answer });
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }
}
