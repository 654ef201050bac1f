/** The services that the simulation plays by their faces of the sandbox. */
import type { ServiceName } from '../../../src/agents/service-table.ts';
import { AGENT_RUN_SUBJECT } from './agent-run.ts';
import { COPILOT_SUBJECT } from './copilot.ts';
import { CURSOR_SUBJECT } from './cursor.ts';
import { DEVIN_SUBJECT } from './devin.ts';
import { JULES_SUBJECT } from './jules.ts';
import { OPENHANDS_SUBJECT } from './openhands.ts';
import type { Subject } from './subject.ts';

export const SUBJECTS: readonly Subject[] = [
  AGENT_RUN_SUBJECT,
  CURSOR_SUBJECT,
  DEVIN_SUBJECT,
  COPILOT_SUBJECT,
  JULES_SUBJECT,
  OPENHANDS_SUBJECT,
];

export function subjectOf(service: ServiceName): Subject {
  const found = SUBJECTS.find((subject) => subject.service === service);
  if (found === undefined) {
    throw new Error(`the simulation has no subject for ${service}`);
  }
  return found;
}
