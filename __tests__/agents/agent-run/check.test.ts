/** What `task: check` tells of the default service (contract 12, 18.8), against the sandbox. */
import { describe, expect, it } from '@jest/globals';
import { openAgentRun } from '../../../src/agents/agent-run/index.ts';
import type { CheckFinding } from '../../../src/agents/port.ts';
import type { FaultSource } from '../../../sandbox/scenario.ts';
import { openScene } from '../scene.ts';

type Refusals = Readonly<Record<string, { readonly status: number; readonly message: string }>>;

/**
 * What is found where these requests are refused for good.
 *
 * @param asks for a run that is there
 */
async function foundWith(
  refusals: Refusals = {},
  { asks = false } = {},
): Promise<readonly CheckFinding[]> {
  const faults = Object.entries(refusals).map(([on, { status, message }]): FaultSource => ({
    on,
    do: { status, body: { message } },
  }));
  const at = await openScene({
    service: 'agent-run',
    open: openAgentRun,
    scenario: { turns: [{ steps: [{ at: 0, status: 'COMPLETE' }] }], faults },
    orgId: '1',
  });
  const runId = asks ? (await at.create()).id : null;
  const order = { repository: null, repositoryId: null, runId };
  return at.agent.check({ ...order, patiently: (read) => read() }, at.call);
}

/** Each finding as `kind: message`. */
const lines = (found: readonly CheckFinding[]): string[] =>
  found.map((one) => `${one.kind}: ${one.kind === 'failed' ? one.error.message : one.message}`);

it('prints neither a name nor an address of the person behind the token', async () => {
  const [first] = await foundWith();
  expect(first).toEqual({ kind: 'ok', message: 'The token is valid.' });
});

describe('integrations that cannot be read', () => {
  const REFUSED = { status: 403, message: 'Insufficient permissions.' };

  it('are told as that', async () => {
    const found = await foundWith({ integrations: REFUSED });
    expect(lines(found).at(-1)).toMatch(/^note: .*could not be read: HTTP 403: Insufficient/);
    expect(found.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'note', 'note']);
  });

  it('are told once where the service has no such endpoint', async () => {
    const found = await foundWith({ integrations: { status: 404, message: 'Not Found' } });
    expect(lines(found).at(-1)).toMatch(/^note: This service does not tell/);
  });

  it.each([REFUSED, { status: 404, message: 'Organization not found.' }])(
    'are a problem where a run cannot be read either: %j',
    async (refusal) => {
      const found = await foundWith({ integrations: refusal, read: refusal });
      expect(lines(found).at(-1)).toBe(`failed: HTTP ${refusal.status}: ${refusal.message}`);
    },
  );
});

it('takes the 404 of a run for its absence, and not that of the organization', async () => {
  const noList = { status: 404, message: 'Not Found' };
  const last = async (message: string) =>
    lines(await foundWith({ organizations: noList, read: { status: 404, message } }))[1];
  expect(await last('Agent run not found in this organization.')).toMatch(/^ok: .* fit together/);
  expect(await last('Organization not found.')).toBe('failed: HTTP 404: Organization not found.');
});

describe('the run of `agent_run_id`', () => {
  const NO_LISTS = { status: 404, message: 'Not Found' };
  it.each([
    ['where the lists of the published API prove access', {}],
    ['where there are none', { me: NO_LISTS, organizations: NO_LISTS, integrations: NO_LISTS }],
  ])('is read %s', async (_, refusals) => {
    const found = await foundWith(refusals, { asks: true });
    expect(lines(found).at(-1)).toMatch(/^ok: Run \d+ is there: COMPLETE\.$/);
  });

  it('is told by what it is refused with', async () => {
    const found = await foundWith({ read: { status: 403, message: 'No.' } }, { asks: true });
    expect(lines(found).at(-1)).toBe('failed: HTTP 403: No.');
  });
});
