/**
 * How long a request that is refused for now, without a word on how long, waits before it is sent
 * again (contract 3.2; the sheets).
 */
import { expect, it } from '@jest/globals';
import type { ServiceName } from '../../src/agents/service-table.ts';
import { main } from '../../src/main.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { scenarioOf } from '../support/memory-sandbox.ts';
import { memoryScene } from '../support/memory-scene.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The longest time between two of the requests that are refused, in a step of three hours. */
async function longestWait(
  inputs: Readonly<Record<string, string>> & { readonly service: ServiceName },
  isRefused: (request: HttpRequest) => boolean,
): Promise<number> {
  const clock = new VirtualClock();
  const sandbox = sandboxOn(clock, { service: inputs.service, choose: () => scenarioOf([]) });
  const sentAt: number[] = [];
  const scene = memoryScene({
    clock,
    inputs: { org_id: '', repo: 'octo/widgets', timeout_minutes: '180', ...inputs },
    answer: (request) => {
      if (!isRefused(request)) {
        return sandbox.answer(request);
      }
      sentAt.push(clock.elapsed);
      return { status: 429, body: {} };
    },
  });
  await main({ ...scene.ports, random: () => 0.999 });
  expect(sentAt.length).toBeGreaterThan(5);
  return Math.max(...sentAt.slice(1).map((at, index) => at - sentAt[index]!));
}

it.each([
  [{ service: 'agent-run', org_id: '42', repo: '' }, 30 * MINUTE],
  // GitHub wants a minute at least.
  [{ service: 'copilot' }, 31 * MINUTE],
  [{ service: 'cursor' }, MINUTE],
  [{ service: 'devin', org_id: 'org-5a4db0c1' }, 2 * MINUTE],
  [{ service: 'jules' }, MINUTE],
  [{ service: 'openhands' }, MINUTE],
] as const)('a create: %j', async (inputs, mostMs) => {
  const waitMs = await longestWait(inputs, ({ method }) => method === 'POST');
  expect(waitMs).toBeLessThanOrEqual(mostMs);
  expect(waitMs).toBeGreaterThan(0.9 * mostMs);
});

it.each([
  { service: 'agent-run', org_id: '42', repo: '' },
  { service: 'devin', org_id: 'org-5a4db0c1' },
] as const)('a read before a follow-up, as any read: %j', async (inputs) => {
  const id = inputs.service === 'devin' ? `devin-${'0'.repeat(32)}` : '1';
  const followUp = { agent_run_id: id, prompt: 'Go on.' };
  const waitMs = await longestWait({ ...inputs, ...followUp }, ({ method }) => method === 'GET');
  expect(waitMs).toBeLessThanOrEqual(30 * SECOND);
});
