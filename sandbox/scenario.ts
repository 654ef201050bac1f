/**
 * Scenarios script what a run does over time: log entries, status words, the result, and faults of the service. They are
 * plain data, from YAML or JSON; this module checks them and turns times into milliseconds.
 */

/** A time as people write it: `250ms`, `1.5s`, `2m`, or a number of seconds. */
export type Time = string | number;

export interface StepSource {
  /** Since the turn began, in scenario time. */
  readonly at: Time;
  readonly status?: string | null;
  readonly result?: string | null;
  readonly web_url?: string | null;
  readonly github_pull_requests?: readonly { readonly url: string; readonly number?: number }[];
  /** One log entry; `created_at` and `agent_run_id` are filled in unless given. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** Repeats `entry`; `{{n}}` in its texts counts from 1. */
  readonly repeat?: { readonly times: number; readonly every?: Time };
}

export interface TurnSource {
  readonly steps: readonly StepSource[];
  /** Resumed turns: show the follow-up as a `USER_MESSAGE` first. On unless told. */
  readonly echo?: boolean;
  /** Resumed turns: so long the status of the turn before stays visible. */
  readonly statusLag?: Time;
}

export interface FaultSource {
  readonly on: 'create' | 'resume' | 'read' | 'logs' | 'any';
  /** Which requests of that kind are hit, from 1: one, a range, or every n-th; all of them when nothing is said. */
  readonly nth?: number;
  readonly from?: number;
  readonly to?: number;
  readonly every?: number;
  readonly do: FaultAction;
}

export type FaultAction =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly delay: Time }
  | FaultName;

/** `reset-before` and the plain statuses strike before the request is carried out, all others after. */
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

export interface ScenarioSource {
  readonly description?: string;
  /** A regular expression: with `--scenario auto` the first built-in whose expression matches the prompt is played. */
  readonly match?: string;
  readonly turns: readonly TurnSource[];
  readonly faults?: readonly FaultSource[];
  /** Fields of the create request that are accepted beyond the spec. */
  readonly extraFields?: readonly string[];
}

/** A scenario that was checked; times are in milliseconds. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly match: RegExp | null;
  readonly turns: readonly Turn[];
  readonly faults: readonly FaultSource[];
  readonly extraFields: readonly string[];
}

export interface Turn {
  readonly steps: readonly (Omit<StepSource, 'at' | 'repeat'> & { readonly at: number })[];
  readonly echo: boolean;
  readonly statusLag: number;
}

export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, '': 1000 };

/** Milliseconds of a `Time`. @throws ScenarioError naming `where` */
export function parseTime(time: unknown, where: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(String(time).trim());
  if (match === null) throw new ScenarioError(`${where}: "${String(time)}" is no time; write 250ms, 1.5s or 2m`);
  return Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1000);
}

const KNOWN = {
  scenario: ['description', 'match', 'turns', 'faults', 'extraFields'],
  turn: ['steps', 'echo', 'statusLag'],
  step: ['at', 'status', 'result', 'web_url', 'github_pull_requests', 'entry', 'repeat'],
  fault: ['on', 'nth', 'from', 'to', 'every', 'do'],
} as const;

/** Checks a scenario as written. @throws ScenarioError saying where and what is wrong */
export function readScenario(name: string, source: unknown): Scenario {
  const scenario = fields(source, { where: name, known: KNOWN.scenario });
  const turns = list(scenario['turns'], `${name}.turns`);
  if (turns.length === 0) throw new ScenarioError(`${name}.turns: at least one turn is needed`);
  return {
    name,
    description: typeof scenario['description'] === 'string' ? scenario['description'] : '',
    match: typeof scenario['match'] === 'string' ? new RegExp(scenario['match'], 'i') : null,
    turns: turns.map((turn, index) => readTurn(turn, `${name}.turns[${index}]`)),
    faults: list(scenario['faults'] ?? [], `${name}.faults`).map((fault, index) =>
      readFault(fault, `${name}.faults[${index}]`),
    ),
    extraFields: list(scenario['extraFields'] ?? [], `${name}.extraFields`).map(String),
  };
}

function readTurn(source: unknown, where: string): Turn {
  const turn = fields(source, { where, known: KNOWN.turn });
  const steps = list(turn['steps'], `${where}.steps`).flatMap((step, index) =>
    readStep(step, `${where}.steps[${index}]`),
  );
  return {
    // Stable: what is written first stays first at the same time.
    steps: steps.sort((a, b) => a.at - b.at),
    echo: turn['echo'] !== false,
    statusLag: turn['statusLag'] === undefined ? 0 : parseTime(turn['statusLag'], `${where}.statusLag`),
  };
}

function readStep(source: unknown, where: string): Turn['steps'][number][] {
  const { at: time, repeat, ...rest } = fields(source, { where, known: KNOWN.step });
  const at = parseTime(time ?? 0, `${where}.at`);
  if (rest['entry'] !== undefined) fields(rest['entry'], { where: `${where}.entry`, known: null });
  if (repeat === undefined) return [{ ...rest, at }];
  const { times, every = 0 } = fields(repeat, { where: `${where}.repeat`, known: ['times', 'every'] });
  if (!Number.isInteger(times) || Number(times) < 1)
    throw new ScenarioError(`${where}.repeat.times: must be a positive integer`);
  const gap = parseTime(every, `${where}.repeat.every`);
  return Array.from({ length: Number(times) }, (_, index) => ({
    ...(fill(rest, { n: String(index + 1) }) as typeof rest),
    at: at + index * gap,
  }));
}

function readFault(source: unknown, where: string): FaultSource {
  const fault = fields(source, { where, known: KNOWN.fault });
  const kinds = ['create', 'resume', 'read', 'logs', 'any'];
  if (!kinds.includes(String(fault['on']))) throw new ScenarioError(`${where}.on: must be one of ${kinds.join(', ')}`);
  const action = fault['do'];
  const named = typeof action === 'string' && (FAULT_NAMES as readonly string[]).includes(action);
  const spelled = action !== null && typeof action === 'object' && ('status' in action || 'delay' in action);
  if (!named && !spelled) {
    throw new ScenarioError(`${where}.do: must be {status: …}, {delay: …} or one of ${FAULT_NAMES.join(', ')}`);
  }
  return fault as unknown as FaultSource;
}

/** Puts values into `{{name}}` in every text of a piece of data. */
export function fill(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fill(field, values)]));
}

function fields(
  value: unknown,
  { where, known }: { readonly where: string; readonly known: readonly string[] | null },
): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ScenarioError(`${where}: must be an object`);
  const unknown = known === null ? [] : Object.keys(value).filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw new ScenarioError(`${where}: unknown ${unknown.join(', ')}; known are ${(known ?? []).join(', ')}`);
  return value as Readonly<Record<string, unknown>>;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ScenarioError(`${where}: must be a list`);
  return value;
}
