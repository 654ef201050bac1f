/** What `task: check` tells of the default service (contract 12, 18.8), against the sandbox. */
import { expect, it } from '@jest/globals';
import { openAgentRun } from '../../../src/agents/agent-run/index.ts';
import { openScene } from '../scene.ts';

it('prints neither a name nor an address of the person behind the token', async () => {
  const at = await openScene({
    service: 'agent-run',
    open: openAgentRun,
    scenario: { turns: [{ steps: [{ at: 0, status: 'COMPLETE' }] }] },
    orgId: '42',
  });
  const order = { repository: null, repositoryId: null, runId: null } as const;
  const found = await at.agent.check({ ...order, patiently: (read) => read() }, at.call);
  expect(found[0]).toEqual({ kind: 'ok', message: 'The token is valid.' });
});
