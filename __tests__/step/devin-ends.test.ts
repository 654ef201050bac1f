/**
 * Ends of a session of Devin that its last words do not tell, as a whole step tells them: in the
 * session's words, the same everywhere, and without advice that would be refused (contract 5, 18.5;
 * cases C9, C21, C22, C23).
 */
import { describe, expect, it } from '@jest/globals';
import { main } from '../../src/main.ts';
import { sandboxScene } from '../support/sandbox-scene.ts';

const LAST_WORDS = 'I am installing the packages.';

/** A session that says something, and then shows this. */
async function endingAs(status: string, more: object = {}) {
  const said = { message_type: 'PLAN_EVALUATION', thought: LAST_WORDS };
  const steps = [
    { at: 0, status: 'ACTIVE' },
    { at: '1s', entry: said },
    { at: '20s', status, ...more },
  ];
  const scene = await sandboxScene({
    inputs: { service: 'devin', org_id: '', prompt: 'Fix the tax.' },
    sandbox: {
      service: 'devin',
      scenario: { turns: [{ steps }], faults: [{ do: 'no-output' }] },
      speed: 1,
    },
  });
  await main(scene.ports);
  const { outputs, lines, annotations, summaries } = scene.host;
  const summary = summaries.join('\n');
  const surfaces = [outputs['error_message'], JSON.stringify(annotations), summary];
  return { outputs, log: lines.join('\n'), surfaces };
}

describe('a session that ends in `error`', () => {
  const CAUSE = 'The session ended with an error (error), and Devin gives no reason';

  it('is failed with one cause on every surface, and no answer', async () => {
    const { outputs, log, surfaces } = await endingAs('error');
    expect(outputs).toMatchObject({ outcome: 'failed', status: 'error' });
    for (const surface of surfaces) {
      expect(surface).toContain(CAUSE);
    }
    expect(outputs['error_message']).not.toContain(LAST_WORDS);
    expect(log).not.toContain('Final answer');
  });

  it('is never advised to be resumed, which is refused', async () => {
    const { log, surfaces } = await endingAs('error');
    for (const text of [log, ...surfaces]) {
      expect(text).not.toMatch(/`agent_run_id/);
    }
  });
});

describe('a session that waits without having asked', () => {
  it.each([
    ['running/waiting_for_approval', 'waits for an approval'],
    ['suspended/inactivity', 'fell asleep'],
  ])('%s asks nothing', async (status, words) => {
    const { outputs, log, surfaces } = await endingAs(status);
    expect(outputs).toMatchObject({ outcome: 'needs_input', result: LAST_WORDS });
    expect(log).not.toContain('Final answer');
    expect(outputs['error_message']).toContain(words);
    for (const surface of surfaces) {
      expect(surface).not.toMatch(/The agent run asks/);
    }
    expect(outputs['error_message']).not.toContain(LAST_WORDS);
  });
});

it('a session that somebody put to sleep has no answer', async () => {
  const { outputs, log } = await endingAs('suspended/user_request');
  expect(outputs).toMatchObject({ outcome: 'cancelled' });
  expect(log).toContain(LAST_WORDS);
  expect(log).not.toContain('Final answer');
});
