import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SERVICE_NAMES } from '../../src/agents/service-table.ts';
import { SUBJECTS } from './subjects.ts';

it('the subjects are the services that can be chosen', () => {
  expect(SUBJECTS.map(({ service }) => service)).toEqual(SERVICE_NAMES);
});

it.each(SERVICE_NAMES)('%s plays the stories in a file of its own', (service) => {
  expect(existsSync(join(import.meta.dirname, `${service}.test.ts`))).toBe(true);
});
