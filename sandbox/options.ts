/** What can be set about a sandbox. */
import type { RetryAfter } from './errors.ts';
import type { ScenarioChoice } from './library.ts';
import type { Limits } from './limits.ts';
import type { Organization } from './organization.ts';
import type { Api, ErrorFormat, FaultSource, LogAddresses, MetadataUse } from './scenario.ts';
import type { ServiceRequest } from './service.ts';

export interface SandboxOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Random unless given. */
  readonly token?: string;
  /** The one organization the token may use; all others are answered with 403, whether they exist or not. 1 unless given. */
  readonly orgId?: number;
  /** The published API, which includes the specification's endpoints (the default), or these alone. */
  readonly api?: Api;
  /** Where logs are served; `both` with the published API and `spec` without it, unless given. */
  readonly logs?: LogAddresses;
  /** What becomes of a create's `metadata`; `keep` unless given. */
  readonly metadata?: MetadataUse;
  /** What the published API shows; parts that are not given are those of `SAMPLE_ORGANIZATION`. */
  readonly organization?: Partial<Organization>;
  /** `auto`, the default (a built-in one by the prompt), a built-in name, a YAML or JSON file, or a scenario. */
  readonly scenario?: ScenarioChoice;
  /** Scenarios of the first, second, … created run; the last one also for those after it. Wins over `scenario`. */
  readonly scenarios?: readonly ScenarioChoice[];
  /** Faults of the sandbox as a whole, on top of those of scenarios. */
  readonly faults?: readonly FaultSource[];
  /** Scenario seconds per real second, 1 unless given. */
  readonly speed?: number;
  readonly logOrder?: 'asc' | 'desc';
  /** Overrides single limits of the spec; null switches one off. */
  readonly limits?: Partial<Limits>;
  /** What a 429 says about when to come back; `none` unless given. */
  readonly retryAfter?: RetryAfter;
  /** That of the API played unless given. */
  readonly errorFormat?: ErrorFormat;
  /** Repositories that a create may name; any unless given. */
  readonly repoIds?: readonly number[];
  /** Fields beyond the spec that create takes; `model` and `metadata` unless given. The published API takes its own as well. */
  readonly extraFields?: readonly string[];
  /** Put before every path, such as `/api`. */
  readonly pathPrefix?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Told of each request when it was answered, or was not going to be. */
  readonly onRequest?: (request: SandboxRequest) => void;
}

export interface SandboxRequest extends ServiceRequest {
  /** When it had arrived whole, milliseconds since the epoch. */
  readonly at: number;
  /** What the client got to see; null while, or when, that is nothing. */
  status: number | null;
}
