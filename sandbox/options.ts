/** The options of a sandbox. */
import type { RetryAfter } from './errors.ts';
import type { ScenarioChoice } from './library.ts';
import type { Limits } from './limits.ts';
import type { Organization } from './organization.ts';
import type { Api, ErrorFormat, FaultSource, LogAddresses, MetadataUse } from './scenario.ts';
import type { ServiceRequest } from './service.ts';

export interface SandboxOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Default: random. */
  readonly token?: string;
  /**
   * The only organization that the token may use. All others are answered with 403, whether they
   * exist or not. Default: 1.
   */
  readonly orgId?: number;
  /**
   * The published API, which includes the specification's endpoints (default), or only the latter.
   */
  readonly api?: Api;
  /** Where logs are served. Default: `both` with the published API, otherwise `spec`. */
  readonly logs?: LogAddresses;
  /** How a create's `metadata` is handled. Default: `keep`. */
  readonly metadata?: MetadataUse;
  /** The data that the published API shows. Default for missing parts: `SAMPLE_ORGANIZATION`. */
  readonly organization?: Partial<Organization>;
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
  readonly logOrder?: 'asc' | 'desc';
  /** Overrides single limits of the spec. Null switches a limit off. */
  readonly limits?: Partial<Limits>;
  /** The retry time in a 429. Default: `none`. */
  readonly retryAfter?: RetryAfter;
  /** Default: the format of the selected API. */
  readonly errorFormat?: ErrorFormat;
  /** Repositories that a create may name. Default: any. */
  readonly repoIds?: readonly number[];
  /**
   * Additional fields that a create accepts. Default: `model` and `metadata`. The published API
   * also accepts its own.
   */
  readonly extraFields?: readonly string[];
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

export interface SandboxRequest extends ServiceRequest {
  /** When it had arrived completely, in milliseconds since the epoch. */
  readonly at: number;
  /** The status that the client received, or null if there is none (yet). */
  status: number | null;
}
