/** Faults of the service: which requests they apply to, and how these are answered. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { DeclaredFaults, Habit, Habits, Route } from './faces/face.ts';
import {
  FAULT_NAMES,
  parseTime,
  type FaultAction,
  type FaultName,
  type FaultSource,
} from './scenario.ts';

interface FaultRules {
  /** Of the sandbox: requests are counted over its whole life. */
  readonly own: readonly FaultSource[];
  /** Of the run's scenario: requests to a run are counted for each run. */
  readonly scenario: readonly FaultSource[];
}

/** What happens to one request. */
export interface Strike {
  /** The first matching rule that replaces or breaks the answer, or null. */
  readonly fault: FaultAction | null;
  /** All matching rules that only change what the answer says. */
  readonly habits: Habits;
}

type Resolved =
  | { readonly kind: 'fault'; readonly fault: FaultAction; readonly on: readonly string[] }
  | {
      readonly kind: 'habit';
      readonly name: string;
      readonly habit: Habit;
      readonly on: readonly string[];
    }
  /** It belongs to another service's face. */
  | { readonly kind: 'foreign' };

const ANY = 'any';
/** The scope of requests that name no run, and of the sandbox's own rules. */
const EVERY_RUN = '';

/** Counts requests by kind and finds the faults for the current one. */
export class FaultPlan {
  readonly #declared: DeclaredFaults;
  readonly #counts = new Map<string, number>();

  constructor(declared: DeclaredFaults) {
    this.#declared = declared;
  }

  /** Counts the request. */
  next({ kind, runId }: Pick<Route, 'kind' | 'runId'>, rules: FaultRules): Strike {
    this.#count(EVERY_RUN, kind);
    // The run of a create has no ID yet, so all creates are counted together.
    const scope = runId ?? EVERY_RUN;
    if (scope !== EVERY_RUN) {
      this.#count(scope, kind);
    }
    const striking = [
      ...this.#striking(rules.own, { kind, scope: EVERY_RUN }),
      ...this.#striking(rules.scenario, { kind, scope }),
    ];
    const habits = new Map<string, Habit>();
    for (const each of striking) {
      if (each.kind === 'habit' && !habits.has(each.name)) {
        habits.set(each.name, each.habit);
      }
    }
    const first = striking.find((each) => each.kind === 'fault');
    return { fault: first?.fault ?? null, habits };
  }

  #striking(
    rules: readonly FaultSource[],
    { kind, scope }: { readonly kind: string; readonly scope: string },
  ): readonly Exclude<Resolved, { readonly kind: 'foreign' }>[] {
    return rules.flatMap((rule) => {
      const resolved = resolve(rule, this.#declared);
      if (resolved.kind === 'foreign' || !(resolved.on.includes(kind) || resolved.on[0] === ANY)) {
        return [];
      }
      return hits(rule, this.#counted(scope, resolved.on)) ? [resolved] : [];
    });
  }

  #counted(scope: string, kinds: readonly string[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#counts.get(`${scope} ${kind}`) ?? 0), 0);
  }

  #count(scope: string, kind: string): void {
    for (const each of [kind, ANY]) {
      const name = `${scope} ${each}`;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  /** Resets all counts. */
  clear(): void {
    this.#counts.clear();
  }
}

function resolve(rule: FaultSource, { faults }: DeclaredFaults): Resolved {
  const { do: action } = rule;
  const on = rule.on === undefined ? [ANY] : [rule.on];
  if (isFaultName(action) || (typeof action === 'object' && !('fault' in action))) {
    return { kind: 'fault', fault: action, on };
  }
  const named = typeof action === 'string' ? { fault: action } : action;
  const declared = Object.hasOwn(faults, named.fault) ? faults[named.fault] : undefined;
  if (declared === undefined) {
    return { kind: 'foreign' };
  }
  const kinds = rule.on === undefined ? declared.on : on;
  const { stands } = declared;
  if (stands === null) {
    const forMs = named.for === undefined ? declared.forMs : parseTime(named.for, 'for');
    const habit = { forMs: forMs ?? 0, count: named.count ?? declared.count ?? 0 };
    return { kind: 'habit', name: named.fault, habit, on: kinds };
  }
  if (named.for === undefined || typeof stands === 'string') {
    return { kind: 'fault', fault: stands, on: kinds };
  }
  return { kind: 'fault', fault: { ...stands, delay: named.for }, on: kinds };
}

function isFaultName(action: FaultSource['do']): action is FaultName {
  return (FAULT_NAMES as readonly unknown[]).includes(action);
}

function hits(rule: FaultSource, count: number): boolean {
  if (rule.nth !== undefined) {
    return count === rule.nth;
  }
  if (count < (rule.from ?? 1) || count > (rule.to ?? Infinity)) {
    return false;
  }
  return rule.every === undefined || count % rule.every === 0;
}

/** Whether the fault takes effect before the request is carried out. */
export function strikesBefore(action: FaultAction): boolean {
  if (typeof action === 'string') {
    return action === 'reset-before';
  }
  return action.status !== undefined && action.after !== true;
}

/** The status that the client receives, or null. */
export function statusSeen(action: FaultAction, status: number): number | null {
  if (typeof action === 'object') {
    return action.status ?? status;
  }
  if (action === 'reset-before' || action === 'reset-after' || action === 'stall-headers') {
    return null;
  }
  return action === 'redirect' ? 302 : status;
}

interface Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DRIP_MS = 20;

/**
 * Sends the fault's response instead of `prepared`. Ends early if the client disconnects or the
 * sandbox closes.
 */
export async function answerFaulty(
  response: ServerResponse,
  action: FaultAction,
  prepared: Prepared,
): Promise<void> {
  const { status, body } = prepared;
  const type = { ...JSON_TYPE, ...prepared.headers };
  if (typeof action === 'object') {
    if (action.delay !== undefined && !(await pause(response, parseTime(action.delay, 'delay')))) {
      return;
    }
    if (action.status === undefined) {
      response.writeHead(status, { ...type, ...action.headers }).end(body);
      return;
    }
    const said = action.body ?? { message: `A fault of the scenario: status ${action.status}` };
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    response.writeHead(action.status, { ...JSON_TYPE, ...action.headers }).end(text);
    return;
  }
  const bytes = Buffer.from(body);
  const whole = { ...type, 'content-length': bytes.length };
  const half = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
  switch (action) {
    case 'reset-before':
    case 'reset-after':
      response.socket?.resetAndDestroy();
      return;
    case 'cut-body':
      response.writeHead(status, whole);
      response.write(half, () => response.socket?.destroy());
      return;
    case 'wrong-body':
      response.writeHead(status, JSON_TYPE).end('{"half": ');
      return;
    case 'html':
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Busy</title><p>Please wait.</p>');
      return;
    case 'empty':
      response.writeHead(status, JSON_TYPE).end();
      return;
    case 'gzip':
      response.writeHead(status, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(bytes));
      return;
    case 'redirect':
      response.writeHead(302, { location: 'https://example.com/elsewhere' }).end();
      return;
    case 'stall-headers':
      return;
    case 'stall-body':
      response.writeHead(status, whole).write(half);
      return;
    case 'drip':
      response.writeHead(status, whole);
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        if (!(await pause(response, DRIP_MS))) {
          return;
        }
      }
      response.end();
  }
}

/** False if the connection ended in the meantime. Leaves no timer behind. */
async function pause(response: ServerResponse, ms: number): Promise<boolean> {
  const gone = new AbortController();
  const end = (): void => gone.abort();
  response.once('close', end);
  try {
    await sleep(ms, undefined, { signal: gone.signal });
    return !response.destroyed;
  } catch {
    return false;
  } finally {
    response.off('close', end);
  }
}
