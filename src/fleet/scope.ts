import type { Ports } from '../context.ts';
import type { EventContext } from '../github/event.ts';
import type { Inputs } from '../inputs/parse.ts';
import type { Provenance } from '../report/step-view.ts';
import type { OutputSchema } from '../structured-output/index.ts';
import type { Journal } from './journal.ts';

/** Shared by all tasks of a fleet. */
export interface FleetScope {
  readonly ports: Ports;
  readonly event: EventContext;
  readonly inputs: Inputs;
  readonly schema: OutputSchema | null;
  readonly provenance: Provenance;
  readonly journal: Journal;
  /** The file for the traces of all runs, or null without `otlp`. */
  readonly tracePath: string | null;
  /** Receives the warnings of a run. Many runs may have the same one. */
  readonly warn: (message: string) => void;
}
