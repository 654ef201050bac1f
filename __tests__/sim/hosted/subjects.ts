/** The services that the simulation plays by their faces of the sandbox: all that can be chosen. */
import { SERVICE_NAMES, type ServiceName } from '../../../src/agents/service-table.ts';
import { AGENT_RUN_SUBJECT } from './agent-run.ts';
import { COPILOT_SUBJECT } from './copilot.ts';
import { CURSOR_SUBJECT } from './cursor.ts';
import { DEVIN_SUBJECT } from './devin.ts';
import { JULES_SUBJECT } from './jules.ts';
import { OPENHANDS_SUBJECT } from './openhands.ts';
import type { Subject } from './subject.ts';

const SUBJECT_OF: Readonly<Record<ServiceName, Subject>> = {
  'agent-run': AGENT_RUN_SUBJECT,
  cursor: CURSOR_SUBJECT,
  devin: DEVIN_SUBJECT,
  copilot: COPILOT_SUBJECT,
  jules: JULES_SUBJECT,
  openhands: OPENHANDS_SUBJECT,
};

export const SUBJECTS: readonly Subject[] = SERVICE_NAMES.map(subjectOf);

export function subjectOf(service: ServiceName): Subject {
  return SUBJECT_OF[service];
}
