/** The services that the simulation plays by their faces of the sandbox. */
import type { ServiceName } from '../../../src/agents/service-table.ts';
import { CURSOR_SUBJECT } from './cursor.ts';
import type { Subject } from './subject.ts';

export const SUBJECTS: readonly Subject[] = [CURSOR_SUBJECT];

export function subjectOf(service: ServiceName): Subject {
  const found = SUBJECTS.find((subject) => subject.service === service);
  if (found === undefined) {
    throw new Error(`the simulation has no subject for ${service}`);
  }
  return found;
}
