/** What is known of a run at any moment, also when following it is cut short. */
import type { AgentRun } from '../service/schema.ts';
import type { Entry, RunFacts } from './events.ts';
import type { Started } from './start.ts';

export class RunRecord implements RunFacts {
  readonly runId: number;
  readonly mode: Started['mode'];
  readonly #resultBefore: string | null;
  #webUrl: string | null;
  #status: string | null;
  #result: string | null = null;
  /** Observations of this turn's final answers, by their entry's place in the turn. */
  #finalAnswers = new Map<number, unknown>();
  #entries = 0;
  #ended = false;
  readonly #pullRequests = new Set<string>();

  constructor(started: Started) {
    this.runId = started.runId;
    this.mode = started.mode;
    this.#webUrl = started.webUrl;
    this.#status = started.status;
    this.#resultBefore = started.resultBefore;
  }

  get webUrl(): string | null {
    return this.#webUrl;
  }

  /** The last status word, as received. */
  get status(): string | null {
    return this.#status;
  }

  /** Entries of this turn so far. */
  get entries(): number {
    return this.#entries;
  }

  get hasFinalAnswer(): boolean {
    return this.#finalAnswers.size > 0;
  }

  /** The run was seen at its end in this turn. */
  get ended(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
  }

  /** Addresses in the run's own `github_pull_requests`. */
  get pullRequests(): readonly string[] {
    return [...this.#pullRequests];
  }

  facts(): RunFacts {
    return { runId: this.runId, webUrl: this.#webUrl, status: this.#status };
  }

  /** Takes the run's own fields from any answer; true when status or address changed. */
  takeRun(run: AgentRun): boolean {
    const { webUrl, status } = this.facts();
    this.#webUrl = run.web_url ?? this.#webUrl;
    this.#status = run.status ?? this.#status;
    this.#result = run.result ?? this.#result;
    for (const { url } of run.github_pull_requests) if (url !== null) this.#pullRequests.add(url);
    return webUrl !== this.#webUrl || status !== this.#status;
  }

  takeEntry({ view }: Entry): void {
    if (view.message_type === 'FINAL_ANSWER') this.#finalAnswers.set(this.#entries, view.observation);
    this.#entries += 1;
  }

  /** The entries of this turn turned out to be in another order: entry `i` belongs at `places[i]`. */
  reorder(places: readonly number[]): void {
    this.#finalAnswers = new Map([...this.#finalAnswers].map(([at, answer]) => [places[at] ?? at, answer]));
  }

  /**
   * What the result is made of (contract 4.6): the run's `result`, or the observation of the last `FINAL_ANSWER` of this
   * turn when that is null (an empty text is a result), or when a resumed run still shows the result from before; else null.
   */
  resultSource(): unknown {
    if (this.#result !== null && !(this.#isStale && this.hasFinalAnswer)) return this.#result;
    if (!this.hasFinalAnswer) return this.#result;
    return [...this.#finalAnswers].reduce((last, answer) => (answer[0] > last[0] ? answer : last))[1];
  }

  /** The result is one that the run had before the follow-up, since this turn brought none. */
  get hasOldResult(): boolean {
    return this.#isStale && (this.#result ?? '') !== '' && !this.hasFinalAnswer;
  }

  get #isStale(): boolean {
    return this.mode === 'resumed' && this.#result === this.#resultBefore;
  }
}
