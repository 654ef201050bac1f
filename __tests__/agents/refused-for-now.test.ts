/**
 * How long a request that is refused for now, without a word on how long, waits before it is sent
 * again (contract 3.2; the sheets).
 */
import { expect, it } from '@jest/globals';
import { SERVICE_TABLE, type ServiceName } from '../../src/agents/service-table.ts';
import { main } from '../../src/main.ts';
import type { HttpRequest } from '../../src/http/port.ts';
import { scenarioOf } from '../support/memory-sandbox.ts';
import { memoryScene } from '../support/memory-scene.ts';
import { sandboxOn } from '../support/sandbox-scene.ts';
import { serviceRows } from '../support/service-rows.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The longest time between two of the requests that are refused, in a step of three hours. */
async function longestWait(
  service: ServiceName,
  {
    inputs = {},
    isRefused,
  }: {
    readonly inputs?: Readonly<Record<string, string>>;
    readonly isRefused: (request: HttpRequest) => boolean;
  },
): Promise<number> {
  const clock = new VirtualClock();
  const sandbox = sandboxOn(clock, { service, choose: () => scenarioOf([]) });
  const sentAt: number[] = [];
  const scene = memoryScene({
    clock,
    inputs: {
      service,
      org_id: sandbox.orgId,
      repo: SERVICE_TABLE[service].repository === 'none' ? '' : 'octo/widgets',
      timeout_minutes: '180',
      ...inputs,
    },
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

const LONGEST = serviceRows<number>({
  'agent-run': 30 * MINUTE,
  cursor: MINUTE,
  devin: 2 * MINUTE,
  // GitHub wants a minute at least.
  copilot: 31 * MINUTE,
  jules: MINUTE,
  openhands: MINUTE,
});

it.each(LONGEST)('a create: %s, %d ms', async (service, mostMs) => {
  const waitMs = await longestWait(service, { isRefused: ({ method }) => method === 'POST' });
  expect(waitMs).toBeLessThanOrEqual(mostMs);
  expect(waitMs).toBeGreaterThan(0.9 * mostMs);
});

/** The id of a run that is followed up. */
const RUN_IDS = serviceRows<string>({
  'agent-run': '1',
  cursor: 'bc-5d0c1f3a-0000-4000-8000-000000000000',
  devin: `devin-${'0'.repeat(32)}`,
  // It takes no follow-up.
  copilot: null,
  jules: '31415926535897932384',
  openhands: '00000000000040008000000000000001',
});

it.each(RUN_IDS)('a read before a follow-up, as any read: %s', async (service, agent_run_id) => {
  const waitMs = await longestWait(service, {
    inputs: { agent_run_id, prompt: 'Go on.' },
    isRefused: ({ method }) => method === 'GET',
  });
  expect(waitMs).toBeLessThanOrEqual(30 * SECOND);
});
