/** Faults of the service: which request is hit, and how it is answered instead. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { parseTime, type FaultAction, type FaultSource } from './scenario.ts';

export type CallKind = 'create' | 'resume' | 'read' | 'logs';

/** Counts requests by kind and finds the fault that hits the present one. */
export class FaultPlan {
  readonly #counts = new Map<string, number>();

  /** The first rule that hits this request; null for none. Counts the request. */
  next(kind: CallKind, rules: readonly FaultSource[]): FaultAction | null {
    const counts = { [kind]: this.#count(kind), any: this.#count('any') };
    return rules.find((rule) => hits(rule, counts[rule.on]))?.do ?? null;
  }

  #count(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }
}

function hits(rule: FaultSource, count: number | undefined): boolean {
  if (count === undefined) return false;
  if (rule.nth !== undefined) return count === rule.nth;
  if (rule.every !== undefined) return count % rule.every === 0;
  return count >= (rule.from ?? 1) && count <= (rule.to ?? Infinity);
}

/** Whether the fault strikes before the request is carried out. */
export function strikesBefore(action: FaultAction): boolean {
  return action === 'reset-before' || (typeof action === 'object' && 'status' in action);
}

export interface Prepared {
  readonly status: number;
  readonly body: string;
}

/** Answers in the fault's way instead of with `prepared`. */
export async function answerFaulty(response: ServerResponse, action: FaultAction, prepared: Prepared): Promise<void> {
  const { status, body } = prepared;
  const json = { 'content-type': 'application/json' };
  const bytes = Buffer.from(body);
  if (typeof action === 'object') {
    if ('delay' in action) {
      await new Promise((done) => setTimeout(done, parseTime(action.delay, 'delay')));
      response.writeHead(status, json).end(body);
      return;
    }
    const said = action.body ?? { message: `scripted fault: ${action.status}` };
    response
      .writeHead(action.status, { ...json, ...action.headers })
      .end(typeof said === 'string' ? said : JSON.stringify(said));
    return;
  }
  const half = bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
  switch (action) {
    case 'reset-before':
    case 'reset-after':
      response.socket?.resetAndDestroy();
      return;
    case 'cut-body':
      response.writeHead(status, { ...json, 'content-length': bytes.length });
      response.write(half, () => response.socket?.destroy());
      return;
    case 'wrong-body':
      response.writeHead(status, json).end('{"half": ');
      return;
    case 'html':
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Busy</title><p>Please wait.</p>');
      return;
    case 'empty':
      response.writeHead(status, json).end();
      return;
    case 'gzip':
      response.writeHead(status, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(bytes));
      return;
    case 'redirect':
      response.writeHead(302, { location: 'https://example.com/elsewhere' }).end();
      return;
    case 'stall-headers':
      return;
    case 'stall-body':
      response.writeHead(status, { ...json, 'content-length': bytes.length }).write(half);
      return;
    case 'drip':
      response.writeHead(status, { ...json, 'content-length': bytes.length });
      for (const byte of bytes) {
        if (response.destroyed) return;
        response.write(Buffer.of(byte));
        await new Promise((done) => setTimeout(done, 20));
      }
      response.end();
  }
}
