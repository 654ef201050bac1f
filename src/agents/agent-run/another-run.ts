/** An answer that is about another run than the one that was asked about (contract 2.3). */
import type { HttpResponse } from '../../http/port.ts';
import { AboutAnother } from '../kit/ids.ts';
import type { RunId } from '../port.ts';
import type { AgentRun } from './schema.ts';

/** @throws AboutAnother */
export function ofRun<T extends AgentRun>(runId: RunId, run: T, response: HttpResponse): T {
  if (run.id === null || run.id === runId) {
    return run;
  }
  throw new AboutAnother(response, 'run', run.id);
}
