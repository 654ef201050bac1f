/** How a conversation of OpenHands ends whose sandbox sleeps or is gone (sheet, section 4). */
import { expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import type { Answer } from '../support/memory-http.ts';
import { memoryScene } from '../support/memory-scene.ts';

const ID = '0123456789abcdef0123456789abcdef';
const FINISHED = {
  id: 'e1',
  timestamp: '2026-01-02T03:04:05.000000',
  kind: 'ConversationStateUpdateEvent',
  key: 'execution_status',
  value: 'finished',
};
const REFUSED: Answer = { status: 403, body: { detail: 'No.' } };
const BROKEN: Answer = { status: 500, body: 'Internal Server Error' };
const GATEWAY: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Forbidden</body></html>',
};
const EMPTY: Answer = { body: { items: [], next_page_id: null } };

interface Given {
  readonly sandbox: string;
  /** What each of the first `times` reads of the events is answered with. */
  readonly events: Answer;
  readonly times?: number;
}

/** Follows the conversation, whose events tell a success once they can be read. */
async function follow({ sandbox, events, times = Infinity }: Given) {
  let reads = 0;
  const scene = memoryScene({
    inputs: { service: 'openhands', org_id: '', agent_run_id: ID, prompt: '' },
    answer: ({ url }) => {
      if (!url.includes('/events/')) {
        const states = { sandbox_status: sandbox, execution_status: null };
        return { body: [{ id: ID, sandbox_id: ID, ...states }] };
      }
      reads += 1;
      return reads <= times ? events : { body: { items: [FINISHED], next_page_id: null } };
    },
  });
  await main(scene.ports);
  return scene.host.outputs;
}

it.each([
  ['are refused', REFUSED],
  ['tell nothing', EMPTY],
])('one that sleeps and whose events %s waits for a message', async (_, events) => {
  const outputs = await follow({ sandbox: 'PAUSED', events });
  expect(outputs).toMatchObject({ outcome: 'needs_input', status: 'PAUSED' });
  expect(outputs['error_message']).toMatch(/fell asleep.*To wake it.*agent_run_id/);
});

it.each([
  // Longer than one that tells nothing is waited for.
  { sandbox: 'PAUSED', events: BROKEN, times: 40 },
  { sandbox: 'PAUSED', events: GATEWAY, times: 40 },
  { sandbox: 'MISSING', events: BROKEN, times: 3 },
])('one whose events can be read after a while ends as they tell: %j', async (given) => {
  const outputs = await follow(given);
  expect(outputs).toMatchObject({
    outcome: 'succeeded',
    status: `${given.sandbox}/finished`,
  });
});

it('one whose sandbox is gone, and whose events cannot be read, has failed', async () => {
  const outputs = await follow({ sandbox: 'MISSING', events: BROKEN });
  expect(outputs).toMatchObject({ outcome: 'failed', status: 'MISSING' });
});
