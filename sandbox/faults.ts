/** Faults of the service: which request is hit, and how it is answered instead. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { parseTime, type CallKind, type FaultAction, type FaultSource } from './scenario.ts';

/** A request as far as faults look at it. */
export interface Struck {
  readonly kind: CallKind;
  /** The run it names, null for create. */
  readonly runId: number | null;
}

export interface FaultRules {
  /** Of the sandbox: requests are counted over its whole life. */
  readonly own: readonly FaultSource[];
  /** Of the run's scenario: requests to a run are counted for each run. */
  readonly scenario: readonly FaultSource[];
}

/** Counts requests by kind and finds the fault that hits the present one. */
export class FaultPlan {
  readonly #counts = new Map<string, number>();

  /** The first rule that hits this request; null for none. Counts the request. */
  next({ kind, runId }: Struck, rules: FaultRules): FaultAction | null {
    const all = { [kind]: this.#count(`all ${kind}`), any: this.#count('all any') };
    // The run that a create is going to make has no number yet, so that creates are counted together.
    const run = runId === null ? all : { [kind]: this.#count(`${runId} ${kind}`), any: this.#count(`${runId} any`) };
    const rule =
      rules.own.find((each) => hits(each, all[each.on])) ?? rules.scenario.find((each) => hits(each, run[each.on]));
    return rule?.do ?? null;
  }

  /** Counts from 1 again. */
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
  if (count === undefined) return false;
  if (rule.nth !== undefined) return count === rule.nth;
  if (count < (rule.from ?? 1) || count > (rule.to ?? Infinity)) return false;
  return rule.every === undefined || count % rule.every === 0;
}

/** Whether the fault strikes before the request is carried out. */
export function strikesBefore(action: FaultAction): boolean {
  if (typeof action === 'string') return action === 'reset-before';
  return action.status !== undefined && action.after !== true;
}

/** The status that a client gets to see; null for none. */
export function statusSeen(action: FaultAction, status: number): number | null {
  if (typeof action === 'object') return action.status ?? status;
  if (action === 'reset-before' || action === 'reset-after' || action === 'stall-headers') return null;
  return action === 'redirect' ? 302 : status;
}

export interface Prepared {
  readonly status: number;
  readonly body: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DRIP_MS = 20;

/** Answers in the fault's way instead of with `prepared`. Ends early when the client or the sandbox goes away. */
export async function answerFaulty(response: ServerResponse, action: FaultAction, prepared: Prepared): Promise<void> {
  const { status, body } = prepared;
  if (typeof action === 'object') {
    if (action.delay !== undefined && !(await pause(response, parseTime(action.delay, 'delay')))) return;
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
        if (!(await pause(response, DRIP_MS))) return;
      }
      response.end();
  }
}

/** False when the connection ended meanwhile; no timer is left behind then. */
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
