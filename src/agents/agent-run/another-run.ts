/** An answer that is about another run than the one that was asked about (contract 2.3). */
import { bodyFailure, ServiceError } from '../../http/errors.ts';
import type { HttpResponse } from '../../http/port.ts';
import type { RunId } from '../port.ts';
import type { AgentRun } from './schema.ts';

/** A 2xx response with the ID of another run (contract 2.3). */
export class AnotherRun extends ServiceError {
  constructor(response: HttpResponse, runId: string) {
    super(`HTTP ${response.status}, but it is about another run (${runId})`, bodyFailure(response));
  }
}

/** @throws AnotherRun (contract 2.3) */
export function ofRun<T extends AgentRun>(runId: RunId, run: T, response: HttpResponse): T {
  if (run.id === null || run.id === runId) {
    return run;
  }
  throw new AnotherRun(response, run.id);
}
