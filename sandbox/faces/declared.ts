/**
 * The kinds of requests and the faults of all faces. A scenario is read without knowing which
 * service will play it, so it may name those of every one.
 */
import { AGENT_RUN_FAULTS } from './agent-run/faults.ts';
import { COPILOT_FAULTS } from './copilot/faults.ts';
import { CURSOR_FAULTS } from './cursor/faults.ts';
import { DEVIN_FAULTS } from './devin/faults.ts';
import { OPENHANDS_FAULTS } from './openhands/faults.ts';
import type { DeclaredFault, DeclaredFaults, ServiceName } from './face.ts';
import { JULES_FAULTS } from './jules/faults.ts';

export const DECLARED: Readonly<Record<ServiceName, DeclaredFaults>> = {
  'agent-run': AGENT_RUN_FAULTS,
  cursor: CURSOR_FAULTS,
  devin: DEVIN_FAULTS,
  copilot: COPILOT_FAULTS,
  jules: JULES_FAULTS,
  openhands: OPENHANDS_FAULTS,
};

/** What a rule may write under `on`. */
export function faultKinds(): readonly string[] {
  const kinds = Object.values(DECLARED).flatMap((declared) => declared.kinds);
  return [...new Set([...kinds, 'any'])];
}

export function declaredNames(): readonly string[] {
  return [...new Set(Object.values(DECLARED).flatMap(({ faults }) => Object.keys(faults)))];
}

/** The declarations of one name, by different faces. */
export function declaredFaults(name: string): readonly DeclaredFault[] {
  return Object.values(DECLARED).flatMap(({ faults }) => {
    const declared = Object.hasOwn(faults, name) ? faults[name] : undefined;
    return declared === undefined ? [] : [declared];
  });
}
