/** Faults of the service: which requests they apply to, and how these are answered. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { parseTime, type CallKind, type FaultAction, type FaultSource } from './scenario.ts';

/** The parts of a request that faults use. */
export interface Struck {
  readonly kind: CallKind;
  /** The run that it names, or null for a create. */
  readonly runId: number | null;
}

export interface FaultRules {
  /** Of the sandbox: requests are counted over its whole life. */
  readonly own: readonly FaultSource[];
  /** Of the run's scenario: requests to a run are counted for each run. */
  readonly scenario: readonly FaultSource[];
}

/** Counts requests by kind and finds the fault for the current one. */
export class FaultPlan {
  readonly #counts = new Map<string, number>();

  /** The first matching rule, or null. Counts the request. */
  next({ kind, runId }: Struck, rules: FaultRules): FaultAction | null {
    const all = { [kind]: this.#count(`all ${kind}`), any: this.#count('all any') };
    // The run of a create has no ID yet, so all creates are counted together.
    const run =
      runId === null
        ? all
        : { [kind]: this.#count(`${runId} ${kind}`), any: this.#count(`${runId} any`) };
    const rule =
      rules.own.find((each) => hits(each, all[each.on])) ??
      rules.scenario.find((each) => hits(each, run[each.on]));
    return rule?.do ?? null;
  }

  /** Resets all counts. */
  clear(): void {
    this.#counts.clear();
  }

  #count(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }
}

function hits(rule: FaultSource, count: number | undefined): boolean {
  if (count === undefined) {
    return false;
  }
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

export interface Prepared {
  readonly status: number;
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
  if (typeof action === 'object') {
    if (action.delay !== undefined && !(await pause(response, parseTime(action.delay, 'delay')))) {
      return;
    }
    if (action.status === undefined) {
      response.writeHead(status, { ...JSON_TYPE, ...action.headers }).end(body);
      return;
    }
    const said = action.body ?? { message: `A fault of the scenario: status ${action.status}` };
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    response.writeHead(action.status, { ...JSON_TYPE, ...action.headers }).end(text);
    return;
  }
  const bytes = Buffer.from(body);
  const whole = { ...JSON_TYPE, 'content-length': bytes.length };
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
    case 'stale':
      response.writeHead(status, JSON_TYPE).end(body);
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
      response.writeHead(status, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(bytes));
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
