/** Long logs through the bundle, under the service's own limits. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { jsonLines, runAction } from '../support/run-action.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

describe('5,500 entries', () => {
  it.each(['asc', 'desc'] as const)('in %s order arrive whole within one minute\u2019s budget', async (logOrder) => {
    sandbox = await startSandbox({ scenario: 'huge', logOrder, speed: 1000 });
    const inputs = { token: sandbox.token, org_id: '1', base_url: sandbox.url, prompt: 'Read.', logs: 'none' };
    const { outputs } = await runAction({ inputs });
    expect(outputs).toMatchObject({ outcome: 'succeeded', total_logs: '5500' });
    expect(Number(outputs['requests'])).toBeLessThanOrEqual(60);
    const thoughts = jsonLines(outputs['logs_file']).map((entry) => (entry as { thought: string | null }).thought);
    expect(thoughts.slice(0, -1)).toEqual(Array.from({ length: 5499 }, (_, index) => `Step ${index + 1}`));
  });
});
