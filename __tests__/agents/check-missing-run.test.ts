/**
 * `task: check` with an `agent_run_id` that the service does not know: the message says which input
 * to change (contract 5, 12).
 */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { memoryScene } from '../support/memory-scene.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { scenarioOf } from '../support/memory-sandbox.ts';
import { serviceRows } from '../support/service-rows.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface Missing {
  readonly agent_run_id: string;
  readonly org_id?: string;
}

const MISSING = serviceRows<Missing>({
  'agent-run': { agent_run_id: '4711', org_id: '1' },
  cursor: { agent_run_id: 'bc-5d0c1f3a-0000-4000-8000-000000000000' },
  devin: { agent_run_id: 'devin-7c1e0a55f2d94b', org_id: 'org-5a4db0c1' },
  copilot: { agent_run_id: '5d0c1f3a-0000-4000-8000-000000000000' },
  jules: { agent_run_id: '31415926535897932384' },
  openhands: { agent_run_id: '00000000000040008000000000000001' },
});

it.each(MISSING)('%s', async (service, inputs) => {
  const clock = new VirtualClock();
  const sandbox = sandboxOn(clock, { service, choose: () => scenarioOf([]) });
  const scene = memoryScene({
    clock,
    inputs: { org_id: '', repo: 'acme/shop', ...inputs, service, task: 'check', prompt: '' },
    answer: (request) => sandbox.answer(request),
  });
  await main(scene.ports);
  expect(scene.host.outputs).toMatchObject({ outcome: 'error', error_code: 'not_found' });
  expect(scene.host.outputs['error_message']).toContain('`agent_run_id`');
  expect(scene.host.outputs['error_message']).not.toContain('`base_url`');
});
