/**
 * The faults of rules before the sandbox's service in memory, as its server plays them over HTTP.
 */
import { FaultPlan, strikesBefore } from '../../sandbox/faults.ts';
import { NO_HABITS } from '../../sandbox/faces/face.ts';
import { readFaults } from '../../sandbox/read-scenario.ts';
import type { FaultAction, FaultSource } from '../../sandbox/scenario.ts';
import type { HttpResponse } from '../../src/http/port.ts';
import type { Answering } from './memory-http.ts';
import type { MemorySandbox } from './memory-sandbox.ts';

/**
 * What the service answers under these faults, whose requests are counted over its whole life.
 *
 * @throws ScenarioError if a fault is invalid
 */
export function withFaults(service: MemorySandbox, source: readonly FaultSource[]): Answering {
  const plan = new FaultPlan(service.declared);
  const rules = { own: readFaults('faults', source), scenario: [] };
  return (request) => {
    const route = service.route(request);
    const { fault, habits } =
      route === null
        ? { fault: null, habits: NO_HABITS }
        : plan.next({ kind: route.kind, runId: null }, rules);
    if (fault !== null && strikesBefore(fault)) {
      return standIn(fault);
    }
    const answer = service.answer(request, { habits });
    // Refused requests need no fault.
    if (fault === null || answer.status >= 300) {
      return answer;
    }
    return fault === 'stall-headers' ? 'hang' : standIn(fault);
  };
}

/** The answer of a fault in the place of the service's own. */
export function standIn(fault: FaultAction): HttpResponse {
  if (typeof fault === 'string' || fault.status === undefined) {
    throw new Error(`${JSON.stringify(fault)} stands for no answer`);
  }
  const said = fault.body ?? { message: 'a fault' };
  return {
    status: fault.status,
    headers: { 'content-type': 'application/json', ...fault.headers },
    body: typeof said === 'string' ? said : JSON.stringify(said),
  };
}
