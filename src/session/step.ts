/** Reduces the events of a step to its state and passes both to the listeners. */
import type { Clock, Host } from '../ports.ts';
import { annotation } from '../safe/job-log.ts';
import { reduceStep, stepStart, type StepEvent, type StepState } from '../report/step-state.ts';
import { viewOf } from '../report/view-of-step.ts';
import type { Provenance, StepView } from '../report/step-view.ts';

/** UTF-16 units from which an entry counts as large. */
const LARGE = 1_000_000;

export type Listener = (event: StepEvent, state: StepState) => void;

export interface StepOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly host: Pick<Host, 'warning'>;
  /** Number of requests that reached the service so far. Absent if no report shows it. */
  readonly requests?: () => number;
  /** Keeps only the number of entries, not their texts. For a step with many runs. */
  readonly lean?: boolean;
}

export class Step {
  readonly #options: StepOptions;
  readonly #listeners: Listener[] = [];
  #state: StepState;

  constructor(options: StepOptions, provenance: Provenance) {
    this.#options = options;
    this.#state = stepStart(provenance);
  }

  get state(): StepState {
    return this.#state;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  dispatch(event: StepEvent): void {
    this.#reduce(event);
    for (const listener of this.#listeners) listener(event, this.#state);
  }

  /**
   * Like `dispatch`, but lets the event loop run between listeners if an entry is so large that each of them takes long
   * (contract 6.5).
   */
  async dispatchInTurns(event: StepEvent): Promise<void> {
    this.#reduce(event);
    const isLarge = event.type === 'entry' && event.entry.line.length > LARGE;
    for (const listener of this.#listeners) {
      listener(event, this.#state);
      if (isLarge) await this.#options.clock.sleep(0);
    }
  }

  #reduce(event: StepEvent): void {
    const state = reduceStep(this.#state, event);
    const lean = this.#options.lean === true && event.type === 'entry';
    this.#state = lean ? { ...state, steps: { chunks: [], length: state.steps.length } } : state;
  }

  /** Prints a warning to the job log and keeps it for the summary. */
  warn(message: string): void {
    this.dispatch({ type: 'noted', message });
    this.#options.host.warning(annotation(message));
  }

  view(): StepView {
    const { clock, requests } = this.#options;
    return viewOf(this.#state, { now: clock.now(), requests: requests?.() ?? 0 });
  }
}
