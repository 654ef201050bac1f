/** Which run of the agent of a create is its own (contract 18.4; sheet, section 8). */
import { describe, expect, it } from '@jest/globals';
import { agentIdOf } from '../../../src/agents/cursor/key.ts';
import { MemoryHttp, type Answer } from '../../support/memory-http.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { agentOver, IDENTITY, ORDER } from '../scene.ts';

const AGENT = agentIdOf(IDENTITY, 'https://github.com');
const PATH = `/v1/agents/${AGENT}`;
const MISSING: Answer = { status: 404, body: { error: { code: 'run_not_found' } } };

const finished = (id: string, result: string | null = null) => ({
  id,
  status: 'FINISHED',
  ...(result !== null && { result }),
});
const listed = (...runs: readonly object[]): Answer => ({ body: { items: runs } });

/** Looks for a lost create. @param answers by path; nothing else may be asked for */
async function find(answers: Readonly<Record<string, Answer>>) {
  const clock = new VirtualClock();
  const http = new MemoryHttp(clock, ({ url }) => {
    const { pathname } = new URL(url);
    return answers[pathname] ?? new Error(`nobody should ask for ${pathname}`);
  });
  const agent = await agentOver('cursor', { http, clock });
  const call = { signal: new AbortController().signal, deadline: Infinity };
  const search = { identity: IDENTITY, kind: 'lost', order: ORDER, from: 0, began: 0 } as const;
  return agent.find(search, call);
}

describe('the run of a create', () => {
  it.each<[string, Readonly<Record<string, Answer>>, object]>([
    [
      'is the oldest of its agent, as the run itself shows it',
      {
        [PATH]: { body: { id: AGENT, latestRunId: 'run-2' } },
        [`${PATH}/runs`]: listed(finished('run-2'), finished('run-1')),
        [`${PATH}/runs/run-1`]: { body: finished('run-1', 'Done.') },
      },
      { id: `${AGENT}/run-1`, result: 'Done.' },
    ],
    [
      'is told by the list where it cannot be read itself',
      {
        [PATH]: { body: { id: AGENT, latestRunId: 'run-1' } },
        [`${PATH}/runs`]: listed(finished('run-1')),
        [`${PATH}/runs/run-1`]: MISSING,
      },
      { id: `${AGENT}/run-1`, status: 'FINISHED', result: null },
    ],
  ])('%s', async (_, answers, run) => {
    expect(await find(answers)).toMatchObject({
      kind: 'found',
      matches: [{ run: { ...run, key: IDENTITY }, generation: IDENTITY.generation, asks: 'same' }],
    });
  });

  it.each<[string, Readonly<Record<string, Answer>>]>([
    [
      'no list of runs',
      { [PATH]: { body: { id: AGENT, latestRunId: 'run-1' } }, [`${PATH}/runs`]: MISSING },
    ],
    [
      // The agent may name a later one (sheet, section 8).
      'an empty list, whatever run the agent names',
      { [PATH]: { body: { id: AGENT, latestRunId: 'run-2' } }, [`${PATH}/runs`]: listed() },
    ],
  ])('is not there yet where there is %s', async (_, answers) => {
    await expect(find(answers)).rejects.toMatchObject({
      message: `HTTP 200, but agent ${AGENT} shows no run yet`,
      proof: 'ambiguous',
      mayPass: true,
    });
  });

  it('is not that of another agent, whatever was asked for', async () => {
    const other = { id: 'bc-2', latestRunId: 'run-1' };
    const answers = {
      [PATH]: { body: other },
      '/v1/agents/bc-2/runs': listed(finished('run-1')),
      '/v1/agents/bc-2/runs/run-1': { body: finished('run-1', 'Done.') },
    };
    await expect(find(answers)).rejects.toThrow('about another agent (bc-2)');
  });

  it('cannot be told where the runs of its agent cannot be read', async () => {
    const answers = {
      [PATH]: { body: { id: AGENT, latestRunId: 'run-1' } },
      [`${PATH}/runs`]: { status: 503, body: {} },
    };
    await expect(find(answers)).rejects.toMatchObject({ status: 503 });
  });
});
