/**
 * What each service needs and can, by its name (contract 18.1). Data alone: how a service is opened
 * stands in `services.ts`, and what else differs between services is decided in their folders.
 */
import { AGENT_RUN } from './agent-run/facts.ts';
import { COPILOT } from './copilot/facts.ts';
import { CURSOR } from './cursor/facts.ts';
import { DEVIN } from './devin/facts.ts';
import type { ServiceFacts } from './facts.ts';
import { JULES } from './jules/facts.ts';
import { OPENHANDS } from './openhands/facts.ts';

/** The first is the default of the input `service`. */
export const SERVICE_NAMES = [
  'agent-run',
  'cursor',
  'devin',
  'copilot',
  'jules',
  'openhands',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
export const DEFAULT_SERVICE: ServiceName = SERVICE_NAMES[0];

export const SERVICE_TABLE: Readonly<Record<ServiceName, ServiceFacts>> = {
  'agent-run': AGENT_RUN,
  cursor: CURSOR,
  devin: DEVIN,
  copilot: COPILOT,
  jules: JULES,
  openhands: OPENHANDS,
};

/** The words for one run in messages: `run`, as this action says, and each service's own. */
export const RUN_NOUNS: readonly string[] = [
  ...new Set(['run', ...SERVICE_NAMES.map((name) => SERVICE_TABLE[name].runNoun)]),
];
