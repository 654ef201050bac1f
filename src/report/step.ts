/** Reduces the events of a step to its state and passes both to the listeners. */
import type { Clock, Host } from '../ports.ts';
import { annotation } from '../safe/job-log.ts';
import { redactedValue, type Redact } from '../safe/redaction.ts';
import { reduceStep, stepStart, viewOf, type StepEvent, type StepState } from './step-state.ts';
import type { Provenance } from '../github/event.ts';
import type { StepView } from './step-view.ts';

export type Listener = (event: StepEvent, state: StepState) => void;

export interface StepOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly host: Pick<Host, 'warning'>;
  /** Number of requests that reached the service so far. Absent if no report shows it. */
  readonly requests?: () => number;
  /**
   * Takes secrets out of what this action says, which may quote inputs: before it is written for a destination, where escapes could split a
   * secret. Entries and answers of the service come without them.
   */
  readonly redact?: Redact | undefined;
}

/** Events whose texts are this action's own, or the author's. */
const OWN_WORDS: ReadonlySet<StepEvent['type']> = new Set(['asked', 'ended', 'left', 'noted']);

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

  dispatch(given: StepEvent): void {
    const event = this.#redacted(given);
    this.#state = reduceStep(this.#state, event);
    for (const listener of this.#listeners) listener(event, this.#state);
  }

  /** Forgets the steps, which the files have. */
  dropSteps(): void {
    this.#state = { ...this.#state, steps: [] };
  }

  #redacted(event: StepEvent): StepEvent {
    const { redact } = this.#options;
    return redact === undefined || !OWN_WORDS.has(event.type) ? event : (redactedValue(event, redact) as StepEvent);
  }

  /** Prints a warning to the job log and keeps it for the summary. */
  warn(message: string): void {
    this.dispatch({ type: 'noted', message });
    this.#options.host.warning(annotation(message), { title: 'Agent run' });
  }

  view(): StepView {
    const { clock, requests } = this.#options;
    return viewOf(this.#state, { now: clock.now(), requests: requests?.() ?? 0 });
  }
}
