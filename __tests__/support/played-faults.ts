/**
 * Rules of faults before the sandbox's service in memory: those that stand for an answer, those of
 * a face, and `stall-headers`. Any other throws.
 */
import { FaultPlan, strikesBefore } from '../../sandbox/faults.ts';
import { NO_HABITS, type Habits, type Route } from '../../sandbox/faces/face.ts';
import { readFaults } from '../../sandbox/read-scenario.ts';
import type { FaultAction, FaultSource } from '../../sandbox/scenario.ts';
import type { HttpResponse } from '../../src/http/port.ts';
import { jsonAnswer, type Answering } from './memory-http.ts';
import type { Asked, MemorySandbox, SandboxAnswer } from './memory-sandbox.ts';

interface Meeting {
  readonly request: Asked;
  /** Null: the service has no such endpoint. */
  readonly route: Route | null;
  readonly plan: FaultPlan;
  readonly rules: Parameters<FaultPlan['next']>[1];
}

/**
 * `fault`: what strikes the request or its answer. `habits`: how the service behaves meanwhile.
 * `answer`: that of the service; null where the fault struck before.
 */
type Met = { readonly habits: Habits } & (
  | { readonly fault: FaultAction; readonly answer: SandboxAnswer | null }
  | { readonly fault: null; readonly answer: SandboxAnswer }
);

/** What meets a request. One that the service refuses needs no fault. */
export function meet(service: MemorySandbox, { request, route, plan, rules }: Meeting): Met {
  const { fault, habits } =
    route === null
      ? { fault: null, habits: NO_HABITS }
      : plan.next({ kind: route.kind, runId: null }, rules);
  if (fault !== null && strikesBefore(fault)) {
    return { fault, habits, answer: null };
  }
  const answer = service.answer(request, { habits });
  return { fault: answer.status >= 300 ? null : fault, habits, answer };
}

/**
 * What the service answers under these faults, whose requests are counted over its whole life.
 *
 * @throws ScenarioError if a fault is invalid
 */
export function withFaults(service: MemorySandbox, source: readonly FaultSource[]): Answering {
  const plan = new FaultPlan(service.declared);
  const rules = { own: readFaults('faults', source), scenario: [] };
  return (request) => {
    const { fault, answer } = meet(service, {
      request,
      route: service.route(request),
      plan,
      rules,
    });
    if (fault === null) {
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
  const answer = jsonAnswer(fault.body ?? { message: 'a fault' }, fault.status);
  return { ...answer, headers: { ...answer.headers, ...fault.headers } };
}
