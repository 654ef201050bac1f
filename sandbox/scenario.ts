/**
 * Scenarios script how a run develops over time: log entries, status words, the result, and faults
 * of the service. They are plain data from YAML or JSON (see README.md in this folder).
 * `read-scenario.ts` validates them.
 */

/** A time in text form: `250ms`, `1.5s`, `2m`, or a number of seconds. */
export type Time = string | number;

export interface StepSource {
  /** Since the turn began, in scenario time. Default: 0. */
  readonly at?: Time;
  readonly status?: string | null;
  readonly result?: string | null;
  /** Beyond the spec: shown only by the published API. */
  readonly summary?: string | null;
  readonly web_url?: string | null;
  /** Beyond the spec: the value of this run field from here on. */
  readonly github_pull_requests?: readonly {
    readonly url: string;
    readonly number?: number;
    readonly title?: string;
    readonly head_branch_name?: string;
  }[];
  /**
   * One log entry; `agent_run_id`, `created_at` and missing fields are filled in. Default type:
   * ACTION.
   */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** Instead of `entry`: sent unchanged, for shapes that the spec does not allow. */
  readonly raw?: unknown;
  /** What the run has used up to here, where the service tells that. */
  readonly usage?: UsageSource;
  /** The structured output from here on, where the service has one. */
  readonly output?: Readonly<Record<string, unknown>> | null;
  /** The run pushes a commit to the branch of its pull request, as the GitHub side shows it. */
  readonly push?: PushSource;
  /** Repeats the step. `{{n}}` in its texts is the iteration, from 1. */
  readonly repeat?: { readonly times: number; readonly every?: Time };
}

interface PushSource {
  /** Of the pull request in the run's repository. */
  readonly number: number;
  /** Default: `agent/fix`. */
  readonly branch?: string;
  /** The title of the pull request. */
  readonly title?: string;
  /** What is checked of the commit. Default: nothing. */
  readonly checks?: readonly CheckSource[];
}

export interface CheckSource {
  readonly name: string;
  /** A job of GitHub Actions by default, or a commit status. */
  readonly kind?: 'job' | 'status';
  /** When it is completed, since the push. Default: 0. */
  readonly after?: Time;
  /** GitHub's word. Default: `success`. */
  readonly conclusion?: string;
  readonly title?: string;
  readonly summary?: string;
  readonly annotations?: readonly {
    readonly path: string;
    readonly line: number;
    readonly message: string;
  }[];
  /** The log of the job. */
  readonly log?: string;
}

/** In the units of the services: each tells its own. */
export interface UsageSource {
  readonly tokens?: number;
  readonly cost_usd?: number;
  readonly acu?: number;
  readonly ai_credits?: number;
  readonly premium_requests?: number;
}

export interface TurnSource {
  readonly steps: readonly StepSource[];
  /** Resumed turns: show the follow-up as a `USER_MESSAGE` first. Default: true. */
  readonly echo?: boolean;
  /** Resumed turns: how long the status of the previous turn stays visible. */
  readonly statusLag?: Time;
  /**
   * Resumed turns: begin when the previous turn has ended, instead of interrupting it. Default:
   * false.
   */
  readonly queued?: boolean;
}

/** The faults that every face has. `reset-before` strikes before the request is carried out. */
export const FAULT_NAMES = [
  'reset-before',
  'reset-after',
  'cut-body',
  'wrong-body',
  'html',
  'empty',
  'gzip',
  'redirect',
  'stall-headers',
  'stall-body',
  'drip',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

/**
 * A replaced response, a delayed one, or both. At least one of `status` and `delay` is required.
 */
export interface ScriptedAnswer {
  readonly status?: number;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Real time, not scenario time. */
  readonly delay?: Time;
  /** With `status`: carry the request out first. Default: false. */
  readonly after?: boolean;
}

export type FaultAction = ScriptedAnswer | FaultName;

/** A fault that a service's face declares, with a time or a number where it takes one. */
interface NamedFault {
  readonly fault: string;
  /** Real time, not scenario time. */
  readonly for?: Time;
  readonly count?: number;
}

export interface FaultSource {
  /**
   * The kind of requests, or `any`. A fault that a face declares has kinds of its own, which count
   * where this is absent.
   */
  readonly on?: string;
  /**
   * Which requests of that kind the fault applies to, from 1: one, every n-th, or a range. Default:
   * all.
   */
  readonly nth?: number;
  readonly every?: number;
  readonly from?: number;
  readonly to?: number;
  /** A text is one of `FAULT_NAMES`, or the name of a declared fault. */
  readonly do: ScriptedAnswer | NamedFault | string;
}

export interface ScenarioSource {
  readonly description?: string;
  /**
   * Built-in ones: a regular expression; `auto` plays the first scenario whose expression matches
   * the prompt.
   */
  readonly match?: string;
  readonly turns: readonly TurnSource[];
  readonly faults?: readonly FaultSource[];
  /** Fields of the create request that are accepted beyond the spec. */
  readonly extraFields?: readonly string[];
  /** The error format. Default: the sandbox's. */
  readonly errorFormat?: ErrorFormat;
  /** The service mode. Default: the sandbox's. */
  readonly api?: Api;
  readonly logs?: LogAddresses;
  readonly metadata?: MetadataUse;
}

export const APIS = ['published', 'spec'] as const;
/**
 * `published`: the published API, including the specification's endpoints. `spec`: only those four.
 */
export type Api = (typeof APIS)[number];

export const LOG_ADDRESSES = ['both', 'spec', 'alpha', 'none'] as const;
/** Where logs are served: at the specification's path, at `/v1/alpha/…`, at both, or nowhere. */
export type LogAddresses = (typeof LOG_ADDRESSES)[number];

export const METADATA_USES = ['keep', 'drop', 'refuse'] as const;
/**
 * How a create's `metadata` is handled: returned, dropped, or refused with 422. Published API only.
 */
type MetadataUse = (typeof METADATA_USES)[number];

/** The service that the sandbox simulates. */
export interface Mode {
  readonly api: Api;
  readonly logs: LogAddresses;
  readonly metadata: MetadataUse;
}

export const ERROR_FORMATS = ['message', 'detail', 'validation', 'published'] as const;
/**
 * `{message}`, `{detail}`, `{detail: [{loc, msg, type}]}`, or the published API's format: the third
 * one with 422 for invalid fields, otherwise `{message, status_code}`. The spec does not define the
 * format.
 */
export type ErrorFormat = (typeof ERROR_FORMATS)[number];

/** A validated scenario. */
export interface Scenario {
  readonly checked: true;
  readonly name: string;
  readonly description: string;
  readonly match: RegExp | null;
  readonly turns: readonly Turn[];
  readonly faults: readonly FaultSource[];
  readonly extraFields: readonly string[];
  readonly errorFormat: ErrorFormat | null;
  readonly mode: Partial<Mode>;
}

export interface Turn {
  /** Sorted by time. */
  readonly steps: readonly Step[];
  readonly echo: boolean;
  /** Milliseconds. */
  readonly statusLag: number;
  readonly queued: boolean;
}

/** A step with its time in milliseconds since the turn began. */
export interface Step extends Omit<StepSource, 'at' | 'repeat'> {
  readonly at: number;
}

export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Converts a `Time` to milliseconds. @throws ScenarioError with `where` */
export function parseTime(time: unknown, where: string): number {
  const given = typeof time === 'string' || typeof time === 'number' ? String(time).trim() : '';
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(given);
  if (match === null) {
    throw new ScenarioError(
      `${where}: ${JSON.stringify(time)} is no time; write 250ms, 1.5s or 2m`,
    );
  }
  return Number(match[1]) * (UNITS[match[2] ?? 's'] ?? 1000);
}

/** Replaces `{{name}}` in every string of the data. Names without a value are kept. */
export function fill(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{{')) {
      return value;
    }
    return value.replace(/\{\{(\w+)\}\}/g, (mark, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? mark) : mark,
    );
  }
  if (Array.isArray(value)) {
    return value.map((item) => fill(item, values));
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, fill(field, values)]),
  );
}
