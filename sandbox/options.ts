/** The options of a sandbox. */
import type { ServiceName, ServiceRequest } from './faces/face.ts';
import type { FaceOptions } from './faces/faces.ts';
import type { ScenarioChoice } from './library.ts';
import type { FaultSource } from './scenario.ts';

export interface SandboxOptions extends FaceOptions {
  /** The service to play. Default: `agent-run`. */
  readonly service?: ServiceName;
  /** Default: 0, any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Default: random. */
  readonly token?: string;
  /**
   * `auto` (default: a built-in one selected by the prompt), a built-in name, a YAML or JSON file,
   * or a scenario.
   */
  readonly scenario?: ScenarioChoice;
  /**
   * Scenarios of the first, second, … created run. The last one is also used for later runs. Takes
   * precedence over `scenario`.
   */
  readonly scenarios?: readonly ScenarioChoice[];
  /** Faults of the whole sandbox, in addition to those of scenarios. */
  readonly faults?: readonly FaultSource[];
  /** Scenario seconds per real second. Default: 1. */
  readonly speed?: number;
  /**
   * Where the web pages of runs would be. Nothing is served there. Null: runs have no address.
   * Default: `https://sandbox.example/runs`.
   */
  readonly webUrlRoot?: string | null;
  /** Prefix of every path, such as `/api`. */
  readonly pathPrefix?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called for each request once it was answered or will not be. */
  readonly onRequest?: (request: SandboxRequest) => void;
}

/** The service's limits are switched off: no step waits for a minute to pass. */
export const UNLIMITED = { standard: null, shared: null, creation: null };

export interface SandboxRequest extends ServiceRequest {
  /** The endpoint, as the face declares it; null: there is none. */
  readonly kind: string | null;
  /** When it had arrived completely, in milliseconds since the epoch. */
  readonly at: number;
  /** The status that the client received, or null if there is none (yet). */
  status: number | null;
}
